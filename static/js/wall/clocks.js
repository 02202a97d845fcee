// The tables' own clocks on the wall: [data-wall-left] counts down its milliseconds; once those of [data-wall-next],
// the next alarm, have passed, the time is forgotten and the wall looks again: the server knows what may be shown.
import { tableChanged } from "../page/place.js";

const ends = new WeakMap();
const moment = (text) => (text === undefined ? Infinity : performance.now() + Number(text));

const look = () => {
  for (const time of document.querySelectorAll("[data-wall-left]")) {
    if (!ends.has(time)) ends.set(time, { end: moment(time.dataset.wallLeft), next: moment(time.dataset.wallNext) });
  }
};
const tick = () => {
  look();
  let due = false;
  for (const time of document.querySelectorAll("[data-wall-left]")) {
    const { end, next } = ends.get(time);
    if (performance.now() >= next) {
      time.textContent = "–:–";
      time.removeAttribute("data-wall-left");
      due = true;
      continue;
    }
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
  if (due) tableChanged();
};
addEventListener("htmx:load", look);
setInterval(tick, 500);
