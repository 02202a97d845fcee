// Copying or sending what stands in the field that [data-share] names: a link or, with data-picture, a text and the
// picture at that address, if there is one.
const SOON = 4000; // later a browser no longer takes the share for an answer to the tap

async function message(field, picture) {
  if (picture === undefined) return { title: document.title, url: field.value };
  const text = { text: field.value };
  if (!picture) return text; // a server that draws none
  try {
    const answer = await fetch(picture, { signal: AbortSignal.timeout(SOON) });
    const whole = { ...text, files: [new File([await answer.blob()], "mahjong.png", { type: "image/png" })] };
    return answer.ok && navigator.canShare(whole) ? whole : text;
  } catch {
    return text; // no network, or a browser that sends no files
  }
}
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
    try {
      await copy(field);
    } catch {
      return;
    } // the link stays selected, to be copied by hand
    copyButton.textContent = copyButton.dataset.done;
    setTimeout(() => {
      copyButton.textContent = label;
    }, 2000);
  });
  if (navigator.share) {
    sendButton.hidden = false;
    sendButton.addEventListener(
      "click",
      () => message(field, row.dataset.picture).then((told) => navigator.share(told)).catch(() => {}),
    );
  }
  field.addEventListener("focus", () => field.select());
  row.hidden = false;
}
