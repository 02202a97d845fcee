// The keys of the laptop's rail, where it is shown: those it draws (aria-keyshortcuts), and the list's own.
import { recall, remember } from "./page/memory.js";

const rail = document.querySelector(".rail");
const sheet = document.querySelector("#keys");
const choice = sheet.querySelector("[data-keys]");
const shown = () => rail.getClientRects().length > 0;

choice.checked = recall("keys") !== "off";
choice.addEventListener("change", () => remember("keys", choice.checked ? "on" : "off"));

// From row to row: what a list of the page links to.
function step(by) {
  const rows = [...document.querySelectorAll("main :is(.list > li > a, .data tbody th a)")]
    .filter((row) => row.getClientRects().length > 0);
  const at = rows.indexOf(document.activeElement);
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]?.focus();
}

const others = {
  "?": () => sheet.togglePopover(),
  "/": () => rail.querySelector("[type=search]").select(),
  j: () => step(1),
  k: () => step(-1),
  u: () => document.querySelector(".way-back")?.click(),
};

document.addEventListener("keydown", (event) => {
  const { key, code, target, repeat } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !shown()) return;
  if (target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  if (!choice.checked && key !== "?") return;
  // the upper row of digits, whatever a keyboard has there without Shift
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  const link = digit && (!event.shiftKey || /\d/.test(key))
    ? rail.querySelector(`a[aria-keyshortcuts="${digit}"]`)
    : null;
  const action = link ? () => link.click() : others[key.toLowerCase()];
  if (!action || (repeat && key !== "j" && key !== "k")) return;
  event.preventDefault();
  action();
});

// What is played now is asked again where it is looked at from afar.
const AGAIN = 10000;
setInterval(() => {
  if (shown() && !document.hidden) document.body.dispatchEvent(new Event("look-again"));
}, AGAIN);
