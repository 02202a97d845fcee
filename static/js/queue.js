// Hands kept without network: at a table, on the page where a hand is typed, and wherever they are sent from.
import "./shared.js";
import "./queue/sending.js";
import "./queue/notice.js";
import "./queue/list.js";
import "./queue/entry.js";
import "./queue/idle.js";
import "./queue/words.js";
import "./queue/typed.js";
import "./queue/refill.js";
import "./queue/open.js";
