// What the service worker answers: the shell from the device, pages from the network with some patience, else from this
// phone's own engine or as they were kept: `keptAnswers`.
import { deviceAnswers } from "./engine.js";
import { keptPages } from "./pages.js";
import { follow } from "./table.js";

const PATIENCE = 3000;
const OFFLINE = "/offline/";
const UNMARKED = /^\/(offline|help|phone|value|practice)\//; // these do not grow old
const late = () =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
  });
const unreachable = (answer) => !answer || answer.status > 501; // a proxy without us behind it

async function asKept(url) {
  const search = url.search.replace("&noted=1", ""); // what is noted is on the server alone
  const page = await keptPages.find(url.pathname + search) ??
    (keptPages.isTyped(url.pathname) ? null : await keptPages.find(url.pathname));
  if (!page) return null;
  const mark = UNMARKED.test(url.pathname) ? "" : ` data-kept="${page.headers.get("X-Kept")}"`;
  return new Response((await page.text()).replace("<html", `<html${mark}`), { headers: page.headers });
}
// The table as this phone has it, at once, where the page kept of it is as new: its engine takes seconds to begin.
async function asItStands(url, { copy }) {
  const page = keptPages.isTable(url.pathname) && !url.search ? await keptPages.find(url.pathname) : null;
  const text = await page?.text();
  if (!text || keptPages.versionOf(text) !== JSON.parse(copy).session.version) return null;
  return new Response(text.replace("<html", '<html data-device="kept"'), { headers: page.headers });
}
async function ahead(event, url) {
  const copy = await deviceAnswers.ahead(url);
  if (!copy) return null;
  const standing = event.request.method === "GET" && event.request.mode === "navigate"
    ? await asItStands(url, copy)
    : null;
  return standing ?? deviceAnswers.ask(event, url);
}

// A page is there when all of it is: one that breaks off is none.
async function whole(request) {
  const answer = await fetch(request);
  if (answer.type === "opaqueredirect") return answer;
  const { status, statusText, headers } = answer;
  return new Response(status === 204 ? null : await answer.blob(), { status, statusText, headers });
}

export async function navigate(event, url) {
  const moved = await deviceAnswers.moved(url);
  if (moved) return Response.redirect(moved, 302);
  const own = await ahead(event, url);
  if (own) return own;
  const turn = keptPages.turn();
  const fresh = whole(event.request);
  const copied = fresh.then((answer) => answer.clone()).catch(() => null);
  event.waitUntil(copied.then((answer) => answer && keptPages.arrived(url, answer, turn)).catch(() => {}));
  const [kept, able] = await Promise.all([asKept(url), deviceAnswers.held(url)]);
  const answer = await Promise.race([fresh.catch(() => null), ...(kept || able ? [late()] : [])]);
  if (!unreachable(answer)) return answer;
  const told = kept ?? await deviceAnswers.ask(event, url);
  if (told) return told;
  const slow = answer ?? await fresh.catch(() => null);
  if (!unreachable(slow)) return slow;
  return await deviceAnswers.stay(event) ?? slow ?? await asKept(new URL(OFFLINE, url)) ?? Response.error();
}

// A form sent without network: our own page has a way back, the browser's has none in an installed app. Whoever
// signs out leaves nothing kept, also where the next page does not come.
export async function sent(event, url) {
  const moved = await deviceAnswers.moved(url);
  if (moved) return Response.redirect(moved, 303);
  const asked = event.request.clone();
  const own = () => deviceAnswers.ask({ clientId: event.clientId, request: event.request, asked }, url);
  if (await deviceAnswers.ahead(url)) {
    const answer = await own();
    if (answer) return answer;
  }
  const answer = fetch(event.request);
  if (url.pathname === KEPT.signs_out) {
    event.waitUntil(answer.then(keptPages.turnOver).then((again) => again()).catch(() => {}));
  }
  const told = await answer.catch(() => null);
  if (!unreachable(told)) return told;
  return await own() ?? await deviceAnswers.stay(event) ?? told ?? await unsent(url) ?? Response.error();
}

// Marked: what was sent is not sent again by itself (not_kept.js).
async function unsent(url) {
  const page = await asKept(new URL(OFFLINE, url));
  return page && new Response((await page.text()).replace("<html", "<html data-sent"), { headers: page.headers });
}

export async function fromShell(request) {
  const kept = await (await caches.open(`shell-${KEPT.release}`)).match(request.url);
  if (KEPT.hashed) return kept ?? fetch(request);
  return fetch(request).catch(() => kept ?? Response.error());
}
// What a page asks for beside itself, at a table: from the network, else from this phone's own engine. A hand that
// both get has one key, and is one hand.
export async function followed(event, url) {
  const { request } = event;
  const turn = keptPages.turn();
  const moved = await deviceAnswers.moved(url);
  if (moved) return new Response(null, { status: 204, headers: { "HX-Redirect": moved.href } });
  const asked = request.clone();
  const own = () => deviceAnswers.ask({ clientId: event.clientId, request, asked }, url);
  /** @type {any} */
  let answer = await deviceAnswers.ahead(url) ? await own() : null;
  if (!answer) {
    const fresh = fetch(request);
    const come = fresh.catch(() => null);
    answer = await Promise.race([come, ...(await deviceAnswers.held(url) ? [late()] : [])]);
    if (unreachable(answer)) answer = await own() ?? answer ?? await fresh;
  }
  if (request.headers.get("HX-Target") === "table") event.waitUntil(follow(url, request.method, answer.clone(), turn));
  return answer;
}
