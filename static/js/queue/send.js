// Sends the kept hands, the oldest of each table first, until each is recorded or waits for a person: `sendHands`,
// in the page and in the service worker. A hand has its key, so that sending it twice records it once.
import { tableCopies } from "../engine/copies.js";
import { tableReturn } from "../engine/return.js";
import { postForm } from "./post.js";
import { handQueue, isStopped } from "./store.js";

const WORDLESS = { 403: "forbidden", 404: "gone" };

async function send(item, token) {
  const body = new URLSearchParams(item.fields);
  for (const name of ["key", "version", "played"]) body.set(name, item[name]);
  if (item.device) body.set("entered", item.at);
  if (item.at) body.set("kept", item.at);
  if (item.earlier?.length) body.set("earlier", item.earlier.join(" "));
  const answer = await postForm(`/t/${item.code}/queued/`, body, token);
  const inWords = answer.headers.get("Content-Type")?.startsWith("application/json");
  const told = inWords ? await answer.json() : { state: WORDLESS[answer.status] };
  if (!told.state) throw new Error(`answer ${answer.status}`);
  return told;
}

const known = async (code, token) => token || (await tableCopies.get(code))?.token; // a worker has no page to ask
async function one(item, given) {
  const token = await known(item.code, given);
  const version = item.moves?.length ? await tableReturn.moves(item, token) : item.version;
  return send({ ...item, version }, token);
}

async function sendAll(token) {
  // tables whose oldest hand cannot be recorded now: the later ones keep their order
  const waiting = new Set(await tableReturn.open(token));
  for (;;) {
    const items = await handQueue.all();
    const item = items.find(({ code }) => !waiting.has(code));
    if (!item) break;
    const orphan = item.after && !items.some(({ key }) => key === item.after); // it would take the place of the lost one
    const told = item.state === "editing" ? null : orphan ? { state: "orphan" } : await one(item, token);
    if (told?.state === "recorded" || told?.state === "late") {
      if (told.state === "late") await tableReturn.note(item.code, told.why); // an organiser has it from now on
      await tableReturn.settle(item, told, token);
      if (told.state === "late") self.dispatchEvent(new Event("queue:late"));
    } else {
      waiting.add(item.code);
      if (told && isStopped(told)) await tableReturn.stop(item);
      if (told && (told.state !== item.state || told.why !== item.why || told.decide !== item.decide)) {
        await handQueue.mark(item.id, told);
      }
    }
  }
  await tableReturn.finish(token);
}

// Of several tabs one sends; without locks (plain http) the keys alone see to it.
export const sendHands = (token) =>
  navigator.locks
    ? navigator.locks.request("hand-queue", { ifAvailable: true }, (lock) => lock && sendAll(token))
    : sendAll(token);
