"""French words elide before names, on every page, wherever a translation is filled."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils.translation import gettext, gettext_lazy, override

from mahjongclub.rules.elision import elides

ON_DISCARD = gettext_lazy("On %(name)s’s discard")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ann", "d’Ann"), ("Élodie", "d’Élodie"), ("Œdipe", "d’Œdipe"), ("O'Brien", "d’O'Brien"),
        ("Åsa", "d’Åsa"), ("Yvonne", "d’Yvonne"), ("Hélène", "d’Hélène"), ("Henri-Paul", "d’Henri-Paul"),
        ("Bo", "de Bo"), ("Łukasz Żółć", "de Łukasz Żółć"), ("Yuki", "de Yuki"), ("Hiroshi", "de Hiroshi"),
        ("田中 愛子", "de 田中 愛子"), ("Σοφία", "de Σοφία"), ("3 amis", "de 3 amis"), ("", "de "),
    ],
)  # fmt: skip
def test_de_elides_before_a_vowel_and_a_mute_h(name: str, said: str) -> None:
    with override("fr"):
        assert str(ON_DISCARD % {"name": name}) == f"Sur la défausse {said}"
        assert gettext("On %(name)s’s discard") % {"name": name} == f"Sur la défausse {said}"
    with override("en"):
        assert str(ON_DISCARD % {"name": name}) == f"On {name}’s discard"


def test_templates_elide_too_also_before_a_name_set_apart() -> None:
    text = "{% load i18n %}{% blocktranslate %}On {{ name }}’s discard{% endblocktranslate %}"
    with override("fr"):
        assert Template(text).render(Context({"name": "Ann <b>"})) == "Sur la défausse d’Ann &lt;b&gt;"


def test_a_name_written_from_right_to_left_is_left_alone() -> None:
    assert not elides("\u2068ليلى منصور\u2069")
    assert elides("\u2068Ann\u2069")
