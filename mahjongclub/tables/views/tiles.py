"""Tiles to points: tap a winning hand, see its yaku, han and fu, and take that value into the entry."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.riichi_yaku import YAKU_NAMES

from ..access import score
from ..entry.place import Draft, EntryPlace, read_draft
from ..entry.tile_draft import FLAGS, HONOURS, INTO, SUITS, TileDraft, in_order
from ..entry.tile_win import TILE_WINS, TileWin
from ..wording import said
from .entry import place_of
from .freshness import told_apart

INTO_LABELS = {
    "hand": pgettext_lazy("tiles", "Hand"),
    "chii": "Chii",
    "pon": "Pon",
    "kan": "Kan",
    "closed_kan": gettext_lazy("Closed kan"),
    "dora": gettext_lazy("Dora indicator"),
    "ura": gettext_lazy("Ura indicator"),
}
FLAG_LABELS = {
    "ippatsu": "Ippatsu",
    "double_riichi": gettext_lazy("Double riichi"),
    "haitei": gettext_lazy("Haitei (last tile of the wall)"),
    "houtei": gettext_lazy("Houtei (last discard)"),
    "rinshan": gettext_lazy("Rinshan (replacement tile)"),
    "chankan": gettext_lazy("Chankan (robbed kan)"),
    "tenhou": gettext_lazy("Tenhou (dealt complete, dealer)"),
    "chiihou": gettext_lazy("Chiihou (first draw)"),
}
SUIT_NAMES = {
    "m": gettext_lazy("%(number)s of characters"),
    "p": gettext_lazy("%(number)s of circles"),
    "s": gettext_lazy("%(number)s of bamboos"),
}
HONOUR_NAMES = (
    gettext_lazy("East wind"),
    gettext_lazy("South wind"),
    gettext_lazy("West wind"),
    gettext_lazy("North wind"),
    gettext_lazy("white dragon"),
    gettext_lazy("green dragon"),
    gettext_lazy("red dragon"),
)


def tile_name(tile: str) -> str:
    """A tile's name for a screen reader: "3 of circles", "red 5 of bamboos", "East wind"."""
    digit, suit = tile[0], tile[1]
    if suit == "z":
        return str(HONOUR_NAMES[int(digit) - 1])
    number = _("red 5") if digit == "0" else digit
    return str(SUIT_NAMES[suit]) % {"number": number}


@require_safe
def tiles(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """The tile keyboard with the hand so far; each tap is an address."""
    access = score(request, code)
    place = place_of(access, number, "insert" in request.GET)
    if place is None:
        return redirect("tables:table", code)
    try:
        draft = read_draft(request.GET.get("draft", ""))
        counted = TILE_WINS[access.session.variant]
        hand = TileDraft(counted.of(draft).get("tiles") or {})
        into = request.GET.get("into", "hand")
        context = TilePage(place, draft, counted, hand, into if into in INTO else "hand").context()
    except (RuleError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise Http404(_("This address does not fit the table.")) from None
    fragment = bool(request.htmx and request.htmx.target == "tiles")
    page = render(request, "tables/_tiles.html" if fragment else "tables/tiles.html", context)
    return told_apart(page, fragment=fragment)


class TilePage:
    """Everything the tile page shows for one draft."""

    def __init__(self, place: EntryPlace, draft: Draft, counted: TileWin, hand: TileDraft, into: str) -> None:
        self.place, self.draft, self.counted, self.hand, self.into = place, draft, counted, hand, into
        self.win = counted.of(draft)
        self.winner = int(self.win["winner"])
        self.self_drawn = self.win["from"] is None
        self.red_fives = getattr(place.rules, "red_fives", 0) > 0

    def link(self, tiles: Draft, into: str | None = None) -> str:
        """This page with other tiles."""
        return self.place.link(self._draft(tiles), page="tiles", into=into or self.into)

    def _draft(self, tiles: Draft) -> Draft:
        win = {key: value for key, value in self.win.items() if key not in ("han", "fu", "limit", "yakuman")}
        return self.counted.put(self.draft, {**win, "tiles": tiles})

    def context(self) -> dict[str, Any]:
        """The template's context: the hand, the keyboard, the circumstances, the count."""
        hand = self.hand
        return {
            "place": self.place,
            "session": self.place.session,
            "winner_name": self.place.names[self.winner],
            "concealed": self._row("hand", sorted(hand.concealed, key=in_order)),
            "missing": max(0, hand.wanted - len(hand.concealed)),
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
                if key != "ura" or self._riichi()
            ],
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
        return {"tile": tile, "name": tile_name(tile), "href": href}

    def _row(self, part: str, tiles: list[str]) -> list[dict[str, Any]]:
        return [
            self._tile(tile, self.link(self.hand.without(part, index))) for index, tile in enumerate(tiles)
        ]

    def _melds(self) -> list[dict[str, Any]]:
        reds = self.red_fives
        return [
            {
                "kind": INTO_LABELS.get(kind, kind),
                "tiles": [self._tile(tile, None) for tile in tiles],
                "remove_href": self.link(self.hand.without("meld", index)),
                "red_href": self.link(self.hand.red_turned(index))
                if reds and any(tile[0] in "05" and tile[1] != "z" for tile in tiles)
                else None,
            }
            for index, (kind, tiles) in enumerate(self.hand.melds)
        ]

    def _winning(self) -> list[dict[str, Any]]:
        different = sorted(set(self.hand.concealed), key=in_order)
        return [
            {
                **self._tile(tile, self.link(self.hand.won_with(tile))),
                "chosen": tile == self.hand.winning,
            }
            for tile in different
        ]

    def _keyboard(self) -> list[list[dict[str, Any]]]:
        reds = self.red_fives
        rows = []
        for suit in SUITS:
            row = [f"{number}{suit}" for number in range(1, 10)]
            rows.append([*row, f"0{suit}"] if reds else row)
        rows.append(list(HONOURS))
        return [[self._tile(tile, self._key_link(tile)) for tile in row] for row in rows]

    def _key_link(self, tile: str) -> str | None:
        """What a key does; None where it would do nothing, or use more than four of a tile."""
        now, then = self.hand.to_json(), self.hand.with_tile(tile, self.into)
        after = TileDraft(then)
        everywhere = [
            *after.concealed,
            *after.dora,
            *after.ura,
            *(one for _, meld in after.melds for one in meld),
        ]
        if then == now or any(after.left(one) < 0 for one in everywhere):
            return None
        return self.link(then)

    def _flags(self) -> list[dict[str, Any]]:
        riichi = self._riichi()
        wanted = {
            "ippatsu": riichi,
            "double_riichi": riichi,
            "haitei": self.self_drawn,
            "houtei": not self.self_drawn,
            "rinshan": self.self_drawn,
            "chankan": not self.self_drawn,
            "tenhou": self.self_drawn and self.winner == self.place.before.dealer,
            "chiihou": self.self_drawn and self.winner != self.place.before.dealer,
        }
        flags = [
            {
                "label": FLAG_LABELS[flag],
                "chosen": flag in self.hand.flags,
                "href": self.link(self.hand.turned(flag)),
            }
            for flag in FLAGS
            if (wanted[flag] and flag not in self.counted.flags_never) or flag in self.hand.flags
        ]
        others = [seat for seat in self.draft.get("riichi", []) if seat != self.winner]
        turned = {**self._draft(self.hand.to_json()), "riichi": others if riichi else [*others, self.winner]}
        first = {
            "label": "Riichi",
            "chosen": riichi,
            "href": self.place.link(turned, page="tiles", into=self.into),
        }
        return [first, *flags]

    def _count(self) -> dict[str, Any] | None:
        """Yaku, han and fu once the number of tiles is right; why not, where they are no winning hand."""
        if not self.hand.complete:
            return None
        draft = self._draft(self.hand.to_json())
        try:
            value = self.counted.value(self.place, draft)
        except RuleError as fault:
            return {"error": said(fault.text)}
        return {
            "yaku": [{"name": said(YAKU_NAMES[name]), "han": han} for name, han in value.yaku],
            "han": value.han,
            "fu": value.fu,
            "yakuman": value.yakuman,
            "href": self.place.link(draft),
        }
