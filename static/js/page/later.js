// Scripts that are of use only without network ([data-later]) come after the page, one after another: from the worker, or
// after a while. Where one does not come it is asked for again; once all are there, <html> has data-ready.
const AGAIN = 4000;
const sources = document.querySelector("[data-later]")?.dataset.later.split(" ") ?? [];

function later() {
  const script = Object.assign(document.createElement("script"), { src: sources[0] });
  script.onload = () => {
    sources.shift();
    if (sources.length) later();
    else document.documentElement.dataset.ready = "";
  };
  script.onerror = () => {
    script.remove();
    setTimeout(later, AGAIN);
  };
  document.head.append(script);
}
if (sources.length) addEventListener("load", () => setTimeout(later, navigator.serviceWorker?.controller ? 0 : AGAIN));
