// Pages of the wall, [data-wall-page], take turns of fifteen seconds, also across news; [data-wall-turn] says which
// one it is and, pressed, stays on it. Without this file they stand one below the other.
const TURN_MS = 15_000;
let began = performance.now();
let held = null;

const turn = (count) => Math.floor((performance.now() - began) / TURN_MS) % count;
const pages = () => [...document.querySelectorAll("[data-wall-page]")];

const show = () => {
  const all = pages();
  const button = document.querySelector("[data-wall-turn]");
  if (!button || !all.length) {
    held = null;
    return;
  }
  const now = held === null ? turn(all.length) : Math.min(held, all.length - 1);
  all.forEach((page, number) => {
    page.hidden = number !== now;
  });
  const words = all[now].getAttribute("aria-label");
  if (button.textContent !== words) button.textContent = words;
  button.setAttribute("aria-pressed", String(held !== null));
  button.hidden = false;
};

addEventListener("click", (event) => {
  if (!event.target.closest("[data-wall-turn]")) return;
  const count = pages().length;
  if (held === null) held = turn(count);
  else {
    began = performance.now() - held * TURN_MS; // the page that was held has its whole turn again
    held = null;
  }
  show();
});
// at the swap itself: a moment later all pages would have been seen
addEventListener("htmx:afterSwap", show);
setInterval(show, 250);
show();
