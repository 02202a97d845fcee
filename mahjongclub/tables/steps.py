"""The screens between a table and a whole hand, for a phone that shows them without asking.

Each is the fragment that its address would answer with: they are alike, and compressed forty of them are
little more than one, once their addresses are shortened (`shorten_addresses`). The phone keeps them by their
addresses (`static/js/table/steps.js`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, fields
from html import unescape
from itertools import takewhile
from typing import Any, cast
from urllib.parse import urlsplit

from django.http import QueryDict

from mahjongclub.games.kit.context import BadDraft, Draft, Screen, encode_draft
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import PlayedHand

from .entry_sheet import TableEntry

#: how many screens are sent at most; the games have up to 44 (six players)
MOST_STEPS = 48
#: how many taps one request may bring: more than a hand has tiles
MOST_TAPS = 40
#: what stands for how the addresses of a sheet's values begin and end alike, and before an address that htmx
#: and the browser follow both; no page has these signs (of the private use area)
BEGINS, ENDS, FOLLOWED = "\ue000", "\ue001", "\ue002"
_FOLLOWED = re.compile(r'href=("[^"]*") hx-get=\1')
_VALUE = re.compile(rf'class="cell[^"]*" {FOLLOWED}"([^"]*)"')


@dataclass(frozen=True)
class StepEntry(TableEntry):
    """The entry of one walk: it remembers where each link leads, and settles each draft at most once."""

    #: every link made, with its draft
    linked: dict[str, Draft] = field(default_factory=dict)
    #: what the screens of the walk have made and settled: they ask for the same values again and again
    made: dict[Any, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what the first screen of the walk that asked for it has made."""
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]

    def settle(self, draft: Draft) -> PlayedHand:
        """Settle each draft at most once a walk. Raises RuleError."""

        def settled() -> PlayedHand | RuleError:
            try:
                return super(StepEntry, self).settle(draft)
            except RuleError as fault:
                return fault

        hand = self.once(encode_draft(draft), settled)
        if isinstance(hand, RuleError):
            raise hand
        return cast(PlayedHand, hand)

    def link(self, draft: Draft, page: str = "entry", **more: str) -> str:
        address = super().link(draft, page, **more)
        if page == "entry":
            self.linked[address] = draft
        return address


def entry_screens_ahead(
    place: TableEntry, first_draft: Draft, *, one_tap_only: bool = False
) -> Iterator[tuple[str, StepEntry, Screen]]:
    """Yield the screens that taps lead to from that of `first_draft` until a hand is whole: each with its
    address and the entry it is made with. With them a hand that nobody won, as it begins to be told; from
    there on those that toggling its seats leads to. `one_tap_only`: none beyond the first tap on the board.
    """
    game = game_of(place.session)
    begin = game.drawn_hand(place) if game.drawn_hand and not first_draft and not one_tap_only else None
    drafts, met = [first_draft], {encode_draft(first_draft)}
    if begin is not None:
        drafts.append(begin)
    if first_draft and place.mode == "record":
        met |= _near(place)  # the phone has them since it showed the table
    sent, toggled = 0, {encode_draft(first_draft)} if first_draft else set()
    made: dict[Any, Any] = {}
    linked: dict[str, Draft] = {}
    while drafts and sent < MOST_STEPS:
        draft = drafts.pop(0)
        entry = _walking(place, made, linked)
        try:
            screen = game.screen(entry, draft)
        except BadDraft:
            continue
        whole = screen.confirm is not None or (screen.sheet is not None and "preview" in screen.sheet)
        is_needed = draft in (first_draft, begin) or encode_draft(draft) in toggled
        if screen.status != 200 or (whole and (one_tap_only or not is_needed)):
            continue
        if draft != first_draft:
            sent += 1
            yield place.link(draft), entry, screen
        if one_tap_only and draft != first_draft:
            continue
        toggles = _toggles(screen) if encode_draft(draft) in toggled else []
        for link in (*_links(screen, from_sheet=draft == first_draft), *toggles):
            target = entry.linked.get(link)
            if target is not None and encode_draft(target) not in met:
                met.add(encode_draft(target))
                drafts.append(target)
                if link in toggles:
                    toggled.add(encode_draft(target))


def _walking(place: TableEntry, made: dict[Any, Any], linked: dict[str, Draft]) -> StepEntry:
    place_fields = {field.name: getattr(place, field.name) for field in fields(place)}
    return StepEntry(**place_fields, made=made, linked=linked)


def _near(place: TableEntry) -> set[str]:
    """The drafts within two taps of the table."""
    met = {encode_draft({})}
    drafts: list[Draft] = [{}]
    entry = _walking(place, {}, {})
    for draft in drafts:
        for link in _links(game_of(place.session).screen(entry, draft), from_sheet=False):
            target = entry.linked.get(link)
            if target is not None and encode_draft(target) not in met:
                met.add(encode_draft(target))
                if not draft:
                    drafts.append(target)
    return met


def shorten_addresses(fragment: str) -> tuple[str, str, str]:
    """The screen with each address written once: what differs of them, and how all begin and end."""
    short = _FOLLOWED.sub(rf"{FOLLOWED}\1", fragment)
    addresses = _VALUE.findall(short)
    if len(addresses) < 2:
        return short, "", ""
    begin = _common_prefix(addresses)
    end = _common_prefix([address[len(begin) :][::-1] for address in addresses])[::-1]
    short = short.replace(f'"{begin}', f'"{BEGINS}')
    return (short.replace(f'{end}"', f'{ENDS}"') if end else short), begin, end


def _common_prefix(texts: list[str]) -> str:
    """How all of them begin."""
    first, last = min(texts), max(texts)  # the two that differ soonest
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _other in pairs)


def _links(screen: Screen, *, from_sheet: bool) -> list[str]:
    """Where a tap on the board leads, and from a hand that is whole to what is put anew of it."""
    links = [tap.href for tap in screen.taps.values()] + [screen.self_draw_href, screen.draw_href]
    links += [link for _label, link in screen.links]
    if from_sheet and screen.confirm is not None:
        links += [link for _label, link in screen.confirm["links"]]
    if from_sheet and screen.sheet is not None:
        links.append(screen.sheet.get("another_href"))
        links += [link for _label, link in screen.sheet.get("links", ())]
    return [link for link in links if link]


def _toggles(screen: Screen) -> list[str]:
    """Where a tap on a seat of a hand that nobody won leads."""
    draw = (screen.sheet or {}).get("draw") or {}
    return [seat["href"] for seat in draw.get("seats", ()) if not seat["locked"]]


def follow_taps(query: QueryDict, path: str, show: Callable[[QueryDict], str]) -> QueryDict:
    """The query of the page that taps lead to: those that came while an answer was on its way are sent
    together ("tap" in the query, in their order), each is followed on the page that the one before it brings.

    `show` renders the page of a query. A tap on what is not there, or leads elsewhere than `path`, is none.
    """
    taps = query.getlist("tap")[:MOST_TAPS]
    query = query.copy()
    query.setlist("tap", [])
    for tap in taps:
        key = re.escape(tap)
        control = re.search(rf'<a\b[^>]*?\b(?:data-tap|id)="{key}"[^>]*?\shref="([^"]*)"', show(query))
        address = urlsplit(unescape(control[1])) if control else None
        if address and address.path == path:
            query = QueryDict(address.query, mutable=True)
    return query
