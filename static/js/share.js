// Copying or sending the link in the field that [data-share] names.
(() => {
  async function copy(field) {
    field.select();
    // the clipboard is closed to pages on plain http in the club's own network: the old way still works there
    if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
    if (!document.execCommand("copy")) throw new Error("no clipboard");
  }
  for (const row of document.querySelectorAll("[data-share]")) {
    const field = document.getElementById(row.dataset.share);
    const [copyButton, sendButton] = [row.querySelector("[data-copy]"), row.querySelector("[data-send]")];
    const label = copyButton.textContent;
    copyButton.addEventListener("click", async () => {
      try { await copy(field); } catch { return; } // the link stays selected, to be copied by hand
      copyButton.textContent = copyButton.dataset.done;
      setTimeout(() => { copyButton.textContent = label; }, 2000);
    });
    if (navigator.share) {
      sendButton.hidden = false;
      sendButton.addEventListener("click", () => navigator.share({ title: document.title, url: field.value }).catch(() => {}));
    }
    field.addEventListener("focus", () => field.select());
    row.hidden = false;
  }
})();
