// The table's clock (#clock): counts down what it shows, and asks the server ("clock:ask" on the strip) now and then,
// and when an alarm is due. "clock:time" on the document tells how far the server's clock is from performance.now(),
// which runs evenly even while somebody sets the phone's own; "clock:slept", that one of them stood still.
let standing = null; // the strip these belong to, and when it came
let came = 0;
let offset = null;
let timer = 0;
let [askAt, nextAt, ends] = [Infinity, NaN, NaN]; // forgotten as soon as the time is hidden
let drift = Date.now() - performance.now();

function reckon() {
  const { ask, now, next, left } = standing?.dataset ?? {};
  const under = offset === null ? 0 : came - (Number(now) - offset); // way on which it was
  const told = came - (under > 0 && under < 5000 ? under : 0); // no such way: this page slept since it measured
  [nextAt, ends] = [next, left].map((text) => told + Number(text ?? NaN));
  askAt = came + Number(ask ?? NaN);
  clearTimeout(timer);
  if (nextAt) timer = setTimeout(tick, nextAt - performance.now() + 1);
}

function look() {
  const here = document.getElementById("clock");
  if (here === standing) return;
  [standing, came] = [here, performance.now()];
  reckon();
}

function due(now) { // not a moment longer, even where the server cannot be reached
  const time = standing.querySelector("[role=timer]");
  if (time) time.textContent = "–:–";
  for (const name of ["left", "next", "now"]) delete standing.dataset[name];
  const onTime = now - nextAt < 2000 && !document.hidden;
  [askAt, nextAt, ends] = [now + (onTime ? 300 : 0), NaN, NaN];
  if (onTime) document.dispatchEvent(new CustomEvent("clock:ring", { detail: Number(standing.dataset.fired) + 1 }));
}

function tick() {
  look();
  const now = performance.now();
  const slept = Math.abs(Date.now() - now - drift) > 1000;
  drift = Date.now() - now;
  if (slept) {
    askAt = Math.min(askAt, now);
    document.dispatchEvent(new CustomEvent("clock:slept"));
  }
  const time = standing?.querySelector("[role=timer]");
  if (now >= nextAt) due(now);
  else if (time && ends) {
    const left = Math.max(0, Math.ceil((ends - now) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
  if (!standing || !(now >= askAt) || document.hidden) return;
  askAt = now + Number(standing.dataset.ask);
  standing.dispatchEvent(new CustomEvent("clock:ask"));
}

const wake = () => {
  askAt = Math.min(askAt, performance.now());
  tick();
};
addEventListener("htmx:load", look);
document.addEventListener("clock:time", ({ detail }) => {
  offset = detail;
  reckon();
});
document.addEventListener("clock:rung", wake);
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("online", wake);
setInterval(tick, 250);
