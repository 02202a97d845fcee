"""What everybody may know of a tournament: whether it has changed, pages made once, lists on the wall."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b

from django.db.models import Count, Exists, Max, OuterRef, Q, Sum
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.displays.wall import WallList, wall_list_pages
from mahjongclub.figures.cached import AnswerCache
from mahjongclub.rounds.models import Round
from mahjongclub.tables.models import Session

from .models import Tournament
from .pages import progress_in_words, round_byes, round_table_rows
from .ranking import ranking
from .state import TournamentState

#: what is shown of events, by what it is and the fingerprint: the same for every reader
event_pages = AnswerCache(64)


def event_fingerprint(tournament: Tournament) -> str:
    """Another word whenever something of it shows otherwise, in the language of now; `club` is loaded.

    A hand of a table that plays on is not part of it. Two queries.
    """
    ended = Q(ended_at__isnull=False)
    sessions = Session.objects.filter(round_table__round__competition__tournament=tournament).aggregate(
        Count("pk"),
        Max("round_table__round__opened_at"),
        ended=Count("pk", filter=ended),
        last=Max("pk", filter=ended),
        versions=Sum("version", filter=ended),
    )
    players = Player.objects.filter(tournament_stints__place__tournament=tournament).order_by("pk")
    names = players.values_list("name", "name_hidden", "merged_into__name", "merged_into__name_hidden")
    parts = (
        get_language(),
        tournament.club.name,
        tournament.club.time_zone,
        *(getattr(tournament, field.attname) for field in tournament._meta.concrete_fields),
        sorted((name, str(value)) for name, value in sessions.items()),
        list(names),
    )
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def wall_lists_of(club: Club, evenings: Sequence[Evening]) -> list[WallList]:
    """For the tournaments of these evenings, and for one that begins today: the ranking as everybody may know
    it, then who sits where next."""
    opened = Round.objects.filter(competition__tournament=OuterRef("pk"), evening__isnull=False)
    tournaments = club.tournaments.filter(
        Q(competition__rounds__evening__in=evenings) | Q(day=tonight(club)) & ~Exists(opened)
    ).exclude(state=Tournament.State.DRAFT)
    pages: list[WallList] = []
    for tournament in tournaments.select_related("club", "house_rules").distinct().order_by("pk"):
        pages += event_pages.answer(("wall", event_fingerprint(tournament)), partial(_wall_lists, tournament))
    return pages


def _wall_lists(tournament: Tournament) -> list[WallList]:
    state = TournamentState(tournament).without_withheld_results()
    pages: list[WallList] = []
    if state.results:
        lines = [(f"{line.rank}" if line.rank else "–", line.name, line.total) for line in ranking(state)]
        pages += wall_list_pages(f"ranking-{tournament.pk}", progress_in_words(state), lines)
    to_come = next((round_ for round_ in state.rounds if round_.opened_at is None), None)
    if to_come is not None and not tournament.is_final:
        seats = [
            (f"{seat.number}", seat.name, f"{row.number} {seat.sign}")
            for row in round_table_rows(state, to_come)
            for seat in row.seats
            if seat.name
        ]
        seats += [(f"{number}", name, _("bye")) for number, name in round_byes(state, to_come).rows]
        title = _("Round %(number)s: who sits at which table") % {"number": to_come.number}
        pages += wall_list_pages(
            f"seating-{tournament.pk}", title, sorted(seats, key=lambda seat: alphabetical_key(seat[1]))
        )
    return pages
