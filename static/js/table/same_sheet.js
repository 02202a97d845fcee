// A choice within a sheet brings the same sheet again: it stays scrolled where it was, what was opened in it stays
// open, and it neither rises anew nor takes the focus from the choice. What had the focus and is gone, a sheet or a
// control of the table, leaves it to the board.
let before = null;
let focused = false; // whether something of the table was, before it was swapped
let chosen = ""; // the id of what was tapped last, where that is a choice
const shown = () => document.querySelector(".sheet");
const choice = (sheet) => chosen && sheet.querySelector(`#${CSS.escape(chosen)}[data-tap]`);
const keeps = (sheet) => sheet.querySelector("[data-keep-scroll]");

addEventListener("click", ({ target }) => {
  chosen = target.closest("a, button")?.id ?? "";
}, true);
addEventListener("htmx:beforeSwap", () => {
  const sheet = shown();
  focused = Boolean(document.activeElement.closest("#table"));
  before = sheet && {
    at: sheet.scrollTop,
    choice: choice(sheet),
    kept: keeps(sheet),
    focused: sheet.contains(document.activeElement),
    open: [...sheet.querySelectorAll("details[open] > summary")].map((one) => one.textContent),
  };
});
addEventListener("htmx:afterSwap", () => {
  const sheet = shown();
  if ((before || focused) && !sheet && document.activeElement === document.body) {
    document.querySelector(".board")?.focus({ preventScroll: true });
  }
  if (!before) return;
  const again = sheet && before.choice && choice(sheet);
  if (again) {
    sheet.classList.add("again");
    sheet.removeAttribute("autofocus");
    for (const one of sheet.querySelectorAll("details > summary")) {
      if (before.open.includes(one.textContent)) one.parentElement.open = true;
    }
    if (before.focused) again.focus({ preventScroll: true }); // what is folded cannot be given it back
  }
  if (again || (sheet && before.kept && keeps(sheet))) sheet.scrollTop = before.at;
});
