"""The screen stays on while the table is shown: the lock is taken again when the phone comes back."""

from playwright.sync_api import Page, expect

from tests.games.riichi.browser.test_game import Table

#: a browser whose screen lock can be watched, and whose page can be hidden: a hidden page loses its lock
SCREEN = """
window.locks = [];
const tell = () => {
  const held = window.locks.filter((lock) => !lock.released).length;
  document.documentElement.dataset.locks = `${held} of ${window.locks.length}`;
};
let hidden = false;
Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
Object.defineProperty(document, 'hidden', { get: () => hidden });
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (type) => {
  if (hidden) throw new DOMException('hidden', 'NotAllowedError');
  const lock = new EventTarget();
  Object.assign(lock, { type, released: false });
  window.locks.push(lock);
  tell();
  return lock;
} } });
window.show = (on) => {
  hidden = !on;
  for (const lock of hidden ? window.locks : []) {
    lock.released = true;
    lock.dispatchEvent(new Event('release'));
  }
  tell();
  document.dispatchEvent(new Event('visibilitychange'));
};
"""


def holds(page: Page, locks: str) -> None:
    """Wait until the page holds so many locks of those it ever took: "1 of 2"."""
    expect(page.locator("html")).to_have_attribute("data-locks", locks)


def test_the_lock_is_taken_again_when_the_page_is_shown_again(phone: Page) -> None:
    phone.add_init_script(SCREEN)
    Table(phone)
    holds(phone, "1 of 1")
    for taken in (1, 2):
        phone.evaluate("window.show(false)")
        holds(phone, f"0 of {taken}")
        phone.evaluate("window.show(true)")
        holds(phone, f"1 of {taken + 1}")
