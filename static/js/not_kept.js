// In place of a page of a table that was not kept: the way back to that table. Where this phone's own engine knows the
// table, it begins, and the page is asked for once more.
const back = document.querySelector("[data-kept-table]");
const place = /^\/t\/[^/]+\//.exec(location.pathname)?.[0];
if (place) {
  back.href = place;
  back.hidden = place === location.pathname;
}
if (place && performance.getEntriesByType("navigation")[0]?.type !== "reload") {
  addEventListener("engine:able", () => dispatchEvent(new Event("engine:wanted")));
  addEventListener("engine:state", ({ detail }) => detail === "ready" && location.reload());
}
