// What a link in sight with data-ahead leads to is fetched before it is tapped, one page after another; the browser
// keeps each for as long as its answer says. The address names the version it belongs to.
const seen = new Set();
let fetching = Promise.resolve("");

const watch = new IntersectionObserver((changes) => {
  for (const { isIntersecting, target } of changes) {
    const address = target.getAttribute("href") ?? "";
    if (!isIntersecting || seen.has(address)) continue;
    seen.add(address);
    fetching = fetching.then(() => fetch(address, { priority: "low" })).then((answer) => answer.text()).catch(() => "");
  }
});
addEventListener("load", () => {
  for (const link of document.querySelectorAll("a[data-ahead]")) watch.observe(link);
});
