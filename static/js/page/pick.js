// Known players to tap ([data-pick]): a tap puts the name into the field marked data-player that was touched last, if that
// is empty, else into the first empty one; a second tap takes it out again.
for (const picks of document.querySelectorAll("[data-pick]")) {
  const fields = [...document.querySelectorAll("input[data-player]")];
  let touched;
  const buttons = [...picks.querySelectorAll("button")];
  // not the field of a player more than play; one in a fold is opened
  const isOffered = (field) => field.offsetParent !== null || field.closest("details") !== null;
  const holding = (name) => fields.find((field) => field.value.trim() === name);
  const show = () =>
    buttons.forEach((button) => button.setAttribute("aria-pressed", Boolean(holding(button.textContent))));

  picks.addEventListener("click", (event) => {
    const name = event.target.closest("button")?.textContent;
    if (!name) return;
    const taken = holding(name);
    const field = taken ?? [touched, ...fields].find((one) => one && !one.value.trim() && isOffered(one));
    touched = taken;
    if (!field) return;
    field.value = taken ? "" : name;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const fold = field.closest("details");
    if (fold && !taken) fold.open = true;
    show();
  });
  for (const field of fields) {
    field.addEventListener("input", show);
    field.addEventListener("focus", () => touched = field);
  }
  picks.hidden = false;
  show();
}
