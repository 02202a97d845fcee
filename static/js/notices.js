// Notifications on this phone: the browser is asked after a tap on the button, and told to forget with the other.
const card = document.querySelector("[data-notices]");
const on = card?.querySelector("[data-notices-on]");
const off = card?.querySelector("[data-notices-off]");
const able = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const PATIENCE = 60_000;
const late = () =>
  new Promise((_made, fail) => {
    setTimeout(fail, PATIENCE);
  });

async function subscription() {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: card.dataset.key });
}
async function ask() {
  const word = card.querySelector("[data-notices-word]");
  word.textContent = card.dataset.asking; // what the app keeps for later may be on its way yet
  if (await Notification.requestPermission() !== "granted") {
    word.textContent = card.dataset.denied;
    return;
  }
  try {
    const { endpoint, keys } = (await Promise.race([subscription(), late()])).toJSON();
    on.elements.namedItem("endpoint").value = endpoint;
    on.elements.namedItem("public_key").value = keys.p256dh;
    on.elements.namedItem("shared_secret").value = keys.auth;
  } catch {
    word.textContent = card.dataset.failed;
    return;
  }
  on.submit();
}
async function forget() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

let asking = false;
on?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (asking) return; // a second tap while the browser asks
  asking = true;
  ask().finally(() => asking = false);
});
off?.addEventListener("submit", () => {
  forget().catch(() => {}); // the server forgets it in any case
});
if (on && able) {
  card.hidden = false;
  on.hidden = false;
} else if (on && navigator.standalone === false && isSecureContext) { // Safari on a phone, as a page
  card.hidden = false;
  card.querySelector("[data-notices-install]").hidden = false;
}
