// Registers the service worker, tells it what to keep of this page, and says of a page that was kept how old it is
// (<html data-kept="time">, written by the worker), until there is news from the network.
(() => {
  const root = document.documentElement;
  const EVERY = 10_000;
  const table = () => document.getElementById("table");

  function show() {
    const note = document.querySelector("[data-kept-note]");
    const since = root.dataset.kept;
    note.hidden = !since;
    if (since) note.querySelector("time").textContent = new Intl.DateTimeFormat(root.lang, { ...(new Date(since).toDateString() === new Date().toDateString() ? {} : { dateStyle: "medium" }), timeStyle: "short" }).format(new Date(since));
  }
  const fresh = () => { delete root.dataset.kept; show(); };

  const tablesHere = () => [...document.querySelectorAll(".list a[href]")].map((a) => a.getAttribute("href")).filter((href) => /^\/t\/[^/]+\/$/.test(href)).slice(0, 12);
  let told = "";
  async function tell() {
    const code = /^\/t\/([^/]+)\//.exec(location.pathname)?.[1];
    const news = table()
      ? { table: code, keep: [`/t/${code}/`], typed: table().dataset.typed ?? "" }
      : { keep: location.pathname === "/" ? tablesHere() : [] };
    const words = JSON.stringify(news);
    if (words === told || root.dataset.kept || !(news.table || news.keep.length)) return;
    told = words;
    (await navigator.serviceWorker.ready).active.postMessage(news);
  }

  // A kept table asks for itself whole; other kept pages are loaded again.
  async function look() {
    if (!root.dataset.kept || document.hidden || document.querySelector("form[data-queue]")) return;
    if (table()) return document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true }));
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  }
  addEventListener("htmx:configRequest", ({ detail }) => { if (root.dataset.kept) delete detail.headers["If-None-Match"]; });
  addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.successful) fresh(); });
  document.addEventListener("table:stream", ({ detail }) => { if (detail === "live") look(); });
  // Scripts that are of use only without network ([data-later]) come after the page: from the worker, or after a while.
  function later() {
    const sources = document.querySelector("[data-later]")?.dataset.later.split(" ") ?? [];
    for (const src of sources) {
      const script = Object.assign(document.createElement("script"), { src, async: false });
      if (src === sources.at(-1)) script.onload = () => { root.dataset.ready = ""; };
      document.head.append(script);
    }
  }
  addEventListener("load", () => setTimeout(later, navigator.serviceWorker?.controller ? 0 : 1000));
  addEventListener("online", look);
  setInterval(look, EVERY);
  show();

  if (!navigator.serviceWorker) return; // plain http
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").then(tell).catch(() => {});
    addEventListener("htmx:afterSettle", () => { tell().catch(() => {}); });
  });
})();
