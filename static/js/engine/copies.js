// The tables this phone has a copy of: `tableCopies`, in the page and in the service worker. One is
// { code, copy, token, release, ahead, rest, opened }: the copy as text, the token of the server's forms, the engine it
// was made for, whether it has what the server lacks (hands wait in the queue, queue/store.js, marked `device`; `rest`
// comes after them, `opened` before), and { code, moved } where a table opened here has the server's code.
import { database } from "../queue/base.js";
import { handQueue } from "../queue/store.js";

const within = database("mahjongclub-tables", 2, (base, before) => {
  if (before < 1) base.createObjectStore("copies", { keyPath: "code" });
  base.createObjectStore("news", { keyPath: "id", autoIncrement: true });
});
const get = (code) => within("copies", "readonly", (store) => store.get(code)).catch(() => undefined);
const every = () => within("copies", "readonly", (store) => store.getAll()).catch(() => []);
const all = async () => (await every()).filter(({ copy }) => copy);
const put = (copy) => within("copies", "readwrite", (store) => store.put(copy));
const remove = (code) => within("copies", "readwrite", (store) => store.delete(code));
// One at a time for each table, over all tabs: as the engine settles (engine/host.js), as the server takes over.
const inTurn = (code, work) => (navigator.locks ? navigator.locks.request(`table-${code}`, work) : work());

// What the engine made of a change on this phone, kept before anybody is told. `known` is of the server (token,
// release, its clock), for a table opened here; `shown` lists it on the start page.
async function changed(code, { copy, waiting, rest, opened, shown, known }) {
  const before = await get(code) ?? known;
  const { base } = JSON.parse(copy);
  // the hands first: a table that has one of which nothing is sent would promise it
  await handQueue.mirror(
    code,
    waiting.map(({ key, number, outcome, result, at, words, points, moves, earlier }) => ({
      code,
      key,
      number,
      url: `/t/${code}/hand/${number}/`,
      fields: [["draft", JSON.stringify(outcome)]],
      played: number - 1,
      version: base.version,
      words: words ?? result.label,
      points,
      at,
      device: true,
      result,
      moves,
      earlier,
    })),
  );
  await put({ ...before, code, copy, rest, opened, shown, ahead: true });
}
// The server has hand `number`: this phone changes it no more, and tells only what comes after.
async function advance(code, number, version) {
  const held = await get(code);
  if (!held?.copy) return;
  const copy = JSON.parse(held.copy);
  copy.base.from ??= [copy.base.version, copy.base.hands];
  Object.assign(copy.base, { version, hands: number });
  await put({ ...held, copy: JSON.stringify(copy) });
}
// Somebody has to decide: the hands that wait stand for themselves, and the table is the server's again.
async function part(code) {
  const held = await get(code);
  if (held?.copy) {
    await put({
      code,
      token: held.token,
      rest: held.rest,
      base: JSON.parse(held.copy).base,
      release: "",
      ahead: false,
    });
  }
  await handQueue.amend(code, () => ({ device: false, moves: [] }));
}
// A table opened here has its code from the server.
async function rename(from, to) {
  const { opened, ...held } = await get(from);
  const { local, ...copy } = JSON.parse(held.copy);
  copy.code = copy.session.code = to;
  await put({ ...held, code: to, copy: JSON.stringify(copy) });
  await handQueue.amend(from, ({ url }) => ({ code: to, url: url.replace(`/t/${from}/`, `/t/${to}/`) }));
  await put({ code: from, moved: to });
}
// What somebody at this phone has to see: { id, code, told } in words, or { id, code, number, names, mine, theirs }.
const news = {
  all: () => within("news", "readonly", (store) => store.getAll()).catch(() => []),
  put: (one) => within("news", "readwrite", (store) => store.put(one)),
  remove: (id) => within("news", "readwrite", (store) => store.delete(id)),
};
export const tableCopies = { get, all, every, put, remove, inTurn, changed, advance, part, rename, news };
