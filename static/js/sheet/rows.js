// The rows of a score sheet: always one more than is needed, up to data-most. What the server said to them is
// marked at their cells.
for (const form of document.querySelectorAll("form[data-sheet]")) {
  const last = () => [...form.querySelectorAll(".hand")].at(-1);
  const add = () => {
    const old = last(), number = Number(old.id.slice(5));
    if (number >= Number(form.dataset.most)) return false;
    const row = old.cloneNode(true);
    for (const part of [row, ...row.querySelectorAll("*")]) {
      for (const name of ["id", "name", "aria-labelledby", "aria-describedby"]) {
        const value = part.getAttribute(name);
        if (value) {
          part.setAttribute(
            name,
            value.replace(new RegExp(`(hand|cell|settled|label|told)-${number}\\b`, "g"), `$1-${number + 1}`),
          );
        }
      }
      if (part.matches("input")) {
        part.value = "";
        part.removeAttribute("value");
        part.removeAttribute("aria-invalid");
      }
      if (part.matches(".out, .told > *")) part.remove();
      if (part.matches(".row-label")) part.textContent = number + 1;
    }
    old.after(row);
    return true;
  };
  form.addEventListener("focusin", (event) => {
    if (last().contains(event.target)) add();
  });
  // The kept sheet may have more rows than a fresh one.
  form.addEventListener("sheetrows", (event) => {
    while (Number(last().id.slice(5)) < event.detail && add());
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const input of form.querySelectorAll(".hand input")) {
      const [, number, key] = input.name.split("-");
      const wrong = document.querySelector(`#told-${number} [data-cell="${key}"]`);
      if (wrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  });
}
