// The screens between the table and a whole hand come behind the page (data-steps, tables/steps.py), and are kept by
// their addresses: a tap that leads to one shows it without asking. They belong to the version that the table shows; once
// there is news, all is asked for again.
// Each step is an entry of the history, counted from the table on ("depth" in its state). Back and Forward show the step
// of their entry. Cancel and Confirm go back by as many, to the table: no step of a hand that was entered lies behind it,
// and one that lies before it, or in another tab, becomes the table itself.
import { styled } from "../page/later.js";
import { codeHere } from "../page/place.js";
import { isValue, withValue } from "./at_once.js";

const PATIENCE = 3000;
const LONGEST = 60_000;
const LATER = 2000;
const SLOW = 2500;
const held = new Map(); // address: its fragment
let key = ""; // of the table they belong to
let before = ""; // the table itself, to go back to
let coming = null;
let depth = history.state?.depth ?? 0;
const depths = new Map(); // address: its depth, where htmx has written the state of its entry anew

const table = () => document.getElementById("table");
const idle = () => table()?.classList.contains("step-idle");
const tableAddress = () => `/t/${codeHere()}/`;
const here = () => location.pathname + location.search;
// The number of the hand to come that an address enters; 0 for any other address.
const handIn = (address) => {
  const { pathname, search } = new URL(address, location.href);
  return /[?&](correct|insert)=/.test(search) ? 0 : Number(/\/hand\/(\d+)\/$/.exec(pathname)?.[1] ?? 0);
};
const recorded = (address) => handIn(address) > 0 && handIn(address) <= Number(table().dataset.played);

function put(html) {
  const clock = document.getElementById("clock");
  htmx.trigger(table(), "htmx:beforeSwap", { target: table() });
  htmx.swap("#table", html, { swapStyle: "outerHTML" });
  if (clock) document.getElementById("clock")?.replaceWith(clock); // its time goes on, it is not put back
}

function show(address, html, push) {
  put(html);
  depth += push ? 1 : 0;
  history[push ? "pushState" : "replaceState"]({ htmx: true, depth }, "", address);
  depths.set(here(), depth);
}

const forget = () => {
  held.clear();
  key = before = "";
};

// What a hand that is whole leads to is asked for beside the rest, where a link of its sheet is not known yet.
const unknown = (link) => !held.has(link.getAttribute("href"));
const shownDraft = () => {
  const sheet = table().querySelector(".sheet");
  const whole = sheet ?? table().querySelector(".confirm");
  const draft = whole?.closest("form")?.elements.draft?.value ??
    whole?.querySelector("form[method=post][action*='/hand/'] [name=draft]")?.value;
  const toggles = sheet?.querySelectorAll("[data-ahead] a") ?? [];
  const links = toggles.length ? toggles : whole?.querySelectorAll("a[hx-get*='/hand/']:not([data-tap])") ?? [];
  return draft && [...links].some(unknown) ? draft : "";
};

async function ask(steps, version, draft) {
  const address = new URL(steps, location.href);
  if (draft) address.searchParams.set("draft", draft);
  if (draft && /[?&]edit=/.test(location.search)) address.searchParams.set("edit", "1");
  const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST) });
  const came = await answer.json();
  if (`${came.version}` !== version) {
    if (/[?&]seen=/.test(location.search)) location.reload(); // fetched before another phone changed the table
    return;
  }
  if (key !== `${steps} ${version}`) return;
  for (const [step, [short, begin, end]] of Object.entries(came.screens)) {
    const written = short.replaceAll("\ue000", begin).replaceAll("\ue001", end);
    held.set(step, written.replace(/\ue002("[^"]*")/g, "href=$1 hx-get=$1"));
  }
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
const kept = (address) => (address === tableAddress() ? before : held.get(address)) ?? "";
const current = () => key === `${table()?.dataset.steps} ${table()?.dataset.version}`;

// Whether what a control leads to could be shown at once.
export function answer(control) {
  const address = control.getAttribute("href");
  if (!address || !control.closest("#table")) return false;
  if (isValue(control)) return waitToConfirm(control, address);
  if (nobody() || !current() || !kept(address)) return false;
  if (address === tableAddress() && !idle()) leave();
  else show(address, kept(address), control.matches("[hx-push-url]"));
  return true;
}

// What is held down is not replaced: the tap would be lost (table/taps.js).
export const press = { until: 0, rests: 0 }; // rests: until when what was tapped last takes no second tap

function waitToConfirm(control, address) {
  show(address, withValue(control), true);
  const waits = table(); // what has answered a tap on it since stays
  const still = () => here() === address && table() === waits && !waits.querySelector("[aria-busy], .htmx-request");
  const slow = setTimeout(() => {
    const line = still() && document.querySelector("[data-slow]");
    if (line) line.textContent = line.dataset.slow;
  }, SLOW);
  fetch(address, { headers: { "HX-Request": "true", "HX-Target": "table", "X-Clock": "1" } })
    .then((answer) => answer.ok || answer.status === 422 ? answer.text() : "")
    .then((html) => {
      const place = () => Date.now() < press.until ? setTimeout(place, 50) : still() && put(html);
      if (html.includes('id="table"')) place();
    })
    .catch(() => {}) // Confirm finds out
    .finally(() => clearTimeout(slow));
  return true;
}

let bare = true; // a sheet would be shown without its style
const dress = () => {
  bare = false;
};
styled.then(dress);

// What a tap has to wait for, if it may lead to one of the steps that are on their way, or to a sheet.
export function arriving(control) {
  if (!control.matches("#table a[hx-get*='/hand/']") || control.closest(".sheet")) return null;
  const rises = bare && kept(control.getAttribute("href")).includes('class="sheet"');
  if (!rises && (!coming || knows(control))) return null;
  const enough = new Promise((done) => setTimeout(done, PATIENCE));
  return Promise.race([rises ? styled : coming, enough]).then(() => {
    if (rises) dress();
    else coming = null;
  });
}

// To the entry of the table: the steps after it can be come to by Forward alone.
function goToTable() {
  const steps = depth;
  depth = 0;
  if (steps) history.go(-steps);
  else if (here() !== tableAddress()) history.replaceState({ htmx: true, depth }, "", tableAddress());
}
function leave() {
  put(before);
  goToTable();
}

// Back and Forward. htmx would ask for the whole page.
addEventListener("popstate", (event) => {
  const corrected = table() && idle() && recorded(here()); // a correction began at an address of its own, and is done
  if (
    !table() || !location.pathname.startsWith(tableAddress()) ||
    !event.state?.htmx && here() !== tableAddress() && !corrected
  ) {
    return;
  }
  event.stopImmediatePropagation();
  depth = event.state?.depth ?? depths.get(here()) ?? 0;
  if (corrected || recorded(here())) history.replaceState({ htmx: true, depth }, "", tableAddress());
  const address = here();
  if (address === tableAddress() && idle()) return; // it is shown already
  press.rests = 0;
  if (current() && kept(address)) put(kept(address));
  else htmx.ajax("GET", address, { target: "#table", swap: "outerHTML" }).catch(() => {});
}, true);
addEventListener("htmx:pushedIntoHistory", () => {
  depth += 1;
  history.replaceState({ htmx: true, depth }, "");
  depths.set(here(), depth);
});
addEventListener("htmx:afterSettle", () => {
  if (idle() && (depth || handIn(here()))) goToTable();
});

document.addEventListener("table:news", ({ detail: version }) => {
  if (version === null) return;
  forget();
  setTimeout(load, LATER); // where the table has not changed after all
});
addEventListener("htmx:afterSettle", load);
document.addEventListener("visibilitychange", load);
load();
// What is one tap away came with the page.
for (const step of document.querySelectorAll("template[data-step]")) held.set(step.dataset.step, step.innerHTML);
