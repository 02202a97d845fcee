// A hand whose confirmation finds no network is kept (queue/store.js) and the table shown again. While hands of a table
// wait for their points, later ones wait behind them. A tap that needs the network to go on asks for the typed hand
// instead.
import { codeHere } from "../page/place.js";
import { handQueue } from "./store.js";

const PATIENCE = 8000;
const ENGINE = 90_000; // this phone's own may have to begin first
const waiting = new Map(); // tables with kept hands: whether all of them are settled by this phone itself
const code = codeHere();

// The form that records a hand to come: corrections and insertions are done with the log in sight, online.
const records = (form) => {
  const number = form.matches("form[method=post]") && /\/hand\/(\d+)\/$/.exec(form.getAttribute("action"))?.[1];
  return Boolean(number && form.elements.draft && Number(number) > Number(form.elements.played?.value));
};
const able = () => ["engineAble", "device"].some((name) => name in document.documentElement.dataset);
const tell = (what, detail) => dispatchEvent(new CustomEvent(`queue:${what}`, { detail }));

async function keep(form) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  const { key, played, version } = Object.fromEntries(fields);
  const words = document.getElementById("sheet-title")?.textContent.trim() ?? "";
  const item = { key, code, url: form.action, fields, played: Number(played), version: Number(version), words };
  try {
    await handQueue.put({ ...item, at: new Date().toISOString() });
  } catch {
    return tell("say", "unkept");
  }
  tell("kept");
  return tell("send");
}

function lost({ detail: { elt, requestConfig: { verb, path } } }) {
  if (elt.tagName === "FORM" && records(elt)) keep(elt);
  else if (verb === "get" && elt.closest("#table") && path.includes("/hand/")) tell("type");
  else if (elt.hasAttribute("href") || verb !== "get") tell("say", "needs");
}

async function count() {
  const items = await handQueue.all();
  waiting.clear();
  for (const item of items) waiting.set(item.code, waiting.get(item.code) !== false && Boolean(item.device));
}

if (document.querySelector("[data-queue-list]")) {
  addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.closest("#table")) detail.timeout = able() ? ENGINE : PATIENCE;
  });
  addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (elt.tagName !== "FORM" || !records(elt) || !waiting.has(code) || (able() && waiting.get(code))) return;
    event.preventDefault();
    keep(elt);
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) addEventListener(failure, lost);
  addEventListener("htmx:responseError", (event) => {
    const { refused, xhr: { status } } = event.detail;
    if (refused) tell("say", { value: refused });
    else if (status > 501) lost(event); // a proxy without us behind it
    else tell("say", status === 403 ? "barred" : "failed");
  });
  addEventListener("queue:changed", count);
  count().catch(() => {});
}
