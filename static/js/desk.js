// The results of a round, typed from paper: Enter goes on and saves the table, so does leaving its row; the arrows up
// and down change the table. The sum is said as one types; what counts is the server's.
const desk = document.querySelector("[data-desk]");
const number = new Intl.NumberFormat(document.documentElement.dataset.locale);

// As the server reads them: null for what is no whole number, undefined for nothing typed.
const points = (input) => {
  const text = (input?.value ?? "").normalize("NFKC").replace(/\s/g, "").replace("−", "-");
  if (!text) return undefined;
  const digits = text.replace(/([,.'’‘_])(?=\d{3}(?:\1|$))/g, "");
  return /^[-+]?\d{1,9}$/.test(digits) ? Number(digits) : null;
};
const all = (row, name) => [...row.querySelectorAll(`[data-desk-${name}]`)];
const rows = () => [...desk.querySelectorAll("[data-desk-row]")];
const changed = (row) => [...row.elements].some((input) => input.type === "text" && input.value !== input.defaultValue);

const sum = (row) => {
  const scores = all(row, "score").map(points), said = row.querySelector("[data-desk-sum]");
  const bank = row.querySelector("[name$=-bank]"), due = Number(row.dataset.deskRow);
  if (scores.some((score) => score == null)) {
    said.textContent = "";
    return;
  }
  const held = scores.reduce((together, score) => together + score, 0) + (points(bank) ?? 0);
  const rest = due - 1000 * (points(all(row, "sticks")[0]) ?? 0);
  const hundreds = 10 * held < rest;
  const off = rest - (hundreds ? 100 * held : held);
  const words = desk.dataset;
  said.textContent = off
    ? (off > 0 ? words.missing : words.over).replace("{points}", number.format(Math.abs(off)))
    : hundreds
    ? words.hundreds
    : words.even;
  said.classList.toggle("down", off !== 0);
};

const save = (row) => {
  if (changed(row) && !row.hasAttribute("aria-busy")) row.requestSubmit();
};

desk.addEventListener("input", ({ target }) => target.matches("[data-desk-cell]") && sum(target.form));
desk.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches("[data-desk-cell]") || event.isComposing) return;
  const row = input.form, cells = all(row, "cell"), at = cells.indexOf(input), found = rows();
  const beside = (by) => found[found.indexOf(row) + by];
  const go = (cell) => {
    cell?.focus();
    cell?.select();
  };
  if (event.key === "Enter") {
    event.preventDefault();
    if (at + 1 < cells.length) go(cells[at + 1]);
    else if (beside(1)) go(all(beside(1), "cell")[0]);
    else save(row);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = beside(event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    if (next) go(all(next, "cell")[at]);
    else save(row); // there is no table to go to
  }
});
desk.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = target.form;
  if (row?.matches("[data-desk-row]") && !row.contains(relatedTarget)) save(row);
});
