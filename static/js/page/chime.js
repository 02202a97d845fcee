// The short sound after a hand, if this phone is to make one ([data-chime], on the page “This phone”). Browsers keep
// silent until a tap.
import { recall, remember } from "./memory.js";

const NAME = "chime";
let context = null;
const wished = () => recall(NAME) === "on";

export function chime() {
  if (!wished() || context?.state !== "running") return;
  [660, 880].forEach((pitch, turn) => {
    const at = context.currentTime + 0.12 * turn;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.25);
  });
}
const unlock = () => {
  if (!wished() || !window.AudioContext) return Promise.resolve();
  context ??= new AudioContext();
  return context.resume();
};
addEventListener("click", unlock, true);

const choice = document.querySelector("input[data-chime]");
if (choice) {
  choice.closest("[hidden]")?.removeAttribute("hidden");
  choice.checked = wished();
  choice.addEventListener("change", async () => {
    remember(NAME, choice.checked ? "on" : "");
    await unlock();
    chime();
  });
}
