// A value that is tapped waits to be confirmed at once: the cell says what is paid, the page who pays. What the server
// makes of it comes behind (table/steps.js); Confirm does not wait for it.
import { randomKey } from "../page/key.js";
import { codeHere } from "../page/place.js";

const sideOf = (place) => place.parentElement.className.replace("seat", "").trim();

function pill(from, to, points) {
  const pills = Object.assign(document.createElement("div"), { className: "pills" });
  const amount = Object.assign(document.createElement("b"), { className: "pill", textContent: points });
  Object.assign(amount.dataset, { from, to });
  pills.append(amount);
  return pills;
}

// Whether the control is the value of a hand to come, as the last thing its winner is asked.
export const isValue = (control) =>
  control.matches(":is(.values, .limits, .value-keys) .cell:not([data-asks])") && document.getElementById("at-once") &&
  /\/hand\/\d+\/\?draft=/.test(control.getAttribute("href")) &&
  document.querySelectorAll(".place.winner").length === 1;

// The table with the value waiting, as HTML.
export function withValue(control) {
  const sheet = control.closest(".sheet");
  const title = sheet.querySelector("#sheet-title").textContent.trim();
  const value = (control.querySelector(".sr")?.textContent ?? control.querySelector("small, b")?.textContent ?? "")
    .replace(/[()]/g, "").trim();
  const amounts = [...control.querySelectorAll(":scope > b, :scope > span:not(.sr)")].map((one) => one.textContent);
  const address = new URL(control.getAttribute("href"), location.href);
  const table = document.getElementById("table").cloneNode(true);
  for (const one of table.querySelectorAll(".sheet, .behind-sheet, .pills, .over:not(.clock)")) one.remove();
  table.className = "step-confirm paid";
  const winner = table.querySelector(".place.winner");
  const payer = table.querySelector(".place.payer");
  if (control.closest(".values, .limits")) {
    for (const place of table.querySelectorAll(".place")) {
      if (place === winner || (payer && place !== payer)) continue;
      const points = amounts[place.matches(".dealer") ? amounts.length - 1 : 0];
      place.classList.add("pays");
      place.parentElement.append(pill(sideOf(place), sideOf(winner), points));
    }
  } else table.classList.remove("paid");
  const strip = table.querySelector(".table-strip");
  strip.replaceChildren(document.getElementById("at-once").content.cloneNode(true));
  strip.querySelector(".told b").textContent = `${title}, ${value}`;
  const form = strip.querySelector("form");
  form.setAttribute("action", address.pathname);
  form.setAttribute("hx-post", address.pathname);
  const { version, played } = table.dataset;
  const draft = address.searchParams.get("draft");
  for (const [name, filled] of Object.entries({ draft, version, played, key: randomKey() })) {
    form.elements[name].setAttribute("value", filled);
  }
  const edit = form.querySelector("[data-edit]");
  edit.setAttribute("href", `${address.pathname}${address.search}&edit=1`);
  edit.setAttribute("hx-get", edit.getAttribute("href"));
  edit.setAttribute("hx-push-url", "true");
  table.querySelector(".bar [data-cancel]")?.setAttribute("href", `/t/${codeHere()}/`);
  return table.outerHTML;
}
