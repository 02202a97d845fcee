"""The time zone of a club, in which its evenings, its deadlines and its calendar are told.

A page of a club speaks its time: what leads to the club activates its zone (`activate_club_zone`), Django
shows and reads moments in the zone that is active, and `ClubZoneMiddleware` ends that with the request. What
is stored, sent or computed for a club without a page of it asks `Club.zone`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from importlib.resources import files
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

LONGEST_ZONE = 64


class HasTimeZone(Protocol):
    """Of a club, what is needed here."""

    @property
    def zone(self) -> tzinfo:
        """Its time zone."""


def server_zone() -> str:
    """The name of the server's own zone, which a club has until somebody says another."""
    return str(settings.TIME_ZONE)


@cache
def find_zone(name: str) -> tzinfo | None:
    """The zone of a name such as Europe/Paris, by its former names too; None for no zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_or_utc(name: str) -> tzinfo:
    """The zone of a name that was once a zone; UTC where this machine knows it no more."""
    return find_zone(name) or UTC


def is_zone(name: str) -> bool:
    """Whether a club may have this zone."""
    return name in _all_zones()


@cache
def _all_zones() -> frozenset[str]:
    """Return every zone this machine knows, former names too. Listing them reads hundreds of files."""
    return frozenset(available_timezones())


@cache
def zone_names() -> tuple[str, ...]:
    """The zones to choose from, each by its name of today, by alphabet; UTC comes last."""
    lines = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
    zones = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    return (*sorted(zones), "UTC")


def zone_in_words(name: str) -> str:
    """A zone as people read it.

    >>> zone_in_words("America/New_York")
    'America/New York'
    """
    return name.replace("_", " ")


def activate_club_zone(club: HasTimeZone | None) -> None:
    """Show and read moments in the club's zone until the request is over; of no club in the server's."""
    if club is None:
        timezone.deactivate()
    else:
        timezone.activate(club.zone)


class ClubZoneMiddleware:
    """Begins each request in the server's zone and ends what a page of a club has activated."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)


def local_time(moment: datetime, club: HasTimeZone | None) -> datetime:
    """A moment in the club's zone; of no club in the zone that is active."""
    return timezone.localtime(moment, club.zone if club is not None else None)


def today(club: HasTimeZone | None = None) -> date:
    """The date of today in the club's zone, else in the zone that is active."""
    return local_time(timezone.now(), club).date()


def moment_on(day: date, hour: time, club: HasTimeZone | None) -> datetime:
    """The moment of an hour of a day in the club's zone; of no club in the zone that is active."""
    return datetime.combine(day, hour, club.zone if club is not None else timezone.get_current_timezone())
