// The end of a session: a tap turns all its tiles, and what was turned once stays open; “Share” sends the ranking where
// the browser can, else shows what there is to send.
import { codeHere } from "./page/place.js";

const board = document.querySelector(".end-board.turning");
const name = `turned-${codeHere()}`;
const open = () => board.classList.remove("turning");
if (board) {
  try {
    if (sessionStorage.getItem(name)) open();
    sessionStorage.setItem(name, "1");
  } catch { /* a private window keeps nothing */ }
  board.addEventListener("click", open);
}

// A hand of this phone came too late, now or as the page before left: the server’s page says who has it.
addEventListener("queue:late", () => location.reload());
try {
  const late = sessionStorage.getItem("hand-late");
  sessionStorage.removeItem("hand-late");
  if (late && !document.querySelector(".late-hand")) location.reload();
} catch { /* a private window keeps nothing */ }

document.querySelector("[data-share-now]")?.addEventListener("click", (event) => {
  const details = document.querySelector("#ranking-text").closest("details");
  const send = details.querySelector("[data-send]");
  details.open = true;
  if (send.hidden) return;
  event.preventDefault();
  send.click();
});
