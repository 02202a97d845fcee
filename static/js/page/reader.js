// A page that the back button brings to life from before a sign-in or sign-out is of another reader
// (<meta name="reader">) than the page loaded last: it is covered and loaded again.
const reader = document.querySelector("meta[name=reader]")?.content;
const newest = (value) => {
  try {
    if (value) localStorage.setItem("reader", value);
    return localStorage.getItem("reader") ?? reader;
  } catch {
    return reader;
  } // a private window
};
if (reader) newest(reader);
addEventListener("pageshow", ({ persisted }) => {
  if (!reader || !persisted || newest() === reader) return;
  document.body.hidden = true;
  location.reload();
});
