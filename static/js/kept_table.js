// In place of a page of a table that was not kept: the way back to that table.
(() => {
  const back = document.querySelector("[data-kept-table]");
  const place = /^\/t\/[^/]+\//.exec(location.pathname)?.[0];
  if (!place || place === location.pathname) return;
  back.href = place;
  back.hidden = false;
})();
