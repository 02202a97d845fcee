// On the start page: the tables that were opened on this phone without network and are not on the server yet, and how
// those stand that this phone has played on ([data-device-tables]).
import { tableCopies } from "./copies.js";

const place = document.querySelector("[data-device-tables]");
const row = place?.querySelector("template").content.firstElementChild;
const seats = ({ seats: all, label }) =>
  all.map(([name, points]) => {
    const one = Object.assign(document.createElement("span"), { className: "seat-score" });
    one.append(Object.assign(document.createElement("bdi"), { textContent: name }), label ? ` ${points}` : "");
    return one;
  });

function fill(item, { code, shown }) {
  item.href = shown.ended ? `/t/${code}/end/` : shown.label ? `/t/${code}/` : `/t/${code}/seats/`;
  item.querySelector("small").replaceChildren(...seats(shown));
  const label = shown.label || place.dataset.new;
  item.querySelector(".chip").textContent = label;
  return item;
}
async function show() {
  const copies = (await tableCopies.all()).filter(({ ahead, shown }) => ahead && shown);
  const listed = (code) =>
    [...document.querySelectorAll(".list a.item")].find((a) =>
      !place.contains(a) && a.pathname.startsWith(`/t/${code}/`)
    );
  const mine = [];
  for (const copy of copies) {
    const there = listed(copy.code);
    if (there) fill(there, copy);
    else if (JSON.parse(copy.copy).local) mine.push(copy);
  }
  place.querySelector("ul").replaceChildren(...mine.map((copy) => {
    const one = row.cloneNode(true);
    one.querySelector("[data-game]").textContent = copy.shown.game;
    fill(one.querySelector("a"), copy);
    return one;
  }));
  place.hidden = !mine.length;
}
if (place) {
  const again = () => show().catch(() => {});
  addEventListener("queue:changed", again);
  addEventListener("pageshow", ({ persisted }) => persisted && again());
  again(); // this script comes after the page (page/later.js)
}
