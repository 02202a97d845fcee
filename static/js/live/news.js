// News of the table ("table:news") that came while another answer was on its way was not asked for: it is asked for once
// that answer is in, and settled (htmx wakes what it put on the screen 20 ms later), unless the answer shows it, as that to
// a tap of this phone does. A look that began before a hand of this phone was sent (detail null) is broken off: its answer
// may take long, and would not have it.
import { shownVersion, tableChanged } from "../page/place.js";

let due = -1; // the newest version that was told of and not asked for; Infinity where only looking tells
let looking = null; // the request of a look that is under way
const askIfDue = () => due > shownVersion() && setTimeout(tableChanged, 50);
const asksForNews = (element) => element.getAttribute("hx-trigger")?.startsWith("table:changed");

document.addEventListener("table:news", ({ detail }) => {
  due = Math.max(due, detail ?? Infinity);
  if (detail === null) looking?.abort();
});
document.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (!asksForNews(target)) return;
  due = -1;
  looking = xhr;
});
// News may also come between an answer and its settling, when the old asker is gone and the new one sleeps.
document.addEventListener("htmx:afterSettle", askIfDue);
document.addEventListener("htmx:afterRequest", ({ detail: { xhr, successful } }) => {
  if (xhr === looking) looking = null;
  if (successful) askIfDue();
});
