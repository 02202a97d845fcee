// Two people change places: one name is dragged onto another. The form below does the same without this.
const form = document.querySelector("#move");
let dragged;

const person = (event) => event.target.closest?.("[data-player]");

// The tables are renewed every while: what may be dragged is said as the pointer comes over it.
document.addEventListener("pointerover", (event) => {
  person(event)?.setAttribute("draggable", "true");
});
document.addEventListener("dragstart", (event) => {
  dragged = person(event);
  event.dataTransfer?.setData("text/plain", dragged?.textContent.trim() ?? "");
});
document.addEventListener("dragover", (event) => {
  const other = person(event);
  if (!dragged || !other || other === dragged) return;
  event.preventDefault();
  other.classList.add("over");
});
document.addEventListener("dragleave", (event) => person(event)?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  const other = person(event);
  if (!dragged || !other) return;
  event.preventDefault();
  form.elements.namedItem("one").value = dragged.dataset.player;
  form.elements.namedItem("other").value = other.dataset.player;
  form.requestSubmit();
});
document.addEventListener("dragend", () => {
  dragged = undefined;
  for (const one of document.querySelectorAll(".over")) one.classList.remove("over");
});
