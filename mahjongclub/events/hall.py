"""The tables of a tournament while a round runs: who waits for the referee, who has more time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.row_secrets import link_token
from mahjongclub.rounds.fields import number_field
from mahjongclub.rounds.models import Round, Table
from mahjongclub.tables.models import MOST_EXTRA, Session

from .models import Tournament

TABLE_SALT, STREAM_SALT = "mahjongclub.leagues.table", "mahjongclub.leagues.stream"


def table_code_path(tournament: Tournament, table_number: int) -> str:
    """Where the code that lies on a table leads, in every round: whoever has it keeps the score there."""
    token = table_token(tournament, table_number)
    return reverse("tournaments:at_table", args=[tournament.club.slug, tournament.pk, table_number, token])


def table_token(tournament: Tournament, table_number: int) -> str:
    """The token of the code on a table.

    A new link of the club's wall voids it, and so does a new code of the table.
    """
    again = tournament.code_generations.get(str(table_number), 0)
    made_anew = f":{again}" if again else ""
    return link_token(TABLE_SALT, f"{tournament.club.wall_secret}:{tournament.pk}:{table_number}{made_anew}")


def stream_token(tournament: Tournament) -> str:
    """The token of the organiser's links for a stream: it shows the event's tables, and lets nobody in.

    A new link of the club's wall voids it.
    """
    return link_token(STREAM_SALT, f"{tournament.club.wall_secret}:{tournament.pk}:0")


def void_table_code(tournament: Tournament, table_number: int) -> None:
    """Another code is to lie on this table from now on; those of the others stay. Within a transaction."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    again = locked.code_generations.get(str(table_number), 0) + 1
    locked.code_generations = {**locked.code_generations, str(table_number): again}
    locked.save(update_fields=["code_generations"])


def last_opened_table(tournament: Tournament, table_number: int) -> Table | None:
    """Table `table_number` as it was opened last, with its session and round; None before it is."""
    opened = Table.objects.filter(
        round__competition__tournament=tournament, number=table_number, session__started_at__isnull=False
    )
    return opened.select_related("session__clock", "round").order_by("-round__number").first()


class ExtraTimeForm(forms.Form):
    """How many minutes one table plays longer than the others."""

    table = number_field(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=9999,
    )
    minutes = number_field(
        label=gettext_lazy("Minutes more, in total"),
        help_text=gettext_lazy("0 removes the extra minutes."),
        min_value=0,
        max_value=MOST_EXTRA,
    )

    def __init__(self, round_: Round, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        #: {number of the table: its session}
        self.playing = {
            table.number: table.session
            for table in round_.tables.all()
            if table.session is not None and follows_round_clock(table.session)
        }

    def clean_table(self) -> int:
        """A table of the round that is open."""
        number: int = self.cleaned_data["table"]
        if number not in self.playing:
            raise forms.ValidationError(_("This table is not being played."))
        return number


def follows_round_clock(session: Session) -> bool:
    """Whether a table is being played by the clock of its round."""
    return session.ended_at is None and session.extra_minutes is not None


@dataclass(frozen=True, slots=True)
class RefereeCall:
    """A table that waits for the referee, since when, and for how many whole minutes."""

    table: int
    round: int
    since: datetime
    minutes: int


def open_referee_calls(tournament: Tournament) -> list[RefereeCall]:
    """Each table that waits for the referee, the longest first. One query."""
    waiting = Table.objects.filter(
        round__competition__tournament=tournament, session__called_at__isnull=False
    )
    now = timezone.now()
    return [
        RefereeCall(
            table=table.number,
            round=table.round.number,
            since=table.session.called_at,
            minutes=max(0, int((now - table.session.called_at).total_seconds() // 60)),
        )
        for table in waiting.select_related("round", "session").order_by("session__called_at")
        if table.session is not None and table.session.called_at is not None
    ]


def extra_time_rows(round_: Round) -> list[dict[str, int]]:
    """The tables of a round that play longer: {"table", "minutes"}."""
    return [
        {"table": table.number, "minutes": table.session.extra_minutes}
        for table in round_.tables.all()
        if table.session is not None and table.session.extra_minutes and follows_round_clock(table.session)
    ]
