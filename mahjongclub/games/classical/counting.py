"""One seat’s hand counted: its sheet (sets by kind and tile, single tiles, points typed), and why so much."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from time import time
from typing import Any

from django.core.cache import cache
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from mahjongclub.rules.classical.count import Count, set_lines
from mahjongclub.rules.classical.hand import LONGEST_SPECIAL, CountedHand, hand_to_json, read_hand
from mahjongclub.rules.classical.options import ASKED_AFTER
from mahjongclub.rules.classical.settle import FalseMahjong, count_table
from mahjongclub.rules.classical.specials import SpecialHand
from mahjongclub.rules.game import WINDS, RuleError
from mahjongclub.rules.kit.tile_sets import SET_NAMES, tile_name
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.words import Text

from ..kit.context import Draft, EntryContext, Reasons, Screen, SeatTap, encode_draft
from ..kit.laid_tiles import SUIT_LABELS, LaidTiles
from ..kit.wording import points_in_words, said, wind_letter, with_points_word
from .draft import KEYS, LETTERS, CountingContext, HandDraft, count_fingerprint
from .notes import NotedWin, check_hand, hand_from_typed_points

TAB_LABELS = {
    "sets": gettext_lazy("Sets"),
    "tiles": gettext_lazy("Tiles"),
    "points": gettext_lazy("Points"),
    "special": pgettext_lazy("a hand counted", "Special"),
}
#: whose flower and season each number is
WIND_NUMBERS = {wind: number for number, wind in enumerate(WINDS, start=1)}
FEAT_LABELS = {
    "last_tile": gettext_lazy("Last tile of the wall"),
    "loose_tile": gettext_lazy("Loose tile"),
    "heavenly": gettext_lazy("Won on the deal"),
    "moon": gettext_lazy("Last tile: 1 of circles"),
    "plum_blossom": gettext_lazy("Loose tile: 5 of circles"),
    "kong_on_kong": gettext_lazy("Kong on kong"),
    "last_discard": gettext_lazy("Last discard"),
    "robbed_kong": gettext_lazy("Robbed kong"),
    "carrying_pole": gettext_lazy("Robbed kong: 2 of bamboos"),
    "only_tile": gettext_lazy("Only possible tile"),
    "completed_pair": gettext_lazy("Pair completed"),
    "pe_ling": gettext_lazy("1 of circles for 1 of bamboos"),
    "original_call": gettext_lazy("Original call"),
}

#: so many seconds after its last look a phone is still at a hand
LATELY = 90


def count_screen(place: EntryContext, won: NotedWin, counting: HandDraft, *, typed: bool = False) -> Screen:
    """One seat's hand being counted, over the table; `typed` where its points were just sent."""
    page = CountPage(place, won, counting)
    page.told += [line for line in _told_of_others(place, counting.seat) if not page.overtaken]
    sheets = {"points": lambda: page.typed_points_sheet(typed), "special": page.special_sheet}
    sheet = sheets.get(counting.tab, page.sets_sheet)()
    return Screen(
        step="count",
        taps=hand_taps(place, won),
        sheet=sheet,
        status=422 if sheet.get("points_error") else 200,
        cancel_href=step_link(place, won, look=True),
    )


def _told_of_others(place: EntryContext, seat: int) -> list[str]:
    """Whose phones are at this seat's hand too, by what they looked at lately; this one is from now on."""
    if place.mode != "record" or not place.access.may_score:
        return []
    key, now, mine = f"counting.{place.session.code}.{place.number}.{seat}", time(), place.access
    at_it = {pk: entry for pk, entry in (cache.get(key) or {}).items() if now - entry[1] < LATELY}
    cache.set(key, {**at_it, str(mine.pk): [mine.seat, now]}, LATELY)
    at_it.pop(str(mine.pk), None)
    names = {place.isolated_names[where] if where is not None else "" for where, _when in at_it.values()}
    return [
        _("%(name)s’s phone counts this hand too.") % {"name": name}
        if name
        else _("Another phone counts this hand too.")
        for name in sorted(names)
    ]


def step_link(place: EntryContext, won: NotedWin | None, **step: Any) -> str:
    """A step's address. A hand being played has its facts in the notes, a correction in its draft."""
    base = {} if place.mode == "record" or won is None else won.outcome()
    return place.link({**base, **step})


def hand_taps(place: EntryContext, won: NotedWin) -> dict[int, SeatTap]:
    """Every seat with what its hand counts so far, or the question; a tap counts it, or counts it again."""
    taps = {}
    for seat, hand in enumerate(won.hands):
        state = {won.winner: "winner", won.source: "payer"}.get(seat, "idle" if hand else "choosable")
        count = count_of(place, won, seat)
        counting = HandDraft.from_hand(seat, hand) if count else HandDraft(seat)
        taps[seat] = SeatTap(
            step_link(place, won, counting=counting.to_draft()),
            _("wins") if seat == won.winner else "",
            state,
            spoken=_("Count the hand") if count is None else _("%(points)s ✓") % {"points": count.points},
            slot=_("Count") if count is None else points_in_words(count.points),
            slot_done=count is not None,
        )
    return taps


def count_of(place: EntryContext, won: NotedWin, seat: int) -> Count | None:
    """A seat's hand counted by the engine; None where it is not counted yet, or cannot be."""
    hand = won.hands[seat]
    if hand is None:
        return None
    try:
        return won.counting_context(place.rules, place.before, seat).count(read_hand(Reader(hand)))
    except RuleError:
        return None


def count_reasons(count: Count, title: str = "", but: Collection[tuple[Text, int]] = ()) -> Reasons:
    """Return a count line by line: points but those of the lines in `but`, doublings, what comes out."""
    lines = [(capfirst(said(text)), points_in_words(n)) for text, n in count.lines if (text, n) not in but]
    if count.doublings:
        lines.append((_("Together"), points_in_words(count.base)))
    lines += [(capfirst(said(text)), f"× {factor}") for text, factor in count.doublings]
    lines += [(capfirst(said(text)), f"+ {points_in_words(points)}") for text, points in count.apart]
    if count.uncapped > count.points:
        lines.append((_("Counted"), points_in_words(count.uncapped)))
        lines.append((_("By the limit"), points_in_words(count.points)))
    return Reasons(title, tuple(lines), with_points_word(count.points))


def classical_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Every seat's hand line by line. RuleError for a hand that cannot be counted."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    if isinstance(outcome, FalseMahjong):
        return []
    counts = count_table(place.rules, place.before, outcome)
    return [count_reasons(count, place.names[seat]) for seat, count in enumerate(counts)]


def classical_with_source(rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand won from another source: ways to finish that no longer fit are left out, and a cannon."""
    if draft.get("type") != "win" or draft.get("winner") != winner:
        return None
    dice = draft.get("dice")
    hands = tuple(draft.get("hands") or (None,) * 4)
    won = NotedWin(winner, draft.get("from"), tuple(dice) if dice else None, hands)
    return won.with_winner(winner, source).outcome()


class CountPage:
    """Everything the counting sheet shows for one draft."""

    def __init__(self, place: EntryContext, won: NotedWin, counting: HandDraft) -> None:
        self.place, self.won, self.counting = place, won, counting
        self.seen: CountingContext = won.counting_context(place.rules, place.before, counting.seat)
        noted = won.hands[counting.seat] if place.mode == "record" else None
        #: whether another phone has counted it since this count began, and what stands above the hand
        self.overtaken = noted is not None and count_fingerprint(noted) != counting.over
        self.told = [self._who_won()] if place.mode == "record" and counting.seat == place.access.seat else []
        if self.overtaken:
            count = count_of(place, won, counting.seat)
            points = _("%(points)s points") % {"points": points_in_words(count.points)} if count else "?"
            self.told.append(
                _("Another phone has counted this hand meanwhile: %(points)s.") % {"points": points}
            )
        #: sent with the form: whoever has been told of the other count may put their own in its place
        self.sent = replace(counting, over=count_fingerprint(noted)) if self.overtaken else counting

    def _who_won(self) -> str:
        """What the others do now that somebody has won."""
        if self.won.winner is None:
            return _("A draw. Count your hand.")
        if self.seen.winner:
            return _("You won. Count your hand.")
        return _("%(name)s won. Count yours.") % {"name": self.place.isolated_names[self.won.winner]}

    def link(self, counting: HandDraft) -> str:
        """This sheet with another counting."""
        return step_link(self.place, self.won, counting=counting.to_draft())

    def typed_points_sheet(self, typed: bool) -> dict[str, Any]:
        """The field for points that the players counted themselves, with what is wrong with them."""
        error = ""
        if typed or self.counting.points:
            try:
                hand_from_typed_points(self.counting.points, self.counting.special)
            except RuleError as fault:
                error = said(fault.text)
        return {
            **self._common(),
            "template": "games/classical/_points_sheet.html",
            "typed": self.counting.points,
            "special": self._called(self.counting.special),
            "longest_special": LONGEST_SPECIAL,
            "points_error": error,
            "edit_action": "" if self.place.mode == "record" else self.place.path,
            "address_params": self.place.address_params,
            "draft": ""
            if self.place.mode == "record"
            else encode_draft({**self.won.outcome(), "counting": self.counting.to_draft()}),
        }

    def special_sheet(self) -> dict[str, Any]:
        """The special hands that the rules play, each with its tiles, and what the chosen one counts."""
        hand = self.counting.to_counted_hand(self.seen)
        count = self.seen.count(hand)
        rows = [self._own_row(name, worth) for name, *worth in self.place.rules.own_hands]
        rows += [self._special_row(special) for special in self._specials()]
        return {
            **self._counted(hand, count),
            "template": "games/classical/_special_sheet.html",
            "specials": [row for row in rows if row["worth"]],
            "reasons": [count_reasons(count)],
        }

    def _specials(self) -> list[SpecialHand]:
        """Those that the rules play, in the order of the book: first what no sets show, last the events."""

        def place(special: SpecialHand) -> tuple[bool, bool]:
            return not special.tiles, not special.irregular

        return sorted(self.place.rules.special_hands, key=place)

    def _special_row(self, special: SpecialHand) -> dict[str, Any]:
        worth = self.place.rules.special(special.key)[1 if self.seen.winner else 2]
        laid = LaidTiles(special.tiles) if special.tiles else None
        return self._row(special.key, said(special.name), worth) | {"help": said(special.help), "laid": laid}

    def _own_row(self, name: str, worth: list[int]) -> dict[str, Any]:
        return self._row(name, name, worth[0 if self.seen.winner else 1])

    def _row(self, key: str, name: str, worth: int) -> dict[str, Any]:
        chosen = self.counting.special.casefold() == key.casefold()
        after = replace(self.counting, special="" if chosen else key)
        return {"key": key, "name": name, "worth": worth, "chosen": chosen, "href": self.link(after)}

    def _called(self, name: str) -> str:
        """A special hand as the players call it, by its key or as it was typed."""
        special = self.place.rules.special(name) if name else None
        return said(special[0]) if special else name

    @property
    def _has_specials(self) -> bool:
        rules, place = self.place.rules, 1 if self.seen.winner else 2
        named = [rules.special(special.key)[place] for special in rules.special_hands]
        return any(named) or any(hand[place] for hand in rules.own_hands)

    def _counted(self, hand: CountedHand, count: Count) -> dict[str, Any]:
        """What a sheet says of the hand so far, and where "done" leads."""
        done = None
        if self.place.mode != "record":
            done = step_link(self.place, self.won.with_hand(self.counting.seat, hand_to_json(hand)))
        return {
            **self._common(),
            "bonus": self._bonus() if self.place.rules.plays_flowers else [],
            "count": count,
            "done_href": done,
        }

    def sets_sheet(self) -> dict[str, Any]:
        """The kinds, the tile keyboard, flowers and seasons, circumstances, and the total explained."""
        hand = self.counting.to_counted_hand(self.seen)
        count = self.seen.count(hand)
        tiles_tab = self.counting.tab == "tiles"
        return {
            **self._counted(hand, count),
            "template": "games/classical/_count_sheet.html",
            "kinds": [] if tiles_tab else self._kinds(),
            "suits": self._suits(),
            "feats": self._feats(),
            "strip": self._strip(hand),
            "singles": self._singles() if tiles_tab else [],
            "sets": self._sets(hand),
            # the sets stand above with their points
            "reasons": [count_reasons(count, but=self.set_lines(hand))],
            "missing": self._missing(hand),
        }

    def set_lines(self, hand: CountedHand) -> list[tuple[Text, int]]:
        """Each set of the hand with its points."""
        return list(set_lines(self.place.rules, hand, self.seen.wind, self.seen.dominant))

    def _common(self) -> dict[str, Any]:
        seat, place = self.counting.seat, self.place
        tabs = []
        for tab, label in TAB_LABELS.items():
            if tab == "special" and not (self._has_specials or self.counting.tab == tab):
                continue
            kind = "t" if tab == "tiles" else ("p" if self.counting.kind == "t" else self.counting.kind)
            after = replace(self.counting, tab=tab, kind=kind)
            tabs.append(
                {"key": tab, "label": label, "chosen": tab == self.counting.tab, "href": self.link(after)}
            )
        return {
            "name": place.names[seat],
            "wind": wind_letter(self.seen.wind),
            "winner": self.seen.winner,
            "dominant": self.seen.dominant,
            "dice_href": step_link(place, self.won, throw={"of": "dice"}),
            "tabs": tabs,
            "seat": seat,
            "counting": encode_draft(self.sent.to_draft()),
            "told": self.told,
            "overtaken": self.overtaken,
            "keep_href": step_link(place, self.won),
        }

    def _kinds(self) -> list[dict[str, Any]]:
        rows = []
        for label, capital in ((_("Exposed"), False), (_("Concealed"), True)):
            row = []
            for letter, kind in LETTERS.items():
                key = letter.upper() if capital else letter
                suit = "m" if kind == "chow" and self.counting.suit == "z" else self.counting.suit
                row.append(
                    {
                        "key": key,
                        "label": capfirst(said(SET_NAMES[kind])),
                        "chosen": key == self.counting.kind,
                        "href": self.link(replace(self.counting, kind=key, suit=suit)),
                    }
                )
            rows.append({"label": label, "kinds": row})
        return rows

    def _suits(self) -> list[dict[str, Any]]:
        return [
            {"key": suit, "label": label, "chosen": suit == self.counting.suit, "tiles": self._keys(suit)}
            for suit, label in SUIT_LABELS.items()
        ]

    def _keys(self, suit: str) -> list[dict[str, Any]]:
        keys = []
        for tile in KEYS[suit]:
            after = replace(self.counting, suit=suit).with_tile(
                tile, winner=self.seen.winner, jokers=self.seen.jokers
            )
            keys.append(
                {"tile": tile, "name": said(tile_name(tile)), "href": self.link(after) if after else None}
            )
        return keys

    def _bonus(self) -> list[dict[str, Any]]:
        own_number = WIND_NUMBERS[self.seen.wind]
        kinds = (("flowers", "f", _("Flower %(number)s")), ("seasons", "g", _("Season %(number)s")))
        return [
            {
                "key": f"{name}-{number}",
                "tile": f"{letter}{number}",
                "name": label % {"number": number} + (", " + _("own") if number == own_number else ""),
                "own": number == own_number,
                "chosen": number in getattr(self.counting, name),
                "href": self.link(self.counting.with_toggled(name, number)),
            }
            for name, letter, label in kinds
            for number in range(1, 5)
        ]

    def _feats(self) -> list[dict[str, Any]]:
        """The winner's ways to finish: a tile of one's own or, where the rules count it, the first turn."""
        offered, ticked = self.seen.counted_feats, self.counting.by
        return [
            {
                "name": label,
                "chosen": feat in ticked,
                "href": self.link(self.counting.with_toggled("by", feat)),
            }
            for feat, label in FEAT_LABELS.items()
            if (feat in ticked and offered) or (feat in offered and self._asked(feat, offered))
        ]

    def _asked(self, feat: str, offered: tuple[str, ...]) -> bool:
        """Whether to ask for it: which tile it was, once it is told how it came."""
        first = ASKED_AFTER.get(feat)
        return first is None or first not in offered or first in self.counting.by

    def _strip(self, hand: CountedHand) -> list[dict[str, Any]]:
        """The hand so far in tiles, set by set with its points, then what stands alone."""
        split = hand.sets[len(self.counting.sets) :]
        points = [worth for _text, worth in self.set_lines(hand)]
        strip = [
            {"tiles": meld.tiles, "points": worth} for meld, worth in zip(hand.sets, points, strict=True)
        ]
        alone = list(self.counting.tiles)
        for meld in split:
            for tile in meld.tiles:
                alone.remove(tile)
        singles = sorted(alone, key=lambda tile: (tile[1], tile[0]))
        return [*strip, *({"tiles": (tile,), "points": None} for tile in singles)]

    def _singles(self) -> list[dict[str, Any]]:
        return [
            {
                "tile": tile,
                "name": said(tile_name(tile)),
                "href": self.link(self.counting.without("tiles", index)),
            }
            for index, tile in enumerate(self.counting.tiles)
        ]

    def _sets(self, hand: CountedHand) -> list[dict[str, Any]]:
        named = len(self.counting.sets)
        return [
            {
                "key": "".join(meld.tiles),
                "name": said(text),
                "points": points,
                "concealed": meld.concealed,
                # sets made of single tiles are changed by their tiles
                "turn_href": self.link(self.counting.with_set_toggled(index)) if index < named else None,
                "remove_href": self.link(self.counting.without("sets", index)) if index < named else None,
            }
            for index, (meld, (text, points)) in enumerate(zip(hand.sets, self.set_lines(hand), strict=True))
        ]

    def _missing(self, hand: CountedHand) -> str:
        """What a mahjong still lacks."""
        if not self.seen.winner or hand.is_complete or hand.special:
            return ""
        pairs = sum(meld.kind == "pair" for meld in hand.sets)
        sets = len(hand.sets) - pairs
        return _("A mahjong is four sets and a pair: so far %(sets)s and %(pairs)s.") % {
            "sets": sets,
            "pairs": pairs,
        }


def with_typed_points(place: EntryContext, won: NotedWin, counting: HandDraft) -> NotedWin | None:
    """In a correction: the hand with the points typed for this seat; None where they are none."""
    try:
        hand = hand_from_typed_points(counting.points, counting.special)
        check_hand(place.rules, won, place.before, counting.seat, hand)
    except RuleError:
        return None
    return won.with_hand(counting.seat, hand)
