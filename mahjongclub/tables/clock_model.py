"""A session's countdown as it is stored: its settings, when it ends, and whether it stands still."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 200


class Countdown(models.Model):
    """Everything shown of a clock follows from these few moments, so that a reload, a locked phone or a
    server started again loses nothing."""

    minutes = models.PositiveSmallIntegerField()
    #: when alarms sound, in minutes of the clock, ascending, all before the end
    alarms = models.JSONField(default=list, blank=True)
    #: whether nobody may see the time from the first alarm on
    hides = models.BooleanField(default=True)
    started_at = models.DateTimeField(null=True, blank=True)
    #: when the time is up; a pause moves it by its own length as it ends
    deadline = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        abstract = True


class Clock(Countdown):
    """A session's clock, at most one."""

    class AtEnd(models.TextChoices):
        FINISH = "finish", _("what is in play is finished")
        ONE_MORE = "one_more", _("what is in play is finished, then one more is played")

    session = models.OneToOneField("tables.Session", on_delete=models.CASCADE, related_name="clock")
    at_end = models.CharField(max_length=10, choices=AtEnd, default=AtEnd.FINISH)
    #: the number of the hand that ends the session, fixed by the first change after the deadline
    last_hand = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(started_at__isnull=True, deadline__isnull=True)
                | Q(started_at__isnull=False, deadline__isnull=False),
                name="a_started_clock_has_a_deadline",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True) | Q(started_at__isnull=False),
                name="only_a_started_clock_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.session_id}"


class EveningClock(Countdown):
    """The common clock of a club's evening. It stands alone: it rings on the wall and on the evening's page,
    and closes no table."""

    evening = models.OneToOneField("clubs.Evening", on_delete=models.CASCADE, related_name="clock")

    def __str__(self) -> str:
        return f"clock of evening {self.evening_id}"
