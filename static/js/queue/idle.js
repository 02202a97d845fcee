// The table between two hands, remembered to be shown again once a hand was kept without network ("queue:kept");
// and how far this device has seen the table, for hands typed on a page kept from earlier (localStorage seen-<code>).
import { recall, remember } from "../page/memory.js";
import { codeHere } from "../page/place.js";

const code = codeHere();
let idle = null;

function look(first) {
  const table = document.getElementById("table");
  if (!table) return;
  const { version, played } = table.dataset;
  // in a private window a typed hand may then meet a conflict that is none
  const before = JSON.parse(recall(`seen-${code}`) ?? "{}");
  // a page of the server's
  const news = first === true && !["kept", "device"].some((name) => name in document.documentElement.dataset);
  if (news || !(before.version > Number(version))) {
    remember(`seen-${code}`, JSON.stringify({ version: Number(version), played: Number(played) }));
  }
  if (table.querySelector(":scope > [hx-trigger^='table:changed']")) idle = table.outerHTML;
}

addEventListener("queue:kept", () => {
  const place = `/t/${code}/`;
  if (!idle) return location.assign(place);
  const clock = document.getElementById("clock");
  htmx.swap("#table", idle, { swapStyle: "outerHTML" });
  if (clock) document.getElementById("clock")?.replaceWith(clock); // its time goes on, it is not put back
  return history.replaceState(history.state, "", place);
});
addEventListener("htmx:afterSettle", look);
look(true);
