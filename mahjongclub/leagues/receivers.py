"""Hearing of what happens elsewhere: sessions that end or change, clubs and evenings that change or go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver
from django.urls import reverse

from mahjongclub.clubs.models import Account, Club, Evening, PlayerMerge
from mahjongclub.clubs.people.references import register_player_references
from mahjongclub.displays.wall import WallList, wall_asks
from mahjongclub.events.closing import close_rounds_finished_by
from mahjongclub.events.hall import void_table_code
from mahjongclub.events.marks import wall_lists_of
from mahjongclub.events.registration.changes import anonymise_entrants
from mahjongclub.events.registration.models import Entrant
from mahjongclub.figures.appearances import games_of_another_day
from mahjongclub.figures.backlog import queue_everything
from mahjongclub.figures.counting import work_off_backlog
from mahjongclub.figures.folding import (
    Report,
    games_counted,
    no_report,
    rebuild_figures,
    remove_from_figures,
    update_figures,
)
from mahjongclub.figures.models import Book
from mahjongclub.nights.coming import give_free_places
from mahjongclub.rounds.models import Round, Table
from mahjongclub.seasons.games import assign_games
from mahjongclub.seasons.matches import advance_winners, advance_winners_on_commit
from mahjongclub.tables.models import Session
from mahjongclub.tables.notify import (
    codes_voided,
    desk_path_asked,
    events_asked,
    results_changed,
    sessions_rebuilt,
    tables_numbered,
)

from .players import CompetitionReferences

register_player_references(CompetitionReferences())


@receiver(results_changed, dispatch_uid="fold sessions whose results changed")
def _results_changed(session_ids: Collection[int], **kwargs: Any) -> None:
    if session_ids:
        close_rounds_finished_by(session_ids)
        update_figures(session_ids)
        advance_winners_on_commit(session_ids)


@receiver(games_counted, dispatch_uid="give games to their seasons")
def _games_counted(book: Book, session_ids: Collection[int], **kwargs: Any) -> bool:
    return assign_games(book, session_ids)


@receiver(sessions_rebuilt, dispatch_uid="fold everything anew")
def _sessions_rebuilt(report: Report = no_report, **kwargs: Any) -> None:
    if settings.COUNTS_IN_SLICES:
        queue_everything()
        work_off_backlog(report)
    else:
        rebuild_figures()
    playoffs = Round.objects.filter(level__isnull=False)
    for season_id in {*playoffs.values_list("competition__season", flat=True)}:
        advance_winners(season_id)


@receiver(pre_delete, sender=Account, dispatch_uid="what an account told of itself goes with it")
def _account_goes(instance: Account, **kwargs: Any) -> None:
    """Entries that never became a player's; the others go with the name of the player."""
    with transaction.atomic():
        anonymise_entrants(list(Entrant.objects.filter(account=instance, player=None)))


@receiver(tables_numbered, dispatch_uid="the tables of a tournament and of a night have numbers")
def _tables_numbered(session_ids: Collection[int], **kwargs: Any) -> dict[int, int]:
    """The number of its table for each session that a night, a tournament or a match opened. One query."""
    tables = Table.objects.filter(session__in=session_ids).order_by()
    return {pk: number for pk, number in tables.values_list("session_id", "number") if pk is not None}


@receiver(codes_voided, dispatch_uid="another code lies on the table of an event")
def _codes_voided(session: Session, **kwargs: Any) -> None:
    of_events = Table.objects.filter(session=session, round__competition__tournament__isnull=False)
    for table in of_events.select_related("round__competition__tournament"):
        void_table_code(table.round.tournament, table.number)
        Table.objects.filter(pk=table.pk).update(code_from=session.access_generation)


@receiver(desk_path_asked, dispatch_uid="the desk of a round")
def _desk_path_asked(session: Session, **kwargs: Any) -> str | None:
    """One query at most."""
    if session.club is None or not session.of_round:
        return None
    slug = session.club.slug
    table = Table.objects.select_related("round__competition").filter(session=session).first()
    if table is None:
        return None
    owner, number = table.round.competition, table.round.number
    if owner.tournament_id is not None:
        path = reverse("tournaments:desk", args=[slug, owner.tournament_id, number])
    elif owner.season_id is not None:
        path = reverse("leagues:match_desk", args=[slug, owner.season_id, number])
    else:
        path = reverse("nights:desk", args=[slug, owner.evening_id, number])
    return f"{path}#table-{table.number}"


@receiver(events_asked, dispatch_uid="the tables of a tournament are an event's")
def _events_asked(session_ids: Collection[int], **kwargs: Any) -> set[int]:
    drawn = Table.objects.filter(session__in=session_ids, round__competition__tournament__isnull=False)
    return {pk for pk in drawn.values_list("session_id", flat=True) if pk is not None}


@receiver(wall_asks, dispatch_uid="the ranking and the next seating of a tournament on the wall")
def _wall_asks(club: Club, evenings: Sequence[Evening], **kwargs: Any) -> list[WallList]:
    return wall_lists_of(club, evenings)


@receiver(pre_delete, sender=Session, dispatch_uid="unfold a deleted session")
def _session_goes(instance: Session, **kwargs: Any) -> None:
    with transaction.atomic():
        remove_from_figures([instance.pk])


@receiver(pre_delete, sender=Club, dispatch_uid="fold the sessions of a deleted club")
@receiver(pre_delete, sender=Evening, dispatch_uid="fold the sessions of a deleted evening")
def _sessions_stay(sender: type[Club | Evening], instance: Club | Evening, **kwargs: Any) -> None:
    """A club's as games of no club, an evening's at the day they began."""
    with transaction.atomic():
        ids = list(instance.sessions.values_list("pk", flat=True))
        instance.sessions.update(**{"evening": None, **({"club": None} if sender is Club else {})})
        update_figures(ids)


@receiver(post_save, sender=Club, dispatch_uid="fold the sessions at which somebody took another's place")
def _club_changed(instance: Club, created: bool, **kwargs: Any) -> None:
    """The club may have said otherwise for whom such a result counts, or have another time zone now."""
    if not created:
        with transaction.atomic():
            sessions = instance.sessions.filter(sitters__number=0, appearances__seat=0)
            other_day = games_of_another_day(instance)
            update_figures(sorted({*sessions.values_list("pk", flat=True), *other_day}))


@receiver(post_save, sender=Evening, dispatch_uid="fold the sessions of a moved evening")
def _evening_moved(instance: Evening, created: bool, **kwargs: Any) -> None:
    if not created:
        with transaction.atomic():
            update_figures(list(instance.sessions.values_list("pk", flat=True)))


@receiver(post_save, sender=Evening, dispatch_uid="an evening may have more room")
def _evening_has_room(instance: Evening, created: bool, **kwargs: Any) -> None:
    if not created:
        give_free_places(instance)


@receiver(post_save, sender=PlayerMerge, dispatch_uid="two who come may be one")
def _two_are_one(instance: PlayerMerge, created: bool, **kwargs: Any) -> None:
    both = [instance.kept_id, instance.gone_id]
    for evening in Evening.objects.filter(replies__player__in=both, capacity__isnull=False).distinct():
        give_free_places(evening)
