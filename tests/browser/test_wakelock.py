"""The screen stays on while the table is shown: the lock is taken again when the phone comes back."""

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
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


def test_one_lock_is_enough_and_a_page_without_a_table_takes_none(phone: Page) -> None:
    phone.add_init_script(SCREEN)
    phone.goto("/")
    phone.evaluate("window.show(true)")
    holds(phone, "0 of 0")
    Table(phone)
    holds(phone, "1 of 1")
    phone.evaluate("window.show(true)")
    phone.wait_for_timeout(100)
    holds(phone, "1 of 1")


#: a page as over plain HTTP from another machine
PLAIN = "Object.defineProperty(window, 'isSecureContext', { get: () => false });"


def test_over_plain_http_the_table_says_that_the_screen_will_go_dark_until_dismissed(phone: Page) -> None:
    phone.add_init_script(PLAIN)
    Table(phone)
    note = phone.locator("[data-dims]")
    expect(note).to_contain_text("this screen will go dark")
    axe_clean(phone)
    note.get_by_role("button", name="Dismiss").click()
    expect(note).to_have_count(0)
    phone.reload()
    expect(phone.locator("#table")).to_be_visible()
    expect(phone.locator("[data-dims]")).to_be_hidden()
    phone.goto("/phone/#plain-http")
    expect(phone.get_by_role("heading", name="A screen that stays on")).to_be_visible()


def test_where_the_screen_is_kept_on_nothing_is_said(phone: Page) -> None:
    Table(phone)
    expect(phone.locator("#table")).to_be_visible()
    expect(phone.locator("[data-dims]")).to_be_hidden()
    phone.goto("/phone/")
    expect(phone.get_by_role("heading", name="A screen that stays on")).to_be_hidden()
