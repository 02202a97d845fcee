// The newest state of a table lies in its kept page: the fragments that pass by are put there, so that no hand costs
// a request of its own. `keptTable`, in the service worker.
import { codeOf } from "../page/place.js";
import { keptPages } from "./pages.js";

const { find, write, isTable, versionOf, dropTable, PART } = keptPages;
let last = Promise.resolve(); // one after the other: an older fragment must not come last

// The table between two hands: asked for as such, or the answer to a change that leads there.
function isIdle(url, method, answer) {
  const query = [...url.searchParams.keys()].filter((name) => name !== "shown");
  if (method === "GET") return isTable(url.pathname) && !query.length;
  return isTable(answer.headers.get("HX-Push-Url") ?? "");
}

async function put(url, method, answer, turn) {
  if (turn !== keptPages.turn()) return null; // asked for before somebody signed in or out
  const code = codeOf(url.pathname);
  if ([403, 404].includes(answer.status) && isTable(url.pathname)) return dropTable(code);
  const place = `/t/${code}/`;
  const page = isIdle(url, method, answer) ? await find(place) : null;
  if (!page) return null;
  const text = await page.text();
  if (answer.status === 304) return write(place, text, page.headers, turn); // as it was, and current
  const part = answer.status === 200 ? PART.exec(await answer.text())?.[0] : null;
  if (!part || versionOf(part) < versionOf(text)) return null;
  return write(place, text.replace(PART, () => part), page.headers, turn);
}

export const follow = (
  url,
  method,
  answer,
  turn,
) => (last = last.then(() => put(url, method, answer, turn)).catch(() => {}));
