// A field in [data-filter=<id>] hides the rows ([data-row]) of that list in which its words do not stand, and
// headings ([data-rows]) left without a row; Enter goes to the first row that is left. What is folded ([data-unfold])
// opens around a row that is left; a row of [data-only-found] is shown for its words alone. Without script the field
// is hidden and the list is whole.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").toLowerCase().trim();

for (const box of document.querySelectorAll("[data-filter]")) {
  const input = box.querySelector("input");
  const list = document.getElementById(box.dataset.filter);
  const rows = [...list.querySelectorAll("[data-row]")].map((row) => [row, plain(row.textContent)]);
  const folds = [...list.querySelectorAll("[data-unfold]")];
  let opened = new Map(); // as they were before the first letter
  const filter = () => {
    const words = plain(input.value).split(" ");
    const asked = words[0] !== "";
    for (const [row, text] of rows) {
      row.hidden = !words.every((word) => text.includes(word)) || (!asked && "onlyFound" in row.dataset);
    }
    for (const fold of folds) {
      if (asked && !opened.has(fold)) opened.set(fold, fold.open);
      if (asked) fold.open = true;
      else if (opened.has(fold)) fold.open = opened.get(fold);
    }
    if (!asked) opened = new Map();
    for (const group of list.querySelectorAll("[data-rows]")) {
      group.hidden = !group.querySelector("[data-row]:not([hidden])");
    }
    box.querySelector("[data-nothing]").hidden = rows.some(([row]) => !row.hidden);
  };
  box.hidden = false;
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would send the form of which the list is a part
    const [found] = rows.find(([row]) => !row.hidden) ?? [];
    (found?.querySelector("summary, input:not([type=hidden]), button") ?? found?.querySelector("a"))?.focus();
  });
  filter(); // the browser may have kept what was typed
}
