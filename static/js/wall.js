// A club's wall.
import "./page/once.js";
import "./page/key.js";
import "./page/refused.js";
import "./page/kept.js";
import "./page/reader.js";
import "./page/menu.js";
import "./table/wakelock.js";
import "./live/sign.js";
import "./live/news.js";
import "./live/beat.js";
import "./live/stream.js";
import "./clock/alarms.js";
import "./clock/countdown.js";
import "./clock/offset.js";
import "./clock/sound.js";
import "./wall/clocks.js";
import "./wall/pages.js";
