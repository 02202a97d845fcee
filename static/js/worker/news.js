// What a page tells the service worker (page/kept.js): the pages it wants kept, or fetched `again`, who may type hands
// at its table, and to `send` what waits, where the page itself cannot.
import { codeOf } from "../page/place.js";
import { keptPages } from "./pages.js";

const { find, drop, load, isTyped } = keptPages;

// { keep: addresses, table: code, typed: the address for typing a hand there, "" for who may not }
export async function hear({ keep = [], again = [], table = "", typed = "" }) {
  await clients.claim(); // a page that was on its way while the worker began is not its own yet
  if (table) {
    await drop(({ pathname, search }) =>
      isTyped(pathname) && codeOf(pathname) === table && pathname + search !== typed
    );
  }
  for (const address of again) await load(address).catch(() => {});
  let more = false;
  for (const address of typed ? [...keep, typed] : keep) {
    if (await find(address)) continue;
    await load(address).catch(() => {});
    more ||= Boolean(table);
  }
  if (more) await load("/").catch(() => {}); // the start page leads to every table of this device
}
