// Which table an address leads to, and which one this page is of.
export const codeOf = (path) => /^\/t\/([^/]+)\//.exec(path)?.[1];
export const codeHere = () => codeOf(location.pathname);

// Whoever shows the table asks for it anew.
export const tableChanged = () => document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true }));

// The version of the table that is on the screen; -1 where none is.
export const shownVersion = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
