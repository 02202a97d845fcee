// The screens between the table and a whole hand come behind the page (data-steps, tables/steps.py): a tap that leads to
// one of them shows it without asking. They belong to the version that the table shows; once there is news, all is asked
// for again.
import { codeHere } from "../page/place.js";

const LINK = /href="~(\w*)~([^"]*)"/g;
const PATIENCE = 3000;
const LONGEST = 60_000;
const LATER = 2000;
const held = new Map(); // address: its fragment
let key = ""; // of the table they belong to
let before = ""; // the table itself, to go back to
let coming = null;

const table = () => document.getElementById("table");
const idle = () => table()?.classList.contains("step-idle");
const draftIn = (address) => JSON.parse(new URL(address, location.href).searchParams.get("draft") || "{}");

function grown(base, added) {
  const draft = { ...base };
  for (const [name, value] of Object.entries(added)) {
    const there = draft[name.slice(0, -1)];
    if (!name.endsWith("+")) draft[name] = value;
    else if (Array.isArray(there)) draft[name.slice(0, -1)] = [...there.slice(0, -1), grown(there.at(-1), value)];
    else draft[name.slice(0, -1)] = grown(there ?? {}, value);
  }
  return draft;
}

// A link on a screen says what it adds to the draft of the screen.
function whole(address, step) {
  const draft = draftIn(address);
  const { pathname, searchParams } = new URL(address, location.href);
  return step.replace(LINK, (_link, page, added) => {
    const query = new URLSearchParams({ draft: JSON.stringify(grown(draft, JSON.parse(added.replaceAll("`", '"')))) });
    for (const mode of ["correct", "insert"]) if (searchParams.has(mode)) query.set(mode, "1");
    const link = `${pathname}${page && `${page}/`}?${query}`.replaceAll("&", "&amp;");
    return page ? `href="${link}"` : `href="${link}" hx-get="${link}"`;
  });
}

function show(address, html, push) {
  const clock = document.getElementById("clock");
  htmx.trigger(table(), "htmx:beforeSwap", { target: table() });
  htmx.swap("#table", html, { swapStyle: "outerHTML" });
  if (clock) document.getElementById("clock")?.replaceWith(clock); // its time goes on, it is not put back
  history[push ? "pushState" : "replaceState"]({ htmx: true }, "", address);
}

const forget = () => {
  held.clear();
  key = before = "";
};

// What a hand that is whole leads to is asked for beside the rest, where a link of its sheet is not known yet.
const unknown = (link) => !held.has(link.getAttribute("href"));
const shownDraft = () => {
  const sheet = table().querySelector(".sheet");
  const draft = sheet?.querySelector("form[method=post][action*='/hand/'] [name=draft]")?.value;
  const toggles = sheet?.querySelectorAll("[data-ahead] a") ?? [];
  const links = toggles.length ? toggles : sheet?.querySelectorAll("a[hx-get*='/hand/']:not([data-tap])") ?? [];
  return draft && [...links].some(unknown) ? draft : "";
};

async function ask(steps, version, draft) {
  const address = new URL(steps, location.href);
  if (draft) address.searchParams.set("draft", draft);
  const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST) });
  const told = await answer.json();
  if (`${told.version}` !== version) {
    if (/[?&]seen=/.test(location.search)) location.reload(); // fetched before another phone changed the table
    return;
  }
  if (key !== `${steps} ${version}`) return;
  for (const [one, ids] of Object.entries(told.steps)) held.set(one, ids.map((id) => told.lines[id]).join("\n"));
}

function load() {
  const { steps, version } = table()?.dataset ?? {};
  if (!steps || document.hidden) return;
  const known = key === `${steps} ${version}`;
  if (!known) forget();
  if (idle()) before = table().outerHTML;
  const draft = shownDraft();
  if (coming || (known && !draft)) return;
  key = `${steps} ${version}`;
  const asked = ask(steps, version, known ? draft : "").catch(() => {}).then(() => { // each step can be asked for
    if (coming === asked) coming = null;
  });
  coming = asked;
}

// Where nobody would say in the end what a hand does, the first tap finds that out (queue/entry.js, once it is there).
let away = false; // the server, when it was last asked
export const is = (name) => name in document.documentElement.dataset;
const nobody = () => (away || !navigator.onLine) && is("ready") && !is("engineAble") && !is("device");
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  addEventListener(failure, () => {
    away = true;
  });
}
addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
  away &&= !successful;
});

export const knows = (control) => held.has(control.getAttribute("href"));

// Whether what a control leads to could be shown at once.
export function answer(control) {
  const address = control.getAttribute("href");
  const { steps, version } = table()?.dataset ?? {};
  if (!address || nobody() || !control.closest("#table") || key !== `${steps} ${version}`) return false;
  if (before && address === `/t/${codeHere()}/`) show(address, before, true);
  else if (held.has(address)) show(address, whole(address, held.get(address)), control.matches("[hx-push-url]"));
  else return false;
  return true;
}

// What a tap has to wait for, if it may lead to one of the steps that are on their way.
export function arriving(control) {
  if (!coming || knows(control) || !control.matches("#table a[hx-get*='/hand/']") || control.closest(".sheet")) {
    return null;
  }
  const enough = new Promise((done) => setTimeout(done, PATIENCE));
  return Promise.race([coming, enough]).then(() => {
    coming = null;
  });
}

document.addEventListener("table:news", ({ detail: version }) => {
  if (version === null) return;
  forget();
  setTimeout(load, LATER); // where the table has not changed after all
});
addEventListener("htmx:afterSettle", load);
document.addEventListener("visibilitychange", load);
load();
// What is one tap away came with the page.
for (const one of document.querySelectorAll("template[data-step]")) held.set(one.dataset.step, one.innerHTML);
