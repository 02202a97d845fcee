// The table's clock (#clock): counts down what it shows, asks the server when the next alarm is due, and tells the
// page of every alarm: "clock:alarm" on the body, {alarm, last, late}. The server alone knows the time.
(() => {
  let standing = null; // the strip these belong to
  let [askAt, nextAt, ends] = [Infinity, NaN, NaN]; // forgotten as soon as the time is hidden

  const memory = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch { /* private window: an alarm may be told again after a reload */ }
    return null;
  };

  function announce({ clock, fired, alarms, late }) {
    const seen = memory(`clock-${clock}`);
    memory(`clock-${clock}`, fired);
    if (seen === null) return; // this phone comes to the table just now
    for (let alarm = Number(seen) + 1; alarm <= Number(fired); alarm += 1) {
      const detail = { alarm, last: alarm === Number(alarms), late: late !== undefined };
      document.body.dispatchEvent(new CustomEvent("clock:alarm", { bubbles: true, detail }));
    }
  }

  function look() {
    const here = document.getElementById("clock");
    if (here === standing) return;
    standing = here;
    const { ask, next, left } = here?.dataset ?? {};
    [askAt, nextAt, ends] = [ask, next, left].map((text) => Date.now() + Number(text ?? NaN));
    if (nextAt < askAt) askAt = nextAt;
    if (here) announce(here.dataset);
  }

  function tick() {
    look();
    const now = Date.now();
    const time = standing?.querySelector("[role=timer]");
    if (now >= nextAt) { // not a moment longer, even where the server cannot be reached
      ends = NaN;
      if (time) time.textContent = "–:–";
      for (const name of ["left", "next"]) delete standing.dataset[name];
    } else if (time && ends) {
      const left = Math.max(0, Math.ceil((ends - now) / 1000));
      time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
    if (!(now >= askAt) || document.hidden) return;
    const again = now + Number(standing.dataset.ask);
    askAt = now < nextAt ? Math.min(again, nextAt) : Math.min(again, now + 2000);
    standing.dispatchEvent(new CustomEvent("clock:ask"));
  }

  const wake = () => { askAt = Math.min(askAt, Date.now()); tick(); };
  addEventListener("htmx:load", look);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  setInterval(tick, 250);
})();
