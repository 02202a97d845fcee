"""A league of teams: captains name who plays, tables open in one tap, only whom they named counts."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.utils.html import escape

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Account, Device, Membership, Player
from mahjongclub.clubs.people.merging import TwoPeople, merge_player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.pairing.scoring import VALUE_UNIT, read_scoring
from mahjongclub.pairing.standings import rank_entries
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.teams.members import save_team_members
from mahjongclub.rounds.teams.models import Team, TeamMember, create_team
from mahjongclub.seasons.changes import save_season_and_count_games
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.seasons.models import League, Season
from mahjongclub.seasons.pages import standings_rows, team_sums
from mahjongclub.tables.models import Session
from mahjongclub.tables.paper import overrule_with_paper

from .conftest import Hall
from .test_season_pages import at, signed_in, text

TEAMS = ("East", "South", "West", "North")
DAY = date(2026, 3, 5)


def team_season(hall: Hall) -> Season:
    """Four teams of two: East has players 0 and 4, South 1 and 5, West 2 and 6, North 3 and 7."""
    for name in ("Gina", "Hugo"):
        hall.players.append(Player.objects.create(name=name, club=hall.club))
    league = League.objects.create(club=hall.club, name="Teams")
    season = Season(league=league, name="2026", variant="riichi", starts=date(2026, 1, 1), counts="teams")
    season.scoring = read_scoring({"worth": "places"}).to_json()
    save_season_and_count_games(season)
    for number, name in enumerate(TEAMS):
        captain = hall.players[number]
        team = create_team(season.get_or_create_competition(), name, captain)
        for who in (number, number + 4):
            TeamMember.objects.create(team=team, player=hall.players[who])
    return season


def name_everybody(hall: Hall, match: Round, second: bool = False) -> None:
    """The first, or the second, player of every team."""
    wanted = {}
    for seat in match.seats.select_related("team"):
        assert seat.team is not None
        wanted[seat.pk] = hall.players[TEAMS.index(seat.team.name) + 4 * second].pk
    save_match_lineup(match, wanted, [team.pk for team in match.season.teams.all()], None)


def finish(hall: Hall, session: Session, *order: int) -> None:
    """The table ends on paper: these players (numbers) from the first place to the last."""
    points = dict(zip((hall.players[who].pk for who in order), (40000, 30000, 20000, 10000), strict=True))
    seats = session.seats.order_by("number")
    overrule_with_paper(
        session.pk, None, {"scores": [points[one.player_id] for one in seats], "sticks": 0, "bank": None}
    )


def play(hall: Hall, match: Round, *order: int) -> Session:
    """Open the only table and end it."""
    assert open_tables_of_match(match, Device.objects.create()) == 1
    session = match.tables.get().session
    assert session is not None
    finish(hall, session, *order)
    return session


def totals_of(season: Season) -> dict[str, Fraction]:
    names = dict(season.teams.values_list("pk", "name"))
    return {
        names[row.sums.key]: row.total / VALUE_UNIT for row in rank_entries(season.rules, team_sums(season))
    }


def captain_of(hall: Hall, number: int) -> Client:
    account = Account.objects.create_user(f"captain {number}")
    Membership.objects.create(club=hall.club, account=account, role="member")
    Player.objects.filter(pk=hall.players[number].pk).update(account=account)
    client = Client()
    client.force_login(account)
    return client


def test_the_desk_of_a_match_keeps_team_and_player_apart_whatever_way_they_are_written(hall: Hall) -> None:
    season = team_season(hall)
    season.teams.filter(name="West").update(name="نجوم الليل")
    Player.objects.filter(pk=hall.players[2].pk).update(name="José Ñíguez")
    match = draw_match(season, tonight(), None, 1)
    wanted = {seat.pk: seat.team.captain_id for seat in match.seats.select_related("team") if seat.team}
    save_match_lineup(match, wanted, [*season.teams.values_list("pk", flat=True)], None)
    page = text(signed_in(hall, "owner"), at("match_desk", hall, season.pk, match.number))
    assert "<bdi><bdi>نجوم الليل</bdi> · <bdi>José Ñíguez</bdi></bdi>" in page


def test_two_players_of_different_teams_are_not_merged(hall: Hall) -> None:
    team_season(hall)
    with pytest.raises(TwoPeople, match="two teams of “2026”, East and South: take"):
        merge_player(hall.players[0], hall.players[1], None)


def test_two_players_of_one_team_are_one_member_after_a_merge(hall: Hall) -> None:
    season = team_season(hall)
    merge_player(hall.players[0], hall.players[4], None)
    team = season.teams.get(name="East")
    teams = text(signed_in(hall, "owner"), at("teams", hall, season.pk))
    assert "<bdi>Emil</bdi>" not in teams
    assert teams.count("<bdi>Aiko</bdi>") == 2  # as a player, and as the captain
    assert text(Client(), at("team", hall, season.pk, team.number)).count(">Emil<") == 0
    save_team_members(team, [hall.players[2]], {})
    assert [member.player_id for member in team.members.all()] == [hall.players[2].pk]


def test_a_match_is_deleted_behind_a_fold_that_says_what_goes(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 1)
    page = text(signed_in(hall, "owner"), at("match", hall, season.pk, match.number))
    fold = page.partition('<details class="card fold">')[2].partition("</details>")[0]
    assert "with the line-ups the captains have named" in fold
    assert page.count(at("delete_match", hall, season.pk, match.number)) == 1
    assert at("delete_match", hall, season.pk, match.number) in fold


def test_only_named_players_at_a_match_count_for_their_teams(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 1)
    name_everybody(hall, match)
    session = play(hall, match, 0, 1, 2, 3)
    hall.paper(4, 5, 6, 7)  # a game of the club, of no match
    assert totals_of(season) == {"East": 4, "South": 2, "West": 1, "North": 0}
    second = draw_match(season, tonight(), None, 1)
    name_everybody(hall, second, second=True)
    play(hall, second, 7, 6, 5, 4)
    # 4 + 0, 2 + 1, 1 + 2, 0 + 4
    assert totals_of(season) == {"East": 4, "South": 3, "West": 3, "North": 4}
    # North named Hugo after all for the first match, where Dina sat: her last place counts no more
    seat = match.seats.get(team__name="North")
    save_match_lineup(match, {seat.pk: hall.players[7].pk}, [seat.team_id or 0], None)
    assert season.games.filter(appearance__session=session).count() == 3
    assert totals_of(season)["North"] == 4
    page = text(Client(), at("team", hall, season.pk, season.teams.get(name="East").number))
    assert "Aiko" in page
    assert "Emil" in page
    assert page.index("<dd>4.0</dd>") < page.index("<dd>0.0</dd>") < page.index("<b>4.0</b></dd>")


def test_a_captain_names_nobody_at_a_table_that_was_opened_meanwhile(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, date(2999, 1, 1), None, 1)
    name_everybody(hall, match)
    assert open_tables_of_match(match, hall.device) == 1
    seat = match.seats.get(team__name="East")
    wanted, teams = {seat.pk: hall.players[4].pk}, [seat.team_id or 0]
    with pytest.raises(Refused, match="open already"):
        save_match_lineup(match, wanted, teams, None, by_organiser=False)
    save_match_lineup(match, wanted, teams, None)
    seat.refresh_from_db()
    assert seat.player == hall.players[4]


def test_two_teams_of_a_season_have_no_player_in_common(hall: Hall) -> None:
    season = team_season(hall)
    form = {"name": "Thieves", "players": [hall.players[0].pk]}
    assert signed_in(hall, "organiser").post(at("teams", hall, season.pk), form).status_code == 422
    assert season.team_members.filter(player=hall.players[0]).count() == 1


def test_a_captain_names_the_team_until_the_line_ups_close_and_sees_no_other(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, date(2999, 1, 1), None, 1)
    page = at("match", hall, season.pk, match.number)
    east, south = captain_of(hall, 0), captain_of(hall, 1)
    mine = match.seats.get(team__name="East")
    theirs = match.seats.get(team__name="South")
    assert f'name="seat-{mine.pk}"' in text(east, page)
    assert f'name="seat-{theirs.pk}"' not in text(east, page)
    sent = {f"seat-{mine.pk}": hall.players[4].pk, f"seat-{theirs.pk}": hall.players[5].pk}
    assert east.post(page, sent).status_code == 302
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.player, theirs.player) == (hall.players[4], None)
    assert "Emil" in text(east, page)
    assert "Emil" not in text(south, page)  # before the day nobody else sees whom they named
    wrong = east.post(page, {f"seat-{mine.pk}": hall.players[1].pk})
    assert (wrong.status_code, "Name a player of the team." in wrong.content.decode()) == (422, True)
    assert signed_in(hall, "member").post(page, sent).status_code == 403
    Round.objects.update(day=date(2026, 1, 2))
    late = east.post(page, {f"seat-{mine.pk}": hall.players[0].pk})
    assert late.status_code == 422
    assert "Emil" in text(south, page)
    organiser = signed_in(hall, "organiser")
    assert organiser.post(page, {f"seat-{mine.pk}": hall.players[0].pk}).status_code == 302


def test_an_organiser_draws_a_match_of_several_tables_and_opens_them_in_one_tap(hall: Hall) -> None:
    season = team_season(hall)
    organiser = signed_in(hall, "organiser")
    sent = {"day": tonight().isoformat(), "boards": "2"}
    assert organiser.post(at("matches", hall, season.pk), sent).status_code == 302
    match = Round.objects.get()
    first, second = (table.seats.values_list("team__name", "number") for table in match.tables.all())
    assert {name for name, _seat in first} == {name for name, _seat in second} == {*TEAMS}
    assert not {*first} & {*second}  # nobody's team begins twice on one wind
    page = at("match", hall, season.pk, match.number)
    twice = {f"seat-{seat.pk}": hall.players[0].pk for seat in match.seats.filter(team__name="East")}
    answer = organiser.post(page, twice)
    assert (answer.status_code, "Nobody plays twice" in answer.content.decode()) == (422, True)
    second = match.seats.filter(team__name="East").order_by("pk")[1]
    assert f'id="id_seat-{second.pk}_error"' in answer.content.decode(), "the error stands at the seat"
    wanted = {}
    for number, table in enumerate(match.tables.all()):
        for seat in table.seats.select_related("team"):
            assert seat.team is not None
            wanted[f"seat-{seat.pk}"] = hall.players[TEAMS.index(seat.team.name) + 4 * number].pk
    assert organiser.post(page, wanted).status_code == 302
    assert organiser.post(at("open_match", hall, season.pk, match.number)).status_code == 302
    assert organiser.post(at("open_match", hall, season.pk, match.number)).status_code == 302
    assert Session.objects.filter(round_table__round=match).count() == 2
    assert Session.objects.count() == 2
    assert organiser.post(at("delete_team", hall, season.pk, season.teams.first().number)).status_code == 302  # type: ignore[union-attr]
    assert season.teams.count() == 4  # whose team plays, stays
    season.most_matches = 0
    season.save()
    finish(hall, match.tables.all()[0].session, 0, 1, 2, 3)  # type: ignore[arg-type]
    assert "more than 0 matches" in text(
        organiser, at("team", hall, season.pk, season.teams.get(name="East").number)
    )


def test_a_table_that_is_one_player_short_is_not_opened(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 2)
    seats = {seat.pk: seat for seat in match.seats.select_related("team", "table")}
    named = {
        pk: hall.players[TEAMS.index(seat.team.name) + 4 * (seat.table.number - 1)].pk
        for pk, seat in seats.items()
        if seat.team is not None
    }
    short = next(pk for pk, seat in seats.items() if seat.table.number == 2)
    save_match_lineup(match, {**named, short: None}, [team.pk for team in season.teams.all()], None)
    assert open_tables_of_match(match, Device.objects.create()) == 1
    first, second = match.tables.order_by("number")
    assert first.session is not None
    assert second.session is None
    assert Session.objects.count() == 1


def test_a_team_enters_a_running_season_late_in_one_step(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, DAY, None, 1)
    name_everybody(hall, match)
    play(hall, match, 0, 1, 2, 3)
    organiser = signed_in(hall, "organiser")
    where = at("teams", hall, season.pk)
    form = {"name": "Late ones", "names": "Marguerite\nليلى منصور"}
    assert organiser.post(where, form).status_code == 302
    late = Team.objects.get(name="Late ones")
    assert {one.player.name for one in late.members.all()} == {"Marguerite", "ليلى منصور"}
    assert totals_of(season)["Late ones"] == 0, "what was missed brings nothing"
    following = draw_match(season, DAY, None, 1)
    assert late.pk in following.seats.values_list("team", flat=True), "who has not played is not left out"
    assert match.seats.filter(team=late).count() == 0
    assert organiser.post(at("delete_team", hall, season.pk, late.number), follow=True).status_code == 200


def test_a_team_is_refused_at_the_field_of_a_name_that_plays_for_another(hall: Hall) -> None:
    season = team_season(hall)
    organiser = signed_in(hall, "organiser")
    where = at("teams", hall, season.pk)
    answer = organiser.post(where, {"name": "Late ones", "names": f"Marguerite\n{hall.players[4].name}"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "plays for" in page
    assert 'id="id_names_error"' in page
    assert "Marguerite" in page
    assert not Player.objects.filter(name="Marguerite").exists()
    assert organiser.post(where, {"name": "Late ones"}).status_code == 422, "a team has players"


def test_a_team_needs_no_share_of_the_evenings(hall: Hall) -> None:
    season = team_season(hall)
    season.scoring = read_scoring({"worth": "places", "evenings_share": 75}).to_json()
    season.save()
    match = draw_match(season, tonight(), None, 1)
    name_everybody(hall, match)
    play(hall, match, 0, 1, 2, 3)
    create_team(season.get_or_create_competition(), "Late", hall.players[0])
    assert [row.missing_evenings for row in standings_rows(season, team_sums(season))] == [0, 0, 0, 0, 1]
    assert [row.rank for row in standings_rows(season, team_sums(season), teams=True)] == [1, 2, 3, 4, 5]


def test_a_team_loses_points_as_a_team_and_gets_them_back(hall: Hall) -> None:
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 1)
    name_everybody(hall, match)
    play(hall, match, 0, 1, 2, 3)
    organiser = signed_in(hall, "organiser")
    page = at("adjustments", hall, season.pk)
    assert "Team or player" in text(organiser, page)
    east = season.teams.get(name="East")
    form = {"receiver": f"team-{east.number}", "points": "-3", "day": "2026-03-06", "reason": "Left early"}
    assert organiser.post(page, form).status_code == 302
    assert totals_of(season) == {"East": 1, "South": 2, "West": 1, "North": 0}
    assert "East" in text(Client(), page)
    own = text(Client(), at("team", hall, season.pk, east.number))
    assert "Left early" in own
    assert "<dd>-3.0</dd>" in own
    assert "-3.0" in text(Client(), at("season", hall, season.pk))
    by_players = text(Client(), at("season", hall, season.pk) + "?by=players")
    assert "-3.0" not in by_players, "nobody of the team lost any"
    penalty = season.penalties.get()
    organiser.post(at("delete_adjustment", hall, season.pk, penalty.pk))
    assert totals_of(season)["East"] == 4


def test_points_go_to_nobody_of_another_season(hall: Hall) -> None:
    season, other = team_season(hall), hall.season()
    create_team(other.get_or_create_competition(), "Others")
    form = {"points": "-3", "day": "2026-03-06", "reason": "Left early"}
    organiser = signed_in(hall, "organiser")
    for receiver in ("team-99", "team-", "", "x", "99999"):
        answer = organiser.post(at("adjustments", hall, season.pk), form | {"receiver": receiver})
        assert answer.status_code == 422, receiver


def test_more_tables_than_a_team_has_players_are_asked_about(hall: Hall) -> None:
    season = team_season(hall)
    TeamMember.objects.filter(team__name="East").first().delete()  # type: ignore[union-attr]
    organiser = signed_in(hall, "organiser")
    page = at("matches", hall, season.pk)
    assert "Create the match anyway" not in text(organiser, page)
    sent = {"day": tonight().isoformat(), "boards": "2"}
    answer = organiser.post(page, sent)
    asked = answer.content.decode()
    assert answer.status_code == 422
    assert "Too few players for 2 tables at once: East (1)." in asked
    assert "id_boards_error" in asked
    assert "Create the match anyway" in asked
    assert not season.matches.exists()
    assert organiser.post(page, {**sent, "anyway": "on"}).status_code == 302
    match = season.matches.get()
    warned = text(organiser, at("match", hall, season.pk, match.number))
    assert "Too few players for 2 tables at once: East (1)." in warned
    assert "Too few" not in text(signed_in(hall, "member"), at("match", hall, season.pk, match.number))
    TeamMember.objects.create(team=season.teams.get(name="East"), player=hall.players[0])
    assert "Too few" not in text(organiser, at("match", hall, season.pk, match.number))


def test_a_match_names_the_team_that_sits_out(hall: Hall) -> None:
    season = team_season(hall)
    create_team(season.get_or_create_competition(), "Ζέφυρος & Co")
    match = draw_match(season, DAY, None, 1)
    out = season.teams.exclude(pk__in=match.seats.values("team")).get()
    organiser = signed_in(hall, "organiser")
    for page in (at("matches", hall, season.pk), at("match", hall, season.pk, match.number)):
        said = text(organiser, page).partition("Sits out:")[2].partition("</")[0]
        assert said.strip().removeprefix("<bdi>") == escape(out.name)


def test_a_team_is_deleted_behind_a_fold_and_only_while_it_has_no_match(hall: Hall) -> None:
    season = team_season(hall)
    team = season.teams.get(name="East")
    organiser = signed_in(hall, "organiser")
    delete = at("delete_team", hall, season.pk, team.number)
    assert delete not in text(organiser, at("teams", hall, season.pk)), "one tap in the list deletes nothing"
    page = text(organiser, at("edit_team", hall, season.pk, team.number))
    fold = page.partition('<details class="card fold">')[2].partition("</details>")[0]
    assert delete in fold
    assert "its players keep their points" in fold
    draw_match(season, DAY, None, 1)
    assert delete not in text(organiser, at("edit_team", hall, season.pk, team.number))
