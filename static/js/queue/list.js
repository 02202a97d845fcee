// The hands of a table that are kept on this phone. Those this phone has settled by itself are a line and a list
// (engine/line.js); the others are in [data-queue-list], which carries the words: what was entered, whether it waits,
// and what can be done with it.
import { handQueue, isStopped } from "./store.js";

const list = document.querySelector("[data-queue-list]");
const rows = list?.querySelector("ol");
const row = list?.querySelector("template").content.firstElementChild;
const { code, typed } = list?.dataset ?? {};
const opened = new Set(); // rows that stay open when the list is shown anew
const asked = new Set(); // those of which it is asked whether they go
const word = (name) => list.dataset[name] ?? "";

function edited(item) {
  if (item.edit) return `${item.edit}#queued=${item.id}`;
  if (item.device) return "";
  const draft = item.fields.find(([name]) => name === "draft")?.[1];
  if (draft) {
    return navigator.onLine ? `${typed.split("?")[0]}?draft=${encodeURIComponent(draft)}#queued=${item.id}` : "";
  }
  return `${document.getElementById("table")?.dataset.typed || typed}#queued=${item.id}`;
}

function shown(item, number) {
  const one = row.cloneNode(true);
  const put = (name, text) => {
    one.querySelector(`[data-${name}]`).textContent = text;
  };
  put("title", word("hand").replace("{number}", number));
  put("words", [item.words, item.points].filter(Boolean).join(" · "));
  put("state", item.why || word(item.state || "waiting"));
  one.classList.toggle("stopped", isStopped(item));
  one.firstElementChild.open = isStopped(item) || opened.has(item.id);
  one.firstElementChild.addEventListener("toggle", ({ target }) => {
    opened[target.open ? "add" : "delete"](item.id);
  });
  const link = (name, address) => {
    const a = one.querySelector(`[data-${name}]`);
    a.hidden = !address;
    if (address) a.href = address;
  };
  link("decide", item.decide);
  link("edit", edited(item));
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
  part("really").addEventListener("click", () => handQueue.remove(item.id));
  return one;
}

async function show() {
  const items = (await handQueue.all()).filter((item) => item.code === code && !(item.device && !isStopped(item)));
  const [first] = items; // overtaken, it keeps the number under which it was entered
  const played = first?.state === "conflict"
    ? first.played
    : Math.max(first?.played ?? 0, Number(document.getElementById("table")?.dataset.played ?? 0));
  rows.replaceChildren(...items.map((item, index) => shown(item, item.device ? item.played + 1 : played + 1 + index)));
  list.querySelector("[data-count]").textContent = items.length || "";
  list.hidden = !items.length;
}

// Whoever left the form of a kept hand without sending it has not changed it.
const restore = async () => {
  for (const item of await handQueue.all()) if (item.state === "editing") await handQueue.mark(item.id, { state: "" });
};
if (list) {
  addEventListener("queue:changed", show);
  addEventListener("online", show);
  addEventListener("htmx:afterSettle", show);
  restore().then(show).catch(() => {});
}
