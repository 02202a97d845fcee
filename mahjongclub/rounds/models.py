"""What a table of any round has: an event's, a night's or a match's."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import models

LONGEST_REASON = 200


class TableOfRound(models.Model):
    """One table of a round, and its `session` once it is opened."""

    session: Any
    session_id: int | None
    number = models.PositiveSmallIntegerField()
    #: final points typed from paper whose sum is off, until somebody confirms them: as `Session.on_paper`,
    #: scores in the order of the seats drawn
    doubtful = models.JSONField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"table {self.number}"

    @property
    def has_result(self) -> bool:
        """Whether it has been played to its end; one closed before its first hand has not."""
        return self.session is not None and self.session.has_result


def table_kinds() -> list[type[TableOfRound]]:
    """The tables of events, of nights and of matches."""
    return [model for model in apps.get_models() if issubclass(model, TableOfRound)]
