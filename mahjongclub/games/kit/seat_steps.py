"""Steps of an entry that several games ask alike: who won, who is told already, and rows of choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from .context import Draft, EntryContext, Screen, SeatTap, encode_draft


def idle_screen(place: EntryContext, win: Callable[[int], Draft]) -> Screen:
    """Return the table before anything is told of a hand: a tap on a seat begins the draft of its win."""
    seats = range(place.before.seats)
    taps = {seat: SeatTap(place.link(win(seat)), spoken=_("Won the hand")) for seat in seats}
    return Screen(taps=taps, waiting=_("Tap the winner"))


def ask_seat(place: EntryContext, draft: Draft, key: str, hint: str, waiting: str) -> Screen:
    """Return the step that asks which of all seats a part of the draft is; step and part have one name."""
    taps = {
        seat: SeatTap(place.link({**draft, key: seat}), hint, "choosable")
        for seat in range(place.before.seats)
    }
    return Screen(step=key, taps=taps, waiting=waiting)


def plain_drawn_hand(place: EntryContext | None = None) -> Draft:
    """Return a drawn hand as it begins to be entered, where nothing more is to be said of it."""
    return {"type": "draw"}


def hidden_fields(place: EntryContext, draft: Draft) -> list[tuple[str, str]]:
    """Return what a form sent by GET carries along: the draft, and which hand is corrected or inserted."""
    return [("draft", encode_draft(draft)), *place.address_params.items()]


def taps_of_wins(wins: Iterable[Draft]) -> dict[int, SeatTap]:
    """Return the winners and payers that these wins name already."""
    taps = {}
    for win in wins:
        if win.get("from") is not None:
            taps[win["from"]] = SeatTap(state="payer", hint=_("pays"))
        if "winner" in win:
            taps[win["winner"]] = SeatTap(state="winner", hint=_("wins"))
    return taps


def ask_source(
    place: EntryContext,
    known_taps: Mapping[int, SeatTap],
    link: Callable[[int | None], str],
    *,
    links: Sequence[tuple[str, str]] = (),
    alone: bool = True,
    spoken: str = "",
    waiting: str = "",
) -> Screen:
    """Return the step that asks on whose discard those of `known_taps` won; one `alone` may have drawn it."""
    taps = dict(known_taps)
    for seat in place.other_seats(*known_taps):
        taps[seat] = SeatTap(link(seat), "", "choosable", spoken or _("Discarded the tile"))
    return Screen(
        step="from",
        taps=taps,
        self_draw_href=link(None) if alone else None,
        waiting=waiting or _("Whose discard?"),
        compared_to=next(iter(known_taps)) if alone else None,
        links=tuple(links),
    )


def choice_links(place: EntryContext, options: Iterable[tuple[str, Draft, bool]]) -> list[dict[str, Any]]:
    """Return options to tap: the name of each, the draft that it leads to, whether it is chosen."""
    return [{"name": name, "href": place.link(draft), "chosen": chosen} for name, draft, chosen in options]


def other_end_links(
    place: EntryContext, kind: str, ends: Mapping[str, tuple[str, Draft]]
) -> list[tuple[str, str]]:
    """Return links to the ends, by their kind, that a corrected hand may have had in place of `kind`."""
    if place.mode == "record":
        return []
    return [(label, place.link(draft)) for other, (label, draft) in ends.items() if other != kind]


def win_title(names: Sequence[str], winner: int, source: int | None) -> str:
    """Return who won, and how: "Chen on Dina’s discard"."""
    if source is None:
        return _("%(winner)s, self-drawn") % {"winner": names[winner]}
    return _("%(winner)s on %(payer)s’s discard") % {"winner": names[winner], "payer": names[source]}
