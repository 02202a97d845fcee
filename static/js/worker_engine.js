// Where the network fails, the table is answered by this phone itself: `deviceAnswers`, in the service worker. It asks
// a page of ours (engine_host.js), which has the engine. Once the phone is ahead of the server it is asked first.
self.deviceAnswers = (() => {
  const HEARS = 1000;
  const PATIENCE = 60_000;
  const NEEDS_SERVER = 504;
  const STOPPED = ["conflict", "refused", "forbidden", "gone"];
  const ONLY_SERVER = /\/(copy|queued|decide|share|join|record-sheet)\//;
  const FORWARDED = ["hx-request", "hx-target", "hx-trigger", "hx-current-url", "if-none-match", "x-clock", "hx-history-restore-request"];
  const codeOf = (path) => /^\/t\/([^/]+)\//.exec(path)?.[1];

  // The table's copy, where this phone can settle it.
  async function held(url) {
    const code = codeOf(url.pathname);
    if (!code || ONLY_SERVER.test(url.pathname)) return null;
    const [copy, ready] = await Promise.all([tableCopies.get(code), engineFiles.ready()]);
    return copy && ready && copy.release === ready.release ? copy : null;
  }
  // Whether the phone has hands of this table that the server lacks, and nobody has to decide about them.
  async function ahead(url) {
    const copy = await held(url);
    if (!copy?.ahead) return false;
    const first = (await handQueue.all()).find((item) => item.code === copy.code);
    return Boolean(first && !STOPPED.includes(first.state));
  }

  async function host(event) {
    const own = event.clientId && await clients.get(event.clientId);
    if (own) return own;
    const pages = await clients.matchAll({ type: "window" });
    return pages.find((page) => /\/t\/|\/offline\//.test(page.url)) ?? null;
  }
  // A page that has no engine to ask does not say that it heard.
  const asked = (page, question) => new Promise((resolve) => {
    const channel = new MessageChannel();
    let late = setTimeout(() => resolve(null), HEARS);
    channel.port1.onmessage = ({ data }) => {
      clearTimeout(late);
      if (data.heard) late = setTimeout(() => resolve(null), PATIENCE);
      else resolve(data);
    };
    page.postMessage({ to: "engine", asked: question }, [channel.port2]);
  });

  // The phone's answer; null where there is nobody to ask, or where it cannot answer.
  async function ask(event, request, url) {
    if (!(await held(url))) return null;
    const page = await host(event);
    if (!page) return null;
    const headers = Object.fromEntries(FORWARDED.filter((name) => request.headers.has(name)).map((name) => [name, request.headers.get(name)]));
    const body = request.method === "POST" ? await request.text() : "";
    const told = await asked(page, { method: request.method, path: url.pathname + url.search, headers, body, code: codeOf(url.pathname) });
    if (!told || told.status === NEEDS_SERVER) return null;
    const { status, headers: given } = told;
    if (given.Location) return Response.redirect(new URL(given.Location, url), 302);
    const text = request.mode === "navigate" ? told.body.replace("<html", "<html data-device") : told.body;
    return new Response([204, 304].includes(status) ? null : text, { status, headers: given });
  }
  return { ask, ahead };
})();
