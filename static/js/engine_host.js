// Answers the service worker's questions to this phone's engine (worker_engine.js): starts it (engine_boot.js) the first
// time, or as soon as the page itself came from it, and keeps what it changed.
(() => {
  if (!navigator.serviceWorker) return; // plain http
  const root = document.documentElement;
  const place = document.querySelector("[data-engine]");
  const here = /^\/t\/([^/]+)\//.exec(location.pathname)?.[1];
  const { start, send } = phoneEngine;

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
