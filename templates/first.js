// Before the first paint (settings.FIRST_DIGEST): light or dark as chosen, else as the system has it, and how the phone
// lies; the address of a page that came as the answer to a form; and what is tapped on the table before its scripts are
// there is kept.
{
  const root = document.documentElement;
  const CHOICES = ["theme", "flat", "chime"];
  // null before anything is chosen. What asks by itself does so once; where nothing is kept it would ask for ever.
  const chosen = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return "";
    }
  };
  const apply = () => {
    for (const name of CHOICES) {
      const value = chosen(name) ?? "";
      if (value) root.dataset[name] = value;
      else delete root.dataset[name];
      for (const group of document.querySelectorAll(`[data-${name}-choice]`)) {
        group.hidden = "asks" in group.dataset && chosen(name) !== null;
        for (const button of group.querySelectorAll("button")) {
          button.setAttribute("aria-pressed", button.value === value);
        }
      }
    }
  };
  apply();
  for (const event of ["DOMContentLoaded", "storage", "htmx:afterSettle"]) addEventListener(event, apply);
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const name = CHOICES.find((one) => button?.closest(`[data-${one}-choice]`));
    if (!name) return;
    try {
      localStorage.setItem(name, button.value);
    } catch {
      // private window: this page only
    }
    apply();
    [...button.parentElement.children].find((next) => next.offsetParent)?.focus();
  });

  if (root.dataset.address) history.replaceState(null, "", root.dataset.address);
  addEventListener("submit", ({ target }) => {
    if (!target.matches("[data-at-once]")) return;
    target.append(Object.assign(document.createElement("input"), { type: "hidden", name: "at_once", value: "1" }));
  }, true);

  // then the page is asked for as it would be without scripts
  const PATIENCE = 3000;
  const taps = self.firstTaps = [];
  addEventListener("click", (event) => {
    const control = event.target.closest("#table :is(a:is([hx-get], [data-tap]), form[hx-post] button)");
    if (!self.firstTaps || !control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    control.classList.add("htmx-request");
    if (taps.push(control) > 1) return;
    setTimeout(() => {
      if (!self.firstTaps) return;
      self.firstTaps = null;
      taps[0].click();
    }, PATIENCE);
  }, true);
}
