// The service worker: fetches what this release keeps, and hands requests to those who answer them.
import { engineFiles } from "../engine/files.js";
import { keep } from "../engine/return.js";
import { sendHands } from "../queue/send.js";
import { followed, fromShell, navigate, sent } from "./answers.js";
import { hear } from "./news.js";
import { keptPages } from "./pages.js";

const SHELL = `shell-${KEPT.release}`;

async function install() {
  await (await caches.open(SHELL)).addAll(KEPT.shell);
  await keptPages.load("/offline/");
  await Promise.allSettled(KEPT.pages.map(keptPages.load));
  await skipWaiting();
}
// Pages of an older release name files that are gone: they are fetched anew.
async function activate() {
  for (const name of await caches.keys()) {
    if (name === SHELL || name === `pages-${KEPT.release}` || name.startsWith("engine-")) continue;
    const old = name.startsWith("pages-") ? await (await caches.open(name)).keys() : [];
    await Promise.allSettled(old.map(({ url }) => keptPages.load(url)));
    await caches.delete(name);
  }
  await clients.claim();
}

keep.again = (address) => keptPages.load(address).catch(() => {});
addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("sync", (event) => {
  if (event.tag === "hand-queue") event.waitUntil(sendHands());
});
addEventListener("message", (event) => event.waitUntil(hear(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith(KEPT.static)) event.respondWith(fromShell(request));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(navigate(event, url));
  else if (request.mode === "navigate") event.respondWith(sent(event, url));
  else if (url.pathname.startsWith("/offline/engine/")) {
    event.respondWith(engineFiles.find(url.pathname).then((file) => file ?? fetch(request)));
  } else if (request.headers.has("HX-Request") && /^\/(t|value)\//.test(url.pathname)) {
    event.respondWith(followed(event, url));
  }
});
