// What every page of a table has.
import "../page/once.js";
import "../page/key.js";
import "../page/refused.js";
import "../page/kept.js";
import "../page/reader.js";
import "../page/menu.js";
import "../page/later.js";
import "./wakelock.js";
import "./taps.js";
import "../live/sign.js";
import "../live/news.js";
import "../live/beat.js";
import "../live/stream.js";
import "../live/entering.js";
import "./same_sheet.js";
import "./felt.js";
import "./paid.js";
