// A tap that finds no network ("queue:type") opens the typed hand: the page that the service worker keeps, or, where
// there is none (plain http, a private window), a copy fetched while there was network, in a dialog over the table.
const dialog = document.querySelector("[data-queue-dialog]");
let copy = null;
let from = "";
let settled = false; // whether a worker has had the time to come
const SETTLES = 8000;
const worker = () => navigator.serviceWorker?.controller;
const address = () => document.getElementById("table")?.dataset.typed;
const known = (address) => [...document.querySelectorAll("link")].some(({ href }) => href === address);
const sheets = []; // of the copy's page: fetched beforehand, they apply while the dialog is open, not to the table
const style = (media) => sheets.forEach((sheet) => sheet.media = media);

async function fetchCopy() {
  if (!settled || worker() || !address() || address() === from) return;
  from = address();
  try {
    const page = new DOMParser().parseFromString(await (await fetch(from)).text(), "text/html");
    copy = page.querySelector("form[data-queue]");
    copy?.setAttribute("action", from);
    for (const { rel, href } of page.head.querySelectorAll("link[rel=stylesheet]")) {
      if (known(href)) continue;
      sheets.push(Object.assign(document.createElement("link"), { rel, href, media: "not all" }));
      document.head.append(sheets.at(-1));
    }
  } catch {
    from = "";
  }
}

function open() {
  if (!address()) return dispatchEvent(new CustomEvent("queue:say", { detail: "needs" }));
  if (worker()) return location.assign(address());
  if (!copy) return dispatchEvent(new CustomEvent("queue:say", { detail: "needs" }));
  dialog.querySelector("form[data-queue]")?.remove();
  const form = dialog.appendChild(document.importNode(copy, true));
  form.querySelector("button[name=step]").textContent = form.dataset.keep; // without network nothing is looked at first
  style("all");
  return dialog.showModal();
}

if (dialog) {
  addEventListener("queue:type", open);
  addEventListener("queue:kept", () => dialog.close());
  dialog.addEventListener("close", () => style("not all"));
  addEventListener("htmx:afterSettle", fetchCopy);
  setTimeout(() => {
    settled = true;
    fetchCopy();
  }, navigator.serviceWorker ? SETTLES : 0);
}
