// The page “This phone”.
import "./shared.js";
import "./page/chime.js";
import "./engine/boot.js";
import "./engine/settings.js";
import "./engine/tables.js";
