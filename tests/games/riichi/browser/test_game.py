"""An east-south game on a phone, as people play it: mistakes noticed later, double taps, reloads, a bust."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.opening import answered, gone_back, open_table, record
from tests.rules.command_line import command_line_result

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


class Table:
    """A riichi table on a page, moved as a thumb moves it; counts its taps."""

    def __init__(self, page: Page, names: tuple[str, ...] = NAMES) -> None:
        self.page = page
        self.taps = 0
        self.url = open_table(page, "riichi", names)
        expect(page.locator(".board")).to_be_visible()

    def tap(self, what: str | Locator, answer: str) -> None:
        """One tap, and what it brings to the screen (news of the table may be drawn anew meanwhile)."""
        self.taps += 1
        target = self.page.locator(what) if isinstance(what, str) else what
        target.first.click()
        expect(self.page.locator(answer).first).to_be_visible()
        answered(self.page)

    def seat(self, seat: int) -> None:
        """Who won, or from whom."""
        chosen = self.page.locator(".middle.self").count() > 0
        self.tap(f"#seat-{seat}", ".values" if chosen else ".middle.self")

    def stick(self, seat: int) -> None:
        lies = self.page.locator(f"#stick-{seat}").get_attribute("aria-pressed") == "true"
        self.tap(f"#stick-{seat}", f"#stick-{seat}[aria-pressed={'false' if lies else 'true'}]")

    def cell(self, points: str) -> Locator:
        """The cell of the value sheet that shows these points ("1,000/2,000" where a self-draw is paid by
        three), also among the fu that are folded away."""
        amounts = r"\s*".join(re.escape(amount) for amount in points.split("/"))
        cell = self.page.locator(".cell", has_text=re.compile(rf"^\s*{amounts}"))
        folded = self.page.locator("details:not([open])", has=cell)
        if folded.count() and not cell.first.is_visible():
            folded.first.locator("summary").click()
        return cell.first

    def value(self, points: str) -> None:
        self.tap(self.cell(points), "#confirm")

    def confirm(self) -> None:
        self.taps += 1
        self.page.get_by_role("button", name="Confirm").click()
        expect(self.page.locator("#confirm, .sheet")).to_have_count(0)
        answered(self.page)

    def ron(self, winner: int, payer: int, points: str) -> None:
        self.seat(winner)
        self.seat(payer)
        self.value(points)
        self.confirm()

    def tsumo(self, winner: int, points: str) -> None:
        self.seat(winner)
        self.tap(".middle.self", ".values")
        self.value(points)
        self.confirm()

    def draw(self, *tenpai: int) -> None:
        self.tap(self.page.get_by_role("link", name="No winner", exact=True), "#tenpai-0, .toggle")
        for seat in tenpai:
            self.tap(f"#tenpai-{seat}", f"#tenpai-{seat}.chosen")
        self.confirm()

    @property
    def label(self) -> str:
        """As the middle says it, also while what is to be paid lies over it."""
        return self.page.locator(".middle .hand").text_content() or ""

    def scores(self) -> list[int]:
        """The scores on the board, by seat."""
        return [self.score(seat) for seat in range(4)]

    def score(self, seat: int) -> int:
        text = self.page.locator(f"#seat-{seat} .score").inner_text()
        return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))

    def record(self) -> dict[str, Any]:
        return dict(self.page.request.get(f"{self.url}record.json").json())


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def test_an_east_south_game_with_mistakes_in_few_taps(table: Table) -> None:
    page = table.page
    # E1: Benoît rons Chen, 3 han 40 fu: 5200 (published han-fu table)
    table.ron(1, 2, "5,200")
    assert table.taps <= 4
    assert table.label == "E2"
    assert table.scores() == [25000, 30200, 19800, 25000]
    # E2: Chen and Aiko in riichi, Aiko takes hers back; Chen draws: 1000/2000, the stick returns to him
    table.stick(2)
    table.stick(0)
    assert table.score(0) == 24000
    table.stick(0)
    table.taps = 0
    table.tsumo(2, "1,000/2,000")
    assert table.taps <= 4
    assert table.scores() == [24000, 28200, 23800, 24000]
    # E3: a draw, Chen (dealer) and Dina tenpai: +1500 each, Chen stays
    table.taps = 0
    table.draw(2, 3)
    assert table.taps <= 2 + 2
    assert table.label == "E3-1"
    assert table.scores() == [22500, 26700, 25300, 25500]
    # E3-1: a double tap on Confirm records one hand
    table.seat(3)
    table.seat(0)
    table.value("2,300")  # 2 han 30 fu, one honba 300
    page.get_by_role("button", name="Confirm").dblclick()
    expect(page.locator(".middle .hand")).to_have_text("E4")
    gone_back(page)
    assert table.scores() == [20200, 26700, 25300, 27800]
    assert len(table.record()["hands"]) == 4

    # three hands later: hand 1 was Dina's, not Benoît's
    page.goto(f"{table.url}log/")
    page.locator("#line-1").click()
    page.locator('a[href*="/hand/1/?seen"]').click()
    page.get_by_role("link", name="Change the winner").click()
    expect(page.locator("#seat-3")).to_be_visible()
    table.tap("#seat-3", ".middle.self")
    table.seat(2)
    table.value("5,200")
    expect(page.get_by_role("heading", name="What changes from that hand on")).to_be_visible()
    page.get_by_role("button", name="Confirm the correction").click()
    # the steps of the entry are gone back over, and the table goes on
    expect(page.locator(".step-idle")).to_be_visible()
    page.wait_for_url(table.url)
    page.wait_for_function("() => !history.state?.depth")
    gone_back(page)
    assert table.scores() == [20200, 21500, 25300, 33000]
    assert table.label == "E4"

    # E4: a reload in the middle of an entry keeps it, the back button goes a step back
    table.seat(1)
    table.seat(3)
    page.reload()
    expect(page.locator(".values").first).to_be_visible()
    page.go_back()
    expect(page.locator(".middle.self")).to_be_visible()
    page.go_forward()
    expect(page.locator(".values").first).to_be_visible()
    table.value("8,000")  # 4 han 40 fu: mangan
    table.confirm()
    assert table.label == "S1"
    assert table.scores() == [20200, 29500, 25300, 25000]

    # Aiko and Chen had sat the other way round since the first hand
    gone_back(page)
    page.goto(f"{table.url}swap/")
    page.get_by_label("This player").select_option(label="Aiko")
    page.get_by_label("swaps places with").select_option(label="Chen")
    page.get_by_role("button", name="See what that changes").click()
    page.locator("form[method=post] button.primary").click()
    page.wait_for_url("**/log/")
    page.goto(table.url)
    expect(page.locator("#seat-0")).to_contain_text("Chen")

    # S1 and S2 pass; S3: Dina deals into a haneman of the dealer, 18,000, and another one after it
    table.ron(1, 0, "1,000")
    table.ron(2, 1, "1,000")
    assert table.label == "S3"
    table.seat(2)
    table.seat(3)
    table.value("haneman")
    table.confirm()
    assert table.label == "S3-1"
    assert table.scores() == [19200, 29500, 44300, 7000]
    table.seat(2)
    table.seat(3)
    table.value("haneman")
    page.get_by_role("button", name="Confirm").click()
    # 7,000 - 18,300
    ended_by_bust(table, [("Aiko", 62600), ("Benoît", 29500), ("Chen", 19200), ("Dina", -11300)])


def ended_by_bust(table: Table, ranking: list[tuple[str, int]]) -> None:
    """The end is shown as the command line settles it."""
    page = table.page
    page.wait_for_url("**/end/")
    expect(page.locator("main")).to_contain_text("is out of points after")
    result = command_line_result(table.record())
    assert result["ended"] == "bust"
    assert [(row["player"], row["score"]) for row in result["final"]] == ranking
    shown = page.locator(".end-places").inner_text()
    places = [shown.index(row["player"]) for row in result["final"]]
    assert places == sorted(places)
    for row in result["final"]:
        assert f"{abs(row['points']):,.1f}" in shown


def test_without_javascript(open_device: Callable[..., Page]) -> None:
    table = Table(open_device(javascript=False))
    table.stick(1)
    assert table.score(1) == 24000
    table.ron(1, 2, "3,900")
    assert table.scores() == [25000, 28900, 21100, 25000]
    page = table.page
    record(page, table.url, {"type": "draw", "tenpai": [1, 3]})
    page.goto(table.url)
    page.locator(".bar").get_by_role("link", name="Undo").click()
    page.get_by_role("button", name=re.compile("Undo|Take", re.I)).click()
    assert table.scores() == [25000, 28900, 21100, 25000]
    assert len(table.record()["hands"]) == 1
