// The page “This phone”.
import "./shared.js";
import "./page/chime.js";
import "./engine/boot.js";
import "./engine/settings.js";
import "./engine/tables.js";

const plain = document.getElementById("plain-http");
if (plain) plain.hidden = isSecureContext;
