// A day, an hour or a number that is typed by half has no value, and a form would be sent without it: ours are checked by
// the server alone (novalidate), which takes an empty field for "at once" or "any number". So the browser says at the
// field what is missing, and nothing is sent.
const isHalfTyped = (field) => field.validity?.badInput;

const show = (field) => {
  for (let at = field.closest("details:not([open])"); at; at = at.parentElement.closest("details:not([open])")) {
    at.open = true;
  }
  field.reportValidity();
};

addEventListener("submit", (event) => {
  const field = [...event.target.elements].find(isHalfTyped);
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  show(field);
}, { capture: true });
