// Counting from the tiles.
import "./table/laid.js";
