// Known players to tap ([data-pick]): a tap puts the name into the first empty field marked data-player,
// a second tap takes it out again.
for (const picks of document.querySelectorAll("[data-pick]")) {
  const fields = [...document.querySelectorAll("input[data-player]")];
  const buttons = [...picks.querySelectorAll("button")];
  const holding = (name) => fields.find((field) => field.value.trim() === name);
  const show = () =>
    buttons.forEach((button) => button.setAttribute("aria-pressed", Boolean(holding(button.textContent))));

  picks.addEventListener("click", (event) => {
    const name = event.target.closest("button")?.textContent;
    if (!name) return;
    const taken = holding(name);
    const field = taken ?? fields.find((one) => !one.value.trim());
    if (field) field.value = taken ? "" : name;
    const fold = field?.closest("details");
    if (fold && !taken) fold.open = true;
    show();
  });
  fields.forEach((field) => field.addEventListener("input", show));
  picks.hidden = false;
  show();
}
