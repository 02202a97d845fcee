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
addEventListener("afterprint", () => {
  delete root.dataset.printing;
});
