// The screen stays on while a table is open ([data-wakelock]); taken again when the page is shown again.
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
addEventListener("DOMContentLoaded", take);
document.addEventListener("visibilitychange", take);
addEventListener("pageshow", (event) => event.persisted && take());
