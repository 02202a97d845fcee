// What a part of the page asked for did not come: [data-trouble-note] says why in words (its data-…), and its button
// asks again. What was typed stays where it is; an answer that comes after all takes the note away.
const BY_STATUS = {
  403: "barred",
  404: "gone",
  410: "gone",
  429: "many",
  502: "away",
  503: "away",
  504: "away",
  507: "full",
};
let failed = null; // what to ask again: { elt, verb, path, sent: the submit event of a form }

const note = () => document.querySelector("[data-trouble-note]");

function tell(word, { elt, refused, requestConfig: { verb, path, triggeringEvent } }) {
  const box = note();
  if (!box) return; // the table has its own way
  failed = { elt, verb, path, sent: triggeringEvent?.type === "submit" ? triggeringEvent : null };
  const line = box.querySelector("p");
  const words = refused ?? box.dataset[word];
  if (line.textContent !== words) line.textContent = words; // else it is read out at every poll
  box.firstElementChild.setAttribute("role", "alert");
  box.hidden = false;
}

addEventListener("htmx:responseError", ({ detail }) => tell(BY_STATUS[detail.xhr.status] ?? "failed", detail));
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  addEventListener(failure, ({ detail }) => tell("network", detail));
}
addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && note()) note().hidden = true;
});
addEventListener("click", ({ target }) => {
  if (!target.closest("[data-trouble-again]")) return;
  if (!failed?.elt.isConnected) location.reload();
  else if (failed.sent) failed.elt.requestSubmit(failed.sent.submitter); // with the button that was tapped
  else htmx.ajax(failed.verb, failed.path, { source: failed.elt }).catch(() => {}); // told by the events above
});
