// A table that came back to the server (engine/return.js) is loaded from there, one that has another code now is opened
// under it; and what somebody has to see of it stays in [data-back-news], which carries the words, until it was seen.
import { remember } from "../page/memory.js";
import { codeHere } from "../page/place.js";
import { tableCopies } from "./copies.js";

const place = document.querySelector("[data-back-news]");
const number = new Intl.NumberFormat(document.documentElement.lang);

function hear({ moved, to, returned }) {
  const here = codeHere();
  if (moved && moved === here) return location.replace(location.pathname.replace(`/t/${moved}/`, `/t/${to}/`));
  if (returned && returned === here && !document.querySelector("form[data-queue]:not(dialog form)")) {
    remember(`seen-${here}`, null);
    return location.reload();
  }
  return show().catch(() => {});
}
const scores = (names, points) =>
  names.map((name, seat) => `\u2068${name}\u2069 ${number.format(points[seat])}`).join(", ");
const inWords = ({ told, word, number: hand, names, mine, theirs }) =>
  told ?? place.dataset[word] ??
    place.dataset.differs.replace("{number}", hand).replace("{mine}", scores(names, mine)).replace(
      "{theirs}",
      scores(names, theirs),
    );

async function show() {
  if (!place) return;
  const here = codeHere();
  const news = (await tableCopies.news.all()).filter(({ code }) => code === here);
  place.querySelector("ul").replaceChildren(
    ...news.map((one) => Object.assign(document.createElement("li"), { textContent: inWords(one) })),
  );
  place.hidden = !news.length;
  place.querySelector("button").onclick = async () => {
    for (const { id } of news) await tableCopies.news.remove(id);
    await show();
  };
}
addEventListener("table:back", ({ detail }) => hear(detail));
if (self.BroadcastChannel) new BroadcastChannel("tables").onmessage = ({ data }) => hear(data);
addEventListener("pageshow", ({ persisted }) => persisted && show().catch(() => {}));
show().catch(() => {});
