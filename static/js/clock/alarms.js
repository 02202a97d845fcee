// Tells the page of every alarm of the table's clock (#clock), each once: "clock:alarm" on the body, {alarm, last,
// late}. It hears of them from the strip and from "clock:ring" (detail: the number of the alarm that sounds now), which
// the stream and the countdown send; then the strip is asked for anew ("clock:rung"). Where the strip has data-gong,
// alarm 0 is the start of the clock.
const kept = new Map(); // where nothing can be stored
let standing = null;

const memory = (key, value) => {
  if (value !== undefined) kept.set(key, value);
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return kept.get(key) ?? null;
  } // a private window: told again after a reload
};

function ring(alarm, last, late) {
  const detail = { alarm, last, late };
  document.body.dispatchEvent(new CustomEvent("clock:alarm", { bubbles: true, detail }));
}

function announce(fired, { clock, alarms, late = undefined }) {
  const seen = memory(`clock-${clock}`);
  memory(`clock-${clock}`, String(fired));
  if (seen === null) return; // this phone comes to the table just now
  for (let alarm = Number(seen) + 1; alarm <= fired; alarm += 1) {
    ring(alarm, alarm === Number(alarms), late !== undefined);
  }
}

function look() {
  const here = document.getElementById("clock");
  if (here === standing) return;
  const before = standing?.dataset;
  standing = here;
  if (!here) return;
  if (
    here.dataset.gong !== undefined && before?.clock === here.dataset.clock && before.state === "ready" &&
    here.dataset.state === "running"
  ) ring(0, true, false); // a round begins as loudly as it ends
  const { clock, fired, next, state } = here.dataset;
  // A strip written a moment before an alarm may come after it: what has rung does not ring again. A running clock
  // that hides its time never goes back, one that tells it does where more than a moment is left.
  const late = next === undefined ? state === "running" : Number(next) < 2000;
  if (Number(fired) < Number(memory(`clock-${clock}`)) && late) return;
  announce(Number(fired), here.dataset);
}

addEventListener("htmx:load", look);
document.addEventListener("clock:ring", ({ detail }) => {
  look();
  if (!standing || detail <= Number(memory(`clock-${standing.dataset.clock}`))) return;
  const { clock, alarms } = standing.dataset;
  announce(detail, { clock, alarms });
  document.dispatchEvent(new CustomEvent("clock:rung"));
});
addEventListener("DOMContentLoaded", look);
