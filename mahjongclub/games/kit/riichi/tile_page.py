"""Tiles to points: tap a winning hand, see its yaku, han and fu, and take that value into the entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.riichi.hand import FULL_SET, MELDS, NORTH, TileSet
from mahjongclub.rules.kit.riichi.tiles import TileValue
from mahjongclub.rules.kit.riichi.value import ValueRules, limit_of
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES

from ..context import BadDraft, Draft, EntryContext, StepPage
from ..laid_tiles import spoken_tile
from ..wording import said
from .tile_draft import FLAGS, HONOURS, INTO, SUITS, TileDraft, tile_sort_key
from .value_grid import payment_in_words

VALUES = ("han", "fu", "limit", "yakuman", "tiles")


@dataclass(frozen=True)
class TileWin:
    """`of(draft)` is the win ("winner", "from", perhaps "tiles"); `put(draft, win)` the draft with another.

    `value(place, draft)` counts its tiles (RuleError where they are no winning hand). `alone(draft)` is the
    draft with no other winner in it. `counted_by(rules)` are the rules that say which limit it reaches.
    `flags_never` are circumstances that cannot be in this game.
    """

    of: Callable[[Draft], Draft]
    put: Callable[[Draft, Draft], Draft]
    value: Callable[[EntryContext, Draft], TileValue]
    alone: Callable[[Draft], Draft] = lambda draft: draft
    counted_by: Callable[[Any], ValueRules] = lambda rules: rules
    flags_never: tuple[str, ...] = ()


INTO_LABELS = {
    "hand": pgettext_lazy("tiles", "Hand"),
    "chii": gettext_lazy("Chii"),
    "pon": gettext_lazy("Pon"),
    "kan": gettext_lazy("Kan"),
    "closed_kan": gettext_lazy("Closed kan"),
    "dora": gettext_lazy("Dora indicator"),
    "ura": gettext_lazy("Ura indicator"),
}
INTO_HINTS = {
    "hand": gettext_lazy("The winning tile last."),
    "chii": gettext_lazy("Chii: tap its lowest tile."),
    "pon": gettext_lazy("Pon: tap its tile once."),
    "kan": gettext_lazy("Kan: tap its tile once."),
    "closed_kan": gettext_lazy("Closed kan: tap its tile once."),
    "dora": gettext_lazy("Tap the indicators, not the dora."),
    "ura": gettext_lazy("Tap the indicators, not the dora."),
}
FLAG_LABELS = {
    "ippatsu": "Ippatsu",
    "double_riichi": gettext_lazy("Double riichi"),
    "haitei": gettext_lazy("Haitei (last tile of the wall)"),
    "houtei": gettext_lazy("Hōtei (last discard)"),
    "rinshan": gettext_lazy("Rinshan (replacement tile)"),
    "chankan": gettext_lazy("Chankan (robbed kan)"),
    "tenhou": gettext_lazy("Tenhō (dealt complete, dealer)"),
    "chiihou": gettext_lazy("Chiihō (first draw)"),
    "renhou": gettext_lazy("Renhō (ron before the first draw)"),
}


class TilePage:
    """Everything the tile page shows for one draft."""

    def __init__(
        self, place: EntryContext, draft: Draft, counted: TileWin, hand: TileDraft, into: str
    ) -> None:
        self.place, self.draft, self.counted, self.hand, self.into = place, draft, counted, hand, into
        self.win = counted.of(draft)
        self.winner = int(self.win["winner"])
        self.self_drawn = self.win["from"] is None
        self.tiles: TileSet = getattr(place.rules, "tile_set", FULL_SET)

    def link(self, tiles: Draft, into: str | None = None) -> str:
        """This page with other tiles."""
        return self.place.link(self._draft(tiles), page="tiles", into=into or self.into)

    def _draft(self, tiles: Draft) -> Draft:
        win = {
            key: value
            for key, value in self.win.items()
            if key not in ("han", "fu", "limit", "yakuman", "yaku")
        }
        return self.counted.put(self.draft, {**win, "tiles": tiles})

    def context(self) -> dict[str, Any]:
        """The template's context: the hand, the keyboard, the circumstances, the count."""
        hand = self.hand
        return {
            "place": self.place,
            "session": self.place.session,
            "winner_name": self.place.names[self.winner],
            "concealed": self._row("hand", sorted(hand.concealed, key=tile_sort_key)),
            "missing": max(0, hand.concealed_count - len(hand.concealed)),
            "melds": self._melds(),
            "dora": self._row("dora", hand.dora),
            "ura": self._row("ura", hand.ura),
            "winning": self._winning(),
            "into": [
                {
                    "key": key,
                    "label": INTO_LABELS[key],
                    "chosen": key == self.into,
                    "href": self.link(hand.to_json(), key),
                }
                for key in INTO
                if (key != "ura" or self._riichi()) and (key != "chii" or not self.tiles.three)
            ],
            "north_href": self._north_link(),
            "into_hint": INTO_HINTS[self.into],
            "keyboard": self._keyboard(),
            "flags": self._flags(),
            "count": self._count(),
            "back_href": self._back(),
            "clear_href": self.link({}, "hand"),
        }

    def _back(self) -> str:
        win = {key: value for key, value in self.win.items() if key in ("winner", "from")}
        return self.place.link(self.counted.put(self.draft, win))

    def _riichi(self) -> bool:
        return self.winner in self.draft.get("riichi", ())

    def _tile(self, tile: str, href: str | None) -> dict[str, Any]:
        return {"tile": tile, "name": spoken_tile(tile), "href": href}

    def _row(self, row: str, tiles: list[str]) -> list[dict[str, Any]]:
        return [
            self._tile(tile, self.link(self.hand.without(row, index))) for index, tile in enumerate(tiles)
        ]

    def _melds(self) -> list[dict[str, Any]]:
        norths = {
            "kind": _("Norths laid aside"),
            "tiles": [self._tile(NORTH, None)] * self.hand.norths,
            "tile_names": str(self.hand.norths),
            "remove_href": self.link(self.hand.with_norths(self.hand.norths - 1)),
        }
        return [
            {
                "kind": INTO_LABELS.get(kind, kind),
                "tiles": [self._tile(tile, None) for tile in tiles],
                "tile_names": ", ".join(spoken_tile(tile) for tile in tiles),
                "remove_href": self.link(self.hand.without("meld", index)),
                "red_href": self._red_link(index),
            }
            for index, (kind, tiles) in enumerate(self.hand.melds)
        ] + ([norths] if self.hand.norths else [])

    def _red_link(self, meld: int) -> str | None:
        """A meld's five red, or plain again; None without a five, or where the set has no more red ones."""
        turned = self.hand.with_red_five_toggled(meld)
        if turned == self.hand.to_json() or not self.tiles.has_enough_reds(TileDraft(turned).all_tiles):
            return None
        return self.link(turned)

    def _north_link(self) -> str | None:
        """One more north laid aside, None where none can be."""
        if self.tiles.north != "dora" or not self.hand.copies_left(NORTH):
            return None
        return self.link(self.hand.with_norths(self.hand.norths + 1))

    def _winning(self) -> list[dict[str, Any]]:
        different = sorted(set(self.hand.concealed), key=tile_sort_key)
        return [
            {
                **self._tile(tile, self.link(self.hand.with_winning_tile(tile))),
                "chosen": tile == self.hand.winning,
            }
            for tile in different
        ]

    def _keyboard(self) -> list[list[dict[str, Any]]]:
        reds = self.tiles.reds() if self.tiles.knows_red_suits else dict.fromkeys(SUITS, self.tiles.red_fives)
        rows = []
        for suit in SUITS:
            row = [
                f"{number}{suit}" for number in range(1, 10) if f"{number}{suit}" not in self.tiles.left_out
            ]
            rows.append([*row, f"0{suit}"] if reds[suit] else row)
        rows.append(list(HONOURS))
        return [[self._tile(tile, self._key_link(tile)) for tile in row] for row in rows]

    def _key_link(self, tile: str) -> str | None:
        """What a key does; None where it would do nothing, or use a tile that the set has no more of."""
        now, then = self.hand.to_json(), self.hand.with_tile(tile, self.into)
        after = TileDraft(then)
        if then == now or any(after.copies_left(other) < 0 for other in after.all_tiles):
            return None
        if tile[0] == "0" and not self.tiles.has_enough_reds(after.all_tiles):
            return None
        # a meld is laid, and what is tapped next is of the hand again
        return self.link(then, "hand" if self.into in MELDS else None)

    def _flags(self) -> list[dict[str, Any]]:
        riichi = self._riichi()
        offered = {
            "ippatsu": riichi and getattr(self.place.rules, "ippatsu", True),
            "double_riichi": riichi,
            "haitei": self.self_drawn,
            "houtei": not self.self_drawn,
            "rinshan": self.self_drawn,
            "chankan": not self.self_drawn,
            "tenhou": self.self_drawn and self.winner == self.place.before.dealer,
            "chiihou": self.self_drawn and self.winner != self.place.before.dealer,
            "renhou": not self.self_drawn
            and self.winner != self.place.before.dealer
            and getattr(self.place.rules, "renhou", "off") != "off",
        }
        flags = [
            {
                "key": flag,
                "label": FLAG_LABELS[flag],
                "chosen": flag in self.hand.flags,
                "href": self.link(self.hand.with_flag_toggled(flag)),
            }
            for flag in FLAGS
            if (offered[flag] and flag not in self.counted.flags_never) or flag in self.hand.flags
        ]
        others = [seat for seat in self.draft.get("riichi", []) if seat != self.winner]
        turned = {**self._draft(self.hand.to_json()), "riichi": others if riichi else [*others, self.winner]}
        first = {
            "key": "riichi",
            "label": "Riichi",
            "chosen": riichi,
            "href": self.place.link(turned, page="tiles", into=self.into),
        }
        return [first, *flags]

    def _count(self) -> dict[str, Any] | None:
        """Yaku, han and fu once the number of tiles is right; why not, where they are no winning hand."""
        if not self.hand.is_complete:
            return None
        draft = self._draft(self.hand.to_json())
        rules = self.counted.counted_by(self.place.rules)
        try:
            value = self.counted.value(self.place, draft)
            transfers = self.place.settle(self.counted.alone(draft)).settlement.transfers
        except RuleError as fault:
            return {"error": said(fault.text)}
        return {
            "points_text": payment_in_words(transfers),
            "limit": "" if value.yakuman else limit_of(value.han, value.fu, rules) or "",
            "yaku": [{"name": said(YAKU_NAMES[name]), "han": han} for name, han in value.yaku],
            "han": value.han,
            "fu": value.fu,
            "yakuman": value.yakuman,
            "href": self.place.link(draft),
        }


def make_tile_page(counted: TileWin) -> Callable[[EntryContext, Draft, Mapping[str, str]], StepPage]:
    """The page on which a winning hand is tapped tile by tile, for a game that counts such hands."""

    def page(place: EntryContext, draft: Draft, form: Mapping[str, str]) -> StepPage:
        try:
            hand = TileDraft(counted.of(draft).get("tiles") or {})
            into = form.get("into", "hand")
            context = TilePage(place, draft, counted, hand, into if into in INTO else "hand").context()
        except (RuleError, ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
            raise BadDraft(str(fault)) from None
        return StepPage("tables/tiles.html", "tables/_tiles.html", "tiles", context)

    return page
