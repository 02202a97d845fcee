// How far the server's clock is from this page's: "clock:time" on the document, whose detail is what added to
// performance.now() gives the server's time, in milliseconds. The best of several samples: the answer of the shortest
// round trip, written in the middle of it. Measured at the beginning, now and then, and when the phone is back.
const SAMPLES = 5;
const AGAIN = 300_000; // two clocks drift apart by up to 0.1 s in half an hour
let measuring = false;

async function sample() {
  const sent = performance.now();
  const answer = await fetch("/live/time", { cache: "no-store" });
  const { now } = await answer.json();
  const came = performance.now();
  return { round: came - sent, offset: now - (sent + came) / 2 };
}

async function measure() {
  if (measuring || document.hidden || !document.querySelector("#clock[data-state]:not([data-state=over])")) return;
  measuring = true;
  let best = { round: Infinity };
  for (let count = 0; count < SAMPLES; count += 1) {
    try {
      const one = await sample();
      if (one.round < best.round) best = one;
    } catch { /* no network: what is known stays */ }
  }
  measuring = false;
  if (best.round < Infinity) document.dispatchEvent(new CustomEvent("clock:time", { detail: best.offset }));
}

addEventListener("DOMContentLoaded", measure);
document.addEventListener("visibilitychange", measure);
document.addEventListener("clock:slept", measure);
setInterval(measure, AGAIN);
addEventListener("pageshow", (event) => event.persisted && measure());
addEventListener("online", measure);
