"""The pages of a season: what is shown, what is refused, who may do what."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mahjongclub.clubs.models import Account, Club, Membership
from mahjongclub.clubs.refusal import Refused
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team
from mahjongclub.seasons.changes import save_season_and_count_games
from mahjongclub.seasons.models import Season
from mahjongclub.tables import recording
from mahjongclub.tables.replaying import standings

from .conftest import Hall, ask, ron

NEW = {"league": "Spring", "name": "2026", "variant": "riichi", "starts": "2026-01-01", "ends": "2026-06-30"}


def signed_in(hall: Hall, role: str | None) -> Client:
    """A browser of somebody with that role in the club, None for a stranger."""
    client = Client()
    _sign_in(client, hall, role)
    return client


def _sign_in(client: Client, hall: Hall, role: str | None) -> None:
    account = Account.objects.create_user(username=f"somebody {role}")
    if role is not None:
        Membership.objects.create(club=hall.club, account=account, role=role)
    client.force_login(account)


@pytest.fixture
def organiser(hall: Hall) -> Client:
    return signed_in(hall, "organiser")


def at(name: str, hall: Hall, *args: Any) -> str:
    return reverse(f"leagues:{name}", args=[hall.club.slug, *args])


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def cells(page: str) -> list[list[str]]:
    """The rows of the page's first table, as text; what is drawn before a figure first."""
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    rows = []
    for row in body.split("</tr>")[:-1]:
        row = re.sub(r'<td data-before="([^"]*)">', r"<td>\1 ", row)
        found = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        rows.append([re.sub(r"<[^>]+>", " ", cell).strip() for cell in found])
    return rows


def test_a_game_of_the_season_stands_in_the_standings(hall: Hall) -> None:
    season = hall.season()
    # preset club of RULES.md; 5,200 from Chen to Benoît:
    # 30,200 / 25,000 / 25,000 / 19,800
    session = hall.play([ron(1, 2)])
    final = {row.seat: row.tenths for row in session.appearances.all()}  # type: ignore[attr-defined]
    page = text(Client(), at("season", hall, season.pk))
    rows = cells(page)
    assert rows[0][1] == "Benoît"
    assert rows[0][2] == f"+{final[1] / 10}"
    assert rows[-1][1] == "Chen"


def test_a_corrected_hand_of_a_finished_game_moves_the_standings(hall: Hall) -> None:
    season = hall.season()
    session = hall.play([ron(1, 2)])
    recording.correct_hand(session.pk, ask(session), 1, ron(3, 1))
    rows = cells(text(Client(), at("season", hall, season.pk)))
    assert (rows[0][1], rows[-1][1]) == ("Dina", "Benoît")


def test_standings_are_sorted_as_asked(hall: Hall) -> None:
    season = hall.season()
    hall.play([ron(1, 2)])
    hall.play([ron(0, 1)], (4, 5, 0, 1))
    names = [row[1] for row in cells(text(Client(), at("season", hall, season.pk) + "?sort=name"))]
    assert names == sorted(names, key=str.casefold)
    games = [row[3] for row in cells(text(Client(), at("season", hall, season.pk) + "?sort=games"))]
    assert games == ["2", "2", "1", "1", "1", "1"]


def test_an_organiser_opens_a_season(hall: Hall, organiser: Client) -> None:
    answer = organiser.post(at("new_season", hall), NEW)
    season = Season.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == at("season", hall, season.pk)
    assert (season.league.name, season.starts, season.ends) == (
        "Spring",
        date(2026, 1, 1),
        date(2026, 6, 30),
    )
    assert "No game has counted yet" in text(organiser, answer["Location"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ends": "2025-12-31"}, "The last day comes before the first."),
        ({"starts": "31.12."}, "is not a day: write it as"),
        ({"starts": "0001-01-01"}, "between 1900 and 2200"),
        ({"name": " "}, "This field is required."),
        ({"name": "a\x00"}, "Null characters are not allowed."),
        ({"league": "···"}, "Choose a name of letters or digits."),
        ({"variant": "bridge"}, "Select a valid choice."),
        ({"option-best_of": "9" * 400}, "best games count"),
        ({"option-minimum_games": "٣٣٣٣٣"}, "1000"),
        ({"option-together": "luck"}, "Select a valid choice."),
        ({"option-tie_1": "points", "option-tie_2": "points"}, "can be used only once"),
    ],
)
def test_a_wrong_season_is_refused_at_its_field(
    hall: Hall, organiser: Client, change: dict[str, str], said: str
) -> None:
    answer = organiser.post(at("new_season", hall), {**NEW, **change})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert 'value="Spring"' in answer.content.decode() or "league" in change
    assert not Season.objects.exists()


def test_two_seasons_of_a_game_do_not_share_a_day(hall: Hall, organiser: Client) -> None:
    organiser.post(at("new_season", hall), NEW)
    answer = organiser.post(
        at("new_season", hall), {**NEW, "name": "again", "starts": "2026-06-30", "ends": ""}
    )
    assert answer.status_code == 422
    assert "Spring · 2026" in answer.content.decode()
    other_game = {**NEW, "name": "Ten", "variant": "ten"}
    assert organiser.post(at("new_season", hall), other_game).status_code == 302


def test_the_scoring_is_frozen_once_a_game_counts(hall: Hall, organiser: Client) -> None:
    season = hall.season()
    hall.play([ron(1, 2)])
    edited = {**NEW, "name": "Renamed", "option-together": "average"}
    assert organiser.post(at("edit_season", hall, season.pk), edited).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.rules.together) == ("Renamed", "sum")


def test_other_dates_count_other_games(hall: Hall, organiser: Client) -> None:
    season = hall.season()
    hall.play([ron(1, 2)], day=date(2026, 3, 5))
    hall.play([ron(1, 2)], day=date(2026, 4, 5))
    organiser.post(at("edit_season", hall, season.pk), {**NEW, "starts": "2026-04-01"})
    assert {row[3] for row in cells(text(organiser, at("season", hall, season.pk)))} == {"1"}


def test_points_are_taken_with_a_reason_and_given_back(hall: Hall, organiser: Client) -> None:
    season = hall.season()
    hall.play([ron(1, 2)])
    form = {"receiver": hall.players[1].pk, "points": "-100", "day": "2026-03-06", "reason": "Late <again>"}
    assert organiser.post(at("adjustments", hall, season.pk), form).status_code == 302
    assert cells(text(Client(), at("season", hall, season.pk)))[-1][1] == "Benoît"
    page = text(Client(), at("explained", hall, season.pk, hall.players[1].pk))
    assert "Late &lt;again&gt;" in page
    assert "-100" in page
    number = Penalty.objects.get().pk
    organiser.post(at("delete_adjustment", hall, season.pk, number))
    assert cells(text(Client(), at("season", hall, season.pk)))[0][1] == "Benoît"


@pytest.mark.parametrize(
    "change",
    [{"points": "0"}, {"points": "NaN"}, {"points": "1e400"}, {"reason": ""}, {"day": ""}, {"receiver": "x"}],
)
def test_a_wrong_adjustment_keeps_what_was_typed(hall: Hall, organiser: Client, change: Any) -> None:
    season = hall.season()
    form = {"receiver": hall.players[0].pk, "points": "5", "day": "2026-03-06", "reason": "Helped", **change}
    answer = organiser.post(at("adjustments", hall, season.pk), form)
    assert answer.status_code == 422
    assert ("Helped" in answer.content.decode()) == (change.get("reason") is None)
    assert not Penalty.objects.exists()


def test_a_team_counts_the_games_of_its_players(hall: Hall, organiser: Client) -> None:
    season = hall.season(worth="places")
    hall.play([ron(1, 2)])  # Benoît first: 4; Chen last: 0; Aiko and Dina tie on the second: 1.5 each
    for name, players in (("Dragons", (0, 1)), ("Winds", (2, 3))):
        form = {"name": name, "players": [hall.players[number].pk for number in players]}
        assert organiser.post(at("teams", hall, season.pk), form).status_code == 302
    rows = cells(text(Client(), at("season", hall, season.pk) + "?by=teams"))
    assert [(row[0], row[1], row[2]) for row in rows] == [("1", "Dragons", "5.5"), ("2", "Winds", "1.5")]
    again = {"name": "Third", "players": [hall.players[0].pk]}
    assert organiser.post(at("teams", hall, season.pk), again).status_code == 422
    organiser.post(at("delete_team", hall, season.pk, Team.objects.get(name="Winds").number))
    assert [row[1] for row in cells(text(Client(), at("season", hall, season.pk) + "?by=teams"))] == [
        "Dragons"
    ]


def test_a_game_left_out_counts_for_nobody_until_it_counts_again(hall: Hall, organiser: Client) -> None:
    season = hall.season()
    session = hall.play([ron(1, 2)])
    address = at("count_game", hall, season.pk, session.code)
    organiser.post(address, {"counts": "no"})
    assert "No game has counted yet" in text(organiser, at("season", hall, season.pk))
    assert "left out" in text(organiser, at("games", hall, season.pk))
    organiser.post(address, {"counts": "yes"})
    assert len(cells(text(organiser, at("season", hall, season.pk)))) == 4


def test_places_after_each_evening(hall: Hall) -> None:
    season = hall.season(worth="places")
    hall.play([ron(1, 2)], day=date(2026, 3, 5))
    hall.play([ron(0, 1)], day=date(2026, 3, 12))
    rows = {row[0]: row[1:] for row in cells(text(Client(), at("evenings", hall, season.pk)))}
    # Benoît 4, then 4 + 0; Aiko 1.5, then 1.5 + 4 (place points 4-2-1-0, ties shared); the newest first
    assert [cell.split() for cell in rows["Aiko"]] == [["1", "5.5"], ["2", "1.5"]]
    assert [cell.split() for cell in rows["Benoît"]] == [["2", "4.0"], ["1", "4.0"]]


def test_a_deleted_season_leaves_games_and_figures(hall: Hall, organiser: Client) -> None:
    season = hall.season()
    hall.play([ron(1, 2)])
    assert "Delete" in text(organiser, at("delete_season", hall, season.pk))
    assert organiser.post(at("delete_season", hall, season.pk)).status_code == 302
    assert not Season.objects.exists()
    assert "Benoît" in text(organiser, at("record", hall))


READING = ["season", "evenings", "games", "adjustments", "teams"]
WRITING = ["edit_season", "delete_season"]


@pytest.mark.parametrize("visibility", ["private", "members", "public"])
@pytest.mark.parametrize(
    "role", ["owner", "organiser", "scorer", "member", "stranger", "another club's owner"]
)
def test_who_may_see_and_change_a_season(hall: Hall, visibility: str, role: str) -> None:
    season = hall.season()
    hall.club.visibility = visibility
    hall.club.save()
    client = signed_in(hall, role if role in ("owner", "organiser", "scorer", "member") else None)
    if role == "another club's owner":
        other = Club.objects.create(name="Other", slug="other")
        account = Account.objects.get(username="somebody None")
        Membership.objects.create(club=other, account=account, role="owner")
    leads = role in ("owner", "organiser")
    member = leads or role in ("scorer", "member")
    may_see_club = {"private": leads, "members": member, "public": True}[visibility]
    may_know_club = member or visibility == "public"
    refused = 403 if may_know_club else 404
    for name in READING:
        assert client.get(at(name, hall, season.pk)).status_code == (200 if may_see_club else refused), name
    for name in ("leagues", "record", "figures"):
        assert client.get(at(name, hall)).status_code == (200 if may_see_club else refused), name
    for name in WRITING:
        assert client.get(at(name, hall, season.pk)).status_code == (200 if leads else refused), name
    for name, form in (("new_season", NEW), ("adjustments", {}), ("teams", {})):
        where = at(name, hall) if name == "new_season" else at(name, hall, season.pk)
        expected = 422 if leads else refused  # the season overlaps, the others lack everything
        assert client.post(where, form).status_code == expected, name
    assert Season.objects.count() == 1


def test_a_season_of_another_club_is_not_there(hall: Hall) -> None:
    season = hall.season()
    other = Club.objects.create(name="Other", slug="other", visibility="public")
    assert Client().get(reverse("leagues:season", args=[other.slug, season.pk])).status_code == 404


@pytest.mark.parametrize("query", ["?sort=%00", "?by=%FF", "?page=-1", "?page=" + "9" * 50, "?by=teams"])
def test_junk_in_an_address_is_no_fault(hall: Hall, query: str) -> None:
    season = hall.season()
    hall.play([ron(1, 2)])
    for name in READING:
        assert Client().get(at(name, hall, season.pk) + query).status_code == 200


def test_a_season_with_an_uma_of_its_own_says_what_of_a_game_it_is(hall: Hall) -> None:
    """At the table 30,200 / 25,000 / 25,000 / 19,800 with uma of its own; the season has 30 10 -10 -30."""
    session = hall.play([ron(1, 2)])
    final = {row.seat: row.tenths for row in session.appearances.all()}  # type: ignore[attr-defined]
    own = {one.seat: one.uma for one in standings(session)}
    season = hall.season(worth="uma", place_1=30, place_2=10, place_3=-10, place_4=-30)
    rows = cells(text(Client(), at("season", hall, season.pk)))
    assert rows[0][1:3] == ["Benoît", f"+{(final[1] - own[1]) / 10 + 30}"]
    assert rows[1][2] == rows[2][2], "two share the second place and its uma"
    page = text(Client(), at("explained", hall, season.pk, hall.players[1].pk))
    game = cells(page)[0]
    assert game[2:4] == ["+30.0", f"+{(final[1] - own[1]) / 10 + 30}"]
    later = hall.play([ron(1, 2)])
    worth = {one.appearance.session_id: one.value for one in season.games.filter(appearance__seat=1)}  # type: ignore[attr-defined]
    assert worth[later.pk] == worth[session.pk]


@pytest.mark.parametrize(("together", "left"), [("but_games", 1), ("but_nights", 2)])
def test_what_is_left_out_for_being_the_worst_is_told_line_by_line(
    hall: Hall, together: str, left: int
) -> None:
    season = hall.season(together=together, but=1)
    hall.play([ron(0, 1)], day=date(2026, 3, 5))
    hall.play([ron(1, 0)], day=date(2026, 3, 6))  # Aiko's worst evening: two games, one of them lost
    hall.play([ron(1, 0), ron(1, 0)], day=date(2026, 3, 6))
    values = [one.value for one in aikos(hall, season)]
    page = text(Client(), at("explained", hall, season.pk, hall.players[0].pk))
    games = cells(page)
    assert [row[-1] for row in games].count("no") == left
    assert "left out" in page
    out = min(values) if together == "but_games" else values[1] + values[2]
    expected = (sum(values) - out) / 600
    rows = cells(text(Client(), at("season", hall, season.pk)))
    aiko = next(row for row in rows if row[1] == "Aiko")
    assert aiko[2] == f"{expected:+.1f}"
    assert "left out" in text(Client(), at("season", hall, season.pk)), "how this season counts says it"


def test_an_old_season_is_edited_without_being_counted_anew(hall: Hall, organiser: Client) -> None:
    """A scoring kept before there was anything to leave out is the same scoring still."""
    season = hall.season()
    hall.play([ron(1, 2)])
    kept = {key: value for key, value in season.scoring.items() if key != "but"}
    Season.objects.filter(pk=season.pk).update(scoring=kept)
    season.refresh_from_db()
    form = {"league": season.league.name, "name": "Renamed", "starts": "2026-01-01", "ends": ""}
    answer = organiser.post(at("edit_season", hall, season.pk), form)
    assert answer.status_code == 302, answer.content.decode()
    season.refresh_from_db()
    assert season.name == "Renamed"


def test_a_game_counts_for_its_quarter_and_for_the_year(hall: Hall) -> None:
    """Each quarter leaves out the worst evening, the year the worst of all its evenings."""
    leaves = {"together": "but_nights", "but": 1}
    first = hall.season(date(2026, 1, 1), date(2026, 3, 31), **leaves)
    second = hall.season(date(2026, 4, 1), date(2026, 6, 30), **leaves)
    other = hall.season(date(2026, 7, 1), date(2026, 7, 31))
    hall.season(date(2027, 1, 1), None, **leaves)
    for day in (date(2026, 3, 5), date(2026, 3, 6), date(2026, 4, 7)):
        hall.play([ron(0, 1)], day=day)
    hall.play([ron(1, 0), ron(1, 0)], day=date(2026, 4, 8))
    hall.play([ron(0, 1)], day=date(2026, 7, 8))
    values = [row.value / 600 for one in (first, second) for row in aikos(hall, one)]
    page = text(Client(), at("year", hall, first.pk))
    aiko = next(row for row in cells(page) if row[1] == "Aiko")
    quarters = [f"{sum(values[:2]):+.1f}", f"{sum(values[2:]):+.1f}"]
    assert aiko[2:6] == [f"{sum(values) - min(values):+.1f}", *quarters, f"{-min(values):+.1f}"]
    assert aiko[6] == "4"
    assert cells(page) == cells(text(Client(), at("year", hall, second.pk)))
    assert "The year 2026" in text(Client(), at("season", hall, first.pk))
    assert "The year 2026" not in text(Client(), at("season", hall, other.pk)), "it counts otherwise"


def aikos(hall: Hall, season: Season) -> list[Any]:
    """Aiko's games of a season in their order."""
    return list(season.games.filter(player=hall.players[0]).order_by("appearance__order"))  # type: ignore[attr-defined]


def test_the_server_refuses_another_scoring_once_a_game_counts_whatever_a_form_sends(hall: Hall) -> None:
    season = hall.season(worth="places")
    season.scoring = read_scoring({"worth": "points"}).to_json()
    save_season_and_count_games(season)
    hall.paper(0, 1, 2, 3)
    season.scoring = read_scoring({"worth": "places"}).to_json()
    with pytest.raises(Refused, match="frozen"):
        save_season_and_count_games(season)
    assert Season.objects.get(pk=season.pk).rules == read_scoring({"worth": "points"})
    season.refresh_from_db()
    season.name = "Another name"
    assert save_season_and_count_games(season).name == "Another name", "what is not the scoring may change"
