// What a tap without network could not do, said in [data-queue-notice] until the next tap or for a while: "queue:say",
// its detail the name of one of the sentences there or in [data-queue-list], or { value: the sentence itself }. While a
// tap waits for this phone's engine to begin ("engine:state") it says so.
const STAYS = 12_000;
const AWAY = ["early", "needs", "unkept"]; // sentences that begin with “No network”
const place = document.querySelector("[data-queue-notice]");
const word = (name) => place?.dataset[name] ?? document.querySelector("[data-queue-list]")?.dataset[name] ?? "";
let timer = 0;
let awaiting = false;

function say(words, stays = STAYS) {
  clearTimeout(timer);
  awaiting = false;
  place.textContent = words;
  if (words && stays) timer = setTimeout(say, stays, "");
}
if (place) {
  addEventListener("queue:say", ({ detail }) => say(detail.value ?? word(detail)));
  addEventListener("engine:state", ({ detail }) => {
    if (detail === "awaited") {
      say(word("moment"), 0);
      awaiting = true;
    } else if (awaiting && detail !== "starting") say("");
  });
  // News that the page asks for by itself leaves standing what was said.
  addEventListener("htmx:beforeSend", ({ detail: { elt } }) => {
    if (!awaiting && (elt.matches("[href]") || elt.matches("form"))) say("");
  });
  // The network is back: nothing says any more that it is not.
  const back = () => {
    if (!awaiting && AWAY.some((name) => place.textContent === word(name))) say("");
  };
  addEventListener("online", back);
  document.addEventListener("table:stream", ({ detail }) => detail === "live" && back());
  addEventListener("pageshow", (event) => event.persisted && say(""));
}
