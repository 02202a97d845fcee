// News of the table ("table:news") that came while another answer was on its way was not asked for: it is asked
// for once that answer is in, and settled (htmx wakes what it put on the screen 20 ms later). A look that began before a
// hand of this phone was sent (detail null) is broken off: its answer may take long, and would not have it.
import { tableChanged } from "../page/place.js";

let due = false; // news that nothing on the screen can hold yet
let looking = null; // the request of a look that is under way
const asksForNews = (element) => element.getAttribute("hx-trigger")?.startsWith("table:changed");

document.addEventListener("table:news", ({ detail }) => {
  due = true;
  if (detail === null) looking?.abort();
});
document.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (!asksForNews(target)) return;
  due = false;
  looking = xhr;
});
// News may also come between an answer and its settling, when the old asker is gone and the new one sleeps.
document.addEventListener("htmx:afterSettle", () => due && setTimeout(tableChanged, 50));
document.addEventListener("htmx:afterRequest", ({ detail: { xhr, successful } }) => {
  if (xhr === looking) looking = null;
  if (due && successful) setTimeout(tableChanged, 50);
});
