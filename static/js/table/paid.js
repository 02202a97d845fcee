// What is to be paid after a hand (.notice, data-to-pay="<key>"): dismissed by its button, or by a hand begun. What was
// dismissed is remembered by table, so that a reload does not bring it back. What comes while the page stands is told:
// lines draw themselves, figures count to their new values, riichi sticks fly to who takes them, the phone shakes
// shortly, once for who gets and twice for who pays, and, where that is wished, sounds (page/chime.js). Of that, whoever
// wants less motion has the sound alone.
import { chime } from "../page/chime.js";
import { recall, remember } from "../page/memory.js";
import { codeHere } from "../page/place.js";
import { draw, drawSlowly } from "./felt.js";

const COUNTS = 600; // ms
const MOST = 12;
const name = `paid-${codeHere()}`;
const seen = new Set(); // told already
let last = null; // the board before the answer that comes: { keys, scores, sticks }

const all = () => [...document.querySelectorAll("[data-to-pay]")];
const table = () => document.getElementById("table");
const idle = () => table()?.querySelector(":scope > [hx-trigger^='table:changed']");
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const side = (place) => place.parentElement.className;
const places = () => [...document.querySelectorAll(".board .place")];

function lying() {
  return [...document.querySelectorAll(".slot .stick")].map((stick) => stick.getBoundingClientRect());
}

function putAway(keys) {
  const played = Number(table().dataset.played);
  // of a hand taken back nothing is remembered: it may be recorded again as it was
  const kept = (recall(name) ?? "").split(" ").filter((key) => parseInt(key, 10) <= played && !keys.includes(key));
  remember(name, [...kept, ...keys].slice(-MOST).join(" "));
}

// The felt shows the first notice alone: once that is dismissed, the table as it stands.
function hide(dismissed) {
  const [first] = all();
  const gone = all().filter(dismissed);
  gone.forEach((notice) => notice.remove());
  if (gone.includes(first)) table().classList.remove("paid");
}

function count(scores) {
  const figure = (text) => Number(text.replace("\u2212", "-").replace(/[^\d-]/g, ""));
  const moved = places().map((place) => ({ to: place.querySelector(".score"), from: scores.get(side(place)) }))
    .filter(({ to, from }) => from !== undefined && from !== to.textContent);
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - began) / COUNTS);
    for (const { to, from } of moved) {
      const end = figure(to.textContent);
      // shown over the score, whose own text is right from the first
      const shown = Math.round(end - (end - figure(from)) * (1 - part) ** 3);
      if (part < 1) to.dataset.counting = format.format(shown).replace("-", "\u2212");
      else delete to.dataset.counting;
    }
    if (part < 1 && moved[0]?.to.isConnected) requestAnimationFrame(step);
  };
  if (moved.length) step(began);
}

function fly(sticks, sides) {
  const goals = sides.map((one) => document.querySelector(`.seat.${one} .score`)).filter(Boolean);
  if (!goals.length) return;
  sticks.forEach((from, number) => {
    const to = goals[number % goals.length].getBoundingClientRect();
    const stick = Object.assign(document.createElement("i"), { className: "stick flying" });
    Object.assign(stick.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
    document.body.append(stick);
    const way = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top];
    const flight = stick.animate(
      [{ opacity: 1 }, { translate: `${way[0]}px ${way[1]}px`, scale: 0.6, opacity: 0.4 }],
      { duration: COUNTS, easing: "ease-in-out" },
    );
    flight.onfinish = () => stick.remove();
  });
}

function shake() {
  if (!navigator.userActivation?.hasBeenActive) return;
  const own = "mine" in table().dataset && document.querySelector(".bottom > .place");
  navigator.vibrate?.(own && own.matches(".pays") ? [80, 60, 80] : own && own.matches(".gains") ? [240] : [60]);
}

function look(first) {
  if (!table()) return;
  const away = (recall(name) ?? "").split(" ");
  hide(({ dataset }) => away.includes(dataset.toPay));
  if (!idle()) {
    if (!table().matches(".step-more")) putAway(last?.keys ?? []); // a hand has begun
    draw();
    return;
  }
  const news = all().filter(({ dataset }) => !seen.has(dataset.toPay));
  news.forEach(({ dataset }) => seen.add(dataset.toPay));
  if (first === true || !news.length || !last) {
    draw();
    return;
  }
  chime();
  drawSlowly();
  if (still()) return;
  shake();
  count(last.scores);
  fly(last.sticks, news[0].dataset.sticks.split(" ").filter(Boolean));
}

addEventListener("click", (event) => {
  if (event.target.closest(".slot") && idle()) { // the first stick of the next hand takes what was paid away
    putAway(all().map(({ dataset }) => dataset.toPay));
    hide(() => true);
  }
  const button = event.target.closest("[data-dismiss]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  const notice = button.closest("[data-to-pay]");
  putAway([notice.dataset.toPay]);
  hide((one) => one === notice);
  document.querySelector(".board")?.focus({ preventScroll: true });
}, true);
addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (target !== table()) return;
  last = {
    keys: idle() ? all().map(({ dataset }) => dataset.toPay) : [],
    scores: new Map(places().map((place) => [side(place), place.querySelector(".score").textContent])),
    sticks: lying(),
  };
});
addEventListener("htmx:afterSettle", look); // until then #table has the class that it had before
look(true);
