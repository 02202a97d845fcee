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
