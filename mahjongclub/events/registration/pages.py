"""What the pages of an event's people show, and the links on which they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.money import amount_in_words
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.row_secrets import link_token
from mahjongclub.games.kit.wording import isolated
from mahjongclub.lists.people import join_names
from mahjongclub.rounds.waiting import Places, waiting_in_words

from .changes import entrants_by_shared_ema_number, places_and_waiting_line
from .entries import entrants_of
from .models import Entrant, Registration

OWN_SALT = "mahjongclub.entrants.own"
BADGE_SALT = "mahjongclub.entrants.badge"
Status = Entrant.Status


def own_token(entrant: Entrant) -> str:
    """The token of the link by which somebody changes or withdraws their entry. On no paper."""
    return link_token(OWN_SALT, entrant.secret)


def is_own_token(token: str, entrant: Entrant) -> bool:
    """Whether a token from a link is this entrant's own."""
    return constant_time_compare(token, own_token(entrant))


def own_path(entrant: Entrant) -> str:
    """The page on which somebody changes or withdraws their entry."""
    return reverse("entries:own", args=[entrant.pk, own_token(entrant)])


def badge_token(entrant: Entrant) -> str:
    """The token of the link on a badge: it shows where somebody sits, and changes nothing."""
    return link_token(BADGE_SALT, entrant.secret)


def is_badge_token(token: str, entrant: Entrant) -> bool:
    """Whether a token from a link is that of this entrant's badge."""
    return constant_time_compare(token, badge_token(entrant))


def badge_path(entrant: Entrant) -> str:
    """The page on which a player sees where they sit and how it went."""
    return reverse("entries:badge", args=[entrant.pk, badge_token(entrant)])


def _money(coming: Sequence[Entrant], registration: Registration | None) -> str:
    """What those who come have paid and what is due; "" where nobody counts it."""
    if registration is None or not registration.fee_cents:
        return ""
    paid = sum(entrant.paid for entrant in coming)
    sums = {
        "paid": amount_in_words(paid * registration.fee_cents, registration.fee_currency),
        "due": amount_in_words((len(coming) - paid) * registration.fee_cents, registration.fee_currency),
    }
    return _("%(paid)s paid and %(due)s due") % sums


@dataclass(frozen=True)
class EntrantCounts:
    """How many of those on a list have a place, wait, are here, and so on."""

    coming: int
    waiting: int
    out: int
    here: int
    unpaid: int
    missing: int
    doubtful: int
    money: str = ""

    @classmethod
    def of(cls, entrants: Sequence[Entrant], registration: Registration | None = None) -> EntrantCounts:
        """By who is on the list, and what each pays."""
        places = Places(entrants, None)
        coming = places.taken
        return cls(
            coming=len(coming),
            waiting=len(places.line),
            out=sum(entrant.has_withdrawn for entrant in entrants),
            here=sum(entrant.here for entrant in coming),
            unpaid=sum(not entrant.paid for entrant in coming),
            missing=sum(entrant.no_show and not entrant.has_withdrawn for entrant in entrants),
            doubtful=sum(bool(entrant.doubt) and not entrant.has_withdrawn for entrant in entrants),
            money=_money(coming, registration),
        )

    @property
    def in_words(self) -> str:
        """ "82 of 84 here, 3 have not paid, 2 wait"."""
        parts = [_("%(here)s of %(coming)s here") % {"here": self.here, "coming": self.coming}]
        if self.unpaid:
            unpaid = ngettext("%(count)s has not paid", "%(count)s have not paid", self.unpaid)
            parts.append(unpaid % {"count": self.unpaid})
        if self.money:
            parts.append(self.money)
        if self.waiting:
            parts.append(waiting_in_words(self.waiting))
        if self.missing:
            missing = ngettext("%(count)s did not come", "%(count)s did not come", self.missing)
            parts.append(missing % {"count": self.missing})
        if self.doubtful:
            doubtful = ngettext("%(count)s to confirm", "%(count)s to confirm", self.doubtful)
            parts.append(doubtful % {"count": self.doubtful})
        if self.out:
            out = ngettext("%(count)s withdrew", "%(count)s withdrew", self.out)
            parts.append(out % {"count": self.out})
        return ", ".join(parts)


def registration_context(registration: Registration) -> dict[str, object]:
    """What the page of an event says of entering it: when, how many, whether one would wait."""
    entrants = entrants_of(registration.tournament)
    full = Places(entrants, registration.capacity).is_full
    return {"registration": registration, "counts": EntrantCounts.of(entrants), "full": full}


def place_in_line(entrant: Entrant) -> int:
    """Which of those who wait this is, from 1; 0 for who does not wait."""
    return places_and_waiting_line(entrant.tournament).place_in_line(entrant.pk) if entrant.is_in_line else 0


#: what an organiser looks at of the list, by the word in the address
SHOWN = ("", "doubtful", "absent", "unpaid", "waiting", "out")


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant in the organiser's list: `line` is their number among those who wait, 0 for none.

    `number` is that of their place, `clash` names others who told the same EMA number.
    """

    entrant: Entrant
    name: str
    surname: str
    first_name: str
    whole: str
    line: int
    number: int | None
    clash: str = ""


def shown_entrant_rows(entrants: Sequence[Entrant], show: str) -> list[EntrantRow]:
    """Return the entrants by surname, by name where none is known.

    Those who wait and those who withdrew follow, in their order.
    """
    in_line = Places(entrants, None).line
    waiting = [entrant_row(entrant, number) for number, entrant in enumerate(in_line, start=1)]
    held_rows = [
        entrant_row(entrant)
        for entrant in entrants
        if entrant.awaits_organiser_check and not entrant.has_withdrawn
    ]
    coming = [entrant_row(entrant) for entrant in entrants if entrant.status == Status.IN]
    out = [entrant_row(entrant) for entrant in entrants if entrant.has_withdrawn]
    for rows in (coming, out):
        rows.sort(key=lambda row: alphabetical_key(f"{row.surname or row.name} {row.name}"))
    match show:
        case "absent":
            return [row for row in coming if row.entrant.has_place and not row.entrant.here]
        case "unpaid":
            return [row for row in coming if row.entrant.has_place and not row.entrant.paid]
        case "waiting":
            return waiting
        case "doubtful":
            return [row for row in (*held_rows, *coming, *waiting) if row.entrant.doubt]
        case "out":
            return out
    return [*coming, *waiting, *held_rows, *out]


def with_ema_number_clashes(rows: list[EntrantRow], entrants: Sequence[Entrant]) -> list[EntrantRow]:
    """The rows, each with who else on the list has told the same EMA number."""
    shared = entrants_by_shared_ema_number(entrants)

    def clash(entrant: Entrant) -> str:
        others = [other for other in shared.get(entrant.ema_number, ()) if other.pk != entrant.pk]
        return "" if entrant.has_withdrawn else ", ".join(isolated(other.shown_name) for other in others)

    return [replace(row, clash=clash(row.entrant)) for row in rows]


def entrant_row(entrant: Entrant, line: int = 0) -> EntrantRow:
    """One of the organiser's list; `line` is their number among those who wait."""
    whole = join_names(entrant.first_name, entrant.last_name)
    return EntrantRow(
        entrant=entrant,
        name=entrant.shown_name,
        surname=entrant.last_name,
        first_name=entrant.first_name,
        whole=whole if whole != entrant.shown_name else "",
        line=line,
        number=entrant.place.number if entrant.place is not None else None,
    )
