// The app itself on this phone: Python under Pyodide, in a worker of its own, asked by engine_host.js.
// { id, start: {pyodide, bundle} } boots it, { id, asked } has it answer one request; each is answered { id, ... }.
let answer = null;

async function start({ pyodide, bundle }) {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const [python, packed] = await Promise.all([loadPyodide({ indexURL: pyodide }), fetch(bundle).then((file) => file.arrayBuffer())]);
  python.unpackArchive(packed, "zip", { extractDir: "/app" });
  answer = python.runPython(`
import os, sys
sys.path.insert(0, "/app")
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjongclub.offline.device.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # one thread, and nothing waits in it
from mahjongclub.offline.device.start import begin
begin()
`);
}

onmessage = async ({ data: { id, start: files, asked } }) => {
  try {
    const begun = performance.now();
    if (files) await start(files);
    const told = asked ? JSON.parse(answer(JSON.stringify(asked))) : {};
    postMessage({ id, told, took: performance.now() - begun });
  } catch (fault) { postMessage({ id, fault: String(fault) }); }
};
