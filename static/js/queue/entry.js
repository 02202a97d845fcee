// A hand that is confirmed is kept (queue/store.js) as long as it is under way: whatever becomes of the page meanwhile, it
// is sent. Where its confirmation finds no network the table is shown again. While hands of a table wait for their points,
// later ones wait behind them. A tap that needs the network to go on asks for the typed hand instead.
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

const plain = (key) => key.replaceAll("-", ""); // as the engine and the server write it
function hand(form) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  const { key, played, version } = Object.fromEntries(fields);
  const words = document.querySelector("#sheet-title, #table .told b")?.textContent.trim() ?? "";
  const at = new Date().toISOString();
  return {
    key: plain(key),
    code,
    url: form.action,
    fields,
    played: Number(played),
    version: Number(version),
    words,
    at,
  };
}
async function keep(form) {
  const item = { ...hand(form), state: "" };
  navigator.storage?.persist?.().catch(() => {}); // not to be cleared away unasked
  try {
    await handQueue.put(item);
  } catch {
    tell("unkept", item);
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
  for (const item of items.filter(({ state }) => !["sent", "orphan"].includes(state))) {
    waiting.set(item.code, waiting.get(item.code) !== false && Boolean(item.device));
  }
}

if (document.querySelector("[data-queue-list]")) {
  addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.closest("#table")) detail.timeout = able() ? ENGINE : PATIENCE;
  });
  addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (elt.tagName !== "FORM" || !records(elt)) return;
    if (!waiting.has(code) || (able() && waiting.get(code))) {
      handQueue.put({ ...hand(elt), state: "sent" }).catch(() => {});
    } else {
      event.preventDefault();
      keep(elt);
    }
  });
  addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig: { elt, verb, formData } } }) => {
    const key = elt.tagName === "FORM" && verb === "post" && formData?.get("key"); // the form itself may be gone
    if (key && xhr.status && xhr.status < 502) handQueue.answered(plain(key)).catch(() => {});
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
