"""The screens between a table and a whole hand, for a phone that shows them without asking.

Each is the fragment that its address would answer with. They are alike: a line of theirs is sent once, and a
link on them says what it adds to the draft it stands on, so that the values of a winner are the same lines
whoever dealt in (`static/js/table/steps.js` puts both together again).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, fields
from html import unescape
from typing import Any, cast
from urllib.parse import urlsplit

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe

from mahjongclub.games.kit.context import BadDraft, Draft, Screen, write_draft
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import PlayedHand

from .entry_sheet import TableEntry

#: how many screens are sent at most; the games have up to 44 (six players)
MOST_STEPS = 64
#: how the draft on a link is quoted within an attribute; no draft has a tick
QUOTE, TICK = '"', "`"
#: htmx follows a link to where it leads anyway
TWICE = re.compile(r'(href="~[^"]*") hx-get="~[^"]*"')
MARKS = re.compile(r"<!--/?table-->")
EMPTY = re.compile(r"\n\s*\n")
#: where a line that differs from one screen to another may begin
BEFORE_TAG = re.compile(r"\n(?=\s*<\w+ )")
#: how many taps one request may bring: more than a hand has tiles
MOST_TAPS = 40


@dataclass(frozen=True)
class StepEntry(TableEntry):
    """The entry as seen from the draft `at`: a link to a draft with more in it says only what is added."""

    at: Draft = field(default_factory=dict)
    #: every link made, with where it leads
    linked: dict[str, Draft] = field(default_factory=dict)
    #: what the screens of one walk have made and settled: they ask for the same values again and again
    made: dict[Any, Any] = field(default_factory=dict)

    def once(self, asked: Hashable, make: Callable[[], Any]) -> Any:
        """As the first screen of the walk that asked for it has it."""
        if asked not in self.made:
            self.made[asked] = make()
        return self.made[asked]

    def settle(self, draft: Draft) -> PlayedHand:
        """As ever, each draft once."""

        def settled() -> PlayedHand | RuleError:
            try:
                return super(StepEntry, self).settle(draft)
            except RuleError as fault:
                return fault

        found = self.once(write_draft(draft), settled)
        if isinstance(found, RuleError):
            raise found
        return cast(PlayedHand, found)

    def link(self, draft: Draft, page: str = "entry", **more: str) -> str:
        """The address of a draft; `~page~{...}` where it only adds to the one the link stands on."""
        added = None if more else added_to(self.at, draft)
        if added is None:
            made = super().link(draft, page, **more)
        else:
            draft = grown(self.at, added)
            made = f"~{'' if page == 'entry' else page}~{write_draft(added).replace(QUOTE, TICK)}"
        if page == "entry":
            self.linked[made] = draft
        return made


def added_to(base: Draft, draft: Draft) -> Draft | None:
    """What makes `draft` of `base`: new values by name, by "name+" what a draft in it, or the last of a list
    of drafts, has more. None where something is taken away.

    >>> added_to({"wins": [{"winner": 1}]}, {"wins": [{"winner": 1, "from": 2}]})
    {'wins+': {'from': 2}}
    """
    added: Draft = {}
    for name, value in draft.items():
        there = base.get(name)
        if name in base and there == value:
            continue
        more = None
        if isinstance(there, list) and isinstance(value, list) and len(there) == len(value) > 0:
            there, value = (there[-1], value[-1]) if there[:-1] == value[:-1] else (None, None)
        if isinstance(there, dict) and isinstance(value, dict):
            more = added_to(there, value)
        added |= {name: draft[name]} if more is None else {f"{name}+": more}
    return added if grown(base, added) == draft else None


def grown(base: Draft, added: Draft) -> Draft:
    """The draft that `added` makes of `base`, as `grown` in table/steps.js does.

    >>> grown({"wins": [{"winner": 1}]}, {"wins+": {"from": 2}})
    {'wins': [{'winner': 1, 'from': 2}]}
    """
    draft = dict(base)
    for name, value in added.items():
        there = draft.get(name.removesuffix("+"))
        if not name.endswith("+"):
            draft[name] = value
        elif isinstance(there, list):
            draft[name[:-1]] = [*there[:-1], grown(there[-1], value)]
        else:
            draft[name[:-1]] = grown(there or {}, value)
    return draft


def walk(place: TableEntry, shown: Draft, *, near: bool = False) -> Iterator[tuple[str, StepEntry, Screen]]:
    """The screens a phone comes to from the one of the draft `shown` before it is told what a hand does: each
    with its address and the entry it is made with. With them a hand that nobody won, as it begins to be told;
    from there on those that toggling its seats leads to.
    `near`: only those one tap on the board away.
    """
    game = game_of(place.session)
    begin = game.start_draw(place) if game.start_draw and not shown and not near else None
    drafts, met = [shown], {write_draft(shown)}
    if begin is not None:
        drafts.append(begin)
    if shown and place.mode == "record":
        met |= _near(place)  # the phone has them since it showed the table
    sent, toggled = 0, {write_draft(shown)} if shown else set()
    made: dict[Any, Any] = {}
    while drafts and sent < MOST_STEPS:
        draft = drafts.pop(0)
        entry = _standing_on(place, draft, made)
        try:
            screen = game.screen(entry, draft)
        except BadDraft:
            continue
        whole = screen.sheet is not None and "preview" in screen.sheet
        asked = draft in (shown, begin) or write_draft(draft) in toggled
        if screen.status != 200 or (whole and (near or not asked)):
            continue
        if draft != shown:
            sent += 1
            yield place.link(draft), entry, screen
        if near and draft != shown:
            continue
        toggles = _toggles(screen) if write_draft(draft) in toggled else []
        for link in (*_links(screen, from_sheet=draft == shown), *toggles):
            target = entry.linked.get(link)
            if target is not None and write_draft(target) not in met:
                met.add(write_draft(target))
                drafts.append(target)
                if link in toggles:
                    toggled.add(write_draft(target))


def _standing_on(place: TableEntry, draft: Draft, made: dict[Any, Any]) -> StepEntry:
    own = {one.name: getattr(place, one.name) for one in fields(place)}
    return StepEntry(**own, at=draft, made=made)


def _near(place: TableEntry) -> set[str]:
    """The drafts within two taps of the table."""
    met = {write_draft({})}
    drafts: list[Draft] = [{}]
    for draft in drafts:
        entry = _standing_on(place, draft, {})
        for link in _links(game_of(place.session).screen(entry, draft), from_sheet=False):
            target = entry.linked.get(link)
            if target is not None and write_draft(target) not in met:
                met.add(write_draft(target))
                if not draft:
                    drafts.append(target)
    return met


def _links(screen: Screen, *, from_sheet: bool) -> list[str]:
    """Where a tap on the board leads, and from a hand that is whole to what is put anew of it."""
    links = [tap.href for tap in screen.taps.values()] + [screen.self_draw_href, screen.draw_href]
    if from_sheet and screen.sheet is not None:
        links += [screen.sheet.get("another_href"), screen.sheet.get("another_winner_href")]
        links += [link for _label, link in screen.sheet.get("links", ())]
    return [link for link in links if link]


def _toggles(screen: Screen) -> list[str]:
    """Where a tap on a seat of a hand that nobody won leads."""
    draw = (screen.sheet or {}).get("draw") or {}
    return [seat["href"] for seat in draw.get("seats", ()) if not seat["locked"]]


def bare_step(fragment: str) -> SafeString:
    """The fragment of a step without what a phone adds itself, and without the marks of a page's table."""
    return mark_safe(TWICE.sub(r"\1", EMPTY.sub("\n", MARKS.sub("", fragment))))


def packed(fragments: dict[str, str]) -> dict[str, Any]:
    """Fragments by address as a phone gets them: `lines`, and for each address which of them it has."""
    lines: dict[str, int] = {}

    def line_numbers(fragment: str) -> list[int]:
        return [lines.setdefault(line, len(lines)) for line in BEFORE_TAG.split(fragment)]

    steps = {address: line_numbers(fragment) for address, fragment in fragments.items()}
    return {"lines": list(lines), "steps": steps}


def follow_taps(asked: QueryDict, path: str, show: Callable[[QueryDict], str]) -> QueryDict:
    """The query of the page that taps lead to: those that came while an answer was on its way are sent
    together ("tap" in the query, in their order), each is followed on the page that the one before it brings.

    `show` renders the page of a query. A tap on what is not there, or leads elsewhere than `path`, is none.
    """
    taps = asked.getlist("tap")[:MOST_TAPS]
    asked = asked.copy()
    asked.setlist("tap", [])
    for tap in taps:
        key = re.escape(tap)
        control = re.search(rf'<a\b[^>]*?\b(?:data-tap|id)="{key}"[^>]*?\shref="([^"]*)"', show(asked))
        address = urlsplit(unescape(control[1])) if control else None
        if address and address.path == path:
            asked = QueryDict(address.query, mutable=True)
    return asked
