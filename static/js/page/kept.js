// Registers the service worker, tells it what to keep of this page, and says of a page that was kept how old it is
// (<html data-kept="time">, written by the worker), until there is news from the network.
import { codeHere, tableChanged } from "./place.js";

const root = document.documentElement;
const EVERY = 10_000;
const FIRST = 4000; // on a phone that has none yet: what it fetches would stand before what somebody waits for
const table = () => document.getElementById("table");
const note = document.querySelector("[data-kept-note]");

// The hour, and the day if it is not today.
export function momentInWords(time) {
  const at = new Date(time);
  const dateStyle = at.toDateString() === new Date().toDateString() ? undefined : "medium";
  return at.toLocaleString(root.dataset.locale, { dateStyle, timeStyle: "short" });
}

if (root.dataset.kept) {
  note.querySelector("time").textContent = momentInWords(root.dataset.kept);
  note.hidden = false;
}
const fresh = () => {
  delete root.dataset.kept;
  note.hidden = true;
};

const tablesHere = () =>
  [...document.querySelectorAll(".list a[href]")].map((a) => a.getAttribute("href")).filter((href) =>
    /^\/t\/[^/]+\/$/.test(href)
  ).slice(0, 12);
let told = "";
async function tell() {
  const code = codeHere();
  const news = table()
    ? { table: code, keep: [`/t/${code}/`], typed: table().dataset.typed ?? "" }
    : { keep: location.pathname === "/" ? tablesHere() : [] };
  const words = JSON.stringify(news);
  if (words === told || root.dataset.kept || !(news.table || news.keep.length)) return;
  told = words;
  (await navigator.serviceWorker.ready).active?.postMessage(news);
}

// A kept table asks for itself whole; other kept pages are loaded again.
async function look() {
  if (!root.dataset.kept || document.hidden || document.querySelector("form[data-queue]")) return;
  if (table()) return tableChanged();
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
addEventListener("htmx:configRequest", ({ detail }) => {
  if (root.dataset.kept) delete detail.headers["If-None-Match"];
});
addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) fresh();
});
document.addEventListener("table:stream", ({ detail }) => {
  if (detail === "live") look();
});
addEventListener("online", look);
setInterval(look, EVERY);

if (navigator.serviceWorker) { // not on plain http
  const register = () => {
    navigator.serviceWorker.register("/sw.js").then(tell).catch(() => {});
    addEventListener("htmx:afterSettle", () => {
      tell().catch(() => {});
    });
  };
  addEventListener("load", () => setTimeout(register, navigator.serviceWorker.controller ? 0 : FIRST));
}
