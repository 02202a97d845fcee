"""Hands of Chinese classical in tiles, counted by the engine for South while West is dominant."""

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.count import count_hand
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.specials import SpecialHand
from mahjongclub.rules.kit.tile_sets import TileSet
from mahjongclub.rules.words import Text

from ..kit.laid_tiles import LaidTiles
from ..kit.lessons import Example, Lesson, Teaching
from ..kit.paper import factor_with_times_sign, points, said
from ..kit.wording import join_clauses
from .card import PLAY
from .points import DOMINANT, OWN

#: Each with its name; what is laid open was claimed.
HANDS: tuple[tuple[Text, str], ...] = (
    (Text("Ordinary mahjong"), "234m 678s 5!5p | 888p 111z"),
    (Text("Mahjong with no pung, no kong and one pair"), "123m 456p 678s 345s 9!9m"),
    (Text("No sequence"), "222m 555p 9!9s | 888s 444z"),
    (Text("Only pungs or kongs of 1 or 9"), "111m 999p 9!9m | 111s 999s"),
    (Text("One suit, winds and dragons apart"), "123m 567m 9!9m | 888m 222z"),
    (Text("Winds and dragons only"), "444z 777z 6!6z | 111z 555z"),
    (Text("Pungs or kongs of all three dragons"), "234p 666z 777z 5!5m | 555z"),
    (Text("One’s own flower and season"), "234m 678s 5!5p | 888p 111z 2f 2g"),
    (Text("All 4 flowers, or all 4 seasons (bouquet)"), "234m 678s 5!5p | 888p 111z 1234f"),
    (Text("Kong of winds"), "x44xz 234m 678s 5!5p | 8888p"),
)


def counted_hand(laid: LaidTiles) -> CountedHand:
    """The hand that lies there."""
    bonus = {suit: [] for suit in "fg"}  # type: dict[str, list[int]]
    sets = []
    for group in laid.groups:
        suit = group.tiles[0][1]
        if suit in bonus:
            bonus[suit] += [int(tile[0]) for tile in group.tiles]
            continue
        kind = {4: "kong", 3: "pung", 2: "pair"}[len(group.tiles)]
        if len(set(group.tiles)) > 1:
            kind = "chow"
        sets.append(TileSet(kind, group.tiles[0], concealed=not group.opened))
    return CountedHand(sets=tuple(sets), flowers=tuple(bonus["f"]), seasons=tuple(bonus["g"]))


def classical_hands(rules: Any) -> tuple[Lesson, ...]:
    """Won hands with what each is counted, line by line, and the special hands that are played."""
    by_round = rules.round_wind == "round"
    lines = (
        _("South wins on a discard in the West round. Exposed sets were claimed.")
        if by_round
        else _("South wins on a discard while West is dominant. Exposed sets were claimed.")
    )
    hands = [(name, tiles) for name, tiles in HANDS if rules.plays_flowers or not set("fg") & set(tiles)]
    lessons = (
        Lesson(
            "hands",
            _("Hands, counted"),
            (lines,),
            tuple(_example(rules, name, tiles) for name, tiles in hands),
        ),
    )
    named = tuple(_special(rules, special) for special in rules.special_hands)
    return (*lessons, Lesson("special-hands", _("Special hands"), (), named)) if named else lessons


def _special(rules: Any, special: SpecialHand) -> Example:
    _name, worth, lacking = rules.special(special.key)
    text = _("%(points)s points") % {"points": points(worth)}
    if lacking:
        text = _("%(whole)s, %(lacking)s with one tile lacking") % {"whole": text, "lacking": points(lacking)}
    return Example(said(special.name), special.tiles, said(special.help), special.key, text)


def _example(rules: Any, name: Text, tiles: str) -> Example:
    count = count_hand(rules, counted_hand(LaidTiles(tiles)), wind=OWN, dominant=DOMINANT, winner=True)
    worths = [
        *((text, points(worth)) for text, worth in count.lines if worth),
        *((text, factor_with_times_sign(factor)) for text, factor in count.doublings),
        *((text, points(worth)) for text, worth in count.apart),
    ]
    lines = [_("%(what)s: %(worth)s") % {"what": said(text), "worth": worth} for text, worth in worths]
    return Example(
        said(name),
        tiles,
        join_clauses(lines) + ".",
        worth=_("%(points)s points") % {"points": points(count.points)},
    )


TEACHING = Teaching(bonus=True, hands=classical_hands, sources={"hand": PLAY, "claimed": PLAY, "turn": PLAY})
