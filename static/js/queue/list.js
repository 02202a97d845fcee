// The hands of a table that are kept on this phone. Those this phone has settled by itself are a line and a list
// (engine/line.js); the others are in [data-queue-list], which carries the words: what was entered, whether it waits,
// and what can be done with it. A hand that this phone could not keep ("queue:unkept") or has lost is there with its
// link and QR code, by which another phone, or this one later, takes it (queue/take.js).
import { handQueue, isStopped } from "./store.js";
import { offer } from "./take.js";

const list = document.querySelector("[data-queue-list]");
const keptNote = document.querySelector("[data-kept-note]");
const rows = list?.querySelector("ol");
const row = list?.querySelector("template").content.firstElementChild;
const { code, typed } = list?.dataset ?? {};
const opened = new Set(); // rows that stay open when the list is shown anew
const asked = new Set(); // those of which it is asked whether they go
const word = (name) => list.dataset[name] ?? "";
let unkept = null; // the hand that could not be kept, until one of its number is played

const forgetUnkept = () => {
  unkept = null;
  show();
};
const draftOf = (item) => item.fields.find(([name]) => name === "draft")?.[1];
const typedPage = () => document.getElementById("table")?.dataset.typed || typed;

function edited(item) {
  if (item.edit) return `${item.edit}#queued=${item.id}`;
  if (item.device) return "";
  const draft = draftOf(item);
  if (draft) {
    return navigator.onLine ? `${typed.split("?")[0]}?draft=${encodeURIComponent(draft)}#queued=${item.id}` : "";
  }
  return `${typedPage()}#queued=${item.id}`;
}

function shown(item, number) {
  const one = row.cloneNode(true);
  const put = (name, text) => {
    one.querySelector(`[data-${name}]`).textContent = text;
  };
  put("title", word("hand").replace("{number}", number));
  put("words", [item.words, item.points].filter(Boolean).join(" · "));
  const away = item === unkept ? "unkept" : item.loose ? "loose" : "";
  put("state", away ? word(away) : item.why || word(item.state || (item.new ? "keeping" : "waiting")));
  one.classList.toggle("stopped", Boolean(away) || isStopped(item));
  one.firstElementChild.open = Boolean(away) || isStopped(item) || opened.has(item.id);
  if (away) offer(one.querySelector("[data-take]"), item, typedPage());
  one.firstElementChild.addEventListener("toggle", ({ target }) => {
    opened[target.open ? "add" : "delete"](item.id);
  });
  const link = (name, address) => {
    const a = one.querySelector(`[data-${name}]`);
    a.hidden = !address;
    if (address) a.href = address;
  };
  link("decide", item.decide);
  link("edit", away ? "" : edited(item));
  const part = (name) => one.querySelector(`[data-${name}]`);
  const ask = (sure) => {
    asked[sure ? "add" : "delete"](item.id);
    part("sure").hidden = !sure;
    part("remove").hidden = sure;
  };
  ask(asked.has(item.id));
  for (const [name, sure, next] of [["remove", true, "leave"], ["leave", false, "remove"]]) {
    part(name).addEventListener("click", () => {
      ask(sure);
      part(next).focus();
    });
  }
  part("really").addEventListener("click", () => item === unkept ? forgetUnkept() : handQueue.remove(item.id));
  return one;
}

// Between two hands the strip says that something waits here, in place of the last hand, and leads to it. Where a game
// has something of its own below (dice, events), the line stands above that, in place of the question.
function tellInStrip(count) {
  const ask = document.querySelector(".step-idle > .table-strip > .ask");
  document.querySelector("[data-waits-here]")?.remove();
  if (!count || !ask) return;
  const line = Object.assign(document.createElement("a"), {
    className: "last",
    href: "#queue",
    textContent: word(navigator.onLine ? "here" : "saved"),
  });
  line.dataset.waitsHere = "";
  const own = ask.querySelector(":scope > :not(.waiting, .last, .seat-asked)");
  ask.querySelector(".waiting")[own ? "before" : "after"](line);
}

const playedHere = () => Number(document.getElementById("table")?.dataset.played ?? 0);

async function show() {
  // how old the table is stands in place of its title, where it lies over nothing; each answer has its own title
  document.querySelector(".table-title")?.append(keptNote);
  if (unkept && playedHere() > unkept.played) unkept = null;
  const items = (await handQueue.all()).filter((item) =>
    item.code === code && item.state !== "sent" && (!item.device || item.loose || isStopped(item))
  );
  if (unkept) items.push(unkept);
  const [first] = items; // overtaken, it keeps the number under which it was entered
  const played = first?.state === "conflict" ? first.played : Math.max(first?.played ?? 0, playedHere());
  rows.replaceChildren(...items.map((item, index) => shown(item, item.device ? item.played + 1 : played + 1 + index)));
  list.querySelector("[data-count]").textContent = items.length || "";
  list.hidden = !items.length;
  tellInStrip(items.length);
}

// Whoever left the form of a kept hand without sending it has not changed it.
const restore = async () => {
  for (const { id, state } of await handQueue.all()) {
    if (["editing", "sent"].includes(state)) await handQueue.mark(id, { state: "" });
  }
};
if (list) {
  addEventListener("queue:changed", show);
  for (const change of ["online", "offline"]) addEventListener(change, show);
  addEventListener("htmx:afterSettle", show);
  addEventListener("queue:unkept", ({ detail }) => {
    unkept = detail;
    show();
  });
  addEventListener("queue:kept", forgetUnkept);
  restore().then(show).then(() => {
    if (handQueue.isUnread()) dispatchEvent(new CustomEvent("queue:say", { detail: "unread" }));
  }).catch(() => {});
}
