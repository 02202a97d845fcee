// A hand that this phone cannot keep goes to another phone, or to this one later, by a link (copied, sent, or its QR code):
// the page for typing, which every phone that scores at the table keeps for use without network, with the hand behind
// `#take=`. It has its key, so that it is recorded once whoever sends it. Nothing is kept before somebody says so there.
import { codeHere } from "../page/place.js";
import { qrPicture } from "./qr.js";
import { handQueue, stays } from "./store.js";

// what a page or the queue says by itself
const FOREIGN = [
  "csrfmiddlewaretoken",
  "version",
  "played",
  "key",
  "step",
  "looked",
  "without",
  "kept",
  "entered",
  "earlier",
];
const NUMBERS = ["version", "played"];
const FIELD = "."; // before the names of the form's own fields

export const linkTo = (item, page) => {
  const told = new URLSearchParams({ take: item.key, words: item.words, at: item.at });
  for (const name of NUMBERS) told.set(name, item[name]);
  for (const [name, value] of item.fields) if (value && !FOREIGN.includes(name)) told.append(FIELD + name, value);
  return new URL(`${page}#${told}`, location.href).href;
};

export function handIn(hash) {
  const told = new URLSearchParams(hash.slice(1));
  const [version, played] = NUMBERS.map((name) => Number(told.get(name)));
  if (!/^[0-9a-f]{32}$/.test(told.get("take") ?? "") || !Number.isInteger(version) || !Number.isInteger(played)) {
    return null;
  }
  const fields = [...told].filter(([name]) => name.startsWith(FIELD)).map(([name, value]) => [name.slice(1), value]);
  return {
    key: told.get("take"),
    version,
    played,
    words: (told.get("words") ?? "").slice(0, 300),
    at: told.get("at") ?? "",
    fields: fields.filter(([name]) => !FOREIGN.includes(name)),
  };
}

// The link in a [data-take], with what copies and sends it, and its code.
export function offer(block, item, page) {
  const address = linkTo(item, page);
  const field = block.querySelector("input");
  const [copy, send] = block.querySelectorAll("button");
  field.value = address;
  copy.onclick = () => {
    field.select(); // to be copied by hand, where the clipboard is closed
    navigator.clipboard?.writeText(address).then(() => {
      copy.textContent = copy.dataset.done;
    }, () => {});
  };
  send.hidden = !navigator.share;
  send.onclick = () => navigator.share({ text: item.words, url: address }).catch(() => {});
  block.querySelector("svg")?.remove();
  const picture = qrPicture(address, field.getAttribute("aria-label"));
  if (picture) block.append(picture);
  block.hidden = false;
}

const block = document.querySelector("[data-taken]");
const hand = block && handIn(location.hash);
async function take() {
  const code = codeHere();
  const url = `/t/${code}/type/`;
  navigator.storage?.persist?.().catch(() => {});
  try {
    await handQueue.put({ ...hand, code, url, state: "" });
    await stays(hand.key);
    location.assign(`/t/${code}/`);
  } catch {
    block.querySelector("[role=alert]").hidden = false;
  }
}
// With network its confirmation says what it pays, and is all that is needed.
function confirmation() {
  const draft = hand.fields.find(([name]) => name === "draft")?.[1];
  if (!draft || !navigator.onLine || "kept" in document.documentElement.dataset) return "";
  return `/t/${codeHere()}/hand/${hand.played + 1}/?draft=${encodeURIComponent(draft)}`;
}
function show() {
  block.querySelector("[data-words]").textContent = hand.words;
  block.querySelector("[data-really]").addEventListener("click", take);
  block.hidden = false;
  document.querySelector("form[data-queue]").hidden = true;
}
if (hand && confirmation()) location.replace(confirmation());
else if (hand) show();
addEventListener("beforeunload", (event) => {
  if (document.querySelector("[data-take]:not([hidden])")) event.preventDefault(); // it is on this page alone
});
