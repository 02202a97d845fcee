"""A page on a bad line: taps before its scripts are there, and the address of a page that answers a form."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.opening import open_table

FOUR = ("Aiko", "Benoît", "Chen", "Dina")
#: a tap waits a minute for its scripts, not three seconds: a busy machine may need more than those
PATIENT = """{
  const later = setTimeout;
  globalThis.setTimeout = (what, ms, ...more) => later(what, ms === 3000 ? 60000 : ms, ...more);
}"""


def test_taps_before_the_scripts_count_once_they_are_there(phone: Page) -> None:
    held: list[Route] = []
    table = open_table(phone, "riichi", FOUR)
    phone.add_init_script(PATIENT)
    phone.route("**/js/table.*.js", lambda route: held.append(route))
    phone.goto(table, wait_until="commit")
    expect(phone.locator("#seat-1")).to_be_visible()
    phone.locator("#seat-1").tap(no_wait_after=True)
    expect(phone.locator("#seat-1.htmx-request")).to_be_visible()
    phone.locator("#seat-2").tap(no_wait_after=True)
    held.pop().continue_()
    expect(phone.locator("#sheet-title")).to_have_text("Benoît, ron on Chen")
    assert (
        phone.evaluate("performance.getEntriesByType('navigation')[0].name") == table
    )  # no page was loaded anew
