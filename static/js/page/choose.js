// Choosing in a select with data-choose sends its form by the button named "choose"; without script one taps it.
// Until then it is no submit button: Enter in a field of the form means the one at its end.
for (const select of document.querySelectorAll("select[data-choose]")) {
  const button = select.form.elements.choose;
  button.hidden = true;
  button.type = "button";
  select.addEventListener("change", () => {
    button.type = "submit";
    select.form.requestSubmit(button);
    button.type = "button";
  });
}

// A form that asks at each change asks once for what was changed before its scripts were there.
const ticked = (box) => box.checked !== box.defaultChecked;
const typed = (field) => field.value !== field.defaultValue;
const chosen = (select) => [...select.options].some((one) => one.defaultSelected && !one.selected);
addEventListener("htmx:load", () => {
  for (const form of document.querySelectorAll("form[hx-trigger=change]")) {
    const some = (fields, changed) => [...form.querySelectorAll(fields)].some(changed);
    if (some("input", ticked) || some("input, textarea", typed) || some("select", chosen)) {
      form.dispatchEvent(new Event("change"));
    }
  }
}, { once: true });
