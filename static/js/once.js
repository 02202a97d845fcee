// A page that stands alone, with one form.
import "./page/once.js";
