// A file to download, where this phone answers by itself: browsers fetch downloads past the service worker, so the page
// asks for it and hands it over.
const root = document.documentElement;
addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[download]");
  if (!link || (!("device" in root.dataset) && navigator.onLine)) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) {
    dispatchEvent(new CustomEvent("queue:say", { detail: "needs" }));
    return;
  }
  const name = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ??
    link.pathname.split("/").pop();
  const file = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
});
