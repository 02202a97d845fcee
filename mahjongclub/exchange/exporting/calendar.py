"""A club's evenings as a calendar that telephones subscribe to (RFC 5545)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from uuid import UUID, uuid5

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.row_secrets import is_valid_link_token, link_token, new_secret
from mahjongclub.clubs.time_zones import today
from mahjongclub.nights.coming import reply_counts, reply_counts_in_words

from ..models import CalendarLink
from .ical import calendar_file, local_line, property_line, zone_lines

SALT = "mahjongclub.exchange.calendar"
#: evenings of how long ago are told
BACK = timedelta(days=400)
#: how often a telephone should look
REFRESH = "PT6H"
#: of an evening of which nobody says when it ends
USUAL_LENGTH = timedelta(hours=4)
#: the namespace of our events' names, drawn once
EVENTS = UUID("6f1a52c3-2f0b-4b9e-9f1c-0f6c36a6b1d7")


def get_or_create_calendar_token(club: Club) -> str:
    """Return the token that opens the calendar of a club that is not public; the first time make its link."""
    link, _made = CalendarLink.objects.get_or_create(club=club)
    return link_token(SALT, link.secret)


def is_calendar_token(token: str, club: Club) -> bool:
    """Whether a token from a link opens this club's calendar."""
    link = CalendarLink.objects.filter(club=club).first()
    return link is not None and is_valid_link_token(token, SALT, link.secret, club.pk, link.generation)


def renew_calendar_link(club: Club) -> None:
    """Void the links given out."""
    CalendarLink.objects.update_or_create(club=club, defaults={"secret": new_secret(), "generation": None})


def club_calendar(club: Club, page_of: Callable[[Evening], str]) -> bytes:
    """Return the evenings as iCalendar, by hours or as whole days; `page_of` gives an evening's address.

    Two queries. An event keeps its name (UID) whatever changes about it.
    """
    lines = [
        "PRODID:-//mahjongclub//evenings//EN",
        "VERSION:2.0",
        "METHOD:PUBLISH",
        property_line("NAME", club.name),
        property_line("X-WR-CALNAME", club.name),
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    since = today(club) - BACK
    coming = reply_counts(club)
    evenings = list(club.evenings.filter(date__gte=since).select_related("change").order_by("date", "pk"))
    hours = [evening.date for evening in evenings if evening.begins is not None]
    if hours:
        lines += [f"X-WR-TIMEZONE:{club.time_zone}", *_zone(club.time_zone, hours[0].year, hours[-1].year)]
    for evening in evenings:
        attendance = reply_counts_in_words(*coming.get(evening.pk, (0, 0)))
        lines += ["BEGIN:VEVENT", *_event(club, evening, page_of(evening), attendance), "END:VEVENT"]
    return calendar_file(lines)


@cache
def _zone(name: str, first: int, last: int) -> list[str]:
    """The clocks of a zone in these years."""
    return zone_lines(name, date(first, 1, 1), date(last, 12, 31))


def add_elapsed_time(moment: datetime, time: timedelta) -> datetime:
    """Return so much time after a moment, whatever the clocks of its zone do meanwhile."""
    return (moment.astimezone(UTC) + time).astimezone(moment.tzinfo)


def _event(club: Club, evening: Evening, page: str, attendance: str) -> Iterator[str]:
    change = getattr(evening, "change", None)
    changed_at = change.changed_at if change else evening.created_at
    yield f"UID:{uuid5(EVENTS, f'{evening.pk} {evening.created_at.isoformat()}')}@mahjongclub"
    yield property_line("SUMMARY", f"{club.name}: {evening.name}" if evening.name else club.name)
    span = evening.span
    if span is None:
        yield property_line("DTSTART", evening.date)
        yield property_line("DTEND", evening.date + timedelta(days=1))
    else:
        begin, end = span
        yield local_line("DTSTART", begin, club.time_zone)
        yield local_line("DTEND", end or add_elapsed_time(begin, USUAL_LENGTH), club.time_zone)
    if evening.place:
        yield property_line("LOCATION", evening.place)
    if attendance:
        yield property_line("DESCRIPTION", attendance)
    yield f"URL:{page}"
    yield property_line("CREATED", evening.created_at)
    yield property_line("LAST-MODIFIED", changed_at)
    yield property_line("DTSTAMP", changed_at)
    yield property_line("SEQUENCE", change.sequence if change else 0)
    yield "TRANSP:TRANSPARENT"
