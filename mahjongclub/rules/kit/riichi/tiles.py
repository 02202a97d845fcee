"""What a winning riichi hand given as tiles is worth: its yaku, han and fu.

The PyPI package `mahjong` finds yaku and fu; it is imported only when tiles are read, so that everything
else settles on a bare Python. Points never come from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ...game import WINDS, RuleError
from ...words import Text
from .hand import NORTH, TileSet, WinningHand, plain
from .tiles_check import check_tiles
from .value import HAN_WITHOUT_FU
from .yaku import DORA, KEY_OF_LIBRARY_NAME, YAKU_NAMES

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand_response import HandResponse

__all__ = ["YAKU_NAMES", "TileValue", "evaluate_tiles"]


SEAT_WIND = {"E": "seat_wind_east", "S": "seat_wind_south", "W": "seat_wind_west", "N": "seat_wind_north"}
NO_YAKU = Text("This hand has no yaku.")
#: why a hand has fu, by the library's names
FU_NAMES = {
    "base": Text("Every hand, with what a closed ron adds"),
    "penchan": Text("Edge wait"),
    "kanchan": Text("Closed wait"),
    "pair_wait": Text("Pair wait"),
    "valued_pair": Text("Pair of dragons, of the seat wind or of the round wind"),
    "double_valued_pair": Text("Pair of the wind that is both seat and round wind"),
    "tsumo": Text("Self-drawn"),
    "hand_without_fu": Text("Open hand without any other fu"),
    "closed_pon": Text("Closed triplet"),
    "open_pon": Text("Open triplet"),
    "closed_terminal_pon": Text("Closed triplet of terminals or honours"),
    "open_terminal_pon": Text("Open triplet of terminals or honours"),
    "closed_kan": Text("Closed kan"),
    "open_kan": Text("Open kan"),
    "closed_terminal_kan": Text("Closed kan of terminals or honours"),
    "open_terminal_kan": Text("Open kan of terminals or honours"),
}
#: of a closed hand won on a discard without any yaku but its being the first
NO_YAKU_FU = 30


@dataclass(frozen=True, slots=True)
class TileValue:
    """What tiles are worth: han and fu, or `yakuman` (how many) with han and fu 0.

    `yaku` pairs each name (a key of `riichi_yaku.YAKU_NAMES`) with its han, or with its yakuman count.
    `fu_parts` pairs each reason for fu (a key of FU_NAMES) with its fu, before they are rounded up.
    """

    han: int
    fu: int
    yakuman: int
    yaku: tuple[tuple[str, int], ...]
    fu_parts: tuple[tuple[str, int], ...] = field(default=(), compare=False)


def evaluate_tiles(
    tiles: WinningHand,
    *,
    self_drawn: bool,
    riichi: bool,
    seat_wind: str,
    round_wind: str,
    tile_set: TileSet,
    double_wind_pair_fu: int,
    open_tanyao: bool = True,
    double_yakuman: Collection[str] = (),
    renhou: str = "off",
    path: str = "tiles",
) -> TileValue:
    """Yaku, han and fu of a winning hand, at its highest.

    `riichi` says that the winner's stick is out; winds are letters; `path` is where errors point. A yakuman
    of `double_yakuman` counts twice, every other once. `renhou` is what that flag is worth: "off", "yakuman"
    or "mangan", which does not add up with anything: the hand's own value counts where it is more.
    RuleError for tiles or flags that cannot be, for no winning shape, for no yaku, and
    `tiles_unavailable` where the package `mahjong` is not installed.
    """
    check_tiles(
        tiles, self_drawn=self_drawn, riichi=riichi, dealer=seat_wind == "E", tile_set=tile_set, path=path
    )

    def ask(hand: WinningHand, wind: str, more_fu: int = 0) -> TileValue:
        response = _ask_library(hand, self_drawn, riichi, wind, round_wind, open_tanyao, tile_set.three, path)
        return _counted(hand, response, double_wind_pair_fu, double_yakuman, more_fu)

    def count(hand: WinningHand) -> TileValue:
        if tile_set.north == "value":
            return _with_value_norths(ask, hand, seat_wind, self_drawn, path)
        return ask(hand, seat_wind)

    if "renhou" not in tiles.flags:
        return count(tiles)
    if renhou == "off":
        field = f"{path}.flags.{tiles.flags.index('renhou')}"
        raise RuleError("flag_impossible", field, Text("There is no renhō in these rules."))
    try:
        value = count(replace(tiles, flags=()))
    except RuleError as fault:
        if fault.code != "no_yaku":
            raise
        value = TileValue(0, NO_YAKU_FU, 0, ())
    if renhou == "yakuman":
        besides = value.yaku if value.yakuman else ()
        return TileValue(0, 0, value.yakuman + 1, (("hand_of_man", 1), *besides))
    if value.yakuman or value.han >= HAN_WITHOUT_FU:
        return value
    return TileValue(HAN_WITHOUT_FU, value.fu, 0, (("hand_of_man", HAN_WITHOUT_FU),))


def _counted(
    tiles: WinningHand,
    response: HandResponse,
    double_wind_pair_fu: int,
    double_yakuman: Collection[str],
    more_fu: int,
) -> TileValue:
    """What the library found, counted as our rules count it; `more_fu` are added before they are rounded."""
    opened = any(meld.opened for meld in tiles.melds)
    assert response.yaku is not None
    counted_yaku = [
        (KEY_OF_LIBRARY_NAME[yaku.name or ""], yaku.han_open if opened and yaku.han_open else yaku.han_closed)
        for yaku in response.yaku
    ]
    if any(yaku.is_yakuman for yaku in response.yaku):
        counts = tuple((name, 2 if name in double_yakuman else 1) for name, _ in counted_yaku)
        return TileValue(0, 0, sum(count for _, count in counts), counts)
    counted_yaku = [entry for entry in counted_yaku if entry[0] != "red_dora"]
    if reds := red_count(tiles):
        counted_yaku.append(("red_dora", reds))  # our count: the library knows one red five a suit
    if tiles.norths:
        counted_yaku = _norths_apart(counted_yaku, tiles.norths)
    fu, details = response.fu, response.fu_details
    assert fu is not None
    assert details is not None  # only thirteen orphans have none
    parts = found_parts = [(str(detail["reason"]), int(detail["fu"])) for detail in details]
    if double_wind_pair_fu == 2:
        parts = [(name, 2 if name == "double_valued_pair" else worth) for name, worth in parts]
    # a pair of value norths, and the self-draw that no pinfu hides any more
    parts = [*parts, *(("valued_pair", 2), ("tsumo", 2))[: more_fu // 2]]
    if parts != found_parts:
        fu = -(-sum(worth for _, worth in parts) // 10) * 10
    return TileValue(sum(han for _, han in counted_yaku), fu, 0, tuple(counted_yaku), tuple(parts))


def _with_value_norths(
    ask: Callable[..., TileValue], tiles: WinningHand, seat_wind: str, self_drawn: bool, path: str
) -> TileValue:
    """A hand where the north is everybody's value tile, which the library counts for a seat in the North.

    A set of norths is a yaku, and their pair has 2 fu, so that it is no pinfu.
    """
    seat_kind = f"{WINDS.index(seat_wind) + 1}z"
    norths, own_winds = ([*tiles.all_tiles].count(kind) for kind in (NORTH, seat_kind))
    value = ask(tiles, seat_wind) if norths < 3 else None
    if value is not None:
        names = {name for name, _ in value.yaku}
        if norths < 2 or value.yakuman or "seven_pairs" in names:
            return value
        value = ask(tiles, seat_wind, 4 if "pinfu" in names and self_drawn else 2)
        yaku = tuple(entry for entry in value.yaku if entry[0] != "pinfu")
        if not any(name not in DORA for name, _ in yaku):
            raise RuleError("no_yaku", path, NO_YAKU)
        return replace(value, han=sum(han for _, han in yaku), yaku=yaku)
    if {"tenhou", "chiihou"} & {*tiles.flags}:
        return ask(tiles, seat_wind)
    value = ask(tiles, "N", 2 if own_winds == 2 else 0)
    if value.yakuman:
        return value
    names_of = {"seat_wind_north": "value_wind_north"}
    yaku = tuple((names_of.get(name, name), han) for name, han in value.yaku)
    if own_winds > 2:
        yaku = ((SEAT_WIND[seat_wind], 1), *yaku)
    return replace(value, han=sum(han for _, han in yaku), yaku=yaku)


def _norths_apart(yaku: list[tuple[str, int]], norths: int) -> list[tuple[str, int]]:
    """The norths laid aside by their own name: the library counts them among the dora."""
    less = [(name, han - norths if name == "dora" else han) for name, han in yaku]
    return [*((name, han) for name, han in less if han), ("north_dora", norths)]


def _ask_library(
    tiles: WinningHand,
    self_drawn: bool,
    riichi: bool,
    seat_wind: str,
    round_wind: str,
    open_tanyao: bool,
    three: bool,
    path: str,
) -> HandResponse:
    try:
        from mahjong.constants import EAST
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
        from mahjong.meld import Meld as LibraryMeld
    except ImportError:
        raise RuleError(
            "tiles_unavailable",
            path,
            Text("Tiles cannot be read here (the package “mahjong” is not installed): give han and fu."),
        ) from None
    numbers = _Numbers()
    concealed = [numbers.take(tile) for tile in tiles.concealed]
    winning = concealed[[plain(tile) for tile in tiles.concealed].index(plain(tiles.winning_tile))]
    kinds = {"chii": LibraryMeld.CHI, "pon": LibraryMeld.PON, "added_kan": LibraryMeld.SHOUMINKAN}
    melds = [
        LibraryMeld(
            kinds.get(meld.kind, LibraryMeld.KAN),
            sorted(numbers.take(tile) for tile in meld.tiles),
            opened=meld.opened,
        )
        for meld in tiles.melds
    ]
    double = "double_riichi" in tiles.flags
    config = HandConfig(
        is_tsumo=self_drawn,
        is_riichi=riichi,
        is_daburu_riichi=double,
        is_ippatsu="ippatsu" in tiles.flags,
        is_rinshan="rinshan" in tiles.flags,
        is_chankan="chankan" in tiles.flags,
        is_haitei="haitei" in tiles.flags,
        is_houtei="houtei" in tiles.flags,
        is_tenhou="tenhou" in tiles.flags,
        is_chiihou="chiihou" in tiles.flags,
        player_wind=EAST + WINDS.index(seat_wind),
        round_wind=EAST + WINDS.index(round_wind),
        options=OptionalRules(
            has_open_tanyao=open_tanyao,
            has_double_yakuman=False,
            has_aka_dora=red_count(tiles) > 0,
            is_three_player=three,
        ),
        num_nuki_dora=tiles.norths,
    )
    response = HandCalculator.estimate_hand_value(
        concealed + [number for meld in melds for number in meld.tiles],
        winning,
        melds=melds,
        dora_indicators=[tile_kind(tile) * 4 for tile in tiles.dora_indicators],
        ura_dora_indicators=[tile_kind(tile) * 4 for tile in tiles.ura_indicators],
        config=config,
    )
    if response.error == HandCalculator.ERR_NO_YAKU:
        raise RuleError("no_yaku", path, NO_YAKU)
    if response.error == HandCalculator.ERR_HAND_NOT_WINNING:
        raise RuleError(
            "not_a_winning_hand",
            f"{path}.concealed",
            Text("These tiles are not four sets and a pair, seven pairs or thirteen orphans."),
        )
    if response.error:
        raise RuleError("tiles_impossible", path, Text("These tiles cannot be won with like this."))
    return response


class _Numbers:
    """Gives each tile its own number among the library's 136; a red five is the first of its kind."""

    def __init__(self) -> None:
        self.free: dict[int, list[int]] = defaultdict(lambda: [1, 2, 3, 0])

    def take(self, tile: str) -> int:
        kind = tile_kind(tile)
        free = self.free[kind]
        copy = 0 if tile[0] == "0" and 0 in free else free[0]
        free.remove(copy)
        return kind * 4 + copy


def red_count(tiles: WinningHand) -> int:
    """How many red fives the hand holds."""
    return sum(tile[0] == "0" for tile in tiles.all_tiles)


def tile_kind(tile: str) -> int:
    """The library's number of a kind of tile: 0-8 characters, 9-17 circles, 18-26 bamboos, 27-33 honours."""
    return "mpsz".index(tile[1]) * 9 + int(plain(tile)[0]) - 1


def list_yaku() -> tuple[tuple[str, int, int], ...]:
    """Every yaku tiles can be read to have: its key, its han with a closed and with an open hand (0: never).

    A yakuman counts 13, dora is left out: it is no yaku. In rising order of han. Empty where the package
    `mahjong` is not installed.
    """
    try:
        from mahjong.hand_calculating.yaku_config import YakuConfig
    except ImportError:
        return ()
    rows = [
        (KEY_OF_LIBRARY_NAME[yaku.name], min(yaku.han_closed, 13), min(yaku.han_open, 13))
        for yaku in vars(YakuConfig()).values()
        if getattr(yaku, "name", None) in KEY_OF_LIBRARY_NAME and "Dora" not in yaku.name
    ]
    return tuple(sorted(rows, key=lambda row: row[1]))
