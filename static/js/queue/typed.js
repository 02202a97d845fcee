// The typed hand (form[data-queue]) is kept on the phone where the server cannot be reached, where kept hands wait
// before it, or where it replaces one of them (#queued=<id>). One that is confirmed is kept while it is under way, as a
// tapped one is (queue/entry.js): the page that comes as the answer says by "#recorded=<key>" that it is done with.
import { recall } from "../page/memory.js";
import { codeHere } from "../page/place.js";
import { handQueue, stays } from "./store.js";
import { offer } from "./take.js";
import { handWords } from "./words.js";

const PATIENCE = 3000;
const code = codeHere();
const replaced = Number(new URLSearchParams(location.hash.slice(1)).get("queued"));
const typedForm = (event) => event.target.closest?.("form[data-queue]");

function newestSeen(form) {
  const [version, played] = [Number(form.elements.version.value), Number(form.elements.played.value)];
  const seen = JSON.parse(recall(`seen-${code}`) ?? "{}");
  if (seen.version > version) return seen;
  return { version, played };
}

async function reachable() {
  if (!navigator.onLine) return false;
  const signal = self.AbortSignal?.timeout?.(PATIENCE);
  return fetch(`/t/${code}/`, { method: "HEAD", cache: "no-store", redirect: "manual", signal }).then(
    ({ status }) => status < 502,
    () => false,
  );
}

function refuse(form, item) {
  const told = form.querySelector("[data-unkept-notice]") ??
    form.appendChild(Object.assign(document.createElement("p"), { className: "alert", role: "alert" }));
  told.dataset.unkeptSaid = "";
  told.textContent = form.dataset.unkept;
  const { pathname, search } = new URL(form.action);
  const seats = new URLSearchParams(search).get("seats");
  offer(form.querySelector("[data-take]"), item, pathname + (seats ? `?seats=${seats}` : ""));
}

// Fu that no hand of so few han has are refused before the hand is kept ([data-least]: the smallest han by fu, on a
// discard and self-drawn; null where there is none).
function impossible(form) {
  const drawn = Number(form.querySelector("[name=from]:checked, select[name=from]")?.value === "self");
  for (const fu of form.querySelectorAll("select[data-least]")) {
    const han = form.elements[fu.name.replace("fu", "value")];
    const least = JSON.parse(fu.dataset.least)[fu.value]?.[drawn];
    if (!fu.getClientRects().length || !/^[1-4]$/.test(han?.value) || least === undefined) continue;
    if (least === null || han.value < least) return { fu, least };
  }
  return null;
}

function say({ fu, least }) {
  const { never, tooSmall } = fu.dataset;
  const error = document.getElementById(`${fu.id}_error`) ??
    fu.parentElement.appendChild(Object.assign(document.createElement("div"), { id: `${fu.id}_error` }));
  error.className = "error";
  error.textContent = (least === null ? never : tooSmall).replace("{fu}", fu.value).replace("{han}", least);
  fu.setAttribute("aria-invalid", "true");
  fu.setAttribute("aria-describedby", error.id);
  fu.focus();
  fu.form.addEventListener("change", () => {
    error.remove();
    fu.removeAttribute("aria-invalid");
  }, { once: true });
}

function hand(form, before) {
  const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "draft");
  const seen = before && before.state !== "orphan" ? {} : { ...newestSeen(form), ...(before && { after: "" }) };
  const item = { ...(before ?? { code, url: form.action, at: new Date().toISOString() }), ...seen };
  return { ...item, fields, words: handWords(form) || "–", why: "", edit: "", decide: "" };
}
async function keep(form, before) {
  const wrong = impossible(form);
  if (wrong) return say(wrong);
  const key = crypto.getRandomValues(new Uint8Array(16)).reduce(
    (hex, byte) => hex + byte.toString(16).padStart(2, "0"),
    "",
  );
  const item = { ...hand(form, before), key, state: "" };
  navigator.storage?.persist?.().catch(() => {}); // not to be cleared away unasked
  try {
    await handQueue.put(item);
    if (document.getElementById("table")) return dispatchEvent(new CustomEvent("queue:kept"));
    await stays(key); // the next page would not know what it misses
  } catch {
    return refuse(form, item);
  }
  return location.assign(`/t/${code}/`);
}

// Whatever becomes of this page, the hand is sent: a table that is opened later sends what has no answer yet.
async function keepUnderWay(form) {
  const key = form.elements.key.value.replaceAll("-", "");
  await handQueue.put({ ...hand(form), key, typed: true, state: "sent" });
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "kept", value: "1" }));
}

addEventListener("submit", async (event) => {
  const form = typedForm(event);
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const { submitter } = event;
  form.querySelector("[data-take]").hidden = true;
  const items = (await handQueue.all()).filter((item) => item.code === code);
  const before = items.find((item) => item.id === replaced);
  try {
    const settles = "engineAble" in document.documentElement.dataset; // by itself, where the network fails
    if (!settles && (items.length || !(await reachable()))) return await keep(form, before);
    const confirms = submitter?.value === "record" || submitter?.name === "without";
    if (confirms && !before) await keepUnderWay(form).catch(() => {});
    const pressed = Object.assign(document.createElement("input"), {
      type: "hidden",
      name: submitter?.name,
      value: submitter?.value,
    });
    if (submitter?.name) form.append(pressed);
    form.submit();
  } finally {
    form.removeAttribute("aria-busy");
  }
});
