// The typed page opened for a kept hand (#queued=<id>): what was typed is put back, and the hand waits meanwhile.
import { codeHere } from "../page/place.js";
import { handQueue } from "./store.js";

const form = document.querySelector("form[data-queue]");
const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("queued"));
const foreign = ["csrfmiddlewaretoken", "version", "played", "key", "step", "looked"];

function refill(fields) {
  for (const control of form.elements) {
    if (!control.name || foreign.includes(control.name)) continue;
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
    if (["radio", "checkbox"].includes(control.type)) control.checked = values.includes(control.value);
    else if (control.tagName !== "BUTTON" && values.length) control.value = values[0];
  }
}

async function begin() {
  const kept = document.documentElement.hasAttribute("data-kept");
  const own = form.elements.key.value.replaceAll("-", ""); // of a form that the server gave back
  if (own) await handQueue.answered(own);
  const items = await handQueue.all();
  if (items.some((one) => one.typed && one.state === "sent" && one.code === codeHere())) {
    return location.replace(`/t/${codeHere()}/`); // the hand typed before has no answer yet
  }
  const item = items.find(({ id }) => id === wanted);
  if (item) await handQueue.mark(wanted, { state: "editing" });
  if (item && !item.fields.some(([name]) => name === "draft")) refill(item.fields);
  if (!kept && !items.some((one) => one.code === codeHere())) return;
  const [button, ...others] = form.querySelectorAll("button[name=step]");
  button.textContent = form.dataset.keep;
  for (const other of others) other.hidden = true;
  return undefined;
}
if (form) begin().catch(() => {});
