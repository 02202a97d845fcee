// A form marked data-once is sent once: a second tap while it is under way does nothing.
// The guard is lifted when the answer is there, and when the page comes back from the back button.
(() => {
  const busy = (form, on) => { if (on) form.setAttribute("aria-busy", "true"); else form.removeAttribute("aria-busy"); };
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]") || form.hasAttribute("hx-post")) return;
    if (form.getAttribute("aria-busy")) event.preventDefault(); else busy(form, true);
  });
  // htmx answers with a new form or an error; until then later requests of the same form are refused.
  addEventListener("htmx:beforeRequest", (event) => {
    const form = event.target.closest("form[data-once]");
    if (!form || !form.isConnected || event.detail.requestConfig.verb === "get") return;
    if (form.getAttribute("aria-busy")) event.preventDefault(); else busy(form, true);
  });
  addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest("form[data-once]");
    if (form) busy(form, false);
  });
  addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => busy(form, false)));
})();
