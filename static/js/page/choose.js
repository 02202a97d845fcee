// Choosing in a select with data-choose sends its form by the button named "choose"; without script one taps it.
// Until then it is no submit button: Enter in a field of the form means the one at its end.
for (const select of document.querySelectorAll("select[data-choose]")) {
  const button = (select.closest(".field:has([name=choose])") ?? select.form).querySelector("[name=choose]");
  button.hidden = true;
  button.type = "button";
  select.addEventListener("change", () => {
    button.type = "submit";
    select.form.requestSubmit(button);
    button.type = "button";
  });
}

// What was changed before the scripts were there counts once they are: its form is sent, or asks.
const ticked = (box) => box.checked !== box.defaultChecked;
const typed = (field) => field.value !== field.defaultValue;
const chosen = (select) => [...select.options].some((one) => one.defaultSelected && !one.selected);
addEventListener("DOMContentLoaded", () => {
  // who comes back, or loads the page anew, finds all as it was left
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") return;
  [...document.querySelectorAll("select[data-choose]")].find(chosen)?.dispatchEvent(new Event("change"));
}, { once: true });
addEventListener("htmx:load", () => {
  for (const form of document.querySelectorAll("form[hx-trigger=change]")) {
    const some = (fields, changed) => [...form.querySelectorAll(fields)].some(changed);
    if (some("input", ticked) || some("input, textarea", typed) || some("select", chosen)) {
      form.dispatchEvent(new Event("change"));
    }
  }
}, { once: true });
