// Answers the service worker's questions to this phone's engine (worker/engine.js): starts it (engine/boot.js) the
// first time, or as soon as the page itself came from it, and keeps what it changed before anybody is told.
// "engine:state" (detail: "starting", "awaited", "ready" or "failed") tells how it is, "queue:say" what a tap could not
// do.
import { codeHere, tableChanged } from "../page/place.js";
import { phoneEngine } from "./boot.js";
import { tableCopies } from "./copies.js";
import { engineFiles } from "./files.js";

const root = document.documentElement;
const { engine: release } = document.querySelector("[data-engine]")?.dataset ?? {};
const here = codeHere();
const tell = (state) => dispatchEvent(new CustomEvent("engine:state", { detail: state }));
const able = () => "engineAble" in root.dataset || "device" in root.dataset;
let begun = null;
let running = false;

function start() {
  if (!begun) tell("starting");
  begun ??= phoneEngine.start().then((ready) => {
    if (ready.release !== release) throw new Error(`engine ${ready.release}`); // another release's page
    running = true;
    tell("ready");
  }).catch((fault) => {
    stop();
    tell("failed");
    throw fault;
  });
  return begun;
}
function stop() {
  phoneEngine.stop();
  running = false;
  begun = null;
}
async function answer({ method, path, headers, body, code }) {
  const ready = start();
  if (!running) tell("awaited");
  await ready;
  // one at a time for each table, also where it stands in two tabs, each with an engine of its own
  return tableCopies.inTurn(code ?? "new", async () => {
    const held = code ? await tableCopies.get(code) : null;
    const all = code ? [] : await tableCopies.all();
    const { token = "", offset = 0, minute = 60 } = held ?? all[0] ?? {};
    const names = [...new Set(all.flatMap(({ copy }) => JSON.parse(copy).seats.map(({ name }) => name)))];
    const asked = {
      method,
      path,
      headers,
      body,
      names,
      offset,
      minute,
      token,
      release,
      origin: location.origin,
      language: root.lang,
      copy: held?.copy ?? "",
    };
    const told = await phoneEngine.send({ asked }).catch((fault) => {
      stop();
      tell("failed");
      throw fault;
    });
    if (told.copy) navigator.storage?.persist?.().catch(() => {}); // what waits should not be cleared away unasked
    if (told.copy) await tableCopies.changed(told.code, { ...told, known: { token, offset, minute, release } });
    return told;
  });
}
function hear({ data, ports: [port] }) {
  if (data?.to !== "engine") return;
  if (data.say !== undefined && !able()) return port.postMessage({ unable: true });
  port.postMessage({ heard: true });
  if (data.say === undefined) {
    return answer(data.asked).then((told) => port.postMessage(told), () => port.postMessage({ status: 500 }));
  }
  dispatchEvent(new CustomEvent("queue:say", { detail: data.say ? { value: data.say } : "needs" }));
  document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy"));
  return port.postMessage({});
}
// <html data-engine-able>: this phone can answer for the table by itself.
async function look() {
  const [held, ready] = await Promise.all([tableCopies.get(here), engineFiles.ready()]);
  root.toggleAttribute("data-engine-able", Boolean(ready?.release === release && (!here || held?.release === release)));
  dispatchEvent(new Event("engine:able"));
  if (able() && !navigator.onLine) start().catch(() => {});
}
function attend() {
  navigator.serviceWorker.addEventListener("message", hear);
  navigator.serviceWorker.startMessages();
  addEventListener("engine:copied", () => look().catch(() => {}));
  // The network is away: the engine begins before somebody taps.
  const begin = () => able() && start().catch(() => {});
  for (const reason of ["offline", "engine:wanted"]) addEventListener(reason, begin);
  document.addEventListener("table:stream", ({ detail }) => {
    if (detail === "asking") begin();
  });
  // A page shown as it was kept asks for the table anew once there is an engine to answer.
  const asKept = root.dataset.kept !== undefined || root.dataset.device === "kept";
  addEventListener("htmx:configRequest", ({ detail }) => {
    if (root.dataset.device === "kept") delete detail.headers["If-None-Match"];
  });
  addEventListener("htmx:afterSettle", () => {
    if (root.dataset.device === "kept") root.dataset.device = "";
  });
  look().then(() => {
    if (!(asKept && able()) && root.dataset.device === undefined) return null;
    return start().then(() => {
      if (asKept) tableChanged();
    });
  }).catch(() => {});
}
if (release && navigator.serviceWorker) attend(); // on plain http there is no worker
