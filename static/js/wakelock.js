// The screen stays on while a table is open ([data-wakelock]); taken again when the page is shown again.
(() => {
  let lock = null;
  const take = async () => {
    if (lock || !("wakeLock" in navigator) || document.visibilityState !== "visible" || !document.querySelector("[data-wakelock]")) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { /* low battery or no permission: the screen follows the telephone's own setting */ }
  };
  addEventListener("DOMContentLoaded", take);
  document.addEventListener("visibilitychange", take);
})();
