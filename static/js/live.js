// Tells the page that its table has changed: "table:changed" on the body, for whoever shows it.
// An element with data-live="<address of the stream>" asks for it; what is on the screen now is
// read from the element with data-version. Where no stream can be had, it asks every five seconds.
(() => {
  const ASK_EVERY = 5000;
  let stream = null;
  let asking = null;

  const address = () => document.querySelector("[data-live]")?.dataset.live;
  const shown = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
  const changed = () => document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true }));

  function ask() {
    if (document.hidden || !navigator.onLine) return;
    changed();
    if (!stream || stream.readyState === EventSource.CLOSED) open();
  }

  function open() {
    close();
    if (!address() || document.hidden) return;
    asking = setInterval(ask, ASK_EVERY); // until the stream says it is open
    stream = new EventSource(address());
    stream.onopen = () => {
      clearInterval(asking);
      asking = null;
    };
    stream.onmessage = (message) => {
      if (JSON.parse(message.data).version > shown()) changed();
    };
    stream.onerror = () => {
      asking ??= setInterval(ask, ASK_EVERY);
    };
  }

  function close() {
    stream?.close();
    stream = null;
    clearInterval(asking);
    asking = null;
  }

  // A phone that slept, went back or lost its network may have missed anything: look at once.
  function wake() {
    if (document.hidden) return close();
    open();
    if (address()) changed();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", close);
  open();
})();
