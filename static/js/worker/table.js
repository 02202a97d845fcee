// The newest state of a table lies in its kept page: the fragments that pass by are put there, so that no hand costs
// a request of its own. `keptTable`, in the service worker.
import { codeOf } from "../page/place.js";
import { keptPages } from "./pages.js";

const { find, load, write, isTable, versionOf, dropTable, PART } = keptPages;
const IDLE = /<div id="table" class="step-idle/;
const STEPS = /<template data-step=[^]*?<\/template>/g; // the screens one tap away belong to the table as it was
/** @type {Promise<any>} */
let last = Promise.resolve(); // one after the other: an older fragment must not come last

// Whether the table between two hands was asked for.
const asksForTable = (url, method) =>
  method === "GET" && isTable(url.pathname) && [...url.searchParams.keys()].every((name) => name === "shown");

async function put(url, method, answer, turn) {
  if (turn !== keptPages.turn()) return null; // asked for before somebody signed in or out
  const code = codeOf(url.pathname);
  if ([403, 404].includes(answer.status) && isTable(url.pathname)) return dropTable(code);
  const place = `/t/${code}/`;
  const page = await find(place);
  if (!page) return null;
  const text = await page.text();
  if (answer.status === 304) {
    if (!asksForTable(url, method)) return null;
    const tag = answer.headers.get("ETag")?.replace(/\W|^W/g, "");
    // what is not changed is what the page shows: the kept one may have missed how it came to that
    return tag && text.includes(tag) ? write(place, text, page.headers, turn) : load(place);
  }
  const part = answer.status === 200 ? PART.exec(await answer.text())?.[0] : null;
  const between = asksForTable(url, method) || (method === "POST" && part && IDLE.test(part));
  if (!part || !between || versionOf(part) < versionOf(text)) return null;
  return write(place, text.replace(STEPS, "").replace(PART, () => part), page.headers, turn);
}

export const follow = (
  url,
  method,
  answer,
  turn,
) => (last = last.then(() => put(url, method, answer, turn)).catch(() => {}));
