// A submission key for every form shown: the server answers a repeated key with the first answer.
// getRandomValues, because randomUUID is missing on plain http in the club's own network.
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const fill = (root) => {
  for (const input of root.querySelectorAll("input[data-key]")) input.value ||= randomKey();
};
addEventListener("DOMContentLoaded", () => fill(document));
addEventListener("htmx:load", (event) => fill(event.target));
