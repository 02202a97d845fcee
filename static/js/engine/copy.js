// Fetches this phone's engine after the first table, and a copy of the table whenever it has changed: never on a line
// that is slow or paid by what it carries, unless somebody asked for it (localStorage engine = "yes"; "no" has it
// left). The engine comes behind all else, and waits while somebody enters a hand.
import { recall } from "../page/memory.js";
import { codeHere } from "../page/place.js";
import { tableCopies } from "./copies.js";
import { engineFiles } from "./files.js";

const IDLE = 4000;
const LOOKS = 500;
const code = codeHere();
const release = document.querySelector("[data-engine]")?.dataset.engine;
const wish = () => recall("engine", "no");
let version = -1;

async function take() {
  const ready = await engineFiles.ready();
  const table = document.getElementById("table");
  const root = document.documentElement.dataset;
  if (
    !ready || !table || root.kept || root.device || ready.release !== release ||
    Number(table.dataset.version) === version
  ) return;
  const held = await tableCopies.get(code);
  if (held?.ahead || held?.rest) return;
  version = Number(table.dataset.version);
  const answer = await fetch(`/t/${code}/copy/`).catch(() => null);
  if (!answer?.ok) {
    version = -1;
    return;
  }
  const { copy, token, now, minute } = await answer.json();
  const mine = { code, copy, token, release, minute, ahead: false, offset: now - Date.now() / 1000 };
  const keep = async () => {
    const there = await tableCopies.get(code);
    if (!there?.ahead && !there?.rest) await tableCopies.put(mine);
  }; // it may be settling
  await tableCopies.inTurn(code, keep);
  dispatchEvent(new Event("engine:copied"));
}
const entering = () => document.getElementById("table")?.matches(":not(.step-idle)") ?? false;
async function turn() {
  while (entering()) await new Promise((resolve) => setTimeout(resolve, LOOKS));
}
async function begin() {
  await navigator.serviceWorker.ready;
  const ready = await engineFiles.ready();
  if (navigator.onLine && ready?.release !== release && wish() !== "no" && (wish() === "yes" || engineFiles.cheap())) {
    await engineFiles.load(undefined, undefined, turn);
  }
  await take();
}
if (release && navigator.serviceWorker && document.getElementById("table")) {
  addEventListener("htmx:afterSettle", () => take().catch(() => {}));
  setTimeout(() => begin().catch(() => {}), IDLE);
}
