// The log of a table: a line's card is the target of its link, so Back closes it. Only one step of history is made of
// however many lines are looked at, the close button and Escape take it back, and news of the table leave the card open.
import "./page/ahead.js";

const card = () => document.querySelector(".line-card:target");
let openedHere = false;

function close(line) {
  if (openedHere) history.back();
  else location.replace(`#${line.id}`);
}
function show() {
  card()?.closest("tr").scrollIntoView({ block: "nearest" });
  if (!card()) openedHere = false;
}

addEventListener("click", (event) => {
  const link = event.target.closest("#score-sheet a[href^='#']");
  // the whole line is its link: the heading that stays in sight keeps the link's own area to itself
  if (!event.target.closest("a, button, .line-card")) {
    return event.target.closest("#score-sheet tbody tr")?.querySelector("th > a[href^='#']")?.click();
  }
  if (!link || event.ctrlKey || event.metaKey) return null;
  if (link.matches("[data-close-line]")) {
    event.preventDefault();
    close(link.closest("tr").querySelector("th > a"));
  } else if (card()) {
    event.preventDefault();
    if (card() === document.querySelector(link.hash)) close(link);
    else location.replace(link.hash);
  } else openedHere = true;
  return null;
});
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && card()) close(card().closest("tr").querySelector("th > a"));
});
addEventListener("hashchange", show);
addEventListener("htmx:afterSwap", () => {
  if (location.hash.startsWith("#hand-")) location.replace(location.hash);
});
show();
