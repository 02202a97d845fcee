"""A league of teams on paper alone: one laptop, no phone, 17 people, three matches typed at the desk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import found_club, send
from tests.browser.test_night import PAPER, ROW

#: who plays for whom; one of the five of the last team sits out each match
TEAMS = {
    "Étoile d'Arras": PAPER[:4],
    "Καλή παρέα": PAPER[4:8],
    "نجوم الليل": PAPER[8:12],
    "Łódź & friends <A>": PAPER[12:],
}
BOARDS = 4


def test_a_league_of_teams_is_played_on_paper_without_any_phone(open_device: Callable[..., Page]) -> None:
    desk = open_device((1280, 800), touch=False)
    club = found_club(desk, "Odile of the teams", "Paper Teams")
    form = desk.request.get(f"{club}players/").text()
    send(desk, f"{club}players/", form, {"name": "\n".join(PAPER), "add": "1"})
    season = open_team_season(desk, club)
    for team, players in TEAMS.items():
        make_team(desk, season, team, players)
    axe_clean(desk)
    for number in (1, 2, 3):
        draw_match(desk, season, number)
        name_line_ups(desk, sitting_out=PAPER[12 + number])
        type_results(desk, number)
    desk.goto(season)
    lines = desk.locator("main table").first.locator("tbody tr")
    expect(lines).to_have_count(len(TEAMS))
    for team in TEAMS:
        expect(lines.filter(has_text=team)).to_have_count(1)
    axe_clean(desk)
    desk.goto(f"{season}matches/")
    expect(desk.locator(".item .chip", has_text="played")).to_have_count(3)
    desk.goto(f"{club}games/")
    expect(desk.locator("[id^=game-]")).to_have_count(3 * BOARDS)
    expect(desk.locator("[id^=game-]", has_text="on paper")).to_have_count(3 * BOARDS)


def open_team_season(desk: Page, club: str) -> str:
    """Open a season of teams; return its path."""
    desk.goto(f"{club}seasons/new/")
    desk.get_by_label("League", exact=True).fill("Ligue du papier")
    desk.get_by_label("Season", exact=True).fill("2026")
    desk.get_by_label("Game", exact=True).select_option("riichi")
    desk.get_by_label("What counts").select_option("teams")
    desk.get_by_label("First day").fill("2026-01-01")
    desk.get_by_role("button", name="Open the season").click()
    expect(desk.get_by_text("No game has counted yet")).to_be_visible()
    return desk.url


def make_team(desk: Page, season: str, team: str, players: tuple[str, ...]) -> None:
    desk.goto(f"{season}teams/")
    desk.get_by_label("Team", exact=True).fill(team)
    for player in players:
        desk.get_by_label(player, exact=True).check()
    desk.get_by_role("button", name="Create the team").click()
    expect(desk.locator(".list .item", has_text=team)).to_be_visible()


def draw_match(desk: Page, season: str, number: int) -> None:
    desk.goto(f"{season}matches/")
    desk.get_by_label("Players of each team").fill(str(BOARDS))
    desk.get_by_role("button", name="Create the match").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text(f"Match {number}")


def name_line_ups(desk: Page, sitting_out: str) -> None:
    """Name who plays where, board after board."""
    for team, players in TEAMS.items():
        seats = desk.locator(".match-seat", has=desk.get_by_text(team, exact=True)).locator("select")
        expect(seats).to_have_count(BOARDS)
        playing = [player for player in players if player != sitting_out]
        for board, player in enumerate(playing[:BOARDS]):
            seats.nth(board).select_option(label=player)
    desk.get_by_role("button", name="Save the line-up").click()
    expect(desk.get_by_text("The line-up is saved.")).to_be_visible()


def type_results(desk: Page, number: int) -> None:
    """Type every table of the match by keyboard, from the first cell on."""
    desk.get_by_role("link", name="Type the results").click()
    expect(desk.locator("[data-desk-row]")).to_have_count(BOARDS)
    if number == 1:
        axe_clean(desk)
    expect(desk.locator("[data-desk-cell]").first).to_be_focused()
    for table in range(BOARDS):
        if number == 1 and table == BOARDS - 1:
            for key in ["x", "Enter", *ROW[4:]]:
                desk.keyboard.press(key)
            expect(desk.locator("[data-desk-cell][aria-invalid]")).to_be_focused()
        assert len(ROW) <= 17
        for key in ROW:
            desk.keyboard.press(key)
    expect(desk.locator("#desk-count")).to_contain_text(f"{BOARDS} of {BOARDS} tables finished")
    desk.get_by_role("link", name="Every table has its result: go on").click()
    expect(desk.locator(".match-tables .chip", has_text="played")).to_have_count(BOARDS)
