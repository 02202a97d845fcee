// The page "This phone": whether its engine is there, how large and of which release, fetched, stopped, removed and
// tried ([data-phone], which carries the words).
import { recall, remember } from "../page/memory.js";
import { phoneEngine } from "./boot.js";
import { engineFiles } from "./files.js";

const place = document.querySelector("[data-phone]");
const { lang } = document.documentElement;
const one = (name) => place.querySelector(`[data-${name}]`);
const bar = place.querySelector("progress");
const { release, trial } = place.dataset;
const number = (value, digits) =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
const say = (text) => {
  one("notice").textContent = text;
};
const wish = (value) => remember("engine", value);
let fetching = null;

function fact(name, text) {
  place.querySelectorAll(`[data-of=${name}]`).forEach((part) => {
    part.hidden = !text;
  });
  place.querySelector(`dd[data-of=${name}]`).textContent = text;
}
function buttons(shown) {
  const had = document.activeElement;
  for (const name of ["fetch", "stop", "try", "remove"]) one(name).hidden = !shown.includes(name);
  if (had?.hidden && place.contains(had)) place.querySelector("button:not([hidden])")?.focus(); // never lost
}
// What becomes of it by itself.
function outlook(ready) {
  if (!release || ready?.release === release) return "";
  if (recall("engine") === "no") return place.dataset.refused;
  return recall("engine") === "yes" || engineFiles.cheap() ? place.dataset.soon : place.dataset.slow;
}
async function show(words) {
  const ready = await engineFiles.ready();
  const older = ready && release && ready.release !== release;
  const started = Number(recall("engine-start"));
  one("state").textContent = ready ? place.dataset[older ? "older" : "there"] : place.dataset.none;
  fact("release", ready?.release.slice(0, 8) ?? "");
  fact("size", ready ? `${number(await engineFiles.size() / 1e6, 1)} MB` : "");
  fact("took", ready && started ? `${number(started / 1000, 1)} s` : "");
  bar.hidden = true;
  buttons([...(release && (!ready || older) ? ["fetch"] : []), ...(ready ? ["try", "remove"] : [])]);
  say(words ?? outlook(ready));
}
async function load() {
  wish("yes");
  fetching = new AbortController();
  one("state").textContent = place.dataset.fetching;
  bar.hidden = false;
  buttons(["stop"]);
  say("");
  navigator.storage?.persist?.().catch(() => {}); // asked for, it should not be cleared away unasked
  try {
    await engineFiles.load((share) => {
      bar.value = share;
    }, fetching.signal);
    await show();
  } catch {
    await show(fetching.signal.aborted ? place.dataset.stopped : place.dataset.failed);
  }
}
function stop() {
  wish("no");
  fetching.abort();
}
async function remove() {
  wish("no");
  phoneEngine.stop();
  await engineFiles.remove();
  await show();
}
async function tryIt() {
  buttons([]);
  phoneEngine.stop(); // it went on after the last try, to keep what Python compiled
  say(place.dataset.starting);
  const { record, result } = JSON.parse(trial);
  try {
    const begun = performance.now();
    await phoneEngine.start();
    const start = performance.now() - begun;
    const settle = JSON.stringify(record);
    await phoneEngine.send({ settle });
    const { took, ...told } = await phoneEngine.send({ settle });
    const same = JSON.stringify(told.hands.map((hand) => hand.scores)) === JSON.stringify(result);
    await show(
      same
        ? place.dataset.tried.replace("{start}", number(start / 1000, 1)).replace("{settle}", number(took, 0))
        : place.dataset.differs,
    );
  } catch {
    await show(place.dataset.broken);
  }
}

place.hidden = false;
if (navigator.serviceWorker && self.caches) {
  const does = { fetch: load, stop, remove, try: tryIt };
  for (const [name, work] of Object.entries(does)) one(name).addEventListener("click", work);
  show().catch(() => say(place.dataset.lacking));
} else say(place.dataset[isSecureContext ? "lacking" : "plain"]);
