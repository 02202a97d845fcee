// The clock on a page beside the tables.
import "./clock/alarms.js";
import "./clock/countdown.js";
import "./clock/offset.js";
import "./clock/sound.js";
