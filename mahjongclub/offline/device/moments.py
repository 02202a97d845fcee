"""What time it is: the phone's clock, put right by what it knows of the server's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone

#: by how many seconds the server's clock is ahead of this phone's; each request says it
ahead = 0.0


def now() -> datetime:
    """The moment, by the server's clock."""
    return datetime.now(tz=UTC) + timedelta(seconds=ahead)


def keep() -> None:
    """Have the app go by this time. Before its models are made: their defaults are this function itself."""
    timezone.now = now
