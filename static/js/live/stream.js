// Tells the page that its table has changed: "table:changed" on the body, for whoever shows it.
// An element with data-live="<address of the stream>" asks for it; what is on the screen now is
// read from the element with data-version. Where no stream can be had, it asks every five seconds.
// What it does meanwhile is told as "table:stream" on the document (detail "live" or "asking"), and news that is
// about to be asked for as "table:news" (detail: its version, null where only looking tells). An alarm is told as
// "clock:ring" (detail: its number), that another page enters a hand as "table:heard" (live/entering.js), the server's sign of life as "table:beat"; "table:quiet" says that it was missed.
import { shownVersion, tableChanged } from "../page/place.js";

const ASK_EVERY = 5000;
let stream = null;
let asking = null;

const address = () => document.querySelector("[data-live]")?.dataset.live;

const say = (state) => document.dispatchEvent(new CustomEvent("table:stream", { detail: state }));

function ask() {
  if (document.hidden || !navigator.onLine) return;
  tableChanged();
  if (!stream || stream.readyState === EventSource.CLOSED) open();
}

const askInstead = () => {
  say("asking");
  asking ??= setInterval(ask, ASK_EVERY);
};
const rest = () => {
  clearInterval(asking);
  asking = null;
};

function open() {
  close();
  if (!address() || document.hidden) return;
  asking = setInterval(ask, ASK_EVERY); // until the stream says it is open
  stream = new EventSource(address());
  stream.onopen = () => {
    say("live");
    rest();
  };
  stream.onmessage = (message) => {
    const { version } = JSON.parse(message.data);
    if (version !== null && version <= shownVersion()) return;
    document.dispatchEvent(new CustomEvent("table:news", { detail: version }));
    // null, "look for yourself", goes to everybody at once: they do not all ask in the same instant
    setTimeout(tableChanged, version === null ? Math.random() * 1000 : 0);
  };
  stream.addEventListener("clock", ({ data }) => {
    document.dispatchEvent(new CustomEvent("clock:ring", { detail: Number(data) }));
  });
  stream.addEventListener("entering", ({ data }) => {
    document.dispatchEvent(new CustomEvent("table:heard", { detail: JSON.parse(data) }));
  });
  stream.addEventListener("beat", () => document.dispatchEvent(new CustomEvent("table:beat")));
  stream.onerror = askInstead;
}

function close() {
  stream?.close();
  stream = null;
  rest();
}

// A phone that slept, went back or lost its network may have missed anything: look at once.
function wake() {
  if (document.hidden) return close();
  open();
  if (address()) tableChanged();
}

document.addEventListener("visibilitychange", wake);
document.addEventListener("table:quiet", wake);
window.addEventListener("online", wake);
window.addEventListener("offline", () => address() && askInstead());
window.addEventListener("pageshow", (event) => event.persisted && wake());
window.addEventListener("pagehide", close);
open();
