// Pages of the wall, [data-wall-page], take turns of fifteen seconds, also across news; [data-wall-turn] says which
// one it is and, pressed, stays on it. So does the space bar (or P); the arrows turn. Without this file they stand one
// below the other. A page that news bring again stays where it is, by its key, however many there are now.
const TURN_MS = 15_000;
let [key, at, since, held] = ["", 0, performance.now(), false];

const pages = () => [...document.querySelectorAll("[data-wall-page]")];
const here = (all) => {
  const found = all.findIndex((page) => page.dataset.wallPage === key);
  return found < 0 ? Math.min(at, all.length - 1) : found;
};

const show = (step = 0) => {
  const all = pages();
  const button = document.querySelector("[data-wall-turn]");
  if (!button || !all.length) {
    held = false;
    return;
  }
  const due = !held && performance.now() - since >= TURN_MS;
  at = (here(all) + (step || Number(due)) + all.length) % all.length;
  if (step || due) since = performance.now();
  key = all[at].dataset.wallPage;
  all.forEach((page, number) => {
    page.hidden = number !== at;
  });
  const words = all[at].getAttribute("aria-label");
  if (button.textContent !== words) button.textContent = words;
  button.setAttribute("aria-pressed", String(held));
  button.hidden = false;
};
const hold = () => {
  held = !held;
  since = performance.now(); // the page that was held has its whole turn again
  show();
};

addEventListener("click", (event) => event.target.closest("[data-wall-turn]") && hold());
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !pages().length) return;
  if (event.key === "ArrowRight") show(1);
  else if (event.key === "ArrowLeft") show(-1);
  else if (event.key.toLowerCase() === "p" || (event.key === " " && !event.target.closest("button, a"))) {
    event.preventDefault();
    hold();
  }
});
// at the swap itself: a moment later all pages would have been seen
addEventListener("htmx:afterSwap", () => show());
setInterval(() => show(), 250);
show();
