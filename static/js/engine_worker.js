// The app itself on this phone: Python under Pyodide, in a worker of its own, asked by engine_host.js.
// { id, start: {pyodide, bundle, release} } boots it, { id, asked } has it answer one request, { id, settle } replays a
// game record; each is answered { id, told, took } or { id, fault }. After its first start it keeps what Python made
// of its sources beside the engine's files, so that the next one has nothing to compile.
const COMPILED = "/offline/engine/compiled";
let python = null;
let answer = null;
let settle = null;

async function start({ pyodide, bundle, release }) {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const cache = await caches.open(`engine-${release}`);
  const [made, compiled] = await Promise.all([loadPyodide({ indexURL: pyodide }), cache.match(COMPILED)]);
  python = made;
  const packed = compiled ?? await fetch(bundle);
  if (!packed.ok) throw new Error(`${bundle}: ${packed.status}`);
  python.unpackArchive(await packed.arrayBuffer(), "zip", { extractDir: "/app" });
  answer = python.runPython(`
import os, sys
before = frozenset(sys.modules)
sys.path.insert(0, "/app")
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjongclub.offline.device.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # one thread, and nothing waits in it
from mahjongclub.offline.device.start import begin
begin()
`);
  settle = python.runPython("from mahjongclub.offline.device.settling import settle; settle");
  if (!compiled) keep(cache);
}

// Bit by bit, so that whoever asks meanwhile waits for one module at most.
async function keep(cache) {
  const pack = python.runPython("from mahjongclub.offline.device.compiling import Pack; Pack('/app', before)");
  while (pack.step()) await new Promise((resolve) => { setTimeout(resolve); });
  const held = pack.whole();
  await cache.put(COMPILED, new Response(held.toJs(), { headers: { "Content-Type": "application/zip" } })).catch(() => {});
  held.destroy();
  pack.destroy();
}

onmessage = async ({ data: { id, start: files, asked, settle: record } }) => {
  try {
    const begun = performance.now();
    if (files) await start(files);
    const told = asked ? JSON.parse(answer(JSON.stringify(asked))) : record ? JSON.parse(settle(JSON.stringify(record))) : {};
    postMessage({ id, told, took: performance.now() - begun });
  } catch (fault) { postMessage({ id, fault: String(fault) }); }
};
