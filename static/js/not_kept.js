// In place of a page that was not kept. Of a table: the way back to it. Where this phone's own engine knows the table, or
// is asked what a hand is worth, it begins, and the page is asked for once more; so it is as the network comes back,
// also where it did before this was there.
const back = document.querySelector("[data-kept-table]");
const part = (name) => document.querySelector(`[data-${name}]`);
const place = /^\/t\/[^/]+\//.exec(location.pathname)?.[0];
const worth = /^\/(value|practice)\//.test(location.pathname);
const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
if (place) {
  back.href = place;
  back.hidden = place === location.pathname;
}
if (!("sent" in document.documentElement.dataset)) {
  addEventListener("online", () => navigator.onLine && location.reload()); // not while another page is on its way
  if (navigator.onLine && !again) {
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok && location.reload(), () => {});
  }
}
part("not-kept").hidden = worth;
part("worth").hidden = !worth;
if ((place || worth) && !again) {
  addEventListener("engine:able", () => {
    const able = "engineAble" in document.documentElement.dataset;
    part("worth").hidden = !worth || able;
    part("worth-soon").hidden = !worth || !able;
    dispatchEvent(new Event("engine:wanted"));
  });
  addEventListener("engine:state", ({ detail }) => detail === "ready" && location.reload());
}
