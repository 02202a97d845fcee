// Times in the reader's own zone: the server knows only its own. <time datetime data-local="time|date">
import { momentInWords } from "./kept.js";

for (const time of document.querySelectorAll("time[data-local]")) {
  const { dateTime, dataset } = time;
  const day = new Intl.DateTimeFormat(document.documentElement.dataset.locale, { dateStyle: "medium" });
  time.textContent = dataset.local === "date" ? day.format(new Date(dateTime)) : momentInWords(dateTime);
}
