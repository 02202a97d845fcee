// Scripts that are of use only without network ([data-later]) come after the page: from the worker, or after a while.
function later() {
  const sources = document.querySelector("[data-later]")?.dataset.later.split(" ") ?? [];
  for (const src of sources) {
    const script = Object.assign(document.createElement("script"), { src, async: false });
    if (src === sources.at(-1)) {
      script.onload = () => {
        document.documentElement.dataset.ready = "";
      };
    }
    document.head.append(script);
  }
}
addEventListener("load", () => setTimeout(later, navigator.serviceWorker?.controller ? 0 : 4000));
