// Where the network fails, the table is answered by this phone itself: `deviceAnswers`, in the service worker. It asks
// a page of ours (engine/host.js), which has the engine. Once the phone is ahead of the server it is asked first.
import { tableCopies } from "../engine/copies.js";
import { engineFiles } from "../engine/files.js";
import { codeOf } from "../page/place.js";
import { handQueue, isStopped } from "../queue/store.js";

const HEARS = 1000;
const PATIENCE = 90_000; // a slow phone's first start
const MOST_PAGES = 3;
const WORTH = /^\/(value|practice)\//; // no table, and nothing that changes: all of a hand stands in the address
const ONLY_SERVER = /\/(copy|queued|decide|share|join|record-sheet)\//;
const FORWARDED = [
  "hx-request",
  "hx-target",
  "hx-trigger",
  "hx-current-url",
  "if-none-match",
  "x-clock",
  "hx-history-restore-request",
];

// The table's copy where this phone can settle it, {} where it can open one or say what a hand is worth.
async function held(url) {
  const code = codeOf(url.pathname);
  if ((!code && url.pathname !== "/new/" && !WORTH.test(url.pathname)) || ONLY_SERVER.test(url.pathname)) return null;
  const [copy, ready] = await Promise.all([code && tableCopies.get(code), engineFiles.ready()]);
  if (!code) return ready ? {} : null;
  return copy && ready && copy.release === ready.release ? copy : null;
}
// The copy, if this phone has anything of the table that the server lacks, and nobody has to decide.
async function ahead(url) {
  const copy = await held(url);
  if (!copy?.ahead) return null;
  const first = (await handQueue.all()).find((item) => item.code === copy.code);
  return first && isStopped(first) ? null : copy;
}

// The pages to ask: the one that asks itself, the one it was asked from, any other.
async function hosts({ clientId, request }) {
  const own = clientId ? await clients.get(clientId) : null;
  const others = await clients.matchAll({ type: "window" });
  const from = others.filter(({ url }) => url.split("#")[0] === request.referrer);
  return [...new Map([own, ...from, ...others].filter(Boolean).map((page) => [page.id, page])).values()].slice(
    0,
    MOST_PAGES,
  );
}
// A page that has no engine to ask does not say that it heard.
const tell = (page, message) =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    let late = setTimeout(() => resolve(null), HEARS);
    channel.port1.onmessage = ({ data }) => {
      clearTimeout(late);
      if (data.heard) late = setTimeout(() => resolve(null), PATIENCE);
      else resolve(data.unable ? null : data);
    };
    page.postMessage({ to: "engine", ...message }, [channel.port2]);
  });
async function tellAny(event, message, which = () => true) {
  for (const page of (await hosts(event)).filter(which)) {
    const told = await tell(page, message);
    if (told) return told;
  }
  return null;
}

// The screen stays as it is, and says why: in `words`, or that this needs the network. null without a page of ours.
async function stay(event, words = "") {
  if (event.request.headers.has("HX-Request") && words) {
    return new Response(null, {
      status: 204,
      headers: {
        "HX-Trigger": JSON.stringify({ "queue:say": words }).replace(
          /[^ -~]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
        ),
      },
    });
  }
  const from = ({ id, url }) => id === event.clientId || url.split("#")[0] === event.request.referrer;
  return await tellAny(event, { say: words }, from) ? new Response(null, { status: 204 }) : null;
}
// The phone's answer; null where there is nobody to ask, or where it cannot answer.
async function ask(event, url) {
  if (!(await held(url))) return null;
  const request = event.asked ?? event.request;
  const headers = Object.fromEntries(
    FORWARDED.filter((name) => request.headers.has(name)).map((name) => [name, request.headers.get(name)]),
  );
  const body = request.method === "POST" ? await request.clone().text() : "";
  const told = await tellAny(event, {
    asked: { method: request.method, path: url.pathname + url.search, headers, body, code: codeOf(url.pathname) },
  });
  if (told?.message) return stay(event, told.message);
  if (!told || told.status > 499) return null;
  const { status, headers: given } = told;
  if (given.Location) return Response.redirect(new URL(given.Location, url), 302);
  const text = request.mode === "navigate" ? told.body.replace("<html", "<html data-device") : told.body;
  return new Response([204, 304].includes(status) ? null : text, { status, headers: given });
}
// Where a table that was opened here is now, by the server's code.
async function moved(url) {
  const code = codeOf(url.pathname);
  const to = code && (await tableCopies.get(code))?.moved;
  return to ? new URL(url.href.replace(`/t/${code}/`, `/t/${to}/`)) : null;
}
export const deviceAnswers = { held, ahead, moved, ask, stay };
