// A table without a clock.
import "./table/page.js";
