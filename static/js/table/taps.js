// Taps count in their order. While the answer to one is on its way, later ones wait, and each is followed on the page
// that the one before it brought: a link of the page before carries the hand as it was without that tap. A control is
// known again by its data-tap, its id, or its words. With data-tap it counts as often as it is tapped; any other counts
// once, however often it is tapped in a row. What comes under the finger as a form is answered takes no tap for half a
// second: it may be the second of two.
import { shownVersion } from "../page/place.js";
import { answer, arriving, is, knows, press } from "./steps.js";

const CONTROLS = ":is(#table, #tiles) :is(a[href], button:not([type=button]))";
const REST = 500;
const waiting = []; // { key, version, counts: as often as it is tapped }
let tapped = ""; // the key of the last tap that was followed
let asker = null; // the element whose answer is on its way
let asked = []; // the taps it answers
let following = false; // whether it is a tap of before that is followed now
let quiet = false; // whether what is followed is seen already
let finger = null; // where the last tap was, and on what

const words = (one) => one.textContent.trim().replace(/\s+/g, " ");
const keyOf = (one) => one.dataset.tap || one.id || (one.name ? `${one.name}=${one.value}` : words(one));
const tapOf = (one) => ({ key: keyOf(one), version: shownVersion(), counts: "tap" in one.dataset });
const find = (key, among = "") => [...document.querySelectorAll(CONTROLS + among)].find((one) => keyOf(one) === key);
// A tap is seen at once: what can be chosen is, a tile lies in the hand (laid.js).
export const seen = [];
function show({ key }) {
  const control = !quiet && find(key, ":not(.gone, .gone *)");
  if (!control) return;
  control.classList.add("htmx-request");
  if (control.matches(".toggle, .chip")) control.classList.toggle("chosen");
  else if (control.matches(".counting .tile-keys a")) {
    document.querySelector(".strip")?.append(control.lastElementChild.cloneNode(true));
  }
  for (const one of seen) one(control);
}
const typed = ({ form }) => form?.querySelector("input:not([type=hidden]), select, textarea");
// A hand is recorded as it was seen: not where another phone's has come in between.
const overtaken = (control, then) => control.form?.elements.draft && then !== shownVersion();

const stop = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

addEventListener("click", (event) => {
  const control = event.target.closest(CONTROLS);
  if (!control || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const tap = tapOf(control);
  const { key } = tap;
  if (event.detail) finger = { x: event.clientX, y: event.clientY, key };
  if (!asker && (following || !waiting.length)) {
    const wait = arriving(control);
    const second = !wait && !following && key === tapped && Date.now() < press.rests;
    if (second && !tap.counts) return stop(event);
    tapped = key;
    asked = [tap];
    if (!wait) {
      if (!answer(control)) {
        if (!tap.counts) return null;
        show({ key });
        return control.matches("a:not([hx-get])") && (stop(event), send(control, []));
      }
      press.rests = Date.now() + REST;
      rest();
      return stop(event);
    }
    asker = control;
    wait.then(follow);
    tapped = "";
  }
  stop(event);
  const again = (waiting.at(-1)?.key ?? tapped) === key && !tap.counts;
  if (typed(control)) return null;
  if (!again) {
    waiting.push(tap);
    show(tap);
  }
  return asker || retry();
}, true);

// Where an answer replaced what the mouse holds down, the browser makes no click of it; of a finger's tap it does.
let pressed = null;
addEventListener("pointerdown", ({ target }) => {
  pressed = target.closest(CONTROLS);
  press.until = Date.now() + 1000;
}, true);
addEventListener("pointerup", ({ target, pointerType }) => {
  setTimeout(() => press.until = 0);
  if (pointerType !== "mouse" || !pressed || pressed.isConnected) return;
  const control = target.closest(CONTROLS);
  if (control && keyOf(control) === keyOf(pressed)) control.click();
}, true);

// Taps that found no network wait for the next one, or until it is back: those that count, and as long as what keeps
// hands is not there (page/later.js) every tap.
export function retry() {
  quiet = true;
  if (!asker) follow();
  quiet = false;
}
addEventListener("online", retry);

// What is many on a page (the keys of tiles) names its address once, and is sent from here.
// What was tapped of keys and toggles while an answer was on its way is sent together: the server follows the taps as
// this page would have, one after another.
function send(control, more) {
  const address = new URL(control.getAttribute("href"), location.href);
  for (const { key } of more) address.searchParams.append("tap", key);
  htmx.ajax("GET", address.pathname + address.search, { source: control }).catch(() => {}); // told by its events
}

function follow() {
  asker = null;
  while (waiting.length && !asker) {
    const { key, version: then } = waiting.shift();
    const control = find(key);
    if (!control || overtaken(control, then)) continue;
    if (!control.closest("[hx-get], [hx-post], [data-tap]")) waiting.length = 0; // another page
    const alike = "tap" in control.dataset ? waiting.findIndex(({ counts }) => !counts) : 0;
    const more = knows(control) ? [] : waiting.splice(0, alike < 0 ? waiting.length : alike);
    following = true;
    if (!more.length) control.click(); // shows itself
    else {
      asked = [{ key, version: then, counts: true }, ...more];
      send(control, more);
      asked.forEach(show);
    }
    following = false;
  }
  waiting.forEach(show);
}

function rest() {
  const under = finger && document.elementFromPoint(finger.x, finger.y)?.closest(CONTROLS);
  if (!finger || (under && keyOf(under) === finger.key)) return;
  const shield = Object.assign(document.createElement("div"), { className: "shield" });
  Object.assign(shield.style, { left: `${finger.x}px`, top: `${finger.y}px` });
  document.body.append(shield);
  setTimeout(() => shield.remove(), REST);
}

const mine = ({ detail }) => asker && detail.requestConfig?.elt === asker;
let swapped = false;
let early = null; // where it is said that a tap waits, as long as what keeps hands is not there
addEventListener("htmx:beforeSend", ({ detail: { elt } }) => {
  if (!elt.matches("a, form") || !elt.closest("#table, #tiles")) return;
  asker = elt;
  swapped = false;
  early = is("ready") ? null : document.querySelector("[data-early]");
});
addEventListener("htmx:afterSwap", (event) => {
  if (!mine(event)) return;
  swapped = true;
  if (early) early.textContent = "";
});
addEventListener("htmx:afterRequest", (event) => {
  if (!mine(event)) return;
  const { requestConfig: { verb }, successful, xhr } = event.detail;
  if (!xhr.status && (early || asked[0]?.counts)) { // no network
    waiting.unshift(...asked);
    if (early) {
      early.textContent = early.dataset.early;
      setTimeout(retry, 3000);
    }
  } // what was tapped meanwhile was meant for something else
  else if (!swapped || (verb !== "get" && !successful)) waiting.length = 0;
  if (!swapped) asker = null;
  else {setTimeout(() => { // at the latest: what another answer replaced at once never says that it has settled
      if (mine(event)) follow();
    }, 100);}
  if (swapped && verb !== "get") rest();
});
addEventListener("htmx:afterSettle", (event) => {
  if (mine(event)) follow();
});
// What was tapped before this was there (templates/first.js).
addEventListener("DOMContentLoaded", () => {
  const first = self.firstTaps ?? [];
  self.firstTaps = null;
  waiting.push(...first.map(tapOf));
  if (waiting.length) follow();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  asker = null;
  waiting.length = 0;
});
addEventListener("queue:kept", () => queueMicrotask(rest)); // once the table is shown again (queue/idle.js)
