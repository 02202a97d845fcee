"""What the pages of a tournament show: its tables, its seating by player, and what is to be done next."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.models import Player
from mahjongclub.games.kit.wording import said
from mahjongclub.pairing.drawing import Meetings, count_meetings
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.pairing.wishes import unmet_table_wishes, unwanted_meetings
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.penalties.models import penalty_row

from .closing import held_in_words
from .loading import byes_of, seats_of
from .models import Tournament
from .ranking import Line, has_squads, people_ranking, plain_value, points_of, ranking, team_ranking
from .state import TournamentState
from .wishes import wishes_of

#: so many tables stand on one page at most
MOST_TABLES = 240


def tournament_of(visit: ClubVisit, pk: int) -> Tournament:
    """The club's tournament of that number; one in preparation is known to organisers alone."""
    tournaments = visit.club.tournaments.select_related("club", "house_rules")
    tournament = tournaments.filter(pk=pk).first()
    if tournament is None or (tournament.is_draft and not visit.is_organiser):
        raise Http404("no such tournament in this club")
    return tournament


def course_for(visit: ClubVisit, tournament: Tournament) -> TournamentState:
    """A tournament as a visitor may know it: scorers alone see a round that runs, or is held back."""
    course = TournamentState(tournament)
    return course if visit.may_score else course.under_embargo()


def round_of(visit: ClubVisit, pk: int, number: int) -> tuple[TournamentState, Round]:
    """The club's tournament and its published round of that number; Http404 where there is none."""
    course = course_for(visit, tournament_of(visit, pk))
    for one in course.published:
        if one.number == number:
            return course, one
    raise Http404("no such round")


def about(visit: ClubVisit, tournament: Tournament) -> dict[str, Any]:
    """What every page of a tournament says of it."""
    return {
        "visit": visit,
        "club": visit.club,
        "tournament": tournament,
        "game": said(tournament.game.name),
        "rules_name": said(tournament.frozen_preset.name),
    }


def table_rows(course: TournamentState, one: Round) -> list[dict[str, Any]]:
    """The tables of a round, each with its seats (name "" for nobody), and its result once it has one."""
    signs = seat_signs(course.tournament.variant)
    return [_table_row(course, one, table, signs) for table in one.tables.all()]


def folded_rounds(course: TournamentState, asked: str, now: int) -> list[dict[str, Any]]:
    """Every round with its `tables`; of a large tournament those of one round, None for the others.

    That is the round `asked` for, else number `now`: the tables of all would be a page of a megabyte.
    """
    every = sum(len(one.tables.all()) for one in course.rounds) <= MOST_TABLES
    number = next((one.number for one in course.rounds if str(one.number) == asked), now)
    return [
        {
            "number": one.number,
            "published": one.published_at,
            "opened_at": one.opened_at,
            "over": course.is_over(one),
            "shown": one.number == number,
            "tables": table_rows(course, one) if every or one.number == number else None,
            "byes": bye_rows(course, one),
        }
        for one in course.rounds
    ]


def _table_row(course: TournamentState, one: Round, table: Table, signs: list[str]) -> dict[str, Any]:
    say = points_of(course)
    seats = []
    for drawn in seats_of(table):
        result = course.results.get((one.number, drawn.place_id))
        if result is not None and result.why == "bye":  # the seat stayed empty, its player came back later
            result = None
        seats.append(
            {
                "sign": signs[drawn.number],
                "number": course.place[drawn.place_id].number,
                "name": shown(course.player(drawn.place_id, one.number)),
                "fills_in": course.fills_in(drawn.place_id, one.number),
                "rank": result.rank if result else None,
                "points": say(result.value) if result else "",
            }
        )
    return {
        "number": table.number,
        "pk": table.pk,
        "session": table.session,
        "finished": table.has_result,
        "begun": table.session is not None and bool(table.session.listed),
        "vacant": any(not seat["name"] for seat in seats),
        "seats": seats,
    }


def shown(player: Player | None) -> str:
    """A player's name as it may be shown, "" for nobody."""
    return player.shown_name if player is not None else ""


def by_player(course: TournamentState) -> list[dict[str, Any]]:
    """For each place its table and seat in every round drawn: "3E"."""
    cells: dict[int, dict[int, str]] = {place.pk: {} for place in course.places}
    signs = seat_signs(course.tournament.variant)
    for one in course.rounds:
        for bye in byes_of(one):
            cells[bye.place_id][one.number] = _("bye")
        for table in one.tables.all():
            for drawn in seats_of(table):
                cells[drawn.place_id][one.number] = f"{table.number} {signs[drawn.number]}"
    last = max((one.number for one in course.rounds), default=1)
    return [
        {
            "number": place.number,
            "pk": place.pk,
            "name": shown(course.player(place.pk, last) or _newcomer(course, place.pk, last)),
            "team": place.team.name if place.team else "",
            "ranked": place.ranked,
            "cells": [cells[place.pk].get(one.number, "–") for one in course.rounds],
        }
        for place in course.places
    ]


def _newcomer(course: TournamentState, place_id: int, last: int) -> Player | None:
    """Who plays for the first time after the rounds that are drawn, None for a place that somebody left."""
    return course.player_later(place_id, last) if course.stint(place_id, last) is None else None


def bye_rows(course: TournamentState, one: Round) -> dict[str, Any]:
    """Who sits a round out (number and name) and what it brings them; the rows of _tournament_byes.html."""
    return {
        "points": points_of(course)(TENTH * course.tournament.bye_tenths),
        "rows": [
            {"number": place.number, "name": shown(player)}
            for place in course.sits_out(one)
            if (player := course.player(place.pk, one.number)) is not None
        ],
    }


#: {arguments of `count_meetings`: its answer}: a drawn seating is looked at far more often than it changes
_MET: dict[str, Meetings] = {}
MOST_REMEMBERED = 16


def seating_quality(course: TournamentState) -> Meetings | None:
    """What the rounds drawn achieve, None before the draw."""
    if not course.rounds:
        return None
    asked = course.numbered(course.rounds), course.teams(), wishes_of(course)
    found = _MET.get(repr(asked))
    if found is None:
        if len(_MET) >= MOST_REMEMBERED:
            _MET.clear()
        found = _MET[repr(asked)] = count_meetings(*asked)
    return found


def unmet_wishes(course: TournamentState) -> list[dict[str, Any]]:
    """Each wish that the rounds drawn do not meet: round, table, and the names of whom it is about."""
    rounds, wishes = course.numbered(course.rounds), wishes_of(course)

    def name(place: int, number: int) -> str:
        found = course.places[place]
        return shown(course.player(found.pk, number)) or str(found.number)

    apart = [
        {"round": number, "table": table, "names": [name(place, number) for place in sorted(pair)]}
        for number, table, pair in unwanted_meetings(rounds, wishes)
    ]
    away = [
        {"round": number, "table": table, "names": [name(place, number)]}
        for number, table, place in unmet_table_wishes(rounds, wishes)
    ]
    return sorted([*apart, *away], key=lambda one: (one["round"], one["table"]))


def standing_now(course: TournamentState) -> dict[str, Any]:
    """The context of templates/leagues/_tournament_ranking.html."""
    by_place = lines = ranking(course)
    squads = has_squads(course)
    if squads and len(course.stages) == 1:
        lines = people_ranking(course)
    current = course.current
    any_penalty = any(line.penalty for line in lines)
    any_carried = any(line.carried for line in lines)
    return {
        "lines": lines,
        "teams": team_ranking(course),
        "squads": squads,
        "any_penalty": any_penalty,
        "any_carried": any_carried,
        "column_count": 2
        + sum([course.tournament.shows_both, any_carried, any_penalty])
        + len(course.published),
        "round_numbers": [one.number for one in course.published],
        "penalties": penalty_rows(course),
        "played": bool(course.results),
        "said_kind": _said_kind(course),
        "after": _after(course, current),
        "corrected": corrected_since(course, by_place),
        "held": held_in_words(course.tournament),
    }


def corrected_since(course: TournamentState, published: Sequence[Line]) -> list[dict[str, Any]]:
    """Beside a final ranking: each place that stands otherwise by what was corrected since, then and now.

    A ranking that an earlier version published is only known to have changed.
    """
    if not course.tournament.is_final:
        return []
    now = {line.number: line for line in ranking(course.as_corrected())}
    if not course.tournament.final_results:
        old = {number: (rank, value) for number, rank, value in course.tournament.final_ranking}
        say = points_of(course)
        return [
            {"name": line.name, "rank": rank, "total": say(Fraction(value)), "now": line}
            for number, line in now.items()
            if number in old and old[number] != (line.rank, plain_value(line.value))
            for rank, value in [old[number]]
        ]
    return [
        {"name": line.name, "rank": line.rank, "total": line.total, "now": now[line.number]}
        for line in published
        if (line.rank, line.value) != (now[line.number].rank, now[line.number].value)
    ]


def _said_kind(course: TournamentState) -> str:
    """Which points the number of a bye or a substitute is, where the ranking has both; "" without one."""
    if not course.tournament.shows_both or not any(one.why for one in course.results.values()):
        return ""
    if course.tournament.by_places:
        return _("What a bye or a substitute brings are table points; it adds nothing to the score.")
    return _("What a bye or a substitute brings counts for the score; it adds no table points.")


def _after(course: TournamentState, current: Round | None) -> str:
    if course.tournament.is_final:
        return _("The final ranking")
    if current is not None and any(number == current.number for number, _place in course.results):
        return _("Round %(round)s: %(finished)s of %(tables)s tables finished") % {
            "round": current.number,
            "finished": course.finished(current),
            "tables": len(current.tables.all()),
        }
    over = [one.number for one in course.published if course.is_over(one)]
    return _("After round %(round)s") % {"round": over[-1]} if over else _("No table has finished yet.")


def penalty_rows(course: TournamentState) -> list[dict[str, Any]]:
    """Every penalty with who got it and why."""
    write = points_of(course)
    owners = [(penalty, *course.penalised(penalty)) for penalty in course.penalties]
    return [
        {**penalty_row(penalty, shown(player), write), "number": place.number}
        for penalty, place, player in owners
    ]


def stage_rows(course: TournamentState) -> list[dict[str, Any]]:
    """The stages, [] where there is one: name, rounds, how many play, and what an organiser may do."""
    if len(course.stages) == 1:
        return []
    published = len(course.published)
    return [
        {
            "number": one.row.number if one.row else None,
            "name": one.name,
            "first": one.first,
            "last": one.last,
            "places": (one.row.places if one.is_cut and one.row else None) or len(one.members),
            "row": one.row,
            "waits": one.waits,
            "begun": published >= one.first or (one.row is not None and one.row.cut_at is not None),
            "may_undo": one.is_cut and not one.waits and published < one.first,
        }
        for one in course.stages
    ]


def schedule(course: TournamentState) -> list[dict[str, Any]]:
    """The days of an event with their rounds, played and to come; [] where nobody has said when they are."""
    told = {one.number: one for one in course.tournament.round_times.all()}
    if not told:
        return []
    published = {one.number: one for one in course.published}
    days: dict[int, list[dict[str, Any]]] = {}
    for number in range(1, course.tournament.round_count + 1):
        one = published.get(number)
        row = {
            "number": number,
            "at": told[number].starts_at if number in told else "",
            "stage": course.stage_of(number).name if len(course.stages) > 1 else "",
            "published": one is not None,
            "over": one is not None and course.is_over(one),
            "opened": one is not None and one.opened_at is not None,
        }
        days.setdefault(told[number].day if number in told else max(days, default=1), []).append(row)
    return [
        {"day": day, "date": course.tournament.date_of(day), "rounds": rows} for day, rows in days.items()
    ]


def next_step(course: TournamentState) -> str:
    """What an organiser does next: players, draw, publish, open, play, cut, draw_next, finish, or done."""
    tournament = course.tournament
    if tournament.is_final:
        return "done"
    if not course.places:
        return "players"
    if course.proposed:
        return "publish"
    if not course.published:
        return "draw"
    if (now := course.current) is not None:
        shut = [table for table in now.tables.all() if table.session_id is None]
        waiting = any(not course.vacant(now.number, table) for table in shut)
        return "open" if waiting or now.opened_at is None else "play"
    if len(course.published) >= tournament.round_count:
        return "finish"
    return "cut" if course.stage_of(len(course.published) + 1).waits else "draw_next"
