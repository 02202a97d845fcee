"""A club's own rules: a preset copied, with some options changed, under a name of their own."""

from __future__ import annotations

from django.db import models

from mahjongclub.clubs.models import Club
from mahjongclub.clubs.name_keys import GROWTH, Keyed, NameKey
from mahjongclub.rules.game import Preset, Text
from mahjongclub.rules.variants import find_variant

LONGEST_RULES_NAME = 80


class HouseRules(Keyed):
    """Rules a club has named. A session freezes them as it opens: a change here reaches no earlier game."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    variant = models.CharField(max_length=20)
    #: the key of the preset they were copied from
    preset = models.CharField(max_length=40)
    name = models.CharField(max_length=LONGEST_RULES_NAME)
    name_key = NameKey(max_length=GROWTH * LONGEST_RULES_NAME)
    #: every option with its value
    rules = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["variant", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "variant", "name_key"], name="one_house_rules_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="house_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """How a form names these rules beside the presets."""
        return f"house-{self.pk}"

    def as_preset(self) -> Preset:
        """These rules where a preset is asked for, under the club's name for them."""
        rules = find_variant(self.variant).rules_type().with_options(self.rules)
        return Preset(self.key, Text(self.name, self.name), rules)
