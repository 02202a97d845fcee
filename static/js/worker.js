// The service worker: the shell from the device, pages from the network with some patience, else as they were kept.
(() => {
  const SHELL = `shell-${KEPT.release}`;
  const PATIENCE = 3000;
  const OFFLINE = "/offline/";
  const UNMARKED = /^\/(offline|help)\//; // these do not grow old

  async function install() {
    await (await caches.open(SHELL)).addAll(KEPT.shell);
    await keptPages.load(OFFLINE);
    await Promise.allSettled(KEPT.pages.map(keptPages.load));
    await skipWaiting();
  }
  // Pages of an older release name files that are gone: they are fetched anew.
  async function activate() {
    for (const name of await caches.keys()) {
      if (name === SHELL || name === `pages-${KEPT.release}`) continue;
      const old = name.startsWith("pages-") ? await (await caches.open(name)).keys() : [];
      await Promise.allSettled(old.map(({ url }) => keptPages.load(url)));
      await caches.delete(name);
    }
    await clients.claim();
  }

  async function asKept(url) {
    const page = await keptPages.find(url.pathname + url.search) ?? (keptPages.isTyped(url.pathname) ? null : await keptPages.find(url.pathname));
    if (!page) return null;
    const mark = UNMARKED.test(url.pathname) ? "" : ` data-kept="${page.headers.get("X-Kept")}"`;
    return new Response((await page.text()).replace("<html", `<html${mark}`), { headers: page.headers });
  }

  // A page is there when all of it is: one that breaks off is none.
  async function whole(request) {
    const answer = await fetch(request);
    if (answer.type === "opaqueredirect") return answer;
    const { status, statusText, headers } = answer;
    return new Response(status === 204 ? null : await answer.blob(), { status, statusText, headers });
  }

  async function navigate(event, url) {
    const fresh = whole(event.request);
    const copied = fresh.then((answer) => answer.clone()).catch(() => null);
    event.waitUntil(copied.then(async (answer) => {
      if (!answer) return;
      await keptPages.take(url, answer);
      const language = answer.headers.get("Content-Language");
      if (language) await keptPages.tidy(language);
    }).catch(() => {}));
    const kept = await asKept(url);
    const late = kept ? new Promise((resolve) => { setTimeout(resolve, PATIENCE); }) : null;
    const answer = await Promise.race([fresh.catch(() => null), ...(late ? [late] : [])]);
    if (answer && !(answer.status > 501 && kept)) return answer;
    return kept ?? await asKept(new URL(OFFLINE, url)) ?? Response.error();
  }

  async function fromShell(request) {
    const kept = await (await caches.open(SHELL)).match(request.url);
    if (KEPT.hashed) return kept ?? fetch(request);
    return fetch(request).catch(() => kept ?? Response.error());
  }
  async function followed(event, url) {
    const answer = await fetch(event.request);
    event.waitUntil(keptTable.follow(url, event.request.method, answer.clone()));
    return answer;
  }

  addEventListener("install", (event) => event.waitUntil(install()));
  addEventListener("activate", (event) => event.waitUntil(activate()));
  addEventListener("sync", (event) => { if (event.tag === "hand-queue") event.waitUntil(sendHands()); });
  addEventListener("message", (event) => event.waitUntil(keptNews.hear(event.data)));
  addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== location.origin) return;
    if (url.pathname.startsWith(KEPT.static)) event.respondWith(fromShell(request));
    else if (request.mode === "navigate" && request.method === "GET") event.respondWith(navigate(event, url));
    else if (request.headers.get("HX-Target") === "table") event.respondWith(followed(event, url));
  });
})();
