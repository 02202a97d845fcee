// A sheet that comes again after a choice within it stays scrolled where it was.
// One that is gone leaves the focus to the board.
(() => {
  let before = null;
  const current = () => {
    const sheet = document.querySelector(".sheet");
    return sheet && { sheet, at: sheet.scrollTop, kept: !!sheet.querySelector("[data-keep-scroll]") };
  };
  addEventListener("htmx:beforeSwap", () => { before = current(); });
  addEventListener("htmx:afterSwap", () => {
    const now = current();
    if (before && now && (now.sheet.classList.contains("again") || before.kept && now.kept)) now.sheet.scrollTop = before.at;
    if (before && !now && document.activeElement === document.body) document.querySelector(".board")?.focus({ preventScroll: true });
  });
})();
