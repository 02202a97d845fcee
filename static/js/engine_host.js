// Answers the service worker's questions to this phone's engine (worker_engine.js): starts it in a worker of its own
// the first time, or as soon as the page itself came from it, and keeps what it changed.
(() => {
  if (!navigator.serviceWorker) return; // plain http
  const root = document.documentElement;
  const place = document.querySelector("[data-engine]");
  const here = /^\/t\/([^/]+)\//.exec(location.pathname)?.[1];
  let worker = null;
  let started = null;
  let last = 0;
  const asked = new Map();

  const send = (message) => new Promise((resolve, reject) => {
    last += 1;
    asked.set(last, { resolve, reject });
    worker.postMessage({ id: last, ...message });
  });
  function hear({ data: { id, told, fault, took } }) {
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (fault) reject(new Error(fault)); else resolve({ ...told, took });
  }
  async function boot() {
    const ready = await engineFiles.ready();
    if (!ready) throw new Error("no engine");
    worker = new Worker(place.dataset.engineWorker, { type: "module" });
    worker.onmessage = hear;
    worker.onerror = () => asked.forEach(({ reject }) => reject(new Error("worker")));
    return send({ start: { pyodide: ready.pyodide, bundle: ready.bundle } });
  }
  function start() {
    started ??= boot().catch((fault) => { started = null; throw fault; });
    return started;
  }

  async function answer({ method, path, headers, body, code }) {
    await start();
    const held = code ? await tableCopies.get(code) : null;
    const told = await send({ asked: { method, path, headers, body, language: root.lang, token: held?.token ?? "", release: place.dataset.engine, copy: held?.copy ?? "" } });
    if (told.copy) await tableCopies.changed(told.code, told);
    return told;
  }
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    if (data?.to !== "engine") return;
    port.postMessage({ heard: true });
    answer(data.asked).then((told) => port.postMessage(told), (fault) => port.postMessage({ status: 504, headers: {}, body: "", why: String(fault) }));
  });
  // <html data-engine-able>: this phone can answer for the table by itself.
  async function look() {
    const [held, ready] = await Promise.all([tableCopies.get(here), engineFiles.ready()]);
    if (held && ready && held.release === ready.release && held.release === place.dataset.engine) root.dataset.engineAble = "";
    else delete root.dataset.engineAble;
  }
  addEventListener("engine:copied", () => look().catch(() => {}));
  look().catch(() => {});
  // The network is away: the engine begins before somebody taps.
  const begin = () => start().catch(() => {});
  addEventListener("offline", begin);
  document.addEventListener("table:stream", ({ detail }) => { if (detail === "asking") begin(); });
  // A page shown as it was kept asks for the table anew once there is an engine to answer.
  const { kept, device } = root.dataset;
  if (kept !== undefined || device !== undefined) {
    start().then(() => { if (kept !== undefined) document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true })); }).catch(() => {});
  }
})();
