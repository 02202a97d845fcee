// When kept hands are sent: as a page opens, comes back or has the network again, and every ten seconds while some
// wait. A decision about one comes back as #settled=<key>&version=<n>&played=<n>, a typed one that is recorded as
// #recorded=<key>.
import { tableReturn } from "../engine/return.js";
import { tableChanged } from "../page/place.js";
import { sendHands } from "./send.js";
import { handQueue } from "./store.js";

const EVERY = 10_000;
let sending = false;
const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value;
const editing = () => location.hash.startsWith("#queued=");

async function takeDecision() {
  const told = new URLSearchParams(location.hash.slice(1));
  if (!told.has("settled") && !told.has("recorded")) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (told.has("recorded")) return void await handQueue.answered(told.get("recorded"));
  await handQueue.settle(told.get("settled"), {
    version: Number(told.get("version")),
    played: Number(told.get("played")),
  });
}

async function sendWaiting() {
  if (sending || document.hidden || editing()) return;
  sending = true;
  try {
    const items = await handQueue.all();
    for (const item of items) if (item.loose) await handQueue.put(item).catch(() => {}); // there may be room again
    if (items.length || await tableReturn.due()) await sendHands(token());
  } catch { // no network yet: the browser may send them when it is back, even with this page closed
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.sync?.register("hand-queue").catch(() => {});
  } finally {
    sending = false;
  }
}

// What was sent changed the table, whoever sent it: this page, another tab, or the worker. As "table:news" it is asked for
// even where a look at the table is under way that began before.
let waiting = null;
async function look() {
  const left = (await handQueue.all()).filter(({ state }) => state !== "sent").length;
  const sent = waiting !== null && left < waiting;
  waiting = left;
  if (!sent) return;
  document.dispatchEvent(new CustomEvent("table:news", { detail: null }));
  tableChanged();
}

// The page of the end, which may be on its way already, says that an organiser has a late hand.
addEventListener("queue:late", () => {
  try {
    sessionStorage.setItem("hand-late", "1");
  } catch { /* then that page says so when it is looked at again */ }
});
const wake = () => sendWaiting();
addEventListener("queue:changed", look);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
document.addEventListener("visibilitychange", wake);
addEventListener("queue:send", wake);
setInterval(wake, EVERY);
takeDecision().catch(() => {}).then(look).then(wake, wake);
