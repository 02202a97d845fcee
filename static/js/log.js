// The log of a table.
import "./page/ahead.js";
