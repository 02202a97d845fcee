// Starts this phone's engine in a worker of its own (engine/worker.js) and asks it: `phoneEngine`, in the page. How
// long the last start took is kept for the settings (localStorage engine-start).
import { remember } from "../page/memory.js";
import { engineFiles } from "./files.js";

let worker = null;
let started = null;
let last = 0;
const waiting = new Map();

const send = (message) =>
  new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    worker.postMessage({ id: last, ...message });
  });
function hear({ data: { id, told, fault, took } }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (fault) reject(new Error(fault));
  else resolve({ ...told, took });
}
function fail(fault) {
  waiting.forEach(({ reject }) => reject(new Error(fault.message || "worker")));
  waiting.clear();
  stop(); // the next question begins anew
}
async function boot() {
  const ready = await engineFiles.ready();
  if (!ready) throw new Error("no engine");
  worker = new Worker(ready.worker, { type: "module" });
  worker.onmessage = hear;
  worker.onerror = fail;
  const { pyodide, bundle, release } = ready;
  const { took } = await send({ start: { pyodide, bundle, release } });
  remember("engine-start", Math.round(took));
  return ready;
}
// The engine that is on this phone: { release, ... } once it answers.
function start() {
  started ??= boot().catch((fault) => {
    stop();
    throw fault;
  });
  return started;
}
function stop() {
  worker?.terminate();
  worker = started = null;
}
export const phoneEngine = { start, send, stop };
