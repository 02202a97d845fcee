// The tables this phone has a copy of: `tableCopies`, in the page and in the service worker. One is
// { code, copy, token, release, ahead }: the copy as text, the token of the server's forms, the engine it was made for,
// and whether it has hands the server lacks (those wait in the queue, queue_store.js, marked `device`).
self.tableCopies = (() => {
  const open = () => new Promise((resolve, reject) => {
    const asked = indexedDB.open("mahjongclub-tables", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("copies", { keyPath: "code" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  async function within(mode, work) {
    const base = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = base.transaction("copies", mode, { durability: "strict" });
        const request = work(transaction.objectStore("copies"));
        transaction.oncomplete = () => resolve(request?.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally { base.close(); }
  }
  const get = (code) => within("readonly", (store) => store.get(code)).catch(() => undefined);
  const all = () => within("readonly", (store) => store.getAll()).catch(() => []);
  const put = (copy) => within("readwrite", (store) => store.put(copy));
  const remove = (code) => within("readwrite", (store) => store.delete(code));

  // The queue has exactly the hands that the server lacks, as they are now.
  async function mirror(code, waiting, base) {
    const kept = (await handQueue.all()).filter((item) => item.code === code && item.device);
    for (const item of kept) if (!waiting.some(({ key }) => key === item.key)) await handQueue.remove(item.id);
    for (const { key, number, outcome, result, at, words, points } of waiting) {
      if (kept.some((item) => item.key === key)) continue;
      const fields = [["draft", JSON.stringify(outcome)]];
      await handQueue.put({ code, key, url: `/t/${code}/hand/${number}/`, fields, played: number - 1, version: base.version, words: words ?? result.label, points, at, device: true, result });
    }
  }
  // What the engine made of a change on this phone, kept before anybody is told.
  // `known` is of the server (token, release, its clock), for a table opened here; `shown` lists it on the start page.
  async function changed(code, { copy, waiting, shown, known }) {
    const before = await get(code) ?? known;
    await put({ ...before, code, copy, shown, ahead: true });
    await mirror(code, waiting, JSON.parse(copy).base);
  }
  return { get, all, put, remove, changed };
})();
