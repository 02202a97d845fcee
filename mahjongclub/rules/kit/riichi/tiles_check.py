"""Whether a winning hand given as tiles can exist: how many tiles, which melds, which flags together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...game import RuleError
from ...words import Text
from .hand import KANS, MELDS, MOST_INDICATORS, NORTH, SUITS, Meld, TileSet, WinningHand, plain


def check_tiles(
    tiles: WinningHand,
    *,
    self_drawn: bool,
    riichi: bool,
    dealer: bool,
    tile_set: TileSet,
    path: str = "tiles",
) -> None:
    """RuleError at `path`.<field> for tiles or flags that contradict the game or each other."""
    for index, meld in enumerate(tiles.melds):
        _check_meld(meld, f"{path}.melds.{index}")
        if tile_set.three and meld.kind == "chii":
            raise RuleError(
                "no_chii", f"{path}.melds.{index}.kind", Text("There is no chii with three players.")
            )
    if tiles.norths and tile_set.north != "dora":
        raise RuleError("no_norths", f"{path}.norths", Text("No norths are laid aside in these rules."))
    expected = 14 - 3 * len(tiles.melds)
    if len(tiles.concealed) != expected:
        raise RuleError(
            "wrong_number_of_tiles",
            f"{path}.concealed",
            Text(
                "With {melds} melds the hand has {wanted} other tiles, the winning one included.",
                melds=len(tiles.melds),
                wanted=expected,
            ),
        )
    if tiles.winning_tile not in tiles.concealed:
        raise RuleError(
            "winning_tile_not_in_hand",
            f"{path}.winning",
            Text("The winning tile must be among the concealed tiles."),
        )
    for name, indicators in (("dora", tiles.dora_indicators), ("ura", tiles.ura_indicators)):
        if len(indicators) > MOST_INDICATORS:
            raise RuleError(
                "too_many_indicators", f"{path}.{name}", Text("There are at most five indicators.")
            )
    _check_supply(tiles, tile_set, path)
    if (riichi or "double_riichi" in tiles.flags) and any(meld.opened for meld in tiles.melds):
        raise RuleError("riichi_with_open_hand", f"{path}.melds", Text("A hand in riichi has no open meld."))
    for index, flag in enumerate(tiles.flags):
        fault = next(_contradictions(flag, tiles, self_drawn, riichi, dealer), None)
        if fault is not None:
            raise RuleError("flag_impossible", f"{path}.flags.{index}", fault)


def _check_meld(meld: Meld, path: str) -> None:
    kinds = sorted(plain(tile) for tile in meld.tiles)
    if len(kinds) != MELDS[meld.kind]:
        right = False
    elif meld.kind == "chii":
        first, suit = int(kinds[0][0]), kinds[0][1]
        right = suit in SUITS and kinds == [f"{first + step}{suit}" for step in range(3)]
    else:
        right = len(set(kinds)) == 1
    if not right:
        raise RuleError("not_a_meld", f"{path}.tiles", Text("These tiles are not a {kind}.", kind=meld.kind))


def _check_supply(tiles: WinningHand, tile_set: TileSet, path: str) -> None:
    """No fifth tile of a kind, and no red five (or fourth plain five) that the set does not have."""
    fields: list[tuple[str, tuple[str, ...]]] = [("concealed", tiles.concealed)]
    fields += [(f"melds.{index}.tiles", meld.tiles) for index, meld in enumerate(tiles.melds)]
    fields += [("dora", tiles.dora_indicators), ("ura", tiles.ura_indicators)]
    reds = tile_set.reds()
    seen: Counter[str] = Counter({NORTH: tiles.norths})
    colours: Counter[str] = Counter()
    for name, group in fields:
        for tile in group:
            seen[plain(tile)] += 1
            colours[tile] += 1
            if plain(tile) in tile_set.left_out:
                raise RuleError(
                    "not_in_this_game", f"{path}.{name}", Text("{tile} is not in this game.", tile=tile)
                )
            if seen[plain(tile)] > 4:
                raise RuleError(
                    "fifth_tile", f"{path}.{name}", Text("There are only four {tile}.", tile=plain(tile))
                )
            if tile[0] == "0" and not tile_set.has_enough_reds(colours.elements()):
                raise RuleError(
                    "too_many_red_fives",
                    f"{path}.{name}",
                    Text(
                        "These rules do not have that many red fives ({red_fives} in all).",
                        red_fives=tile_set.red_fives,
                    ),
                )
    for suit in SUITS:
        if tile_set.knows_red_suits and colours[f"5{suit}"] > 4 - reds[suit]:
            raise RuleError(
                "red_five_missing",
                path,
                Text("One of these 5{suit} must be the red one: write it 0{suit}.", suit=suit),
            )


def _contradictions(
    flag: str, tiles: WinningHand, self_drawn: bool, riichi: bool, dealer: bool
) -> Iterator[Text]:
    """What speaks against a flag, the plainest first."""
    if flag in ("ippatsu", "double_riichi") and not riichi:
        yield Text("{flag} needs riichi.", flag=flag)
    if flag in ("haitei", "rinshan", "tenhou", "chiihou") and not self_drawn:
        yield Text("{flag} is a self-draw.", flag=flag)
    if flag in ("houtei", "chankan", "renhou") and self_drawn:
        yield Text("{flag} is a ron.", flag=flag)
    others = {
        "rinshan": ("haitei", "ippatsu"),
        "houtei": ("chankan",),
        "tenhou": tuple(other for other in tiles.flags if other != "tenhou"),
        "chiihou": tuple(other for other in tiles.flags if other != "chiihou"),
        "renhou": tuple(other for other in tiles.flags if other != "renhou"),
    }
    for other in others.get(flag, ()):
        if other in tiles.flags:
            yield Text("{flag} and {other} exclude each other.", flag=flag, other=other)
    if flag == "rinshan" and not tiles.norths and not any(meld.kind in KANS for meld in tiles.melds):
        yield Text("rinshan needs a kan.")
    if flag == "chankan":
        indicators = tiles.dora_indicators + tiles.ura_indicators
        if [plain(tile) for tile in tiles.all_tiles + indicators].count(plain(tiles.winning_tile)) > 1:
            yield Text("A robbed kan holds the other three tiles of that kind.")
    if flag in ("tenhou", "chiihou", "renhou"):
        if dealer is not (flag == "tenhou"):
            yield Text("Tenhō is the dealer’s, chiihō and renhō the others’.")
        if tiles.melds or riichi or tiles.norths:
            yield Text("{flag} comes before any meld or riichi.", flag=flag)
