"""Where a club's pages lead: the list at the foot of its page on a phone, the rail beside all on a laptop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .club_access import ClubVisit
from .club_model import Role


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A part of a club's pages; `needs` is the role it is for, None for whoever may look at the club.

    Those with a `key`, a digit of the keyboard, stand first in the rail, in that order, with an icon. `pages`
    are the other pages it is marked on, as view names or, with a colon at the end, all of a namespace.
    """

    view: str
    label: Any
    help: Any = ""
    needs: Role | None = None
    key: int = 0
    icon: str = ""
    #: whether the list on the club's page has it, and the rail
    listed: bool = True
    railed: bool = True
    #: what it counts, a key of what the club's page counts
    counts: str = ""
    pages: tuple[str, ...] = ()

    def contains_view(self, view: str) -> bool:
        """Whether a page of that view belongs here."""
        return view == self.view or view in self.pages or f"{view.partition(':')[0]}:" in self.pages


NOTHING: Mapping[str, int] = {}
EVENING = ("evening", "evening_clock")
TONIGHT = MenuItem(
    "tables:club",
    _("Tonight"),
    key=1,
    icon="clock",
    listed=False,
    pages=(
        *(f"tables:{name}" for name in EVENING),
        *(f"clubs:{name}_evening" for name in ("new", "edit", "delete")),
        "nights:",
    ),
)
TABLES = MenuItem(
    "tables:club_games",
    _("Tables"),
    key=2,
    icon="tiles",
    listed=False,
    pages=(
        *(f"tables:{name}" for name in ("club_game", "new_result", "correct_result", "club_sheet_entry")),
        "reading:origin",
    ),
)
SEARCH = MenuItem("leagues:search", _("Search"), _("People, games and evenings."), railed=False)
CORNERS = (
    TONIGHT,
    TABLES,
    SEARCH,
    MenuItem(
        "leagues:leagues",
        _("Leagues"),
        _("Standings, ratings and everybody’s record."),
        key=3,
        icon="log",
        pages=("leagues:",),
    ),
    MenuItem(
        "tournaments:tournaments",
        _("Tournaments"),
        _("Seating, rounds, live ranking."),
        key=4,
        icon="cup",
        pages=("tournaments:", "reading:entrants_file", "reading:plan_file"),
    ),
    MenuItem("displays:wall", _("Wall display"), _("All tables live, for a projector or a television.")),
    MenuItem("sheets:club_poster", _("Poster with a QR code"), _("A poster that leads to this page.")),
    MenuItem(
        "sheets:club_sheets",
        _("Print"),
        _("Score sheets, points tables, rules cards."),
        key=6,
        icon="print",
        pages=("sheets:",),
    ),
    MenuItem(
        "clubs:members",
        _("Members"),
        needs=Role.MEMBER,
        counts="members",
        pages=("clubs:member",),
    ),
    MenuItem(
        "clubs:roster",
        _("People"),
        needs=Role.SCORER,
        key=5,
        icon="people",
        counts="players",
        pages=(
            *("leagues:player", "leagues:pair", "nights:attendance", "clubs:dues"),
            *("reading:dues_file", "reading:roster_file"),
        ),
    ),
    MenuItem(
        "tables:house_rules",
        _("House rules"),
        needs=Role.MEMBER,
        pages=("tables:new_house_rules", "tables:one_house_rules"),
    ),
    MenuItem("exchange:calendar", _("Calendar"), _("The evenings, in the calendar of a telephone.")),
    MenuItem(
        "exchange:export",
        _("Export"),
        _("Sheets, game records, everything as one file."),
        needs=Role.ORGANISER,
    ),
    MenuItem(
        "reading:import",
        _("Import"),
        _("Tenhou logs, game records, spreadsheets of final points."),
        needs=Role.ORGANISER,
        pages=("reading:",),
    ),
    MenuItem("clubs:invitations", _("Invitations"), needs=Role.ORGANISER),
    MenuItem(
        "outbox:channels",
        _("Channels"),
        _("Evenings, results and standings told in Discord, Slack, Telegram, LINE."),
        needs=Role.ORGANISER,
        pages=("outbox:",),
    ),
    MenuItem(
        "displays:wall_link",
        _("Link of the wall"),
        _("For a screen without an account."),
        needs=Role.ORGANISER,
    ),
    MenuItem(
        "clubs:settings",
        _("Settings"),
        needs=Role.OWNER,
        key=7,
        icon="settings",
    ),
)


@dataclass(frozen=True, slots=True)
class ShownMenuItem:
    """An item of the menu as a visitor sees it; `current` is the one a page is in, `here` its own page."""

    corner: MenuItem
    href: str
    count: int | None
    current: bool
    here: bool


def club_menu(visit: ClubVisit, view: str = "", counted: Mapping[str, int] = NOTHING) -> list[ShownMenuItem]:
    """Those for this visitor, in the order of a phone's list.

    `counted` has what some of them count, by `Corner.counts`.
    """
    visible = [corner for corner in CORNERS if corner.needs is None or visit.may(corner.needs)]
    # a page named by one of them is not in the one that has the rest of its namespace
    holding = sorted(
        (corner for corner in visible if corner.contains_view(view)),
        key=lambda corner: _is_named(corner, view),
    )
    current = holding[-1] if holding else None
    return [
        ShownMenuItem(
            corner=corner,
            href=_address(corner, visit),
            count=counted.get(corner.counts),
            current=corner is current,
            here=corner.view == view,
        )
        for corner in visible
    ]


def _is_named(corner: MenuItem, view: str) -> bool:
    return view == corner.view or view in corner.pages


def _address(corner: MenuItem, visit: ClubVisit) -> str:
    if corner.view == "sheets:club_sheets" and not visit.is_member:
        return reverse("sheets:sheets")
    return reverse(corner.view, args=[visit.club.slug])
