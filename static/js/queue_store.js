// The hands kept on this device until they are sent: `handQueue`, in the page and in the service worker.
// One is { id, key, code, url, fields: [[name, value]], played, version, words, at } and, once it was refused or
// overtaken, { state, why, edit, decide } as the server said. `played` and `version` are what the phone had seen. One that
// the phone has settled by itself is marked `device` and has its `number`, `result`, `moves` and `earlier` keys as well.
self.handQueue = (() => {
  const news = self.BroadcastChannel ? new BroadcastChannel("hand-queue") : null;
  const tell = () => self.dispatchEvent(new Event("queue:changed"));
  if (news) news.onmessage = tell;

  const open = () => new Promise((resolve, reject) => {
    const asked = indexedDB.open("mahjongclub", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "id", autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

  // Resolves once what `work` did with the store is on the disk, with the result of the request it gave.
  async function within(mode, work) {
    const base = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = base.transaction("queue", mode, { durability: "strict" });
        const request = work(transaction.objectStore("queue"));
        transaction.oncomplete = () => resolve(request?.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally { base.close(); }
  }
  async function change(work) {
    await within("readwrite", work);
    news?.postMessage("changed");
    tell();
  }
  const each = (store, work) => {
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (cursor && work(cursor.value, cursor) !== false) cursor.continue();
    };
  };

  return {
    all: () => within("readonly", (store) => store.getAll()).catch(() => []), // a browser that keeps nothing has none
    put: (item) => change((store) => store.put(item)), // without an id: behind all others
    remove: (id) => change((store) => store.delete(id)),
    mark: (id, told) => change((store) => each(store, (item, cursor) => {
      if (item.id === id) cursor.update({ ...item, why: "", edit: "", decide: "", ...told });
    })),
    // The hands that this phone has settled at a table are these; what the server said of one stays with it.
    mirror: (code, items) => change((store) => {
      const said = new Map();
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return items.forEach((item) => store.put({ ...item, ...said.get(item.key) }));
        const { key, state, why, edit, decide } = cursor.value;
        if (cursor.value.code === code && cursor.value.device) {
          if (state) said.set(key, { state, why, edit, decide });
          cursor.delete();
        }
        return cursor.continue();
      };
    }),
    amend: (code, made) => change((store) => each(store, (item, cursor) => {
      if (item.code === code) cursor.update({ ...item, ...made(item) });
    })),
    // The hand of `key` is done with; the next one of its table follows what the server said of it.
    settle: (key, { version, played }) => change((store) => {
      let code = null;
      each(store, (item, cursor) => {
        if (item.key === key) { code = item.code; cursor.delete(); }
        else if (code === item.code) { cursor.update({ ...item, version, played, state: "" }); return false; }
        return true;
      });
    }),
  };
})();
