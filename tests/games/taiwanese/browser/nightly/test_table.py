"""A Taiwanese session on a phone: a draw, a self-draw by number, two winners, a false win, patterns."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.games.taiwanese.browser.test_table import AIKO, BENOIT, CHEN, Thumb
from tests.rules.command_line import command_line_result


def test_a_session_on_a_phone(phone: Page) -> None:
    table = Thumb(phone)
    axe_clean(phone)
    middle = phone.locator(".middle")

    # E1, a drawn hand: the dealer stays, and the repeats are told in the game's own words
    table.tap(".bar >> text=No winner", "text=Nobody pays")
    axe_clean(phone)
    table.confirm()
    assert table.taps == 2
    expect(middle).to_contain_text("E1-1")
    expect(middle).to_contain_text("1 repeat, dealer +3 tai")
    expect(middle).not_to_contain_text("honba")

    # E1-1, a self-draw by number: 100 + 20 x 5 from two, 100 + 20 x (5 + 3) from the dealer
    table.taps = 0
    table.win(CHEN, None)
    expect(phone.locator(".sheet .dealer-tai")).to_contain_text("+3 dealer")
    axe_clean(phone)
    table.tai(5)
    assert table.taps <= 3, "and one to confirm"
    table.tap(".confirm >> text=Edit", ".sheet")
    expect(phone.locator(".workings")).to_contain_text("Aiko to Chen: 100 + 20 × (5 + 3 dealer) = 260")
    table.confirm()
    assert table.scores() == {"Aiko": -260, "Benoît": -200, "Chen": 660, "Dina": -200}

    # E2, two win on Aiko's discard, neither being the dealer: 140 and 100
    table.win(CHEN, AIKO)
    table.tai(2)
    table.tap("text=+ Another winner", ".step-winner")
    axe_clean(phone)
    table.tap(".place.choosable >> text=Dina", ".tai-keys")
    table.tai(0)
    axe_clean(phone)
    table.confirm()
    assert table.scores() == {"Aiko": -500, "Benoît": -200, "Chen": 800, "Dina": -100}

    # E3, a false win: 100 + 20 x 8 to each, and the hand is played again
    expect(middle).to_contain_text("E3")
    table.tap(".bar >> text=More", ".sheet")
    table.tap("text=False win", "text=Who declared a false win?")
    table.tap(".place >> text=Dina", "#confirm")
    axe_clean(phone)
    table.confirm()
    expect(middle).to_contain_text("E3")
    assert table.scores() == {"Aiko": -240, "Benoît": 60, "Chen": 1060, "Dina": -880}

    # E3 again, patterns ticked on the dealer's discard: 100 + 20 x (8 + 4 + 1)
    table.win(BENOIT, CHEN)
    table.tap("text=Tick the patterns", "#filter")
    tick_patterns(phone)
    phone.get_by_role("button", name="Use this value").click()
    expect(phone.get_by_role("row", name="Benoît")).to_contain_text("+360")
    axe_clean(phone)
    table.confirm()
    assert table.scores() == {"Aiko": -240, "Benoît": 420, "Chen": 700, "Dina": -880}
    assert replayed(phone) == [-240, 420, 700, -880]


def tick_patterns(page: Page) -> None:
    """Find patterns by their names in three languages; run into an exclusion and a contradiction."""
    rows, count = page.locator("[data-row]:visible"), page.locator("#tai-count")
    everything = rows.count()
    axe_clean(page)
    page.locator("#filter").fill("混一")
    expect(rows).to_have_count(1)
    page.get_by_label("Half flush").check()
    expect(count).to_contain_text("4 tai")
    page.locator("#filter").fill("trois grands dragons")
    expect(rows).to_have_count(1)
    page.get_by_label("Big three dragons").check()
    expect(count).to_contain_text("12 tai")
    page.locator("#filter").fill("DRAGON pung")
    page.locator("[name=dragon_pung][value='2']").check(force=True)
    expect(count).to_contain_text("“Dragon pung” is not counted beside “Big three dragons”.")
    expect(count).to_contain_text("12 tai")
    page.locator("#filter").fill("cachee")  # accents need not be typed
    expect(page.locator("[value=concealed]")).to_be_visible()
    expect(page.locator("[value=full_flush]")).to_be_hidden()
    page.locator("#filter").fill("famille")
    page.locator("[value=full_flush]").check()
    expect(count).to_contain_text("One hand cannot have both")
    axe_clean(page)
    page.locator("[value=full_flush]").uncheck()
    expect(count).not_to_contain_text("One hand cannot have both")
    page.locator("#filter").fill("riichi")
    expect(page.get_by_text("No pattern has this name.")).to_be_visible()
    page.locator("#filter").fill("")
    expect(rows).to_have_count(everything)
    page.reload()  # the ticks are in the address
    expect(count).to_contain_text("12 tai")


def replayed(page: Page) -> list[int]:
    """The scores to which the command line settles the session's record."""
    record = page.request.get(page.url.split("?")[0] + "record.json").json()
    return list(command_line_result(record)["hands"][-1]["scores"])
