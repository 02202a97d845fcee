// A field in [data-filter=<id>] hides the rows ([data-row]) of that list in which its words do not stand, and
// headings ([data-rows]) left without a row; Enter goes to the first row that is left. Without script the field is hidden and the list is whole.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").toLowerCase().trim();

for (const box of document.querySelectorAll("[data-filter]")) {
  const input = box.querySelector("input");
  const list = document.getElementById(box.dataset.filter);
  const rows = [...list.querySelectorAll("[data-row]")].map((row) => [row, plain(row.textContent)]);
  const filter = () => {
    const words = plain(input.value).split(" ");
    for (const [row, text] of rows) row.hidden = !words.every((word) => text.includes(word));
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
    (found?.querySelector("input:not([type=hidden]), button") ?? found?.querySelector("a"))?.focus();
  });
  filter(); // the browser may have kept what was typed
}
