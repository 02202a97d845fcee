// The hands kept on this device until they are sent: `handQueue`, in the page and in the service worker. One is { id,
// key, code, url, fields: [[name, value]], played, version, words, at, after } and, once it was refused or overtaken,
// { state, why, edit, decide } as the server said. `played` and `version` are what the phone had seen, `after` is the key
// of the hand that waits before it at its table. One that the phone has settled by itself is marked `device` and has its
// `number`, `result`, `moves` and `earlier` keys as well; one that is under way from a page is of the state "sent".
// A disk that is full takes a hand, and gives none a moment later (Chromium then opens no database at all). So a page
// remembers the hands it has seen; `all` gives those that the disk gives no more, marked `loose`, and marks those `new`
// that it has not given yet a moment after they were written.
import { database } from "./base.js";

const MOMENT = 1500;
const news = self.BroadcastChannel ? new BroadcastChannel("hand-queue") : null;
const within = database(
  "mahjongclub",
  1,
  (base) => base.createObjectStore("queue", { keyPath: "id", autoIncrement: true }),
);
const tell = () => self.dispatchEvent(new Event("queue:changed"));
const known = new Map(); // key: { item, written, missing }, the moments of both; in a page alone
const done = new Set(); // keys that a page need not miss
const forget = (keys) =>
  keys.forEach((key) => {
    known.delete(key);
    done.add(key);
  });
if (news) {
  news.onmessage = ({ data }) => {
    forget(data.gone ?? []);
    tell();
  };
}
const isLoose = (key, now = Date.now()) => {
  const { missing } = known.get(key) ?? {};
  return Boolean(missing) && now - missing >= MOMENT;
};
function look(items) {
  const now = Date.now();
  const there = new Map(items.map((item) => [item.key, item]));
  for (const [key, one] of known) {
    if (there.has(key)) Object.assign(one, { item: there.get(key), missing: 0 });
    else if (!one.missing) {
      one.missing = now;
      setTimeout(tell, MOMENT);
    }
  }
  for (const item of items) {
    if (!known.has(item.key) && !done.has(item.key)) known.set(item.key, { item, written: 0, missing: 0 });
  }
  const loose = [...known].filter(([key]) => isLoose(key, now)).map(([, { item }]) => ({ ...item, loose: true }));
  const kept = items.map((
    item,
  ) => (now - (known.get(item.key)?.written ?? 0) < MOMENT ? { ...item, new: true } : item));
  return [...kept, ...loose].sort((one, other) => one.id - other.id);
}
let fault = null; // why the disk gave nothing when it was last asked
async function all() {
  fault = null;
  const items = await within("queue", "readonly", (store) => store.getAll()).catch((why) => {
    fault = why;
  });
  if (!self.document) return items ?? [];
  if (items) return look(items);
  for (const one of known.values()) one.missing ||= 1;
  return look([]);
}

// `gone` are the keys that are done with, `written` those that have to be there afterwards: read back at once, and by
// whoever shows them a moment later.
/** @param {(store: IDBObjectStore) => any} work @param {{ gone?: string[], written?: string[] }} keys */
async function change(work, { gone = [], written = [] } = {}) {
  const lost = gone.length > 0 && gone.every((key) => isLoose(key));
  forget(gone);
  written.forEach((key) => done.delete(key));
  await within("queue", "readwrite", work).catch((fault) => {
    if (!lost) throw fault;
  });
  forget(gone); // what was read back meanwhile
  if (written.length) {
    const there = await within("queue", "readonly", (store) => store.getAll());
    const now = Date.now();
    for (const key of written) {
      const item = there.find((one) => one.key === key);
      if (!item) throw new Error("not kept");
      // its answer may have come while it was read back
      if (self.document && !known.has(key) && !done.has(key)) known.set(key, { item, written: now, missing: 0 });
    }
    if (self.document) setTimeout(tell, MOMENT);
  }
  news?.postMessage({ gone });
  tell();
}
const each = (store, work) => {
  store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (cursor && work(cursor.value, cursor) !== false) cursor.continue();
  };
};
// The rows, before something is done with them in the same transaction.
const rows = (store, work) => {
  const asked = store.getAll();
  asked.onsuccess = () => work(asked.result);
};
// What waited behind the hand of one key waits behind that of another one now.
const follow = (store, all, from, to) =>
  all.filter(({ after }) => after && after === from).forEach((item) => store.put({ ...item, after: to }));
const keysOf = (which) => [...known.values()].map(({ item }) => item).filter(which).map(({ key }) => key);
const bare = ({ loose: _loose, new: _new, ...item }) => item;

// What the server said of a hand that waits for a person; "orphan": the one before it was lost on this phone.
export const isStopped = ({ state }) => ["conflict", "refused", "forbidden", "gone", "orphan"].includes(state);

const removed = (which, keys) =>
  change((store) =>
    rows(store, (all) =>
      all.filter(which).forEach(({ id, key, after }) => {
        store.delete(id);
        follow(store, all.filter((item) => item.id !== id), key, after);
      })), { gone: keys });

// Fails where the hand of that key is not there a moment after it was written.
export async function stays(key) {
  await new Promise((resolve) => {
    setTimeout(resolve, MOMENT);
  });
  const items = await all();
  if (fault || !items.some((item) => item.key === key && !item.loose)) throw new Error("not kept");
}

export const handQueue = {
  all,
  // Whether hands may lie here that cannot be read now. A browser that keeps nothing at all has none.
  isUnread: () => Boolean(fault) && !["InvalidStateError", "SecurityError", "ReferenceError"].includes(fault.name),
  // Without an id: behind all others, unless a hand of this key is there. Fails where it is not kept.
  put: (item) =>
    change((store) =>
      rows(store, (all) => {
        const same = all.find(({ id, key }) => id === item.id || key === item.key);
        const before = all.filter(({ code, id }) => code === item.code && !(id >= same?.id)).at(-1);
        if (same) follow(store, all, same.key, item.key);
        const after = item.after === "" ? "" : same ? same.after : item.id ? item.after : before?.key;
        store.put({ ...bare(item), after, ...(same && { id: same.id }) });
      }), { gone: keysOf(({ id, key }) => id === item.id && key !== item.key), written: [item.key] }),
  remove: (id) => removed((item) => item.id === id, keysOf((item) => item.id === id)),
  // The hand that a page sent has its answer.
  answered: (key) =>
    removed((item) => item.key === key && !item.device, keysOf((one) => one.key === key && !one.device)),
  mark: (id, told) => {
    for (const { item, missing } of known.values()) if (missing && item.id === id) Object.assign(item, told);
    return change((store) =>
      each(store, (item, cursor) => {
        if (item.id === id) cursor.update({ ...item, why: "", edit: "", decide: "", ...told });
      })
    );
  },
  // The hands that this phone has settled at a table are these; what the server said of one stays with it.
  mirror: (code, items) =>
    change((store) =>
      rows(store, (all) => {
        const answers = new Map();
        const keys = items.map(({ key }) => key);
        for (const { id, key, state, why, edit, decide, device } of all.filter((one) => one.code === code)) {
          if (device && state) answers.set(key, { state, why, edit, decide });
          if (device || keys.includes(key)) store.delete(id);
        }
        items.forEach((item, at) => store.put({ ...item, after: items[at - 1]?.key, ...answers.get(item.key) }));
      }), {
      gone: keysOf((item) => item.code === code && item.device && !items.some(({ key }) => key === item.key)),
      written: items.map(({ key }) => key),
    }),
  amend: (code, made) =>
    change((store) =>
      each(store, (item, cursor) => {
        if (item.code === code) cursor.update({ ...item, ...made(item) });
      })
    ),
  // The hand of `key` is done with; the next one of its table follows what the server said of it.
  settle: (key, { version, played }) => {
    const next = { version, played, state: "", after: "" };
    for (const one of known.values()) if (one.item.after === key) Object.assign(one.item, next);
    return change((store) => {
      let code = null;
      each(store, (item, cursor) => {
        if (item.key === key) {
          code = item.code;
          cursor.delete();
        } else if (code === item.code || item.after === key) {
          cursor.update({ ...item, ...next });
          return false;
        }
        return true;
      });
    }, { gone: [key] });
  },
};
