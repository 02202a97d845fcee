// A database of this device: gives the function that works with one of its stores. That resolves once what `work` did
// is on the disk, with the result of the request it gave.
export const database = (name, version, made) => {
  const open = () =>
    new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, version);
      asked.onupgradeneeded = ({ oldVersion }) => made(asked.result, oldVersion);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  return async (store, mode, work) => {
    const base = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = base.transaction(store, mode, { durability: "strict" });
        const request = work(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request?.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      base.close();
    }
  };
};
