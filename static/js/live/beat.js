// A stream can break without a word (a router that forgets it, a phone that changes networks). Where the server's
// beat ("table:beat", every 20 s) was missed twice, "table:quiet" has live/stream.js look, and open the stream anew.
const QUIET = 45_000;
let timer = null;
const rest = () => clearTimeout(timer);

function listen() {
  rest();
  timer = setTimeout(() => {
    document.dispatchEvent(new CustomEvent("table:stream", { detail: "asking" }));
    document.dispatchEvent(new CustomEvent("table:quiet"));
  }, QUIET);
}

document.addEventListener("table:beat", listen);
document.addEventListener("table:stream", ({ detail }) => (detail === "live" ? listen() : rest()));
