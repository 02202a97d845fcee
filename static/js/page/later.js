// What comes behind the page: what a hand needs at once (data-soon), then the scripts that are of use only without network
// (data-later), one after another, from the worker or after a while. What does not come is asked for again; once all are
// there, <html> has data-ready.
const AGAIN = 4000;
const { soon = "", later = "" } = document.querySelector("[data-later]")?.dataset ?? {};
const sheets = soon.split(" ").filter((source) => source.endsWith(".css"));
const scripts = soon.split(" ").filter((source) => source.endsWith(".js"));
const wait = (time) => new Promise((done) => setTimeout(done, time));

function come(source) {
  const element = source.endsWith(".css")
    ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: source })
    : Object.assign(document.createElement("script"), { src: source });
  document.head.append(element);
  return new Promise((done) => {
    element.onload = done;
    element.onerror = () => {
      element.remove();
      done(wait(AGAIN).then(() => come(source)));
    };
  });
}

const loaded = new Promise((done) => addEventListener("load", done));
// Once what rises from the table has its style.
export const styled = loaded.then(() => Promise.all(sheets.map(come)));
if (later) {
  loaded.then(async () => {
    await Promise.all([styled, ...scripts.map(come)]);
    await wait(navigator.serviceWorker?.controller ? 0 : AGAIN);
    for (const source of later.split(" ")) await come(source);
    document.documentElement.dataset.ready = "";
  });
}
