"""Writing logs of Tenhou for tests: one description of a game, as XML and as JSON.

The encoding of melds is written here anew from the description of the format, so that it can disagree.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from mahjongclub.rules.kit.riichi.hand import parse_notation

YAKU = {
    **{"tsumo": 0, "riichi": 1, "ippatsu": 2, "chankan": 3, "rinshan": 4, "haitei": 5, "houtei": 6},
    **{
        "pinfu": 7,
        "tanyao": 8,
        "iipeikou": 9,
        "east": 10,
        "round_east": 14,
        "haku": 18,
        "hatsu": 19,
        "chun": 20,
    },
    **{
        "double_riichi": 21,
        "chiitoi": 22,
        "toitoi": 28,
        "honitsu": 34,
        "chinitsu": 35,
        "tenhou": 37,
        "chiihou": 38,
    },
    **{
        "daisangen": 39,
        "suuankou": 40,
        "suuankou_tanki": 41,
        "tsuuiisou": 42,
        "kokushi": 47,
        "kokushi_13": 48,
    },
    **{"daisuushii": 49, "suukantsu": 51, "dora": 52, "ura": 53, "aka": 54, "sanankou": 29, "south": 11},
}
NAMES = {
    **{
        "tsumo": "門前清自摸和",
        "riichi": "立直",
        "ippatsu": "一発",
        "chankan": "槍槓",
        "rinshan": "嶺上開花",
    },
    **{
        "haitei": "海底摸月",
        "houtei": "河底撈魚",
        "double_riichi": "両立直",
        "tenhou": "天和",
        "chiihou": "地和",
    },
}
LIMITS = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
ABORTS = {
    "yao9": "九種九牌",
    "reach4": "四家立直",
    "ron3": "三家和了",
    "kan4": "四槓散了",
    "kaze4": "四風連打",
}
EVEN = (25000, 25000, 25000, 25000)


@dataclass(frozen=True)
class NotedWin:
    """A winner. `melds` are (kind, tiles); `worth` is (fu, points, limit) as AGARI's `ten`."""

    who: int
    source: int
    worth: tuple[int, int, int]
    yaku: dict[str, int] = field(default_factory=dict)
    yakuman: tuple[str, ...] = ()
    tiles: str = ""
    winning: str = ""
    melds: tuple[tuple[str, str], ...] = ()
    dora: str = "1z"
    ura: str = ""
    pao: int | None = None
    moved: tuple[int, ...] = (0, 0, 0, 0)


@dataclass(frozen=True)
class Played:
    """A hand. `moved` is what the log says moved, sticks put out left out; `won` the winners."""

    round: int = 0
    honba: int = 0
    sticks: int = 0
    scores: tuple[int, ...] = EVEN
    riichi: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    won: tuple[NotedWin, ...] = ()
    kind: str = ""
    tenpai: tuple[int, ...] = ()
    moved: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def whole(self) -> tuple[int, ...]:
        """What moved with the sticks put out."""
        changes = [w.moved for w in self.won] or [self.moved]
        return tuple(
            sum(change[seat] for change in changes) - 1000 * (seat in self.riichi) for seat in range(4)
        )


def following(*hands: Played) -> list[Played]:
    """The hands with each one's scores as those before it left them."""
    scores, played = EVEN, []
    for hand in hands:
        played.append(replace(hand, scores=scores))
        scores = tuple(score + change for score, change in zip(scores, hand.whole, strict=True))
    return played


def passing(count: int) -> list[Played]:
    """So many hands drawn with everybody noten: each time the deal passes, a counter comes."""
    return [Played(round=number, honba=number) for number in range(count)]


class Ids:
    """Numbers of tiles, each given out once; the first five of a suit is the red one."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()

    def of(self, tile: str) -> int:
        kind = "mpsz".index(tile[1]) * 9 + int(tile[0].replace("0", "5")) - 1
        if tile[0] == "0":
            return kind * 4
        copy = self.used[kind] + (tile[0] == "5" and tile[1] != "z")
        self.used[kind] += 1
        return kind * 4 + copy

    def all(self, text: str) -> list[int]:
        return [self.of(tile) for tile in parse_notation(text) or ()]


def meld_bits(kind: str, tiles: list[int]) -> int:
    tiles = sorted(tiles)
    kinds = [tile // 4 for tile in tiles]
    if kind == "chii":
        suit, low = divmod(kinds[0], 9)
        bits = (suit * 7 + low) * 3 << 10 | 0x4 | 3
        for step, tile in enumerate(tiles):
            bits |= (tile % 4) << (3 + 2 * step)
        return bits
    if kind == "pon":
        (left,) = set(range(4)) - {tile % 4 for tile in tiles}
        return kinds[0] * 3 << 9 | left << 5 | 0x8 | 1
    if kind == "added_kan":
        return kinds[0] * 3 << 9 | 3 << 5 | 0x10 | 1
    return tiles[0] << 8 | (2 if kind == "kan" else 0)


def xml_of(
    hands: list[Played], *, type_: int = 9, first: int = 0, owari: tuple[int, ...] | None = None
) -> bytes:
    """The game as mjlog. With `first` the log counts its players from another seat than the first dealer."""

    def turned(values: Any) -> list[Any]:
        return [values[(player - first) % 4] for player in range(4)]

    names = turned(["Aiko", "Beno%C3%AEt", "Chen", "Dina"])
    parts = [
        '<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/>',
        f'<GO type="{type_}" lobby="0"/>',
        "<UN " + " ".join(f'n{n}="{name}"' for n, name in enumerate(names)) + "/>",
        f'<TAIKYOKU oya="{first}"/>',
    ]
    for number, hand in enumerate(hands):
        ten = ",".join(str(score // 100) for score in turned(hand.scores))
        oya = (hand.round + first) % 4
        parts.append(
            f'<INIT seed="{hand.round},{hand.honba},{hand.sticks},0,0,108" ten="{ten}" oya="{oya}"/>'
        )
        for seat in (*hand.riichi, *hand.declared):
            parts.append(f'<REACH who="{(seat + first) % 4}" step="1"/>')
        for seat in hand.riichi:
            parts.append(f'<REACH who="{(seat + first) % 4}" ten="0,0,0,0" step="2"/>')
        end = ""
        if owari is not None and number == len(hands) - 1:
            end = ' owari="' + ",".join(f"{score // 100},0.0" for score in turned(owari)) + '"'
        for place, won in enumerate(hand.won):
            parts.append(_agari(won, hand, turned, first, end if place == len(hand.won) - 1 else ""))
        if not hand.won:
            kind = f' type="{hand.kind}"' if hand.kind else ""
            shown = "".join(f' hai{(seat + first) % 4}="0,1"' for seat in hand.tenpai)
            sc = _sc(turned(hand.moved))
            parts.append(f'<RYUUKYOKU{kind} ba="{hand.honba},{hand.sticks}" sc="{sc}"{shown}{end}/>')
    return ("".join(parts) + "</mjloggm>").encode()


def _sc(moved: list[int]) -> str:
    return ",".join(f"250,{change // 100}" for change in moved)


def _agari(won: NotedWin, hand: Played, turned: Any, first: int, end: str) -> str:
    ids = Ids()
    melds = [meld_bits(kind, ids.all(tiles)) for kind, tiles in won.melds]
    tiles = ids.all(won.tiles)
    given = {
        "ba": f"{hand.honba},{hand.sticks}",
        "who": (won.who + first) % 4,
        "fromWho": (won.source + first) % 4,
        "ten": ",".join(str(part) for part in won.worth),
        "sc": _sc(turned(won.moved)),
        "doraHai": ",".join(str(Ids().of(tile)) for tile in parse_notation(won.dora) or ()),
    }
    if won.tiles:
        given["hai"] = ",".join(str(tile) for tile in sorted(tiles))
        given["machi"] = tiles[(parse_notation(won.tiles) or ()).index(won.winning)]
    if melds:
        given["m"] = ",".join(str(bits) for bits in melds)
    if won.ura:
        given["doraHaiUra"] = ",".join(str(Ids().of(tile)) for tile in parse_notation(won.ura) or ())
    if won.yaku:
        given["yaku"] = ",".join(f"{YAKU[name]},{han}" for name, han in won.yaku.items())
    if won.yakuman:
        given["yakuman"] = ",".join(str(YAKU[name]) for name in won.yakuman)
    if won.pao is not None:
        given["paoWho"] = (won.pao + first) % 4
    return "<AGARI " + " ".join(f'{name}="{value}"' for name, value in given.items()) + end + "/>"


def json_of(hands: list[Played], **more: Any) -> bytes:
    """The game as tenhou/6 JSON, without draws and discards: values alone, as a log editor may leave it."""
    log = []
    for hand in hands:
        entry: list[Any] = [[hand.round, hand.honba, hand.sticks], list(hand.scores), [41], []]
        for seat in range(4):
            discards: list[Any] = ["r11", 12] if seat in hand.riichi else []
            if seat in hand.declared:
                discards = ["r11"]
            entry += [[], [], discards]
        log.append([*entry, _result(hand)])
    data = {
        "title": ["", ""],
        "name": ["Aiko", "Benoît", "Chen", "Dina"],
        "rule": {"disp": "般南喰赤", "aka": 1},
        "log": log,
        **_final(hands[-1]),
        **more,
    }
    return json.dumps(data, ensure_ascii=False).encode()


def _final(last: Played) -> dict[str, Any]:
    """The scores a game was stopped with, after its last hand; none where sticks are left."""
    if not last.won and (last.sticks or last.riichi):
        return {}
    scores = (score + moved for score, moved in zip(last.scores, last.whole, strict=True))
    return {"sc": [part for score in scores for part in (score, 0)]}


def _result(hand: Played) -> list[Any]:
    if hand.won:
        result: list[Any] = ["和了"]
        for won in hand.won:
            fu, points, limit = won.worth
            han = sum(won.yaku.values())
            worth = f"{LIMITS[limit] or f'{fu}符{han}飜'}{points}点"
            yaku = [f"{NAMES.get(name, name)}({count}飜)" for name, count in won.yaku.items()]
            yaku += [f"{name}(役満)" for name in won.yakuman]
            liable = won.who if won.pao is None else won.pao
            result += [list(won.moved), [won.who, won.source, liable, worth, *yaku]]
        return result
    if hand.kind == "nm":
        return ["流し満貫", list(hand.moved)]
    if hand.kind:
        return [ABORTS[hand.kind]]
    if any(hand.moved):
        return ["流局", list(hand.moved)]
    return ["全員聴牌"] if hand.tenpai else ["全員不聴"]
