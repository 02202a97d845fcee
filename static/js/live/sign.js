// Says how this phone follows its table ("table:stream"): an element with data-live-sign gets data-state "live" or
// "asking", and the words of its data-live-word or data-asking-word.
document.addEventListener("table:stream", ({ detail: state }) => {
  const sign = document.querySelector("[data-live-sign]");
  if (!sign || sign.dataset.state === state) return;
  sign.dataset.state = state;
  sign.firstElementChild.textContent = sign.dataset[`${state}Word`];
});
