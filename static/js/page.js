// Every page but a table's and a wall's: each behaviour waits for its data-….
import "./page/once.js";
import "./page/key.js";
import "./page/refused.js";
import "./page/kept.js";
import "./page/reader.js";
import "./page/menu.js";
import "./page/later.js";
import "./page/trouble.js";
import "./page/choose.js";
import "./page/filter.js";
import "./page/fit.js";
import "./page/pick.js";
import "./page/start.js";
import "./page/print.js";
import "./page/share.js";
import "./page/times.js";
import "./page/zone.js";
