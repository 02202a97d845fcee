"""A round that is over: its phones write no more, and its results are shown, unless the organiser holds them.

A round is closed once, when its last table has its result; whatever is corrected later, it stays closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.rounds.models import Round
from mahjongclub.tables.models import Session
from mahjongclub.tables.notify import notify_table, notify_wall, results_changed

from .models import Stint, Tournament
from .state import TournamentState


def close_rounds_finished_by(session_ids: Collection[int]) -> None:
    """Close every round of an event whose last result is one of these sessions'. Within a transaction."""
    rounds = Round.objects.filter(tables__session__in=session_ids, opened_at__isnull=False, closed_at=None)
    for round_ in rounds.select_related("competition__tournament__club").distinct():
        close_round_if_finished(round_)


def reopen_or_close_round(round_: Round) -> None:
    """Close or reopen a round after somebody left or came. Within a transaction."""
    tables = list(round_.tables.select_related("session"))
    if round_.closed_at is None or not all(table.has_result for table in tables):
        state = TournamentState(round_.tournament)
        row = next((row for row in state.published if row.pk == round_.pk), None)
        if row is None:
            return
        shut = [table for table in row.tables.all() if table.session_id is None]
        if round_.closed_at is None and state.is_over(row):
            close_round(round_)
        elif round_.closed_at is not None and not all(
            state.has_vacancy(round_.number, table) for table in shut
        ):
            round_.closed_at = None
            round_.save(update_fields=["closed_at"])


def close_round_if_finished(round_: Round) -> None:
    """Close an open round where nothing is waited for. Within a transaction."""
    tables = list(round_.tables.select_related("session"))
    if not all(table.has_result for table in tables):
        left = Stint.objects.filter(place__tournament=round_.tournament, player=None)
        if any(table.session and not table.has_result for table in tables) and not left.exists():
            return  # one is being played
        state = TournamentState(round_.tournament)  # a table that lacks a player is not waited for
        row = next((row for row in state.published if row.pk == round_.pk), None)
        if row is None or not state.is_over(row):
            return
    close_round(round_)


def close_round(round_: Round) -> None:
    """Its phones look on from now, and its results are shown unless they are held. Within a transaction."""
    now = timezone.now()
    round_.closed_at = now
    round_.save(update_fields=["closed_at"])
    sessions = Session.objects.filter(round_table__round=round_)
    sessions.update(phones_until=now, version=F("version") + 1)
    for session in sessions:
        transaction.on_commit(partial(notify_table, session))
    tournament = round_.tournament
    if tournament.holds_results:
        _note_change(tournament)
    else:
        publish_round_results([round_])


def publish_round_results(rounds: Iterable[Round]) -> None:
    """Everybody may know the results of these rounds: figures and seasons follow. Within a transaction."""
    now = timezone.now()
    for round_ in rounds:
        if round_.shown_at is None:
            round_.shown_at = now
            round_.save(update_fields=["shown_at"])
            _note_change(round_.tournament)
        waiting = Session.objects.filter(round_table__round=round_, embargoed=True)
        ids = list(waiting.values_list("pk", flat=True))
        Session.objects.filter(pk__in=ids).update(embargoed=False)
        if ids:
            results_changed.send(Session, session_ids=ids)
        transaction.on_commit(partial(notify_wall, round_.tournament.club_id))


def hold_results(tournament: Tournament, until: datetime | None) -> None:
    """Results of rounds that are not over yet wait until that moment, None: until they are shown."""
    with hold_write_lock(), transaction.atomic():
        locked = _locked(tournament)
        locked.held, locked.held_until = True, until
        locked.save(update_fields=["held", "held_until"])
        _note_change(locked)


def publish_held_results(tournament: Tournament) -> None:
    """Publish now what was held back."""
    with hold_write_lock(), transaction.atomic():
        locked = _locked(tournament)
        locked.held, locked.held_until = False, None
        locked.save(update_fields=["held", "held_until"])
        _note_change(locked)
        closed = locked.rounds.filter(closed_at__isnull=False).select_related("competition__tournament")
        publish_round_results(closed.filter(Q(shown_at=None) | Q(tables__session__embargoed=True)).distinct())


def publish_due_results() -> None:
    """Show the results whose moment has come."""
    due = Tournament.objects.filter(held=True, held_until__lte=timezone.now())
    for tournament in due.select_related("club"):
        publish_held_results(tournament)


def embargo_in_words(tournament: Tournament) -> str:
    """What everybody reads where results are held back, "" where none are."""
    if not tournament.holds_results:
        return ""
    return _("The organiser holds the results back.")


def _locked(tournament: Tournament) -> Tournament:
    tournaments = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return tournaments.get(pk=tournament.pk)


def _note_change(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(changes=F("changes") + 1)
