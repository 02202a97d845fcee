// A score sheet that is being typed is kept in this browser until it is sent, so that a reload loses nothing.
for (const form of document.querySelectorAll("form[data-sheet]")) {
  const place = `sheet:${form.dataset.sheet}`;
  const note = document.querySelector("[data-sheet-note]");
  const kept = (value) => {
    try {
      if (value === null) localStorage.removeItem(place);
      else if (value !== undefined) localStorage.setItem(place, JSON.stringify(value));
      return JSON.parse(localStorage.getItem(place) ?? "null");
    } catch {
      return null;
    } // a private window, or a page of an earlier release
  };
  const fields = () =>
    [...form.elements].filter((field) => field.name && !["csrfmiddlewaretoken", "key", "step"].includes(field.name));
  const keep = () =>
    kept(
      Object.fromEntries(
        fields().filter((field) => field.type !== "checkbox" && field.value).map((field) => [field.name, field.value]),
      ),
    );
  const begun = (draft) => draft && Object.keys(draft).some((name) => /^(hand|name)-/.test(name));

  if (form.hasAttribute("data-kept")) kept(null);
  const draft = kept();
  if (form.hasAttribute("data-typed")) keep();
  else if (begun(draft)) {
    const rows = Object.keys(draft).flatMap((name) => /^hand-(\d+)-/.exec(name)?.[1] ?? []).map(Number);
    form.dispatchEvent(new CustomEvent("sheetrows", { detail: Math.max(0, ...rows) }));
    for (const field of fields()) if (field.name in draft) field.value = draft[field.name];
    note.hidden = false;
    addEventListener("load", () => form.dispatchEvent(new CustomEvent("sheetrow")));
  }
  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, 200);
  });
  addEventListener("pagehide", () => {
    if (waiting) keep();
  });
  document.querySelector("[data-sheet-drop]")?.addEventListener("click", () => {
    clearTimeout(waiting);
    waiting = 0;
    kept(null);
    location.reload();
  });
}
