// Typing a score sheet.
import "./sheet/keys.js";
import "./sheet/rows.js";
import "./sheet/draft.js";
