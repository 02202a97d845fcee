// The alarm's sound and vibration. Browsers keep silent until a tap: the first one anywhere unlocks the sound,
// one on [data-clock-sound] also plays it, and then the page asks whether it was heard.
const TEST = 2;
const TURNS = { alarm: 4, last: 8 };
const RINGS_FOR = 60_000;
let context = null;
let asked = false;
let ringing = null; // what the banner still has to say: { until, late }

function beep(times) {
  if (!context) return;
  for (let turn = 0; turn < times; turn += 1) {
    const at = context.currentTime + 0.05 + turn * 0.5;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.setValueAtTime(880, at);
    tone.frequency.setValueAtTime(1320, at + 0.15);
    volume.gain.setValueAtTime(0.5, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}

function show() {
  if (ringing && Date.now() > ringing.until) ringing = null;
  const strip = document.getElementById("clock");
  if (!strip) return;
  strip.classList.toggle("ringing", Boolean(ringing));
  const hide = (what, hidden) =>
    strip.querySelectorAll(what).forEach((one) => {
      one.hidden = hidden;
    });
  hide("[data-clock-heard]", !asked);
  hide("[data-clock-locked]", context?.state === "running" || asked);
  hide("[data-clock-late]", !ringing?.late);
}

addEventListener("click", (event) => {
  context ??= window.AudioContext ? new AudioContext() : null;
  context?.resume().then(show);
  if (ringing && event.target.closest("#clock")) ringing = null;
  if (event.target.closest("[data-clock-yes]")) asked = false;
  if (event.target.closest("[data-clock-sound]")) {
    if (asked) {
      document.querySelectorAll("[data-clock-tip]").forEach((tip) => {
        tip.hidden = false;
      });
    }
    asked = true;
    beep(TEST);
    navigator.vibrate?.(200);
  }
  show();
}, true);
addEventListener("clock:alarm", ({ detail }) => {
  [ringing, asked] = [{ until: Date.now() + RINGS_FOR, late: detail.late }, false]; // the test is over
  beep(detail.last ? TURNS.last : TURNS.alarm);
  navigator.vibrate?.(Array(detail.last ? 9 : 5).fill(400));
  show();
});
addEventListener("DOMContentLoaded", show);
addEventListener("htmx:load", show);
setInterval(show, 5000);
