// A sheet marked [data-keep-scroll] that comes again after a tap within it stays scrolled where it was.
(() => {
  let at = null;
  const sheet = () => document.querySelector("[data-keep-scroll]")?.closest(".sheet");
  addEventListener("htmx:beforeSwap", () => { at = sheet()?.scrollTop ?? null; });
  addEventListener("htmx:afterSwap", () => { if (at !== null && sheet()) sheet().scrollTop = at; });
})();
