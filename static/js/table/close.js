// Escape, a tap beside it (.behind-sheet) and a pull downwards close a sheet, as its own Cancel does; where none is up,
// Escape cancels the entry, or dismisses what is to be paid.
const FAR = 90; // px
const closing = () => document.querySelector(".behind-sheet") ?? document.querySelector(".bar [data-cancel]");
let from = null;

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open], :popover-open")) return;
  const control = closing() ?? document.querySelector(".notice [data-dismiss]");
  if (!control) return;
  event.preventDefault();
  control.click();
});
addEventListener("touchstart", ({ target, touches }) => {
  const sheet = target.closest?.(".sheet");
  from = sheet && touches.length === 1 && sheet.scrollTop <= 0 ? { sheet, y: touches[0].clientY } : null;
}, { passive: true });
addEventListener("touchmove", ({ touches }) => {
  if (!from?.sheet.isConnected) return;
  from.by = Math.max(0, touches[0].clientY - from.y);
  if (from.sheet.scrollTop > 0) from = null;
  else from.sheet.style.translate = `0 ${from.by}px`;
}, { passive: true });
addEventListener("touchend", () => {
  if (!from) return;
  const { sheet, by } = from;
  from = null;
  sheet.style.translate = "";
  if (by > FAR) closing()?.click();
});
