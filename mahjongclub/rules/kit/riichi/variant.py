"""The variant of a game played as riichi is, by four or by three."""

from __future__ import annotations

from ...game import prevailing_wind, wind_and_deal_label
from ...variant import Preset, Variant
from ...words import Text
from ..walls import Walls
from . import settle
from .end import continued, rank
from .options import Rules
from .outcomes import check_new_outcome, outcome_to_json, read_outcome, win_from_notes
from .value import STEPS, rising_values


def riichi_variant(
    key: str, name: Text, rules_type: type[Rules], presets: tuple[Preset, ...], walls: Walls
) -> Variant:
    """Return the variant of these rules, presets and walls; all else is alike."""
    return Variant(
        key=key,
        name=name,
        seats=rules_type.seats,
        rules_type=rules_type,
        presets=presets,
        read_outcome=read_outcome,
        outcome_to_json=outcome_to_json,
        check_new_outcome=check_new_outcome,
        start=settle.start,
        settle=settle.settle,
        rank=rank,
        label=wind_and_deal_label,
        round_wind=prevailing_wind,
        continued=continued,
        values=rising_values,
        win_from_notes=win_from_notes,
        decimal_points=True,
        walls=walls,
        knows_tenpai=True,
        knows_riichi=True,
        steps=STEPS,
    )
