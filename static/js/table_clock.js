// A table with a clock.
import "./table/page.js";
import "./clock/alarms.js";
import "./clock/countdown.js";
import "./clock/offset.js";
import "./clock/sound.js";
