// The hands kept on this device until they are sent: `handQueue`, in the page and in the service worker. One is { id,
// key, code, url, fields: [[name, value]], played, version, words, at } and, once it was refused or overtaken, { state,
// why, edit, decide } as the server said. `played` and `version` are what the phone had seen. One that the phone has
// settled by itself is marked `device` and has its `number`, `result`, `moves` and `earlier` keys as well.
import { database } from "./base.js";

const news = self.BroadcastChannel ? new BroadcastChannel("hand-queue") : null;
const within = database(
  "mahjongclub",
  1,
  (base) => base.createObjectStore("queue", { keyPath: "id", autoIncrement: true }),
);
const tell = () => self.dispatchEvent(new Event("queue:changed"));
if (news) news.onmessage = tell;

async function change(work) {
  await within("queue", "readwrite", work);
  news?.postMessage("changed");
  tell();
}
const each = (store, work) => {
  store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (cursor && work(cursor.value, cursor) !== false) cursor.continue();
  };
};

// What the server said of a hand that waits for a person.
export const isStopped = ({ state }) => ["conflict", "refused", "forbidden", "gone"].includes(state);

export const handQueue = {
  // a browser that keeps nothing has none
  all: () => within("queue", "readonly", (store) => store.getAll()).catch(() => []),
  put: (item) => change((store) => store.put(item)), // without an id: behind all others
  remove: (id) => change((store) => store.delete(id)),
  mark: (id, told) =>
    change((store) =>
      each(store, (item, cursor) => {
        if (item.id === id) cursor.update({ ...item, why: "", edit: "", decide: "", ...told });
      })
    ),
  // The hands that this phone has settled at a table are these; what the server said of one stays with it.
  mirror: (code, items) =>
    change((store) => {
      const answers = new Map();
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return items.forEach((item) => store.put({ ...item, ...answers.get(item.key) }));
        const { key, state, why, edit, decide } = cursor.value;
        if (cursor.value.code === code && cursor.value.device) {
          if (state) answers.set(key, { state, why, edit, decide });
          cursor.delete();
        }
        return cursor.continue();
      };
    }),
  amend: (code, made) =>
    change((store) =>
      each(store, (item, cursor) => {
        if (item.code === code) cursor.update({ ...item, ...made(item) });
      })
    ),
  // The hand of `key` is done with; the next one of its table follows what the server said of it.
  settle: (key, { version, played }) =>
    change((store) => {
      let code = null;
      each(store, (item, cursor) => {
        if (item.key === key) {
          code = item.code;
          cursor.delete();
        } else if (code === item.code) {
          cursor.update({ ...item, version, played, state: "" });
          return false;
        }
        return true;
      });
    }),
};
