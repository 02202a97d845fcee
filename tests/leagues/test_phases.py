"""A season goes on from another: who is in, what they bring, and what the pages say of it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.clubs.refusal import Refused
from mahjongclub.pairing.cut import carried_total
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.pairing.standings import rank_entries
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.seasons.models import Phase, PhaseEntrant, Season
from mahjongclub.seasons.pages import player_sums, standings_totals, team_sums
from mahjongclub.seasons.phases import phase_cut, save_phase, set_entrants
from mahjongclub.tables.models import Session
from mahjongclub.tables.notify import results_changed

from .conftest import Hall
from .test_folding import folded
from .test_season_pages import at, cells, signed_in, text

A, B, C, D, E, F = range(6)
APRIL = date(2026, 4, 2)


def regular(hall: Hall, **scoring: Any) -> Season:
    """By 4-2-1-0: Aiko 8, Chen 5, Benoît 4, Dina and Emil 2 each, Fatou 0."""
    season = hall.season(ends=date(2026, 3, 31), worth="places", tie_1="none", **scoring)
    hall.paper(A, B, C, D)
    hall.paper(A, B, E, F)
    hall.paper(C, D, E, F)
    return season


def phase_after(before: Season, takes: int, carries: str, **changed: Any) -> Season:
    season = Season(
        league=before.league,
        name="Final",
        variant="riichi",
        starts=date(2026, 4, 1),
        scoring=before.scoring,
        **changed,
    )
    return save_phase(season, before, takes, carries)


def points(season: Season) -> dict[str, Fraction]:
    """What each player has, by name."""
    names = {player.pk: player.name for player in season.league.club.players.all()}
    found = standings_totals(season, player_sums(season))
    return {names[key or 0]: total / VALUE_UNIT for key, total in found.items()}


def test_half_of_the_points_goes_on_and_equals_at_the_line_are_decided_with_a_reason(hall: Hall) -> None:
    before = regular(hall)
    final = phase_after(before, 4, "half")
    organiser = signed_in(hall, "organiser")
    page = text(organiser, at("season", hall, before.pk))
    rows = {row[1].split()[0]: row[1].split()[-1] for row in cells(page)}
    assert rows == {
        **{"Aiko": "in", "Chen": "in", "Benoît": "in"},
        **{"Dina": "level", "Emil": "level", "Fatou": "out"},
    }
    assert "2 are tied at the cut" in page
    # nobody has said who goes on: no game counts yet
    hall.paper(B, E, C, A, day=APRIL)
    assert points(final) == {}
    where = at("entrants", hall, final.pk)
    chosen = [hall.players[who].pk for who in (A, B, C, E)]
    refused = organiser.post(where, {"goes": chosen})
    assert refused.status_code == 422
    assert "There is a tie at the cut" in refused.content.decode()
    assert not PhaseEntrant.objects.exists()
    assert organiser.post(where, {"goes": chosen, "reason": "drawn by lot"}).status_code == 302
    hall.paper(B, E, C, D, day=APRIL)  # Dina is out: this one counts for nobody
    # 8, 5, 4 and 2 halved, then 4-2-1-0 to Benoît, Emil, Chen, Aiko
    assert points(final) == {"Aiko": 4, "Chen": Fraction(7, 2), "Benoît": 6, "Emil": 3}
    page = text(Client(), at("season", hall, final.pk))
    assert [row[1:4] for row in cells(page)] == [
        ["Benoît", "6.0", "1"],
        ["Aiko", "4.0", "1"],
        ["Chen", "3.5", "1"],
        ["Emil", "3.0", "1"],
    ]
    assert "drawn by lot" in page
    why = text(Client(), at("explained", hall, final.pk, hall.players[C].pk))
    assert "half of 5.0" in " ".join(why.split())
    assert "<dd>2.5</dd>" in why
    page = text(Client(), at("season", hall, before.pk))
    assert [row[1].split()[-1] for row in cells(page)] == ["in", "in", "in", "out", "in", "out"]


def test_a_corrected_game_of_the_phase_before_moves_what_is_carried(hall: Hall) -> None:
    before = regular(hall)
    final = phase_after(before, 3, "whole")
    set_entrants(final.phase, [hall.players[who].pk for who in (A, C, B)], "", None)
    assert points(final) == {"Aiko": 8, "Chen": 5, "Benoît": 4}
    session = Session.objects.order_by("pk")[0]
    first = session.seats.get(number=0).player_id
    session.seats.filter(number=0).update(player=session.seats.get(number=1).player_id)
    session.seats.filter(number=1).update(player=first)
    results_changed.send(Session, session_ids=[session.pk])
    # Aiko and Benoît changed places in the first game: 6 and 6
    assert points(final) == {"Aiko": 6, "Chen": 5, "Benoît": 6}


def test_who_goes_on_against_the_standings_takes_a_reason_and_stays_once_a_game_counts(hall: Hall) -> None:
    before = regular(hall)
    final = phase_after(before, 4, "nothing")
    withdrawn = [hall.players[who].pk for who in (A, B, D, E)]
    with pytest.raises(Refused):
        set_entrants(final.phase, withdrawn, "", None)
    with pytest.raises(Refused):
        set_entrants(final.phase, withdrawn[:3], "too few", None)
    set_entrants(final.phase, withdrawn, "Chen is abroad", None)
    assert points(final) == {"Aiko": 0, "Benoît": 0, "Dina": 0, "Emil": 0}
    hall.paper(A, B, D, E, day=APRIL)
    assert points(final) == {"Aiko": 4, "Benoît": 2, "Dina": 1, "Emil": 0}
    with pytest.raises(Refused):
        set_entrants(final.phase, withdrawn, "again", None)


def test_an_organiser_makes_a_phase_and_the_season_before_stays_while_it_is_there(hall: Hall) -> None:
    before = regular(hall)
    organiser = signed_in(hall, "organiser")
    where = at("next_phase", hall, before.pk)
    assert 'value="2026-04-01"' in text(organiser, where)
    sent = {"name": "Semi-final", "starts": "2026-04-01", "takes": "3", "carries": "half", "counts": "dates"}
    answer = organiser.post(where, sent)
    assert answer.status_code == 422
    assert "greater than or equal to 4" in answer.content.decode()
    assert organiser.post(where, {**sent, "takes": "4"}).status_code == 302
    phase = Phase.objects.get()
    assert (phase.before, phase.takes, phase.carries) == (before, 4, "half")
    assert phase.season.rules == before.rules
    assert phase.season.league == before.league
    answer = organiser.post(at("delete_season", hall, before.pk))
    assert answer.status_code == 422
    assert organiser.get(at("edit_season", hall, phase.season_id)).status_code == 200
    assert organiser.post(at("edit_season", hall, phase.season_id), {**sent, "takes": "5"}).status_code == 302
    phase.refresh_from_db()
    assert phase.takes == 5
    assert signed_in(hall, "scorer").get(where).status_code == 403
    assert organiser.post(at("delete_season", hall, phase.season_id)).status_code == 302
    assert organiser.post(at("delete_season", hall, before.pk)).status_code == 302


def test_teams_go_on_with_their_players_and_their_points(hall: Hall) -> None:
    before = regular(hall)
    for name, members in (("East", (A, F)), ("South", (B, E)), ("West", (C, D))):
        team = create_team(before.get_or_create_competition(), name, hall.players[members[0]])
        for who in members:
            TeamMember.objects.create(team=team, player=hall.players[who])
    final = phase_after(before, 2, "half", counts="teams")
    _rows, names, cut = phase_cut(final.phase)
    # East 8 + 0, West 5 + 2, South 4 + 2
    assert [names[key] for key in cut.through] == ["East", "West"]
    set_entrants(final.phase, cut.through, "", None)
    teams = {team.pk: team for team in final.teams.all()}
    assert [(team.name, team.captain, team.members.count()) for team in teams.values()] == [
        ("East", hall.players[A], 2),
        ("West", hall.players[C], 2),
    ]
    assert {
        teams[row.sums.key].name: row.total / VALUE_UNIT
        for row in rank_entries(final.rules, team_sums(final))
    } == {"East": 4, "West": Fraction(7, 2)}


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    games=st.lists(st.permutations(range(6)), min_size=3, max_size=8),
    then=st.lists(st.permutations(range(4)), max_size=4),
    carries=st.sampled_from(["whole", "half", "nothing"]),
    worth=st.sampled_from(["points", "places"]),
)
def test_the_points_of_a_phase_are_what_was_carried_and_what_was_played(
    db: None, games: list[list[int]], then: list[list[int]], carries: str, worth: str
) -> None:
    with transaction.atomic():
        hall = Hall()
        before = hall.season(ends=date(2026, 3, 31), worth=worth)
        for seats in games:
            hall.paper(*seats[:4])
        final = phase_after(before, 4, carries)
        rows, _names, cut = phase_cut(final.phase)
        inside = cut.proposed
        set_entrants(final.phase, inside, "as they stand", None)
        of_them = {row.sums.key: row.total for row in rows if row.sums.key in inside}
        numbers = [[player.pk for player in hall.players].index(key) for key in inside]
        for seats in then if len(numbers) == 4 else []:
            hall.paper(*(numbers[seat] for seat in seats), day=APRIL)
        now = standings_totals(final, player_sums(final))
        played = sum(row.value for row in final.games.all())
        assert {*now} == {*inside}
        assert sum(now.values()) == sum(carried_total(one, carries) for one in of_them.values()) + played
        if carries == "whole":
            assert sum(now.values()) == sum(of_them.values()) + played
        as_folded = folded()
        call_command("rebuild", stdout=StringIO())
        assert folded() == as_folded
        transaction.set_rollback(True)
