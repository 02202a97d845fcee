// What a table needs besides once it stands: news of it, and what is paid after a hand. It comes behind the page
// (page/later.js).
import "./page/refused.js";
import "./page/reader.js";
import "./table/close.js";
import "./table/wakelock.js";
import "./live/sign.js";
import "./live/news.js";
import "./live/beat.js";
import "./live/stream.js";
import "./live/entering.js";
import "./table/felt.js";
import "./table/paid.js";
