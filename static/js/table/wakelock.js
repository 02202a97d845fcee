// The screen stays on while a table is open ([data-wakelock]); taken again when the page is shown again.
import { recall, remember } from "../page/memory.js";

const DISMISSED = "dims";
let lock = null;
let asking = false;
const take = async () => {
  if (asking || (lock && !lock.released)) return;
  if (
    !("wakeLock" in navigator) || document.visibilityState !== "visible" || !document.querySelector("[data-wakelock]")
  ) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch { /* low battery or no permission: the screen follows the telephone's own setting */ }
  asking = false;
};
// Over plain HTTP there is no such lock, which is said once.
const tell = () => {
  const note = document.querySelector("[data-dims]");
  if (!note || isSecureContext || recall(DISMISSED)) return;
  note.hidden = false;
  note.querySelector("[data-dims-close]").addEventListener("click", () => {
    remember(DISMISSED, "yes");
    note.remove();
  });
};
take();
tell();
document.addEventListener("visibilitychange", take);
addEventListener("pageshow", (event) => event.persisted && take());
