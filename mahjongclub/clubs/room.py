"""What a club may still take on this server: by the host's quotas, and unless the host has locked it.

A quota stops what is begun anew. Nothing at a running table is ever refused by it, nor by a lock; several who
begin something at the same moment may come to a few more than there is room for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Manager, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .club_model import Club
from .hosting_model import HostChoice, host_choice
from .refusal import Refused

#: in hundredths: from here on the organisers are told
NEAR = 90


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of one kind a club has, and may have; `most` is None where the host sets no limit."""

    key: str
    used: int
    most: int | None

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken."""
        return self.most is not None and self.used >= self.most

    @property
    def is_nearly_full(self) -> bool:
        """Whether it soon will be, or is."""
        return self.most is not None and 100 * self.used >= NEAR * self.most

    @property
    def label(self) -> Any:
        """What it counts."""
        return LABELS[self.key]


LABELS = {
    "people": gettext_lazy("Players on the roster"),
    "games": gettext_lazy("Games"),
    "channels": gettext_lazy("Channels"),
}


def quota_for(club: Club, key: str, choice: HostChoice | None = None) -> Quota:
    """What a club has of "people", "games" or "channels": its own number, else the host's for every club."""
    own_limit = getattr(club, f"most_{key}")
    most = own_limit if own_limit is not None else getattr(choice or host_choice(), f"most_{key}")
    return Quota(key, _used(club, key) if most is not None else 0, most)


def limited_quotas(club: Club, choice: HostChoice) -> list[Quota]:
    """Those for which a limit is set."""
    return [room for key in LABELS if (room := quota_for(club, key, choice)).most is not None]


def quota_message(club: Club | None, *, games: int = 0, people: int = 0) -> str:
    """Why the club can take no more of these, said to who is about to begin something; "" where it can."""
    if club is None:
        return ""
    if club.locked_at is not None:
        return locked_club_message(club)
    choice = host_choice() if games or people else None
    for key, more in (("games", games), ("people", people)):
        room = quota_for(club, key, choice) if more else None
        if room is not None and room.most is not None and room.used + more > room.most:
            return quota_full_message(room, more)
    return ""


def check_quota(club: Club | None, *, games: int = 0, people: int = 0) -> None:
    """Refused where the club can take no more of these."""
    if club is not None and (why := quota_message(club, games=games, people=people)):
        raise Refused(why, club=club)


def quota_full_message(room: Quota, more: int = 1) -> str:
    """What somebody is told who wants more than there is room for."""
    counts = {"used": room.used, "most": room.most, "more": more}
    if room.key == "games" and more > 1:
        return (
            _(
                "The club keeps %(used)d of the %(most)d games it has room for on this server; "
                "%(more)d more do not fit, and none was saved. Ask the person who runs the server for "
                "more room."
            )
            % counts
        )
    if room.key == "games":
        return (
            _(
                "The club keeps %(used)d of the %(most)d games it has room for on this server: no new "
                "table can be opened for it. Running tables can finish. Ask the person who runs the "
                "server for more room, or open the table for no club."
            )
            % counts
        )
    return (
        _(
            "The roster has %(used)d of the %(most)d players the club has room for on this server; "
            "%(more)d more cannot be added. Merge those who are there twice, or ask the person who runs the "
            "server for more room."
        )
        % counts
    )


def locked_club_message(club: Club) -> str:
    """What somebody is told who wants to change something of a locked club."""
    return _(
        "The person who runs this server has locked %(club)s. You can still read everything, and "
        "running tables can finish; nothing else can be started or changed until the club is unlocked."
    ) % {"club": club.name}


def _used(club: Club, key: str) -> int:
    rows: dict[str, Manager[Any] | QuerySet[Any]] = {
        "people": club.players.without_merged().on_roster(),
        "games": club.sessions,  # of tables
        "channels": club.channels,  # of outbox
    }
    return rows[key].count()
