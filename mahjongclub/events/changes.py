"""Changing a tournament: its players, its draw, its rounds, substitutes, the end. `Refused` says why not."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.naming import check_no_pseudonym, name_key
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.roster import ensure_player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import isolated
from mahjongclub.pairing import drawing
from mahjongclub.pairing.designs import Round as DrawnRound
from mahjongclub.pairing.drawing import CannotDraw
from mahjongclub.rounds.models import Bye, Round, Seat, Table
from mahjongclub.rounds.penalties.kinds import POINTS

from .closing import close_round
from .holders import merge_federation_details
from .models import Place, Stint, Tournament
from .namesakes import namesake_by_label, namesakes_by_label
from .ranking import ranking, ranking_snapshot
from .stages.models import RoundTime, Stage
from .state import TournamentState, results_as_rows
from .wishes import wishes_of

SEEDS = 2**31


class TournamentGone(Http404):
    """Somebody has deleted the tournament in this moment: every page of it is one that does not exist."""


@contextmanager
def lock_tournament(tournament: Tournament) -> Iterator[Tournament]:
    """The tournament, locked until what is done with it is stored. TournamentGone where it was deleted."""
    try:
        with hold_write_lock(), transaction.atomic():
            tournaments = Tournament.objects.select_for_update(of=("self",)).select_related("club")
            locked = tournaments.filter(pk=tournament.pk).first()
            if locked is None:
                raise TournamentGone("deleted meanwhile")
            locked.changes += 1
            locked.save(update_fields=["changes"])
            yield locked
    except IntegrityError as error:  # somebody put the same name on the roster in this moment
        raise Refused(_("The roster changed meanwhile. Please try again.")) from error


@contextmanager
def lock_unfinished_tournament(tournament: Tournament) -> Iterator[Tournament]:
    """The tournament, locked as by `lock_tournament`. Raises Refused if its ranking is final."""
    with lock_tournament(tournament) as locked:
        check_not_final(locked)
        yield locked


def check_not_final(tournament: Tournament) -> None:
    """Raise Refused if the ranking of the tournament is final."""
    if tournament.is_final:
        raise Refused(_("The ranking is final: open the tournament again first."))


def replace_places_and_discard_draw(tournament: Tournament, entries: Sequence[tuple[str, str]]) -> None:
    """Give a tournament in preparation these places (name, team or ""), and forget what was drawn.

    Whoever is not on the club's roster is kept as a guest.
    """
    with lock_tournament(tournament) as locked:
        if not locked.is_draft:
            raise Refused(_("The seating is published: name substitutes instead."))
        stints = Stint.objects.filter(place__tournament=locked, player__isnull=False).select_related("place")
        labelled = namesakes_by_label(locked)
        details_by_player = {stint.player_id: stint.details for stint in stints}
        wished = {stint.player_id: stint.place for stint in stints}
        locked.rounds.all().delete()
        locked.places.filter(steward=False).delete()
        named = dict.fromkeys(team for _name, team in entries if team)
        locked.teams.exclude(name__in=named).delete()
        teams = {name: locked.get_or_create_team(name) for name in named}
        seen: dict[int, str] = {}
        told: dict[Player, Sequence[Mapping[str, str]]] = {}
        for number, (name, team) in enumerate(entries, start=1):
            player = labelled.get(name_key(name)) or find_or_create_event_player(locked, name)
            if player.pk in seen:
                raise Refused(
                    _("“%(one)s” and “%(other)s” are the same player.")
                    % {"one": isolated(seen[player.pk]), "other": isolated(name)}
                )
            seen[player.pk] = name
            place = Place(tournament=locked, number=number, team=teams.get(team))
            if player.pk in wished:
                place.group, place.tables = wished[player.pk].group, wished[player.pk].tables
            place.save()
            Stint.objects.create(place=place, from_round=1, player=player)
            told[player] = [details_by_player[player.pk]] if player.pk in details_by_player else []
        merge_federation_details(locked.pk, told)


def draw_rounds(tournament: Tournament, seed: int | None = None) -> None:
    """Draw the seating, or the next round of it; what was drawn and not published is drawn anew.

    By a seed of chance, unless one is given.
    """
    state = TournamentState(tournament)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    first = len(state.published) + 1
    takes_part, rounds = _drawn(state, seed, first)
    with lock_tournament(tournament) as locked:
        now_there = {place.pk: place for place in locked.places.all()}
        published = locked.rounds.filter(published_at__isnull=False).count()
        if [*now_there] != [place.pk for place in state.places] or published != first - 1:
            raise Refused(_("The tournament changed meanwhile. Please check again."))
        locked.rounds.filter(published_at=None).delete()
        for number, tables in enumerate(rounds, start=first):
            round_ = locked.create_round(number)
            save_drawn_tables_and_byes(locked, round_, tables, state.places, takes_part)
        Tournament.objects.filter(pk=locked.pk).update(seed=seed)


def save_schedule(tournament: Tournament, days: int, times: Mapping[int, tuple[int, str]]) -> None:
    """How many days the event has, and on which each round is and when ("09:30", or "" where nobody says)."""
    with lock_tournament(tournament) as locked:
        Tournament.objects.filter(pk=locked.pk).update(days=days)
        locked.round_times.all().delete()
        RoundTime.objects.bulk_create(
            RoundTime(tournament=locked, number=number, day=day, starts_at=starts_at)
            for number, (day, starts_at) in times.items()
        )


def publish_drawn_rounds(tournament: Tournament) -> None:
    """Everybody may see what is drawn; it is never drawn again."""
    with lock_tournament(tournament) as locked:
        drawn = locked.rounds.filter(published_at=None)
        if not drawn.exists():
            raise Refused(_("There is no seating to publish."))
        drawn.update(published_at=timezone.now())
        if locked.is_draft:
            Tournament.objects.filter(pk=locked.pk).update(state=Tournament.State.RUNNING)


def give_penalty(
    place: Place,
    tenths: int,
    reason: str,
    round_number: int | None = None,
    made_by: Account | None = None,
    kind: str = POINTS.key,
) -> None:
    """Give a place points (tenths of a point), or take them where below 0; a `kind` may take none."""
    with lock_unfinished_tournament(place.tournament) as tournament:
        tournament.get_or_create_competition().penalties.create(
            place=place, kind=kind, tenths=tenths, reason=reason, round_number=round_number, made_by=made_by
        )


def delete_penalty(tournament: Tournament, number: int) -> None:
    """As if it had not been given."""
    with lock_unfinished_tournament(tournament) as locked:
        locked.penalties.filter(pk=number).delete()


def finalise_ranking(tournament: Tournament) -> None:
    """Publish the ranking as it is. A table without a result counts for nothing, and an open round is over.

    A ranking published before changes only where somebody asks for it: `republish_final_ranking`.
    """
    with lock_tournament(tournament) as locked:
        if locked.is_draft:
            raise Refused(_("There is no seating to publish."))
        if locked.is_final:
            return
        still_open = locked.rounds.filter(opened_at__isnull=False, closed_at=None)
        for round_ in still_open.select_related("competition"):
            round_.competition.tournament = locked
            close_round(round_)
        _publish(locked)


def republish_final_ranking(tournament: Tournament) -> None:
    """Publish a final ranking anew, with what has been corrected since."""
    with lock_tournament(tournament) as locked:
        if locked.is_final:
            _publish(locked)


def _publish(locked: Tournament) -> None:
    """Keep the ranking as the tables stand now, and the results it is made of."""
    locked.state, locked.final_at, locked.final_results = Tournament.State.RUNNING, timezone.now(), []
    state = TournamentState(locked)
    locked.state = Tournament.State.FINAL
    locked.final_ranking = ranking_snapshot(ranking(state))
    locked.final_results = results_as_rows(state.results, state.places)
    locked.save(update_fields=["state", "final_at", "final_ranking", "final_results"])


def reopen_event(tournament: Tournament) -> None:
    """The ranking is not final after all."""
    Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.FINAL).update(
        state=Tournament.State.RUNNING, final_at=None, final_ranking=[], final_results=[]
    )


def _drawn(state: TournamentState, seed: int, first: int) -> tuple[list[int], list[DrawnRound]]:
    """Who takes part and the rounds to come, places by their index in the state's. Raises Refused."""
    tournament = state.tournament
    if tournament.is_final or first > tournament.round_count:
        raise Refused(_("Every round is made and published."))
    if state.current is not None and state.stage_of(first).draw != Stage.Draw.PLAN:
        raise Refused(_("Round %(number)s is still being played.") % {"number": state.current.number})
    stage, seats, teams = state.stage_of(first), tournament.game.seats, state.teams()
    if stage.awaits_cut:
        raise Refused(_("Choose the qualifiers first: %(stage)s.") % {"stage": isolated(stage.name)})
    rounds, before = stage.last - first + 1, state.drawn_rounds_by_index(state.published)
    stays = stage.row is not None and stage.row.stays
    here, wishes = place_indexes_to_seat(state, first), wishes_of(state)
    if stage.has_cut and stage.draw == Stage.Draw.PLAN:  # a finalist who is missing has a table that waits
        here = [state.index[pk] for pk in sorted(stage.members, key=lambda pk: state.place[pk].number)]
    # who came through a cut plays: nobody sits out there
    byes = None if stage.has_cut else state.bye_counts
    try:
        if stage.draw == Stage.Draw.PLAN:
            own_numbers = {place: number for number, place in enumerate(here)}
            earlier_rounds = [
                [tuple(own_numbers[p] for p in table if p in own_numbers) for table in tables]
                for tables in before[stage.first - 1 :]
            ]
            made = drawing.plan_rounds(
                seats,
                rounds,
                [teams[place] for place in here],
                seed,
                byes=byes is not None,
                before=earlier_rounds,
                wishes=wishes.after(stage.first - 1).among(here),
            )
            return here, [
                [tuple(here[round_tables] for round_tables in table) for table in place] for place in made
            ]
        by_number = {place.number: index for index, place in enumerate(state.places)}
        ranked = [n for line in ranking(state) if (n := by_number[line.number]) in set(here)]
        if stage.draw in (Stage.Draw.RANK, Stage.Draw.SNAKE):
            ranked = list(drawing.places_playing(ranked, ranked, seats, byes))
            tables = drawing.draw_by_rank_alone(ranked, seats, before, snake=stage.draw == Stage.Draw.SNAKE)
        elif stage.draw == Stage.Draw.LOT or first == 1:
            tables = drawing.draw_by_lot(here, seats, teams, before, seed, byes, wishes)
        else:
            more = 0 if stays else rounds - 1
            tables = drawing.draw_swiss(
                ranked, seats, teams, before, seed, byes, wishes, rounds_to_follow=more
            )
        return here, drawing.repeat_tables(tables, rounds, before) if stays else [tables]
    except CannotDraw as fault:
        if fault.missing:
            raise Refused(_does_not_fill(len(here), seats, fault.missing)) from fault
        raise Refused(_("A team has more players than there are tables: two of them would meet.")) from fault


def place_indexes_to_seat(state: TournamentState, first_round: int) -> list[int]:
    """Whom the draw of a round seats, by their index in the state's places: who is there, and as many
    stewards as it takes where these fill the tables. Raises Refused where there are too few of them."""
    there = [n for n, place in enumerate(state.places) if state.player(place.pk, first_round) is not None]
    inside = {state.index[pk] for pk in state.stage_of(first_round).members}
    players = [n for n in there if not state.places[n].steward and n in inside]
    if state.tournament.over != Tournament.Over.STEWARD:
        return players
    playing = {state.player(state.places[n].pk, first_round) for n in players}
    stewards = [
        n
        for n in there
        if state.places[n].steward and state.player(state.places[n].pk, first_round) not in playing
    ]
    needed = -len(players) % state.tournament.game.seats
    if players and needed > len(stewards):
        text = ngettext(
            "%(needed)s steward is needed to fill the tables",
            "%(needed)s stewards are needed to fill the tables",
            needed,
        )
        more = ngettext("%(there)s is named.", "%(there)s are named.", len(stewards))
        raise Refused(f"{text}; {more}" % {"needed": needed, "there": len(stewards)})
    return sorted([*players, *stewards[:needed]])


def _does_not_fill(places: int, seats: int, missing: int) -> str:
    if not places:
        return _("Enter the players first.")
    text = ngettext(
        "A table has %(seats)s players: %(count)s more is needed.",
        "A table has %(seats)s players: %(count)s more are needed.",
        missing,
    )
    return text % {"seats": seats, "count": missing}


def save_drawn_tables_and_byes(
    tournament: Tournament,
    round_: Round,
    tables: DrawnRound,
    places: Sequence[Place],
    takes_part: Iterable[int],
) -> None:
    """Keep the tables drawn for a round; of those who take part, whoever sits nowhere has a bye.

    Tables and `takes_part` hold the places by their index in `places`.
    """
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number, variant=tournament.variant) for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, table=row, number=seat, place=places[index])
        for row, table in zip(rows, tables, strict=True)
        for seat, index in enumerate(table)
    )
    seated = {index for table in tables for index in table}
    Bye.objects.bulk_create(
        Bye(round=round_, place=places[index])
        for index in takes_part
        if index not in seated and not places[index].steward
    )


def find_or_create_event_player(tournament: Tournament, name: str) -> Player:
    """The player of the club of that name, else a guest: the roster is the club's, not the event's."""
    player = tournament.club.players.find_by_name(name) or namesake_by_label(tournament, name)
    if player is None:
        try:
            check_no_pseudonym(name)
        except ValidationError as fault:
            raise Refused(fault.messages[0]) from fault
    return player or ensure_player(name, club=tournament.club, guest=True)
