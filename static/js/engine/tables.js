// The page "This phone": the tables it has a copy of, and how many of their hands wait to be sent
// ([data-phone-tables]).
import { handQueue } from "../queue/store.js";
import { tableCopies } from "./copies.js";

const place = document.querySelector("[data-phone-tables]");
const row = place.querySelector("template").content.firstElementChild;
const waits = (
  count,
) => (count ? (count === 1 ? place.dataset.one : place.dataset.many.replace("{count}", count)) : "");

async function show() {
  const [copies, hands] = await Promise.all([tableCopies.all(), handQueue.all()]);
  const waiting = Map.groupBy
    ? Map.groupBy(hands, ({ code }) => code)
    : new Map(hands.map(({ code }) => [code, hands.filter((hand) => hand.code === code)]));
  const names = new Map(
    copies.map(({ code, copy }) => [code, JSON.parse(copy).seats.map(({ name }) => `\u2068${name}\u2069`).join(" · ")]),
  );
  const codes = [...new Set([...names.keys(), ...waiting.keys()])];
  place.querySelector("ul").replaceChildren(...codes.map((code) => {
    const item = row.cloneNode(true);
    item.querySelector("a").href = `/t/${code}/`;
    item.querySelector("b").textContent = names.get(code) ?? code;
    item.querySelector("small").textContent = waits(waiting.get(code)?.length ?? 0);
    return item;
  }));
  place.querySelector("ul").hidden = !codes.length;
  place.querySelector("[data-empty]").hidden = Boolean(codes.length);
  place.hidden = false;
}
if (navigator.serviceWorker) { // on plain http nothing is kept
  addEventListener("queue:changed", () => show().catch(() => {}));
  show().catch(() => {});
}
