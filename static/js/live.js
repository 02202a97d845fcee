// Tells the page that its table has changed: "table:changed" on the body, for whoever shows it.
// An element with data-live="<address of the stream>" asks for it; what is on the screen now is
// read from the element with data-version. Where no stream can be had, it asks every five seconds.
// An element with data-live-sign says which: its data-state is "live" or "asking", in its words data-live-word, data-asking-word.
(() => {
  const ASK_EVERY = 5000;
  let stream = null;
  let asking = null;
  let due = false; // news that nothing on the screen can hold yet

  const address = () => document.querySelector("[data-live]")?.dataset.live;
  const shown = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
  const changed = () => document.body.dispatchEvent(new CustomEvent("table:changed", { bubbles: true }));
  const asksForNews = (element) => element.getAttribute("hx-trigger")?.startsWith("table:changed");

  function say(state) {
    const sign = document.querySelector("[data-live-sign]");
    if (!sign || sign.dataset.state === state) return;
    sign.dataset.state = state;
    sign.firstElementChild.textContent = sign.dataset[`${state}Word`];
  }

  function ask() {
    if (document.hidden || !navigator.onLine) return;
    changed();
    if (!stream || stream.readyState === EventSource.CLOSED) open();
  }

  function askInstead() {
    say("asking");
    asking ??= setInterval(ask, ASK_EVERY);
  }

  function open() {
    close();
    if (!address() || document.hidden) return;
    asking = setInterval(ask, ASK_EVERY); // until the stream says it is open
    stream = new EventSource(address());
    stream.onopen = () => {
      say("live");
      clearInterval(asking);
      asking = null;
    };
    stream.onmessage = (message) => {
      const { version } = JSON.parse(message.data);
      if (version !== null && version <= shown()) return;
      due = true;
      // null, "look for yourself", goes to everybody at once: they do not all ask in the same instant
      setTimeout(changed, version === null ? Math.random() * 1000 : 0);
    };
    stream.onerror = askInstead;
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
  window.addEventListener("offline", () => address() && askInstead());
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", close);
  // News that came while another answer was on its way was not asked for: ask once that is in, and settled
  // (htmx wakes what it put on the screen 20 ms later).
  document.addEventListener("htmx:beforeSend", (event) => asksForNews(event.target) && (due = false));
  document.addEventListener("htmx:afterRequest", (event) => due && event.detail.successful && setTimeout(changed, 50));
  open();
})();
