// One calm line above the board while this phone settles by itself ([data-device-line], which carries the words), and
// under it the hands that wait to be sent, each with what it moved.
import { handQueue } from "../queue/store.js";
import { engineFiles } from "./files.js";

const NOTICED = 1500; // a stream that is opened anew is no lost network
const line = document.querySelector("[data-device-line]");
const row = line?.querySelector("template").content.firstElementChild;
const root = document.documentElement;
const { code, engine } = document.querySelector("[data-queue-list]")?.dataset ?? {};
let away = root.dataset.device !== undefined || !navigator.onLine;
let timer = 0;
let failed = false;

function words(count) {
  const { alone, unable, one, many, sending, sendings } = line.dataset;
  const of = (single, several) => (count === 1 ? single : several).replace("{count}", count);
  if (!away) return count ? of(sending, sendings) : "";
  return [failed ? unable : alone, count ? of(one, many) : ""].join(" ").trim();
}
function shown({ played, words: what, points }) {
  const one = row.cloneNode(true);
  const put = (name, text) => {
    one.querySelector(`[data-${name}]`).textContent = text;
  };
  put("number", line.dataset.hand.replace("{number}", played + 1));
  put("words", what);
  put("points", points ?? "");
  return one;
}
// The engine that is here is of another release than this page: it would play by other rules without saying so.
const older = async () => {
  const ready = await engineFiles.ready().catch(() => null);
  return Boolean(ready) && ready.release !== engine;
};
async function show() {
  const items = (await handQueue.all()).filter((item) => item.code === code && item.device && !item.loose);
  const able = "engineAble" in root.dataset || "device" in root.dataset;
  const sure = items.filter((item) => !item.new).length;
  const text = able || items.length ? words(sure) : away && await older() ? line.dataset.older : "";
  const place = line.querySelector("[data-notice]");
  if (place.textContent !== text) place.textContent = text;
  line.hidden = !text;
  line.classList.toggle("nothing", !items.length);
  if (!items.length) line.open = false;
  line.querySelector("ol").replaceChildren(...items.map(shown));
}
function noticed(now) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    away = now;
    show();
  }, now && navigator.onLine ? NOTICED : 0);
}
if (line) {
  line.querySelector("summary").addEventListener(
    "click",
    (event) => line.classList.contains("nothing") && event.preventDefault(),
  );
  document.addEventListener("table:stream", ({ detail }) => noticed(detail === "asking"));
  addEventListener("offline", () => noticed(true));
  addEventListener("engine:state", ({ detail }) => {
    failed = detail === "failed";
    show();
  });
  addEventListener("engine:able", show);
  addEventListener("queue:changed", show);
  show().catch(() => {});
}
