"""Changing a tournament: its players, its draw, its rounds, substitutes, the end. `Refused` says why not."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.naming import no_pseudonym
from mahjongclub.clubs.roster import new_player
from mahjongclub.games.kit.wording import isolated
from mahjongclub.tables.write_lock import one_writer

from . import seating
from .seating_designs import Round
from .stage_model import RoundTime, Stage
from .tournament_model import (
    FOR_FEDERATION,
    DrawnSeat,
    DrawnTable,
    Place,
    Stint,
    Tournament,
    TournamentPenalty,
    TournamentRound,
    TournamentTeam,
)
from .tournament_ranking import as_published, ranking
from .tournament_state import TournamentState

SEEDS = 2**31


class Refused(ValueError):
    """The tournament cannot do this now; the message is for whoever asked."""


@contextmanager
def changing(tournament: Tournament) -> Iterator[Tournament]:
    """The tournament, locked until what is done with it is stored."""
    try:
        with one_writer(), transaction.atomic():
            found = Tournament.objects.select_for_update(of=("self",)).select_related("club")
            locked = found.get(pk=tournament.pk)
            locked.changes += 1
            locked.save(update_fields=["changes"])
            yield locked
    except IntegrityError as error:  # somebody put the same name on the roster in this moment
        raise Refused(_("The roster changed meanwhile. Please try again.")) from error


def set_players(tournament: Tournament, entries: Sequence[tuple[str, str]]) -> None:
    """Give a tournament in preparation these places (name, team or ""), and forget what was drawn.

    Whoever is not on the club's roster is kept as a guest.
    """
    with changing(tournament) as locked:
        if not locked.is_draft:
            raise Refused(_("The seating is published: name substitutes instead."))
        known = Stint.objects.filter(place__tournament=locked, player__isnull=False)
        told = {one["player"]: one for one in known.values("player", *FOR_FEDERATION)}
        locked.rounds.all().delete()
        locked.places.all().delete()
        named = dict.fromkeys(team for _name, team in entries if team)
        locked.teams.exclude(name__in=named).delete()
        teams = {
            name: TournamentTeam.objects.get_or_create(tournament=locked, name=name)[0] for name in named
        }
        seen: dict[int, str] = {}
        for number, (name, team) in enumerate(entries, start=1):
            player = _called(locked, name)
            if player.pk in seen:
                raise Refused(
                    _("“%(one)s” and “%(other)s” are the same player.")
                    % {"one": isolated(seen[player.pk]), "other": isolated(name)}
                )
            seen[player.pk] = name
            place = Place.objects.create(tournament=locked, number=number, team=teams.get(team))
            details = {name: told[player.pk][name] for name in FOR_FEDERATION} if player.pk in told else {}
            Stint.objects.create(place=place, from_round=1, player=player, **details)


def draw_rounds(tournament: Tournament, seed: int | None = None) -> None:
    """Draw the seating, or the next round of it; what was drawn and not published is drawn anew.

    By a seed of chance, unless one is given.
    """
    course = TournamentState(tournament)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    first = len(course.published) + 1
    places, rounds = _drawn(course, seed, first)
    with changing(tournament) as locked:
        now_there = {place.pk: place for place in locked.places.all()}
        published = locked.rounds.filter(published_at__isnull=False).count()
        if [*now_there] != [place.pk for place in course.places] or published != first - 1:
            raise Refused(_("The tournament changed meanwhile. Please check again."))
        locked.rounds.filter(published_at=None).delete()
        for number, tables in enumerate(rounds, start=first):
            one = TournamentRound.objects.create(tournament=locked, number=number)
            _store_tables(one, tables, places)
        Tournament.objects.filter(pk=locked.pk).update(seed=seed)


def set_schedule(tournament: Tournament, days: int, times: Mapping[int, tuple[int, str]]) -> None:
    """How many days the event has, and on which each round is and when ("09:30", or "" where nobody says)."""
    with changing(tournament) as locked:
        Tournament.objects.filter(pk=locked.pk).update(days=days)
        locked.round_times.all().delete()
        RoundTime.objects.bulk_create(
            RoundTime(tournament=locked, number=number, day=day, starts_at=starts_at)
            for number, (day, starts_at) in times.items()
        )


def publish_rounds(tournament: Tournament) -> None:
    """Everybody may see what is drawn; it is never drawn again."""
    with changing(tournament) as locked:
        drawn = locked.rounds.filter(published_at=None)
        if not drawn.exists():
            raise Refused(_("There is no seating to publish."))
        drawn.update(published_at=timezone.now())
        if locked.is_draft:
            Tournament.objects.filter(pk=locked.pk).update(state=Tournament.State.RUNNING)


def substitute(place: Place, player_name: str, *, ranked: bool) -> int:
    """From the next round on this place is somebody else's, or nobody's (""); the round is returned.

    `ranked` says whether the place stays in the ranking with its points.
    """
    with changing(place.tournament) as tournament:
        course = TournamentState(tournament)
        begins = course.joins_at(place.pk)
        if tournament.is_final or begins > tournament.round_count:
            raise Refused(_("The last round has begun: nobody can be replaced any more."))
        player = _called(tournament, player_name) if player_name else None
        for other in course.places:
            held = course.player(other.pk, begins)
            if player is not None and held == player and other.pk != place.pk:
                raise Refused(
                    _("%(name)s plays already, as number %(number)s.")
                    % {"name": isolated(player.shown_name), "number": other.number}
                )
        nothing = dict.fromkeys(FOR_FEDERATION, "")
        Stint.objects.update_or_create(place=place, from_round=begins, defaults={"player": player, **nothing})
        Place.objects.filter(pk=place.pk).update(ranked=ranked)
    return begins


def penalise(place: Place, tenths: int, reason: str, round_number: int | None, by: Account | None) -> None:
    """Take points (tenths of a point) from a place, or give them where below 0."""
    with changing(place.tournament) as tournament:
        if tournament.is_final:
            raise Refused(_("The ranking is final: open the tournament again first."))
        TournamentPenalty.objects.create(
            tournament=tournament,
            place=place,
            tenths=tenths,
            reason=reason,
            round_number=round_number,
            made_by=by,
        )


def take_back_penalty(tournament: Tournament, number: int) -> None:
    """As if it had not been given."""
    with changing(tournament) as locked:
        if locked.is_final:
            raise Refused(_("The ranking is final: open the tournament again first."))
        tournament.penalties.filter(pk=number).delete()


def make_final(tournament: Tournament) -> None:
    """Publish the ranking as it is. A table without a result counts for nothing."""
    with changing(tournament) as locked:
        if locked.is_draft:
            raise Refused(_("There is no seating to publish."))
        if locked.is_final:
            return
        locked.state = Tournament.State.FINAL
        locked.final_at = timezone.now()
        locked.final_ranking = as_published(ranking(TournamentState(locked)))
        locked.save(update_fields=["state", "final_at", "final_ranking"])


def open_again(tournament: Tournament) -> None:
    """The ranking is not final after all."""
    Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.FINAL).update(
        state=Tournament.State.RUNNING, final_at=None, final_ranking=[]
    )


def _drawn(course: TournamentState, seed: int, first: int) -> tuple[list[Place], list[Round]]:
    """The rounds to come and the places their numbers mean. Raises Refused."""
    tournament = course.tournament
    if tournament.is_final or first > tournament.round_count:
        raise Refused(_("Every round is made and published."))
    if course.current is not None:
        raise Refused(_("Round %(number)s is still being played.") % {"number": course.current.number})
    seats = tournament.game.seats
    places = course.places
    stage = course.stage_of(first)
    if stage.waits:
        raise Refused(_("First say who goes on: %(stage)s.") % {"stage": isolated(stage.name)})
    inside = [n for n, place in enumerate(places) if place.pk in set(stage.members)]
    rounds = stage.last - first + 1
    try:
        if stage.draw == Stage.Draw.PLAN:
            teams = [course.teams()[n] for n in inside]
            planned = seating.plan(seats, rounds, teams, seed)
            return places, [[tuple(inside[n] for n in table) for table in one] for one in planned]
        here = [n for n in inside if course.player(places[n].pk, first) is not None]
        before = course.numbered(course.published)
        by_number = {place.number: index for index, place in enumerate(places)}
        ranked = [n for line in ranking(course) if (n := by_number[line.number]) in set(here)]
        if stage.draw in (Stage.Draw.RANK, Stage.Draw.SNAKE):
            one = seating.draw_by_rank(ranked, seats, before, snake=stage.draw == Stage.Draw.SNAKE)
        elif stage.draw == Stage.Draw.LOT or first == 1:
            one = seating.draw_by_lot(here, seats, course.teams(), before, seed)
        else:
            one = seating.draw_swiss(ranked, seats, course.teams(), before, seed)
        stays = stage.row is not None and stage.row.stays
        return places, seating.stay(one, rounds, before) if stays else [one]
    except seating.NotDivisible as fault:
        raise Refused(_does_not_fill(len(inside), seats, fault)) from fault
    except seating.TeamTooLarge as fault:
        raise Refused(_("A team has more players than there are tables: two of them would meet.")) from fault


def _does_not_fill(places: int, seats: int, fault: seating.NotDivisible) -> str:
    if not places:
        return _("Enter the players first.")
    more = ngettext("%(count)s more player", "%(count)s more players", fault.missing)
    less = ngettext("%(count)s fewer", "%(count)s fewer", fault.over)
    return _("Tables of %(seats)s do not come out even: it takes %(more)s, or %(less)s.") % {
        "seats": seats,
        "more": more % {"count": fault.missing},
        "less": less % {"count": fault.over},
    }


def _store_tables(one: TournamentRound, tables: Round, places: Sequence[Place]) -> None:
    rows = DrawnTable.objects.bulk_create(
        DrawnTable(round=one, number=number) for number in range(1, len(tables) + 1)
    )
    DrawnSeat.objects.bulk_create(
        DrawnSeat(table=row, seat=seat, place=places[index])
        for row, table in zip(rows, tables, strict=True)
        for seat, index in enumerate(table)
    )


def _called(tournament: Tournament, name: str) -> Player:
    """The player of the club of that name, else a guest: the roster is the club's, not the event's."""
    known = tournament.club.players.named(name)
    if known is None:
        try:
            no_pseudonym(name)
        except ValidationError as fault:
            raise Refused(fault.messages[0]) from fault
    return known or new_player(name, club=tournament.club, guest=True)
