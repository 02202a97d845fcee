// A form refused because somebody signed in or out in this browser after the page was loaded: the page gets the fresh
// token that came with the refusal, and whoever tells people of failures finds its words in `detail.refused`.
// "form:refused" on the window brings a token that a script has met by itself (queue/send.js).
const renew = (token) => {
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
};
addEventListener("form:refused", ({ detail: { token } }) => renew(token));
addEventListener("htmx:responseError", ({ detail }) => {
  const { xhr } = detail;
  if (xhr.status !== 403 || !xhr.getResponseHeader("Content-Type")?.startsWith("application/json")) return;
  const { token, why } = JSON.parse(xhr.responseText);
  if (!token) return;
  renew(token);
  detail.refused = why;
});
