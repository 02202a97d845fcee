// What a tap does to the hand on the tiles page is seen at once; the answer behind it sorts and counts.
import { retry, seen } from "./taps.js";

const ALIKE = { pon: 3, kan: 4, closed_kan: 4 };
const tiles = (selector) => document.querySelector(`#tiles ${selector}`);
const face = (tile) => document.getElementById(`key-${tile}`)?.lastElementChild.cloneNode(true);

function choose(control) {
  for (const other of control.parentElement.children) other.removeAttribute("aria-current");
  control.setAttribute("aria-current", "true");
}

function lay(tile, into) {
  const own = tiles(".own");
  const count = ALIKE[into] ?? 1;
  const faces = into === "chii"
    ? [0, 1, 2].map((more) => face(`${(Number(tile[0]) || 5) + more}${tile[1]}`))
    : Array.from({ length: count }, () => face(tile));
  if (into === "hand") {
    own.querySelector(":scope > span")?.remove(); // what to do here
    return own.append(...faces);
  }
  const row = Object.assign(document.createElement("span"), { className: "tile-row" });
  row.append(...faces.filter(Boolean));
  own.after(row);
  if (into !== "dora" && into !== "ura") choose(tiles("#into-hand"));
}

addEventListener("click", (event) => {
  if (!event.target.closest("[data-trouble-again]")) return;
  event.stopPropagation(); // what failed is asked for with what was tapped since
  retry();
}, true);
seen.push((control) => {
  const key = control.dataset.tap ?? "";
  if (control.matches(".into a, [data-tap^=won-]")) choose(control);
  else if (control.matches(".tick")) {
    if (control.hasAttribute("aria-current")) control.removeAttribute("aria-current");
    else control.setAttribute("aria-current", "true");
  } else if (/^(own|dora|ura|away)-/.test(key)) (control.closest(".meld") ?? control).classList.add("gone");
  else if (key.startsWith("key-")) lay(key.slice(4), tiles(".into [aria-current]")?.id.slice(5));
  else if (key === "anew") { for (const one of document.querySelectorAll("#tiles :is(.own > *, .meld)")) one.remove(); }
});
