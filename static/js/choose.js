// Choosing in a select with data-choose sends its form by the button named "choose"; without script one taps it.
(() => {
  for (const select of document.querySelectorAll("select[data-choose]")) {
    const button = select.form.elements.choose;
    button.hidden = true;
    select.addEventListener("change", () => select.form.requestSubmit(button));
  }
})();
