// The pages kept for when there is no network: `keptPages`, in the service worker. KEPT (views/kept.py) names those of
// every visitor; the tables seen on this device come with use, each with its page for typing a hand. All are of one
// reader (<meta name="reader">: who is signed in); as another one comes, all are dropped and fetched anew.
import { codeOf } from "../page/place.js";

const MOST_TABLES = 12;
const NAME = `pages-${KEPT.release}`;
const PART = /<!--table-->[^]*?<!--\/table-->/;
const CLOCK = /<!--clock-->[^]*?<!--\/clock-->/g; // a time that may have to be hidden is never kept
const READER = /<meta name="reader" content="(\w+)"/;
const NOTES = /(<div class="notes" id="messages"[^>]*>)[^]*?<\/div>/; // what was said once
const isTable = (path) => /^\/t\/[^/]+\/$/.test(path);
const isTyped = (path) => /^\/t\/[^/]+\/type\/$/.test(path);
const versionOf = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
const open = () => caches.open(NAME);
const find = async (address) => (await open()).match(address, { ignoreVary: true });
const wanted = ({ pathname, search }) =>
  search ? isTyped(pathname) && /^\?seats=\w+$/.test(search) : isTable(pathname) || KEPT.pages.includes(pathname);

// Counts the readers that this worker has seen come: what was asked for in an earlier turn is not kept.
let turn = 0;
/** @type {Promise<any>} */
let last = Promise.resolve(null);
const inOrder = (work) => (last = last.then(work, work));

// `asked` is the turn in which the page was asked for.
const write = (address, text, from, asked) =>
  inOrder(async () => {
    if (asked !== turn) return;
    const headers = new Headers(
      [...from].filter(([name]) => !["content-encoding", "content-length", "etag"].includes(name)),
    );
    headers.set("X-Kept", new Date().toISOString());
    headers.set("X-Reader", READER.exec(text)?.[1] ?? "");
    await (await open()).put(address, new Response(text.replace(CLOCK, "").replace(NOTES, "$1</div>"), { headers }));
  });
async function drop(belongs) {
  const cache = await open();
  for (const { url } of await cache.keys()) if (belongs(new URL(url))) await cache.delete(url);
}
const dropTable = (code) => drop(({ pathname }) => codeOf(pathname) === code);

// Somebody signed in or out: nothing asked for before is kept, and what was kept is fetched as it is for them.
async function turnOver() {
  turn += 1;
  const before = await inOrder(async () => {
    const addresses = (await (await open()).keys()).map(({ url }) => url);
    await drop(() => true);
    return addresses;
  });
  const wanted = new Set([...KEPT.pages, ...before].map((address) => new URL(address, location.origin).href));
  return () => Promise.allSettled([...wanted].map((address) => load(address)));
}
async function isOthers(reader) {
  const cache = await open();
  const kept = await Promise.all((await cache.keys()).map(({ url }) => cache.match(url, { ignoreVary: true })));
  return kept.some((page) => (page?.headers.get("X-Reader") || reader) !== reader);
}
// A page that somebody went to has come, asked for in the turn `asked`.
async function arrived(url, answer, asked) {
  if (asked !== turn) return;
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  const reader = isPage ? READER.exec(await answer.clone().text())?.[1] : null;
  const others = reader && await isOthers(reader);
  const again = others && asked === turn ? await turnOver() : null;
  await take(url, answer, again ? asked + 1 : asked);
  await again?.();
  const language = answer.headers.get("Content-Language");
  if (language) await tidy(language);
}

// An answer to `url` is kept, or tells that what was kept is not for this device any more.
async function take(url, answer, asked) {
  if (asked !== turn) return null;
  if ([403, 404].includes(answer.status) && isTable(url.pathname)) return dropTable(codeOf(url.pathname));
  if ([403, 404].includes(answer.status) && isTyped(url.pathname)) {
    return drop(({ pathname }) => pathname === url.pathname);
  }
  if (!wanted(url) || answer.status !== 200 || answer.redirected) return null;
  const text = await answer.text(); // whole, before anything older goes
  if (isTyped(url.pathname)) await drop(({ pathname }) => pathname === url.pathname);
  return write(url.pathname + url.search, text, answer.headers, asked);
}
async function load(address) {
  const url = new URL(address, location.origin);
  const asked = turn;
  await take(url, await fetch(url, { cache: "no-cache" }), asked);
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
export const keptPages = {
  find,
  drop,
  load,
  arrived,
  turnOver,
  turn: () => turn,
  write,
  isTable,
  isTyped,
  versionOf,
  dropTable,
  PART,
};
