"""Hong Kong mahjong: faan become points by a table, and who pays is a scheme. See docs/rules/hongkong.md."""

from __future__ import annotations

from ..game import RuleError, TableState
from ..kit.counted import TOO_LITTLE, CountedGame, Winner
from ..kit.payers import PAYERS
from ..words import Text
from .options import Rules
from .patterns import FAAN_LIST


def is_robbed(winner: Winner) -> bool:
    """Whether the winning tile was robbed from a kong, said or ticked."""
    return winner.robbed or "robbed_kong" in winner.patterns


def pays(rules: Rules, state: TableState, winner: Winner, faan: int) -> dict[int, int]:
    """By the payers of the rules; a guarantor, or whose kong was robbed, pays a self-draw for all."""
    payers, alone = PAYERS[rules.payers], winner.guarantor
    if alone is None and is_robbed(winner) and rules.robbed_kong == "self_draw":
        alone = winner.source
    shares = payers.shares(state, winner.seat, winner.source)
    if alone is not None:
        shares = {alone: payers.alone(state)}
    return {payer: share * rules.base(faan) for payer, share in shares.items()}


def check(rules: Rules, state: TableState, winner: Winner, path: str) -> None:
    """RuleError for a hand below the minimum."""
    flowers = FAAN_LIST.bonus_keys if not rules.flowers_in_minimum else frozenset()
    counting = tuple(key for key in winner.patterns if key not in flowers)
    faan = winner.value if winner.value is not None else HONG_KONG.count(rules, counting).value
    if faan < rules.least:
        raise RuleError(
            TOO_LITTLE,
            f"{path}.faan" if winner.value is not None else f"{path}.patterns",
            Text("A hand needs {least} faan to win, and this one has {faan}.", least=rules.least, faan=faan),
        )


HONG_KONG = CountedGame(
    unit="faan",
    patterns=FAAN_LIST,
    pays=pays,
    # each of the others gets what the highest hand, self-drawn, would cost one payer
    fine=lambda rules: PAYERS[rules.payers].each * rules.base(rules.cap),
    check=check,
    keeps_deal=lambda rules, won: (rules.dealer_win if won else rules.dealer_draw) == "stays",
    limits=lambda rules: (rules.least, rules.cap),
    has_guarantor=True,
    has_robbed=True,
)
