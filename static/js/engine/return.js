// How a table settled on this phone comes back to the server: `tableReturn`, in the page and in the service worker. The
// hands go by the queue (queue/send.js), which asks here for what comes before, between and after them.
import { postForm } from "../queue/post.js";
import { handQueue } from "../queue/store.js";
import { tableCopies } from "./copies.js";

// How a page kept of a table is fetched anew: by the worker, which puts itself in this place.
export const keep = {
  again: async (address) => {
    (await navigator.serviceWorker?.getRegistration())?.active?.postMessage({ again: [address] });
  },
};
const channel = self.BroadcastChannel ? new BroadcastChannel("tables") : null;
const tell = (news) => {
  channel?.postMessage(news);
  self.dispatchEvent(new CustomEvent("table:back", { detail: news }));
};
const ordered = (value) =>
  JSON.stringify(
    value,
    (_name, one) => (one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one),
  );

async function post(address, fields, token) {
  const answer = await postForm(address, fields, token);
  if (answer.status > 499 || answer.status === 429) throw new Error(`answer ${answer.status}`);
  const inWords = answer.headers.get("Content-Type")?.startsWith("application/json");
  return { status: answer.status, ...(inWords ? await answer.json() : {}) };
}
const note = async (code, told) => {
  const known = (await tableCopies.news.all()).some((one) => one.code === code && one.told === told);
  if (!known) await tableCopies.news.put({ code, told });
};

// Tables opened here are opened there. Gives the codes of those that could not be.
async function open(token) {
  const left = [];
  for (const { code, copy, opened } of await tableCopies.all()) {
    if (!JSON.parse(copy).local || !opened) continue;
    left.push(code);
    const held = await tableCopies.get(code);
    const key = held.key ?? crypto.randomUUID();
    if (!held.key) await tableCopies.inTurn(code, async () => tableCopies.put({ ...await tableCopies.get(code), key }));
    const told = await post("/offline/open/", { key, opened: JSON.stringify(opened) }, token || held.token).catch(
      () => ({}),
    );
    if (told.why) await note(code, told.why);
    if (told.state !== "opened") continue;
    await tableCopies.inTurn(code, () => tableCopies.rename(code, told.code));
    left.pop();
    tell({ moved: code, to: told.code });
  }
  return left;
}

// The moves made before a hand: gives the version that the hand follows.
async function moves({ code, version, played, moves: made }, token) {
  const told = await post(`/t/${code}/copy/back/`, { coming: JSON.stringify({ version, played, moves: made }) }, token);
  for (const words of told.told ?? [told.why]) if (words) await note(code, words);
  return told.version ?? version;
}

async function report(one, token) {
  const told = await post(`/t/${one.code}/copy/differs/`, {
    number: one.number,
    result: JSON.stringify(one.result),
    release: one.release ?? "",
  }, token);
  if (told.status < 500) await tableCopies.news.put({ ...one, reported: true });
}
// A hand is recorded: what both made of it is compared, and the phone's copy has it as the server's.
async function settle(item, told, token) {
  await tableCopies.inTurn(item.code, async () => {
    const there = (await handQueue.all()).some(({ key }) => key === item.key);
    if (item.device && !there) return; // put right here meanwhile: what waits in its place says so
    const held = await tableCopies.get(item.code);
    if (item.device && held?.copy && told.played !== item.number) await tableCopies.part(item.code);
    else if (item.device && held?.copy) {
      if (told.result && ordered(told.result) !== ordered(item.result)) {
        const names = JSON.parse(held.copy).seats.map(({ name }) => name);
        await tableCopies.news.put({
          code: item.code,
          number: item.number,
          names,
          mine: item.result.scores,
          theirs: told.result.scores,
          result: item.result,
          release: held.release,
        });
        tell({ news: item.code });
      }
      await tableCopies.advance(item.code, item.number, told.version);
    }
    await handQueue.settle(item.key, told);
  });
  for (const one of await tableCopies.news.all()) {
    if (one.result && !one.reported) await report(one, token).catch(() => {});
  }
}
const stop = (item) => (item.device ? tableCopies.inTurn(item.code, () => tableCopies.part(item.code)) : null);

// The rest, once no hand waits; then the table is the server's, and this phone takes its copy anew.
async function finish(token) {
  const busy = new Set((await handQueue.all()).map(({ code }) => code));
  for (const held of await tableCopies.every()) {
    if (held.rest && !busy.has(held.code) && !(held.copy && JSON.parse(held.copy).local)) {
      await comeBack(held, token || held.token);
    }
  }
}
async function comeBack(held, token) {
  const { code, rest: { moves: made, ...last } } = held;
  const { version } = held.copy ? JSON.parse(held.copy).base : held.base;
  const told = await post(`/t/${code}/copy/back/`, {
    coming: JSON.stringify({ version, played: last.hands, moves: made, last }),
  }, token);
  const answer = await fetch(`/t/${code}/copy/`, { cache: "no-store" });
  if (answer.status > 499) throw new Error(`answer ${answer.status}`);
  const fresh = answer.ok ? await answer.json() : null;
  const done = await tableCopies.inTurn(code, async () => {
    const now = await tableCopies.get(code);
    // played on
    if (now?.copy !== held.copy || (await handQueue.all()).some((item) => item.code === code)) return false;
    if (!fresh) await tableCopies.remove(code);
    else {await tableCopies.put({
        code,
        copy: fresh.copy,
        token: fresh.token,
        release: fresh.release ?? "",
        minute: fresh.minute,
        ahead: false,
        offset: fresh.now - Date.now() / 1000,
      });}
    return true;
  });
  if (!done) return;
  if ([403, 404].includes(told.status)) await tableCopies.news.put({ code, word: "lost" });
  for (const words of told.told ?? [told.why]) if (words) await note(code, words);
  await keep.again(`/t/${code}/`);
  tell({ returned: code });
}
const due = async () => (await tableCopies.every()).some(({ rest, opened }) => rest || opened);
export const tableReturn = { open, moves, note, settle, stop, finish, due };
