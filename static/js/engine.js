// This phone's own engine, where a page may need it: at a table and beside it, and where tables are opened.
import "./shared.js";
import "./engine/back.js";
import "./engine/boot.js";
import "./engine/line.js";
import "./engine/host.js";
import "./engine/copy.js";
import "./engine/download.js";
import "./engine/opened.js";
