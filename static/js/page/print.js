// A button with data-print prints the card of that id, or the whole page where it names none.
const root = document.documentElement;
const show = () => {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
};
show();
addEventListener("htmx:afterSettle", show);
addEventListener("click", (event) => {
  const button = event.target.closest("[data-print]");
  if (!button) return;
  if (button.dataset.print) root.dataset.printing = button.dataset.print;
  print();
});
// What is folded is printed too, and opens around what an address names.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details[data-unfold]:not([open])")];
  for (const fold of folded) fold.open = true;
});
const unfold = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
unfold();
addEventListener("hashchange", unfold);
addEventListener("afterprint", () => {
  delete root.dataset.printing;
  for (const fold of folded) fold.open = false;
  folded = [];
});
