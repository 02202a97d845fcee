// News of the table ("table:news") that came while another answer was on its way was not asked for: it is asked
// for once that answer is in, and settled (htmx wakes what it put on the screen 20 ms later).
import { tableChanged } from "../page/place.js";

let due = false; // news that nothing on the screen can hold yet
const asksForNews = (element) => element.getAttribute("hx-trigger")?.startsWith("table:changed");

document.addEventListener("table:news", () => (due = true));
document.addEventListener("htmx:beforeSend", (event) => asksForNews(event.target) && (due = false));
// News may also come between an answer and its settling, when the old asker is gone and the new one sleeps.
document.addEventListener("htmx:afterSettle", () => due && setTimeout(tableChanged, 50));
document.addEventListener(
  "htmx:afterRequest",
  (event) => due && event.detail.successful && setTimeout(tableChanged, 50),
);
