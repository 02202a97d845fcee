"""Hong Kong mahjong: faan become points by a table, and who pays is a scheme. See docs/rules/hongkong.md."""

from __future__ import annotations

from collections.abc import Container

from ..game import RuleError, TableState
from ..kit.counted import TOO_LITTLE, CountedGame, Winner
from ..kit.payers import PAYERS
from ..words import Text
from .options import Rules
from .patterns import FAAN_LIST, stricter


def is_robbed(winner: Winner) -> bool:
    """Whether the winning tile was robbed from a kong, said or ticked."""
    return winner.robbed or "robbed_kong" in winner.patterns


def is_on_replacement(winner: Winner) -> bool:
    """Whether the winning tile replaced a kong, as the ticks say."""
    return not {"replacement_win", "kong_on_kong"}.isdisjoint(winner.patterns)


def liable(rules: Rules, winner: Winner) -> int | None:
    """The guarantor who pays for all; None where there is none, or these rules free them."""
    if winner.guarantor is None:
        return None
    discarded = winner.source is not None and rules.guarantor_pays == "self_draw"
    replaced = is_on_replacement(winner) and "replacement" in rules.guarantor_freed
    robbed = is_robbed(winner) and "robbed_kong" in rules.guarantor_freed
    return None if discarded or replaced or robbed else winner.guarantor


def remarks(rules: Rules, winner: Winner) -> list[Text]:
    """That the guarantor who was named need not pay."""
    if winner.guarantor is None or liable(rules, winner) is not None:
        return []
    if is_on_replacement(winner):
        return [Text("A win on the replacement of a kong frees the guarantor.")]
    if is_robbed(winner):
        return [Text("A robbed kong frees the guarantor.")]
    return [Text("The guarantor pays for a self-draw only: on a discard the discarder pays.")]


def pays(rules: Rules, state: TableState, winner: Winner, faan: int) -> dict[int, int]:
    """By the payers of the rules; a guarantor, or whose kong was robbed, pays a self-draw for all."""
    payers, alone = PAYERS[rules.payers], liable(rules, winner)
    if alone is None and is_robbed(winner) and rules.robbed_kong == "self_draw":
        alone = winner.source
    shares = payers.shares(state, winner.seat, winner.source)
    if alone is not None:
        shares = {alone: payers.self_draw_shares(state)}
    return {payer: share * rules.base(faan) for payer, share in shares.items()}


def check(rules: Rules, state: TableState, winner: Winner, path: str) -> None:
    """RuleError for a hand below the minimum, or an earthly hand that is none by these rules."""
    if "earthly" in winner.patterns and rules.earthly == "first_discard" and winner.source != state.dealer:
        raise RuleError(
            "earthly_not_on_discard",
            f"{path}.patterns",
            Text("By these rules an earthly hand is won on the dealer’s first discard."),
        )
    flowers = FAAN_LIST.flower_keys if not rules.flowers_in_minimum else frozenset()
    counting = tuple(key for key in winner.patterns if key not in flowers)
    faan = winner.value if winner.value is not None else HONG_KONG.count(rules, counting).value
    if faan < rules.least:
        raise RuleError(
            TOO_LITTLE,
            f"{path}.faan" if winner.value is not None else f"{path}.patterns",
            Text("A hand needs {least} faan to win, and this one has {faan}.", least=rules.least, faan=faan),
        )


def worthless(rules: Rules) -> Container[str]:
    """The concealed hand, where it counts only in the game without flowers."""
    without = rules.concealed == "without_flowers" and rules.flowers != "none"
    return ("concealed",) if without else ()


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
    stricter=stricter,
    worthless=worthless,
    liable=liable,
    remarks=remarks,
)
