// What the server tells this phone: shown, unless its page is being looked at; a tap leads there.
const ICON = KEPT.icon;

async function show({ title, body, url, tag, lang }) {
  const pages = await clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await registration.showNotification(title, { body, tag, lang, icon: ICON, badge: ICON, data: { url } });
}
async function open(url) {
  const pages = await clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : clients.openWindow(url));
}

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
