"""Pages of the guide on playing and on results, walked from the first step to the last in every language."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mahjongclub.clubs.club_model import Club, Evening
from mahjongclub.clubs.models import Device, Player
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.paper import save_paper_game
from tests.guide.walk import Walk

from ..test_walks import (
    NAMES,
    PASSWORD,
    WALKS,
    cases_of,
    club_with_players,
    day,
    iso_day,
    keep_results,
    new_event,
    type_results,
    walks,
)

pytestmark = pytest.mark.django_db


@walks("first-evening")
def first_evening(language: str) -> Walk:
    walk = Walk("first-evening", language)
    walk.visit("/")
    walk.section("Found the club, once")
    walk.step()
    walk.press("Clubs and tournaments")
    walk.press("No account yet? Make one")
    walk.step()
    walk.fill("Name", "Odile")
    walk.fill("Password", PASSWORD)
    walk.fill("Password once more", PASSWORD)
    walk.press("Create the account")
    walk.step()
    walk.press("Back to the start page")
    walk.press("Create a club")
    walk.step()
    walk.fill("Name of the club", "Guided Winds")
    walk.press("Members only")
    walk.press("Create the club")
    walk.section("Seat everybody")
    walk.step()
    walk.press("Play tonight: who is here?")
    walk.step()
    walk.fill("Names", "\n".join(NAMES[:9]))
    walk.step()
    walk.press("Seat everybody")
    walk.see("Round %(number)s")
    evening = walk.address.removesuffix("seating/")
    walk.section("Type the results")
    walk.step()
    walk.see("Round %(number)s")
    walk.press("Type the results")
    walk.step()
    walk.see("Results of round %(number)s")
    walk.see("Sticks left")
    type_results(walk, tables=2)
    walk.step()
    walk.press("Every table has its result: go on")
    walk.step()
    walk.press("Next round")
    assert walk.heading().endswith("2")
    walk.section("Afterwards")
    walk.visit(evening)
    walk.press("The night")
    return walk


def play(club: Club, seats: Sequence[int] = range(4), evening: Evening | None = None) -> Session:
    """Keep a result of these players from paper."""
    game = find_variant("riichi")
    final = {"scores": [40000, 30000, 20000, 10000], "sticks": 0, "bank": None}
    players = [Player.objects.get(name=NAMES[seat]).pk for seat in seats]
    place = ClubAndEvening(club, evening)
    return save_paper_game(
        Device.objects.create(), place, game, game.default_preset, None, [], final, day(0), players
    )


@walks("weekly-night")
def weekly_night(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    last_week = Evening.objects.create(club=club, date=day(-7))
    check_in_players(last_week, list(club.players.all()))
    walk = Walk("weekly-night", language, owner)
    walk.visit(home)
    walk.section("Put it into the calendar")
    walk.step()
    walk.press("New evening")
    walk.step()
    walk.fill("Date", iso_day(0))
    walk.fill("Begins at", "19:30")
    walk.fill("Where", "Rue de Gand")
    walk.press("Every week")
    walk.see("Comes again")
    walk.fill("How many evenings", "4")
    walk.fill("Except on", iso_day(7))
    walk.step()
    walk.press("Create the evening")
    assert [evening.date for evening in club.evenings.order_by("date")] == [
        day(ahead) for ahead in (-7, 0, 14, 21)
    ]
    walk.visit(home)
    walk.menu("Calendar")
    evening = f"{home}evenings/{club.evenings.get(date=day(0)).pk}/"
    walk.visit(evening)
    walk.press("Who comes: names, link and QR code")
    walk.section("Say who is here")
    walk.visit(evening)
    walk.step()
    walk.press("Who is here")
    walk.step()
    walk.press("%(counter)s person who came last time")
    walk.see("From the roster")
    walk.fill("Names", "\n".join(NAMES[:8]))
    walk.step()
    walk.press("Seat everybody")
    seating = walk.address
    walk.visit(f"{evening}here/")
    walk.press("Phones check in by a code")
    walk.press("Print the code of the room")
    walk.section("With phones")
    walk.visit(seating)
    walk.step()
    walk.see("Round %(number)s")
    walk.press("Table cards with QR codes")
    walk.step()
    walk.step()
    walk.section("On paper")
    walk.visit(home)
    walk.step()
    walk.menu("Print")
    walk.visit(evening)
    walk.step()
    walk.press("Type the results")
    walk.step()
    type_results(walk, tables=3)
    walk.see("Missing")
    walk.see("To check")
    walk.section("The next round")
    walk.visit(evening)
    walk.step()
    walk.press("Next round")
    assert walk.heading().endswith("2")
    walk.step()
    walk.press("Somebody comes or leaves")
    walk.step()
    walk.press("Swap places")
    walk.step()
    walk.press("Undo this round")
    assert club.evenings.get(date=day(0)).competition.rounds.count() == 1
    walk.visit(evening)
    walk.press("Common clock for all tables")
    return walk


@walks("league")
def league(language: str) -> Walk:
    club, owner = club_with_players()
    for _game in range(2):
        play(club)
    home = f"/c/{club.slug}/"
    walk = Walk("league", language, owner)
    walk.visit(home)
    walk.section("Open a season")
    walk.step()
    walk.menu("Leagues")
    walk.press("New season")
    walk.step()
    walk.fill("League", "Thursday league")
    walk.fill("Season", "Autumn")
    walk.fill("Game", "riichi")
    walk.step()
    walk.fill("First day", iso_day(-30))
    walk.fill("Last day", "")
    walk.step()
    walk.fill("A game is worth", "points")
    walk.step()
    walk.fill("Games needed for a place", "1")
    walk.step()
    walk.press("Open the season")
    season = walk.address
    walk.section("During the season")
    walk.step()
    assert NAMES[0] in walk.page.text
    walk.step()
    walk.press("Adjustments")
    walk.visit(season)
    walk.step()
    walk.press("Games", to="/games/")
    walk.visit(season)
    walk.step()
    walk.press("Print the standings")
    walk.visit(season)
    walk.press("Share the standings")
    walk.visit(season)
    walk.step()
    walk.press("Export")
    walk.visit(season)
    walk.step()
    walk.press("Corrected since")
    walk.section("Teams, phases, a final")
    walk.visit(season)
    walk.step()
    walk.press("Teams")
    walk.visit(season)
    walk.step()
    walk.press("A next phase")
    walk.section("The next season")
    walk.visit(season)
    walk.step()
    walk.press("Edit")
    walk.fill_field("ends", iso_day(0))
    walk.step()
    return walk


@walks("printing")
def printing(language: str) -> Walk:
    club, owner = club_with_players()
    home = f"/c/{club.slug}/"
    walk = Walk("printing", language, owner)
    walk.visit(home)
    walk.section("Blank score sheets")
    walk.step()
    walk.menu("Print")
    sheets = walk.address
    walk.step()
    walk.press("Blank score sheet")
    walk.step()
    walk.fill("Language of the sheet", language)
    walk.fill("Number of sheets", "2")
    walk.see("Rules")
    walk.press("Fill in the names")
    walk.step()
    walk.press("Show the preview")
    walk.press("Print (PDF)")
    assert walk.downloaded.startswith(b"%PDF")
    walk.visit(home)
    walk.press("Type a score sheet")
    walk.visit(sheets)
    walk.see("Points tables")
    walk.press("Rules card")
    evening = Evening.objects.create(club=club, date=day(0))
    night = f"{home}evenings/{evening.pk}/"
    check_in_players(evening, list(club.players.all()))
    draw_and_open_round(evening, 0, Device.objects.create())
    walk.section("For an evening")
    walk.step()
    walk.visit(f"{night}seating/")
    walk.press("Table cards with QR codes")
    walk.step()
    walk.visit(f"{night}here/")
    walk.press("Print the code of the room")
    walk.step()
    walk.visit(night)
    walk.see("Print a poster")
    walk.press("Print")
    walk.step()
    play(club, evening=evening)
    walk.visit(night)
    walk.press("Print the evening")
    walk.section("For an event")
    event = new_event(club)
    page = f"{home}tournaments/{event.pk}/"
    walk.visit(page)
    walk.step()
    walk.press("Print")
    prints = walk.address
    walk.step()
    for name in ("Badges", "Seating by name", "Seating cards", "Table numbers"):
        walk.visit(prints)
        walk.press(name)
        assert walk.downloaded.startswith(b"%PDF")
    keep_results(event)
    walk.step()
    for name in ("Score sheets with the names", "Ranking after this round"):
        walk.visit(prints)
        walk.press(name)
        assert walk.downloaded.startswith(b"%PDF")
    walk.visit(sheets)
    walk.press_matching("/blank/riichi/")
    walk.press("Download")
    return walk


@pytest.mark.parametrize(
    ("name", "language"), cases_of(["first-evening", "weekly-night", "league", "printing"])
)
def test_a_page_of_the_guide_is_done_step_by_step(name: str, language: str) -> None:
    walk = WALKS[name](language)
    walk.end()
