"""A six-player session on a phone: five winners and three kinds of kong, then a round that ends at the wall.

The scores are those worked out by hand in docs/rules/six.md.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import answered, gone_back, open_table
from tests.rules.command_line import command_line_result

AIKO, BENOIT, CHEN, DINA, EMIL, FATOU = range(6)
NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")


class Thumb:
    """A six-player table on a page, and a thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.events = 0
        self.url = open_table(page, "six", NAMES)
        expect(page.locator(".step-idle")).to_be_visible()

    def tap(self, selector: str, then: str) -> None:
        """One tap, and what it brings."""
        self.taps += 1
        self.page.locator(selector).first.click()
        expect(self.page.locator(then).first).to_be_visible()
        answered(self.page)

    def win(self, seat: int, source: int | None, hand: str, doubled: str = "") -> int:
        """A win entered whole, with the cell of the grid that says what doubles it; the taps it took."""
        before = self.taps
        self.tap(f"#seat-{seat}", ".step-from")
        self.tap(".middle.self" if source is None else f"#seat-{source}", ".classes")
        if doubled:
            self.tap(f"#choice-{doubled}", f"#choice-{doubled}[aria-current]")
        self.noted(f"[name=class][value={hand}]")
        return self.taps - before

    def kong(self, seat: int, kind: str, source: int | None = None) -> int:
        """A kong entered whole; the taps it took."""
        before = self.taps
        self.tap(f"#seat-{seat}", ".kongs")
        if source is None:
            self.noted(f"[name=kind][value={kind}]")
        else:
            self.tap(".kong-row a", ".discarders")
            self.noted(f"[name=discarder][value='{source}']")
        return self.taps - before

    def noted(self, button: str) -> None:
        """The tap that records an event, which then stands in the list, with the list open or folded."""
        self.taps += 1
        self.events += 1
        self.page.locator(button).click()
        expect(self.page.locator(f"#event-{self.events}")).to_be_attached()
        expect(self.page.locator(".step-idle, .step-confirm")).to_be_visible()

    def confirm(self) -> None:
        self.page.get_by_role("button", name="Confirm").click()
        expect(self.page.locator(".step-idle")).to_be_visible()
        answered(self.page)
        self.events = 0

    def scores(self) -> list[int]:
        shown = [self.page.locator(f"#seat-{seat} .score").inner_text() for seat in range(6)]
        return [int(score.replace(",", "").replace("−", "-")) for score in shown]


def play_to_the_wall(table: Thumb) -> None:
    """Benoît has a kong, Aiko and Dina are tenpai, and Emil is East next."""
    phone = table.page
    table.kong(BENOIT, "concealed")
    phone.get_by_role("link", name="Wall empty").click()
    phone.locator("#tenpai-0").click()
    expect(phone.locator("#tenpai-0.chosen")).to_be_visible()
    answered(phone)
    phone.locator("#tenpai-pungs-3").click()
    expect(phone.locator("#tenpai-pungs-3.chosen")).to_be_visible()
    answered(phone)
    phone.locator("#choice-east-4").click()
    expect(phone.get_by_role("heading", name="Nobody won: Emil is East next")).to_be_visible()
    axe_clean(phone)
    table.confirm()


def test_a_session_of_two_rounds(phone: Page, tmp_path: Path) -> None:
    table = Thumb(phone)
    axe_clean(phone)
    assert table.kong(CHEN, "concealed") == 2
    assert table.win(DINA, BENOIT, "pure") == 3
    assert table.scores() == [-2, -6, 10, 2, -2, -2]
    expect(phone.locator("#event-2")).to_contain_text("4 from Benoît")
    assert table.kong(FATOU, "exposed") == 2
    assert table.kong(AIKO, "claimed", EMIL) == 3
    assert table.scores() == [-1, -7, 9, 2, -5, 2]
    assert table.win(AIKO, None, "all_pungs", "rare-1-0") == 4
    axe_clean(phone)
    # a slip of the thumb: the class is put right before the round goes on
    assert table.win(CHEN, FATOU, "all_pungs") == 3
    phone.get_by_role("link", name="Dismiss").click()
    assert phone.evaluate("document.documentElement.scrollWidth <= screen.width")  # one line
    phone.locator(".all-events summary").click()
    phone.locator("#event-6").click()
    phone.get_by_role("link", name="Change the hand").click()
    axe_clean(phone)
    phone.locator("[name=class][value=chows]").click()
    expect(phone.locator("#event-6")).to_contain_text("one or two chows, 1 kong")
    assert table.scores() == [31, -15, 3, 2, -13, -8]
    assert table.win(BENOIT, None, "pungs_258") == 3
    assert table.win(EMIL, None, "four_pairs", "usual-0-1") == 4
    expect(phone.locator("#sheet-title")).to_have_text("Five have won: the round is over")
    expect(phone.locator(".sheet")).to_contain_text("Next: round 2, with Dina as East")
    axe_clean(phone)
    table.confirm()
    assert table.scores() == [31, 1, 3, 2, -13, -24]
    expect(phone.locator("#seat-3.dealer")).to_contain_text("Dina")

    play_to_the_wall(table)
    # docs/rules/six.md, "The empty wall": 2, 7, -5, 6, -5, -5 in that round
    final = [33, 8, -2, 8, -18, -29]
    assert table.scores() == final

    gone_back(phone)
    phone.goto(f"{table.url}close/")
    phone.get_by_role("button", name="End the game").click()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.goto(f"{table.url}log/")
    expect(phone.locator("#hand-1")).to_contain_text("4. Aiko: kong on Emil’s discard")
    axe_clean(phone)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Download the record").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    result = command_line_result(json.loads(record.read_text("utf-8")))
    assert result["ended"] == "closed"
    assert result["hands"][-1]["scores"] == final


def test_no_win_takes_more_than_four_taps(phone: Page) -> None:
    """What doubles a hand is one tap, whatever comes together (points as in seed 004)."""
    table = Thumb(phone)
    table.tap(f"#seat-{CHEN}", ".step-from")
    table.tap(f"#seat-{FATOU}", ".classes")
    table.tap("#choice-rare-0-2", "#choice-rare-0-2[aria-current]")
    # four pairs 4, twice four identical 2 x 2, first discard 4
    expect(phone.locator("[name=class][value=four_pairs] b")).to_have_text("64")
    axe_clean(phone)
    phone.goto(table.url)
    assert table.win(CHEN, FATOU, "four_pairs", "rare-0-2") == 4
    assert table.scores() == [0, 0, 64, 0, 0, -64]
    assert table.win(DINA, FATOU, "pure", "rare-0-1") == 4  # on the same tile: 4 x 2 x 4
    assert table.win(AIKO, BENOIT, "pure", "usual-0-2") == 4  # 4 x 2 x 2
    assert table.win(EMIL, None, "all_pungs", "rare-2-0") == 4  # 2 x 2 x 2 x 2 from Benoît and Fatou
    assert table.scores() == [16, -32, 64, 32, 32, -112]
