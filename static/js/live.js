// A page beside the tables that shows one as it is played.
import "./live/news.js";
import "./live/beat.js";
import "./live/stream.js";
