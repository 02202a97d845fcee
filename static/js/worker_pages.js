// The pages kept for when there is no network: `keptPages`, in the service worker. KEPT (views/kept.py) names those of
// every visitor; the tables seen on this device come with use, each with its page for typing a hand.
self.keptPages = (() => {
  const MOST_TABLES = 12;
  const NAME = `pages-${KEPT.release}`;
  const PART = /<!--table-->[^]*?<!--\/table-->/;
  const CLOCK = /<!--clock-->[^]*?<!--\/clock-->/g; // a time that may have to be hidden is never kept
  const SAID = /(<div class="notes" id="messages"[^>]*>)[^]*?<\/div>/; // what was said once
  const codeOf = (path) => /^\/t\/([^/]+)\//.exec(path)?.[1];
  const isTable = (path) => /^\/t\/[^/]+\/$/.test(path);
  const isTyped = (path) => /^\/t\/[^/]+\/type\/$/.test(path);
  const versionOf = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
  const open = () => caches.open(NAME);
  const find = async (address) => (await open()).match(address, { ignoreVary: true });
  const wanted = ({ pathname, search }) => search
    ? isTyped(pathname) && search.startsWith("?seats=")
    : isTable(pathname) || KEPT.pages.includes(pathname);

  async function write(address, text, from) {
    const headers = new Headers([...from].filter(([name]) => !["content-encoding", "content-length", "etag"].includes(name)));
    headers.set("X-Kept", new Date().toISOString());
    await (await open()).put(address, new Response(text.replace(CLOCK, "").replace(SAID, "$1</div>"), { headers }));
  }
  async function drop(belongs) {
    const cache = await open();
    for (const { url } of await cache.keys()) if (belongs(new URL(url))) await cache.delete(url);
  }
  const dropTable = (code) => drop(({ pathname }) => codeOf(pathname) === code);

  // An answer to `url` is kept, or tells that what was kept is not for this device any more.
  async function take(url, answer) {
    if ([403, 404].includes(answer.status) && isTable(url.pathname)) return dropTable(codeOf(url.pathname));
    if ([403, 404].includes(answer.status) && isTyped(url.pathname)) return drop(({ pathname }) => pathname === url.pathname);
    if (!wanted(url) || answer.status !== 200 || answer.redirected) return null;
    const text = await answer.text(); // whole, before anything older goes
    if (isTyped(url.pathname)) await drop(({ pathname }) => pathname === url.pathname);
    return write(url.pathname + url.search, text, answer.headers);
  }
  async function load(address) {
    const url = new URL(address, location.origin);
    await take(url, await fetch(url, { cache: "no-cache" }));
  }

  // One language at a time, and no more tables than one plays at.
  async function tidy(language) {
    const cache = await open();
    const tables = [];
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      const { headers } = await cache.match(url, { ignoreVary: true });
      if (headers.get("Content-Language") !== language) {
        await cache.delete(url);
        await load(pathname + search).catch(() => {});
      }
      if (isTable(pathname)) tables.push([headers.get("X-Kept"), codeOf(pathname)]);
    }
    for (const [, code] of tables.sort().reverse().slice(MOST_TABLES)) await dropTable(code);
  }
  return { find, drop, load, take, tidy, write, isTable, isTyped, codeOf, versionOf, dropTable, PART };
})();
