"""A club's own rules beside the presets: which there are, and the one a form names."""

from __future__ import annotations

from mahjongclub.clubs.models import Club
from mahjongclub.rules.game import Preset, RuleError, Variant

from .models import HouseRules


def house_rules_of(variant: Variant, club: Club | None) -> list[HouseRules]:
    """The club's rules for a game, by name; [] for nobody's table."""
    return list(club.house_rules.filter(variant=variant.key)) if club is not None else []


def preset_of(variant: Variant, club: Club | None, key: str) -> tuple[Preset, HouseRules | None]:
    """The rules a form names: the club's own, or a preset; an unknown key is the variant's first preset."""
    for own in house_rules_of(variant, club):
        if own.key == key:
            return own.as_preset(), own
    try:
        return variant.find_preset(key), None
    except RuleError:
        return variant.default_preset, None
