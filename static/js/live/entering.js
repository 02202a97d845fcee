// "Bo is entering…": what a tap begins on this phone is told to the other phones of the table, at most every three
// seconds while it goes on; nothing of it is kept. What another phone tells is "table:entering" on the document, with
// detail { seat, name } (a seat of the board, null and "" where that phone has not said which is its own) and null once
// it is over: a hand was recorded, or nothing was heard for six seconds. Meanwhile the seat has the class "entering",
// and the strip ([data-entering]) says so.
const EVERY = 3000;
const FORGOTTEN = 6000;
const SOON = 300; // what was tapped is shown by then
const page = crypto.getRandomValues(new Uint32Array(1))[0].toString(16);
let told = 0;
let heard = null; // { seat, name } of who enters elsewhere
let timer = null;

const table = () => document.getElementById("table");
const seatOf = (number) => document.getElementById(`seat-${number}`);
const enters = () => /\bstep-(?!idle|more|need)\w/.test(table()?.className ?? "");

function tell() {
  const stream = document.querySelector("[data-live]")?.dataset.live;
  if (!stream || !enters() || !navigator.onLine || Date.now() - told < EVERY) return;
  told = Date.now();
  fetch(`${stream}&page=${page}`, { method: "POST", priority: "low" }).catch(() => {});
}
function show() {
  for (const seat of document.querySelectorAll(".entering")) seat.classList.remove("entering");
  if (heard?.seat != null) seatOf(heard.seat)?.classList.add("entering");
  const line = document.querySelector("[data-entering]");
  const words = line?.querySelector("span");
  if (!words || !heard && line.dataset.otherwise === undefined) return;
  line.dataset.otherwise ??= words.textContent;
  const { entering, enteringUnknown, otherwise } = line.dataset;
  const said = heard?.name ? entering.replace("{name}", heard.name) : enteringUnknown;
  words.textContent = heard && !enters() ? said : otherwise;
}
function say(who) {
  if (!who && !heard) return;
  heard = who;
  show();
  document.dispatchEvent(new CustomEvent("table:entering", { detail: who }));
}
const over = () => {
  clearTimeout(timer);
  say(null);
};

document.addEventListener("table:heard", ({ detail }) => {
  if (detail.page === page) return;
  const name = seatOf(detail.seat)?.title ?? "";
  clearTimeout(timer);
  timer = setTimeout(over, FORGOTTEN);
  say({ seat: detail.seat, name });
});
document.addEventListener("table:news", over);
addEventListener("pointerup", () => setTimeout(tell, SOON), true); // a click may be taken by table/taps.js
addEventListener("htmx:afterSettle", () => {
  show();
  tell();
});
