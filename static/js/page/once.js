// A form marked data-once is sent once: a second tap while it is under way does nothing.
// The guard is lifted when the answer is there, and when the page comes back from the back button.
// What a script asks for by an event of its own (a sheet's running check) sends no form.
const asksByItself = (detail) => (detail.triggeringEvent ?? detail.requestConfig?.triggeringEvent)?.isTrusted === false;
const sends = (detail) => (detail.verb ?? detail.requestConfig.verb) !== "get" && !asksByItself(detail);
const guarded = (event) => event.target.closest?.("form[data-once]");
const busy = (form, on) => {
  if (on) form.setAttribute("aria-busy", "true");
  else form.removeAttribute("aria-busy");
};

addEventListener("submit", (event) => {
  const form = guarded(event);
  if (!form || event.defaultPrevented) return; // prevented: htmx sends it
  if (form.hasAttribute("aria-busy")) event.preventDefault();
  else busy(form, true);
});
// htmx asks this before it looks at hx-sync, so that a second tap cannot abort the first.
addEventListener("htmx:confirm", (event) => {
  if (sends(event.detail) && guarded(event)?.hasAttribute("aria-busy")) event.preventDefault();
});
addEventListener("htmx:beforeRequest", (event) => {
  const form = sends(event.detail) && guarded(event);
  if (form) busy(form, true);
});
addEventListener("htmx:afterRequest", (event) => {
  const form = sends(event.detail) && guarded(event);
  if (form) busy(form, false);
});
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => busy(form, false)));
