"""What each preset follows: a book, a page or a usage, as the command line and the screens show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mahjongclub.rules.__main__ import describe_variants
from mahjongclub.rules.registry import variants

PRESETS = [(variant, preset) for variant in variants() for preset in variant.presets]
NAMES = [f"{variant.key}-{preset.key}" for variant, preset in PRESETS]


@pytest.mark.parametrize(("variant", "preset"), PRESETS, ids=NAMES)
def test_every_preset_names_the_text_that_it_follows(variant, preset):
    assert str(preset.source.title)


@pytest.mark.parametrize(("variant", "preset"), PRESETS, ids=NAMES)
def test_a_date_is_a_year_a_month_or_a_day_and_a_link_an_address(variant, preset):
    assert re.fullmatch(r"(\d{4}(-\d\d(-\d\d)?)?)?", preset.source.date)
    assert re.fullmatch(r"(https?://\S+)?", preset.source.link)


@pytest.mark.parametrize(("variant", "preset"), PRESETS, ids=NAMES)
def test_a_preset_without_a_link_says_what_could_not_be_read(variant, preset):
    assert preset.source.link or preset.source.unread is not None


def test_the_command_line_prints_the_source_of_each_preset_in_every_language():
    riichi = describe_variants()[0]
    source = next(preset["source"] for preset in riichi["presets"] if preset["preset"] == "wrc-2025")
    assert source["edition"] == "v20250526"
    assert source["date"] == "2025-05-26"
    assert source["title"] == {
        "en": "World Riichi Championship Rules",
        "fr": "World Riichi Championship Rules",
    }
    assert set(source["unread"]) == {"en", "fr"}
    assert source["unread"]["en"] != source["unread"]["fr"]


@pytest.mark.parametrize(("variant", "preset"), PRESETS, ids=NAMES)
def test_the_table_of_presets_in_the_docs_has_a_row_for_each(variant, preset):
    table = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
    rows = [line for line in table.splitlines() if line.startswith(f"| {variant.key} |")]
    assert any(f"`{preset.key}`" in row or "| all |" in row for row in rows)
