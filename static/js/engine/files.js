// The files of this phone's engine, in a cache named by their release: `engineFiles`, in the page and in the service
// worker. A release is there once its last file is; until then what came stays, and the next page fetches the rest.
const NAME = "engine-";
const READY = "/offline/engine/ready";
const names = async () => (await caches.keys()).filter((name) => name.startsWith(NAME));

// { release, bytes, pyodide, bundle, worker }, null without a whole engine
async function ready() {
  for (const name of await names()) {
    const found = await (await caches.open(name)).match(READY);
    if (found) return found.json();
  }
  return null;
}
async function find(url) {
  for (const name of await names()) {
    const found = await (await caches.open(name)).match(url);
    if (found) return found;
  }
  return null;
}
// Fetches what is missing of the server's release; `tell` hears the share that is there, and before each part `turn` is
// waited for. One tab at a time.
/** @type {(tell?: (share: number) => void, signal?: AbortSignal, turn?: () => any) => Promise<any>} */
const load = (tell = () => {}, signal = undefined, turn = () => {}) =>
  navigator.locks
    ? navigator.locks.request("engine-load", { signal }, () => fetchMissing(tell, signal, turn))
    : fetchMissing(tell, signal, turn);
async function fetchMissing(tell, signal, turn) {
  await turn();
  const { release, files, ...parts } = await (await fetch("/offline/engine.json", { cache: "no-cache", signal }))
    .json();
  if (!release) return null;
  const have = await ready();
  if (have?.release === release) return have;
  const cache = await caches.open(NAME + release);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let there = 0;
  for (const file of files) {
    if (!(await cache.match(file.path))) {
      const old = await find(file.path);
      await cache.put(file.path, old ?? await whole(file, signal, turn, (part) => tell((there + part) / bytes)));
    }
    there += file.bytes;
    tell(there / bytes);
  }
  const told = { release, bytes, ...parts };
  await cache.put(READY, new Response(JSON.stringify(told), { headers: { "Content-Type": "application/json" } }));
  for (const name of await names()) if (name !== NAME + release) await caches.delete(name);
  // pages kept before it was packed on the server know of no engine
  self.navigator.serviceWorker?.controller?.postMessage({ again: ["/", "/offline/", "/phone/"] });
  return told;
}
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// A file is kept if it is, to the byte, what the server says it has.
async function whole({ path, sha256 }, signal, turn, tell) {
  await turn();
  const answer = await fetch(path, { signal, priority: "low" });
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  const parts = [];
  let size = 0;
  for (const reader = answer.body.getReader();;) {
    await turn(); // what is not read does not come
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    tell(size += value.length);
  }
  const headers = new Headers(
    [...answer.headers].filter(([name]) => ["content-type", "content-security-policy"].includes(name)),
  );
  const content = new Blob(parts);
  if (sha256 && hex(await crypto.subtle.digest("SHA-256", await content.arrayBuffer())) !== sha256) {
    throw new Error(`${path}: not what the server has`);
  }
  return new Response(content, { headers });
}
// Bytes on this phone, with what Python compiled.
async function size() {
  let bytes = 0;
  for (const name of await names()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) bytes += (await (await cache.match(request)).blob()).size;
  }
  return bytes;
}
// Whether the line is neither slow nor paid by what it carries, as far as the browser tells.
const cheap = () => !navigator.connection?.saveData && (navigator.connection?.effectiveType ?? "4g") === "4g";
const remove = async () => {
  for (const name of await names()) await caches.delete(name);
};
export const engineFiles = { ready, find, load, size, cheap, remove };
