// Times in the reader's own zone: the server knows only its own. <time datetime data-local="time|date">
const forms = { time: { timeStyle: "short" }, date: { dateStyle: "medium" } };
for (const time of document.querySelectorAll("time[data-local]")) {
  const format = new Intl.DateTimeFormat(document.documentElement.dataset.locale, forms[time.dataset.local]);
  time.textContent = format.format(new Date(time.dateTime));
}
