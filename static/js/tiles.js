// Counting from the tiles.
import "./table/taps.js";
