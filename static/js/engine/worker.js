// The app itself on this phone: Python under Pyodide, in a worker of its own, asked by engine/host.js. { id, start:
// {pyodide, bundle, release} } boots it, { id, asked } has it answer one request, { id, settle } replays a game record
// (as text); each is answered { id, told, took } or { id, fault }. After its first start it keeps what Python made of
// its sources beside the engine's files, so that the next one has nothing to compile.
const QUIET = 2000;
const COMPILED = "/offline/engine/compiled";
const LIBRARY = "/offline/engine/compiled-library";
let python = null;
let answer = null;
let settle = null;

// The compiled files are on this phone alone: without the service worker's answer the engine starts as the first time.
const answers = (path) => fetch(path, { method: "HEAD" }).then(({ ok }) => ok, () => false);

async function start({ pyodide, bundle, release }) {
  const cache = await caches.open(`engine-${release}`);
  const compiled = await cache.match(COMPILED) && await answers(LIBRARY) ? COMPILED : "";
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const [made, packed] = await Promise.all([
    loadPyodide({ indexURL: pyodide, ...(compiled && { stdLibURL: LIBRARY }) }),
    fetch(compiled || bundle),
  ]);
  if (!packed.ok) throw new Error(`${bundle}: ${packed.status}`);
  python = made;
  python.unpackArchive(await packed.arrayBuffer(), "zip", { extractDir: "/app" });
  answer = python.runPython(`
import os, sys
sys.path.insert(0, "/app")
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjongclub.offline.device.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # one thread, and nothing waits in it
from mahjongclub.offline.device.start import start_phone_app
start_phone_app()
`);
  settle = python.runPython("from mahjongclub.offline.device.start import replay_record_json; replay_record_json");
  if (!compiled) keep(release).catch(() => {});
}

// Bit by bit, so that whoever asks meanwhile waits for one module at most.
async function keep(release) {
  await new Promise((resolve) => {
    setTimeout(resolve, QUIET);
  });
  const pack = python.runPython(`
from mahjongclub.offline.device.compiling import CompiledFilesPacker
CompiledFilesPacker("/app")
`);
  while (pack.pack_next_file()) {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  const whole = pack.finished_zips();
  const [app, library] = whole.toJs();
  for (const held of [whole, pack]) held.destroy();
  if (!(await caches.has(`engine-${release}`))) return; // removed meanwhile
  const cache = await caches.open(`engine-${release}`);
  const headers = { "Content-Type": "application/zip" };
  await cache.put(LIBRARY, new Response(library, { headers }));
  await cache.put(COMPILED, new Response(app, { headers })); // last: it says that both are there
}

onmessage = async ({ data: { id, start: files, asked, settle: record } }) => {
  try {
    const begun = performance.now();
    if (files) await start(files);
    const told = asked ? JSON.parse(answer(JSON.stringify(asked))) : record ? JSON.parse(settle(record)) : {};
    postMessage({ id, told, took: performance.now() - begun });
  } catch (fault) {
    postMessage({ id, fault: String(fault) });
  }
};
