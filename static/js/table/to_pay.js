// What is to be paid after a hand (each a <details data-to-pay="<key>">): closing it puts it away on this phone, and so
// does a hand begun, but for what a correction has moved. What was put away is remembered by table, so that a reload
// does not bring it back.
// What comes while the page stands is told: figures count to their new values, riichi sticks fly to who takes them,
// the phone shakes shortly and, where that is wished, sounds (page/chime.js). Of that, whoever wants less motion has
// the sound alone.
import { chime } from "../page/chime.js";
import { recall, remember } from "../page/memory.js";
import { codeHere } from "../page/place.js";

const COUNTS = 600; // ms
const MOST = 12;
const name = `paid-${codeHere()}`;
const seen = new Set(); // told already
let last = null; // the board before the answer that comes: { scores, sticks, room }

const all = () => [...document.querySelectorAll("[data-to-pay]")];
const table = () => document.getElementById("table");
const idle = () => table()?.querySelector(":scope > [hx-trigger^='table:changed']");
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const side = (seat) => seat.className;

// A stick before its owner is drawn in the middle too, among all that lie there.
function lying() {
  const [before, middle] = [".slot .stick", ".lying .stick"].map((one) => [...document.querySelectorAll(one)]);
  return [...before, ...middle.slice(before.length)].map((stick) => stick.getBoundingClientRect());
}

function putAway(keys) {
  const played = Number(table().dataset.played);
  // of a hand taken back nothing is remembered: it may be recorded again as it was
  const kept = (recall(name) ?? "").split(" ").filter((key) => parseInt(key, 10) <= played && !keys.includes(key));
  remember(name, [...kept, ...keys].slice(-MOST).join(" "));
}

function hide(put) {
  all().filter(put).forEach((one) => one.remove());
  if (!all().length) document.querySelector(".to-pay")?.remove();
}

function count(scores) {
  const moved = [...document.querySelectorAll(".seat")].map((seat) => ({
    to: seat.querySelector(".score"),
    from: scores.get(side(seat)),
  })).filter(({ to, from }) => from !== undefined && from !== to.textContent);
  const figure = (text) => Number(text.replace(/[^\d-]/g, ""));
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - began) / COUNTS);
    for (const { to, from } of moved) {
      const end = figure(to.textContent);
      // shown over the score, whose own text is right from the first
      if (part < 1) to.dataset.counting = format.format(Math.round(end - (end - figure(from)) * (1 - part) ** 3));
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

function look(first) {
  if (!table()) return;
  const away = (recall(name) ?? "").split(" ");
  hide(({ dataset }) => away.includes(dataset.toPay));
  // While the next hand is played the board keeps its places.
  const played = last?.played === table().dataset.played;
  document.body.classList.toggle("paying", Boolean(last?.room && played && !document.querySelector(".to-pay")));
  if (!idle()) {
    if (!table().matches(".step-more")) putAway(last?.keys ?? []); // a hand has begun
    return;
  }
  const news = all().filter(({ dataset }) => !seen.has(dataset.toPay));
  news.forEach(({ dataset }) => seen.add(dataset.toPay));
  if (first === true || !news.length || !last) return;
  chime();
  if (still()) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  count(last.scores);
  fly(last.sticks, news.at(-1).dataset.sticks.split(" ").filter(Boolean));
}

document.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.("[data-to-pay]") || !target.isConnected) return;
  if (target.open) return;
  putAway([target.dataset.toPay]);
  hide((one) => one === target);
  document.querySelector(".board")?.focus({ preventScroll: true });
}, true);
addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (target !== table()) return;
  last = {
    keys: idle() ? all().filter((one) => !one.matches(".owed")).map(({ dataset }) => dataset.toPay) : [],
    room: Boolean(document.querySelector(".to-pay, .paying")),
    played: table().dataset.played,
    scores: new Map(
      [...document.querySelectorAll(".seat")].map((seat) => [side(seat), seat.querySelector(".score").textContent]),
    ),
    sticks: lying(),
  };
});
addEventListener("htmx:afterSwap", look);
look(true);
