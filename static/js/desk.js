// The results of a round, typed from paper: Enter goes on, past tables that phones play, and saves the table, so does
// leaving its row; the arrows up and down change the table. The sum is said as one types; what counts is the server's.
const desk = document.querySelector("[data-desk]");
const AGAIN = 4000;
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
// The next table that waits for its paper: none with a result, none that phones are playing, none that is filtered out.
const nextToType = (row) => {
  const below = rows().slice(rows().indexOf(row) + 1);
  return below.find((form) => !form.matches("[data-state=done] form, [data-desk-played]") && form.offsetParent);
};
const changed = (row) => [...row.elements].some((input) => input.type === "text" && input.value !== input.defaultValue);

// The cells of a row in full, as the server reads them (`expand_hundreds`): as typed, all in hundreds, or the changed ones.
const inFull = (row, typed, due) => {
  const total = (list) => list.reduce((together, one) => together + one, 0);
  const shown = row.querySelector("[name$=-shown]").value.split(" ").filter(Boolean).map(Number);
  const before = shown.length === typed.length ? shown : typed.map(() => null);
  const hundreds = typed.map((one) => 100 * one);
  const mixed = typed.map((one, at) => (before[at] !== null && one !== before[at] ? 100 * one : one));
  const right = [typed, hundreds, mixed].find((reading) => total(reading) === due);
  if (right) return right;
  if (10 * total(typed) < due) return hundreds;
  const whole = before.every((one) => one !== null && one % 100 === 0);
  const broken = typed.some((one, at) => one !== before[at] && one % 100);
  return due && whole && broken ? mixed : typed;
};

// What the sum of a row says: how it is off, null while a score is missing.
const sum = (row) => {
  const bank = row.querySelector("[name$=-bank]"), sumOutput = row.querySelector("[data-desk-sum]");
  const cells = [...all(row, "score"), ...(bank ? [bank] : [])];
  const typed = cells.map((cell) => points(cell) ?? (cell === bank ? 0 : null));
  const due = Number(row.dataset.deskRow) - 1000 * (points(all(row, "sticks")[0]) ?? 0);
  const words = desk.dataset,
    say = (text, value) => sumOutput.textContent = text.replace("{points}", number.format(value));
  sumOutput.classList.remove("down");
  if (!row.dataset.deskRow) return typed.includes(null) ? null : 0; // any sum is right
  if (typed.includes(null)) {
    const there = typed.filter((one) => one !== null), together = there.reduce((held, one) => held + one, 0);
    const hundreds = there.every((one) => 100 * Math.abs(one) <= due);
    if (due && there.length && all(row, "score").every((cell) => points(cell) !== null)) {
      say(words.left, due - (hundreds ? 100 : 1) * together);
    } else sumOutput.textContent = "";
    return null;
  }
  const held = inFull(row, typed, due).reduce((together, one) => together + one, 0);
  if (held === due) say(words.even, Number(row.dataset.deskRow));
  else say(held < due ? words.missing : words.over, Math.abs(due - held));
  sumOutput.classList.toggle("down", held !== due);
  return held - due;
};

// A row whose sum is wrong is not left by Enter at once: only by a second one, with the same in it.
const stops = (row) => {
  const typed = all(row, "cell").map((cell) => cell.value).join(" ");
  if (!sum(row) || !changed(row) || row.dataset.stopped === typed) return false;
  row.dataset.stopped = typed;
  return true;
};

const save = (row) => {
  if (changed(row) && !row.hasAttribute("aria-busy")) row.requestSubmit();
};
// What did not reach the server, or came while it was busy, is sent again, unless somebody is typing there: leaving saves.
for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  desk.addEventListener(failed, ({ target, detail }) => {
    const row = target.closest("[data-desk-row]");
    if (!row || ![0, 429, 503].includes(detail.xhr.status)) return;
    setTimeout(() => row.isConnected && !row.contains(document.activeElement) && save(row), AGAIN);
  });
}

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
    else if (stops(row)) go(cells[0]);
    else if (nextToType(row)) go(all(nextToType(row), "cell")[0]);
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

// A row that comes back with a fault while somebody is in it is mended where the fault is.
desk.addEventListener("htmx:afterSettle", ({ target }) => {
  const faulty = target.querySelector("[aria-invalid]");
  if (faulty && target.contains(document.activeElement) && !document.activeElement.matches("[aria-invalid]")) {
    faulty.focus();
    faulty.select();
  }
});

// Which tables are shown: the counts come with each answer, the choice stays.
const choose = (filter) => {
  desk.dataset.filter = filter;
  for (const button of document.querySelectorAll("[data-desk-filter]")) {
    button.setAttribute("aria-pressed", button.dataset.deskFilter === filter);
  }
};
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-desk-filter]");
  if (button) choose(button.dataset.deskFilter);
});
document.addEventListener("htmx:oobAfterSwap", () => choose(desk.dataset.filter ?? ""));

// With keys and a mouse the first field without a result waits for its digits, not one of a table that phones have
// finished; a finger would get a keyboard over the page.
if (!location.hash && matchMedia("(pointer: fine)").matches) {
  desk.querySelector("[data-state=missing] [data-desk-score][value='']")?.focus();
}
