// The page of a new table (form[data-start]): the button says who deals, names stand whole in their chairs, other rules
// bring their own options.
import { fit } from "./fit.js";

const form = document.querySelector("form[data-start]");
if (form) {
  const button = form.querySelector("[data-start-button]");
  const plain = button.textContent;
  const dealer = () => {
    const east = form.querySelector("[name=east]:checked");
    const field = east && form.elements[`name-${east.value}`];
    return field && (field.value.trim() || field.placeholder);
  };
  // What the button says is changed only where it is another: while a mouse holds down what is replaced, no click comes.
  let said = null;
  const label = () => {
    const name = dealer() || "";
    if (name === said) return;
    said = name;
    const isolated = Object.assign(document.createElement("bdi"), { textContent: name });
    const [before, after] = form.dataset.start.split("…");
    const words = document.createElement("span");
    words.append(...(name ? [before, isolated, after] : [plain]));
    button.replaceChildren(words);
  };
  const fields = [...form.querySelectorAll("[data-whole]")].map((whole) => [whole, whole.previousElementSibling]);
  const show = () => {
    label();
    for (const [whole, { value }] of fields) {
      whole.textContent = value.trim();
      fit(whole);
    }
  };
  form.addEventListener("input", show);
  form.addEventListener("focusout", () => requestAnimationFrame(show)); // only now are the names in sight
  addEventListener("pageshow", show);
  show();

  const options = form.querySelector("[data-options]");
  const choose = options.querySelector("[data-options-of]");
  const stale = () => form.querySelector("[name=preset]:checked")?.value !== choose.dataset.optionsOf;
  const fetchOptions = () => options.open && stale() && form.requestSubmit(choose);
  choose.hidden = true;
  for (const radio of form.querySelectorAll("[name=preset]")) radio.addEventListener("change", fetchOptions);
  options.addEventListener("toggle", fetchOptions);
}
