"""The hands of the six-player game in tiles: eight of them, two sets and a pair or four pairs."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from mahjongclub.rules.six.classes import classes_of

from ..kit.lessons import Example, Lesson, Teaching
from ..kit.paper import said
from ..kit.wording import with_points_word
from .card import USAGE, chapter_source

HANDS = {
    "chows": "123m 777p 5!5m",
    "all_pungs": "222m 777p 5!5p",
    "pure": "123m 567m 9!9m",
    "four_pairs": "11m 44m 66p 9!9p",
    "pure_all_pungs": "222s 666s 9!9s",
    "pungs_258": "222m 555p 8!8m",
    "all_pungs_terminals": "111m 999p 1!1p",
    "pure_terminals": "123p 789p 1!1p",
    "pure_pungs_258": "222p 555p 8!8p",
    "pure_four_pairs": "11p 44p 66p 9!9p",
}


def six_hands(rules: Any) -> tuple[Lesson, ...]:
    """A hand of each class, and what it is worth."""
    examples = (
        Example(said(class_.name), HANDS[key], said(class_.help), key, with_points_word(class_.points))
        for key, class_ in classes_of(rules).items()
    )
    return (Lesson("hands", _("Hands"), (), tuple(examples)),)


TEACHING = Teaching(
    shape=gettext_lazy("A hand wins with two sets and a pair, or four pairs: 7 tiles and the winning one."),
    hand="123m 777p 5!5m",
    sets=(
        pgettext_lazy("six players", "Chow"),
        pgettext_lazy("six players", "Pung"),
        pgettext_lazy("six players", "Kong"),
        pgettext_lazy("six players", "Concealed kong"),
    ),
    claims_runs=False,
    # seed 004: "poser et exposer 1 tuile sur les 4"
    concealed_kong="9xxxs",
    honours=False,
    hands=six_hands,
    sources={"hand": chapter_source("Distribution"), "turn": USAGE},
)
