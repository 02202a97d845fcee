// A score sheet by keyboard: Enter goes to the next row (and from field to field above and below them), the arrows
// up and down stay in their column, Ctrl+Enter keeps the sheet. Leaving a row that changed is told: "sheetrow".
for (const form of document.querySelectorAll("form[data-sheet]")) {
  let changed = false, pressing = false;
  const rows = () => [...form.querySelectorAll(".hand")];
  const tell = () => {
    changed = false;
    form.dispatchEvent(new CustomEvent("sheetrow"));
  };
  const cell = (row, number) => row?.querySelectorAll("input")[number];
  const step = (input, by, number) => {
    const all = rows(), target = cell(all[all.indexOf(input.closest(".hand")) + by], number);
    (target ?? (by > 0 ? form.querySelector("[name=final-0]") : undefined))?.focus();
  };
  const next = (input) => {
    const fields = [...form.querySelectorAll("input:not([type=hidden]), select, button[data-sheet-save]")];
    fields[fields.indexOf(input) + 1]?.focus();
  };

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches("input:not([type=checkbox]), select") || event.isComposing) return;
    const row = input.closest(".hand");
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) form.requestSubmit(form.querySelector("[data-sheet-save]"));
      else if (row) step(input, 1, 0);
      else next(input);
    } else if (row && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      step(input, event.key === "ArrowDown" ? 1 : -1, [...row.querySelectorAll("input")].indexOf(input));
    }
  });
  form.addEventListener("input", () => {
    changed = true;
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("select")) tell();
  });
  // What is pressed must not move away from under the finger while the check comes back.
  form.addEventListener("pointerdown", (event) => {
    pressing = Boolean(event.target.closest("button"));
  });
  form.addEventListener("focusout", (event) => {
    const row = event.target.closest(".hand, .field");
    if (changed && !pressing && !row?.contains(event.relatedTarget)) tell();
  });
}
