// What every page of a table has from the first; what a hand needs comes behind it (hand.js).
import "../page/once.js";
import "../page/key.js";
import "../page/kept.js";
import "../page/later.js";
import "./taps.js";
import "./same_sheet.js";
