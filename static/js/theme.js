// Light or dark by the reader's own choice, else by the system. Runs before the first paint.
(() => {
  const root = document.documentElement;
  const chosen = () => { try { return localStorage.getItem("theme") || ""; } catch { return ""; } };
  const apply = () => {
    const theme = chosen();
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    for (const group of document.querySelectorAll("[data-theme-choice]")) {
      group.hidden = false;
      for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", button.value === theme);
    }
  };
  apply();
  addEventListener("DOMContentLoaded", apply);
  addEventListener("storage", apply);
  addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice] button");
    if (!button) return;
    try { localStorage.setItem("theme", button.value); } catch { /* private window: this page only */ }
    apply();
  });
})();
