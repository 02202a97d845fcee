// Where the browser knows passkeys, show what asks for one ([data-passkey]); say when none was given.
const boxes = document.querySelectorAll("[data-passkey]");
if (window.PublicKeyCredential) {
  boxes.forEach((box) => {
    box.hidden = false;
  });
} else {document.querySelectorAll("[data-no-passkey]").forEach((note) => {
    note.hidden = false;
  });}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // else it is written to the console
  document.querySelectorAll("[data-passkey-error]").forEach((note) => {
    note.hidden = false;
  });
});
