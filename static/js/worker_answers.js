// What the service worker answers: the shell from the device, pages from the network with some patience, else as they
// were kept: `keptAnswers`.
self.keptAnswers = (() => {
  const PATIENCE = 3000;
  const OFFLINE = "/offline/";
  const UNMARKED = /^\/(offline|help)\//; // these do not grow old

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
    const own = () => deviceAnswers.ask(event, event.request, url);
    if (await deviceAnswers.ahead(url)) {
      const answer = await own();
      if (answer) return answer;
    }
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
    if (answer && answer.status < 502) return answer;
    return await own() ?? kept ?? answer ?? await asKept(new URL(OFFLINE, url)) ?? Response.error();
  }

  // A form sent without network: our own page has a way back, the browser's has none in an installed app. Whoever
  // signs out leaves nothing kept: what is everybody's is fetched anew, for its menu named them.
  async function sent(event, url) {
    const again = event.request.clone();
    const own = () => deviceAnswers.ask(event, again, url);
    if (await deviceAnswers.ahead(url)) {
      const answer = await own();
      if (answer) return answer;
    }
    const answer = fetch(event.request);
    const forget = () => keptPages.drop(() => true).then(() => Promise.allSettled(KEPT.pages.map(keptPages.load)));
    if (url.pathname === KEPT.signs_out) event.waitUntil(answer.then(forget, () => {}));
    return answer.catch(async () => await own() ?? await asKept(new URL(OFFLINE, url)) ?? Response.error());
  }

  async function fromShell(request) {
    const kept = await (await caches.open(`shell-${KEPT.release}`)).match(request.url);
    if (KEPT.hashed) return kept ?? fetch(request);
    return fetch(request).catch(() => kept ?? Response.error());
  }
  // What a page asks for beside itself, at a table: from the network, else from this phone's own engine.
  async function followed(event, url) {
    const { request } = event;
    const again = request.clone();
    const own = () => deviceAnswers.ask(event, again, url);
    let answer = await deviceAnswers.ahead(url) ? await own() : null;
    answer ??= await fetch(request).catch(async (fault) => { const told = await own(); if (told) return told; throw fault; });
    if (answer.status > 501) answer = await own() ?? answer;
    if (request.headers.get("HX-Target") === "table") event.waitUntil(keptTable.follow(url, request.method, answer.clone()));
    return answer;
  }

  return { navigate, sent, fromShell, followed };
})();
