"""What is told of a text's width before it is set is what Typst says; nothing is set twice for nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjongclub.sheets import typesetting
from mahjongclub.sheets.fonts import installed_fonts
from mahjongclub.sheets.poster import poster_sheet
from mahjongclub.sheets.sheet import printable_text
from mahjongclub.sheets.typesetting import print_sheet
from mahjongclub.sheets.widths import certain_line_count, width_in_ems

NAMES = [
    "Wilhelmine Wöhrmann",
    "Łukasz Żółć",
    "Nguyễn Thị",
    "Ἀθηνᾶ",
    "Щукина Жанна",
    "田中 さくら",
    "AVATAR To",
    "fi ffl",
]
WORDS = (
    *(
        "wins",
        "by",
        "ron",
        "on",
        "tsumo",
        "Chen",
        "Benoît",
        "O’Brien",
        "田中",
        "さくら,",
        "3",
        "han",
        "40",
        "fu:",
    ),
    *("(all", "simples)", "100/20", "self-drawn", "Zieliński;", "Wöhrmann", "Иван", "East-West", "“Jürgen”"),
)
ROOM = 24
TYPST = """
#set text(font: ("Libertinus Serif", "Noto Serif CJK JP"), size: 10pt, hyphenate: false)
#set text(number-type: "lining", number-width: "tabular")
#set par(leading: 10pt)
#context [#metadata(json(bytes(sys.inputs.texts)).map(it => {
  let one = measure(it)
  // a line more is a line and the lead of 10pt more
  (one.width / 10pt, calc.round((measure(width: ROOM * 10pt, it).height + 10pt) / (one.height + 10pt)))
})) <told>]
""".replace("ROOM", str(ROOM))


def by_typst(texts: list[str]) -> list[tuple[float, int]]:
    """The ems that each takes in a line, and the lines of ROOM ems that it takes."""
    inputs = {"texts": json.dumps(texts)}
    compiler = typst.Compiler(TYPST.encode(), font_paths=installed_fonts(), sys_inputs=inputs)
    return [(ems, lines) for ems, lines in json.loads(compiler.query("<told>", field="value", one=True))]


def test_no_name_is_wider_than_told() -> None:
    for name, (ems, _lines) in zip(NAMES, by_typst(NAMES), strict=True):
        assert ems <= width_in_ems(name), name
    assert width_in_ems("Benoît Moreau") < 7  # close enough to be of use: it takes 6.2
    assert width_in_ems("สมชาย") > ROOM  # nobody knows before it is set


@settings(max_examples=5)
@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join), min_size=5, max_size=20)
)
def test_a_sentence_takes_the_lines_that_are_told(sentences: list[str]) -> None:
    for sentence, (_ems, lines) in zip(sentences, by_typst(sentences), strict=True):
        assert certain_line_count(sentence, ROOM) in (lines, 0), sentence


def test_most_sentences_need_no_trying() -> None:
    told = [certain_line_count(f"Chen Moreau wins by ron on {name}, 3 han 40 fu", 30) for name in NAMES]
    assert told.count(0) <= 2


def test_a_letter_without_a_font_is_tried_once(
    monkeypatch: pytest.MonkeyPatch, no_fonts_but_our_own: None
) -> None:
    turns: list[Any] = []
    compiled = typesetting._compile
    monkeypatch.setattr(
        typesetting, "_compile", lambda *how, **wanted: turns.append(how) or compiled(*how, **wanted)
    )

    def printed(name: str) -> tuple[str, ...]:
        names = [
            ("East", printable_text(name, stand_in="No. 1")),
            ("South", printable_text("Chen", stand_in="No. 2")),
        ]
        sheet = poster_sheet("http://x/", "x", title="Club", lines=[], names=names, paper="a4", language="en")
        result = print_sheet(sheet)
        assert result.replaced == ((name,) if "田" in name else ())
        return result.missing

    assert printed("田") == ("田",)
    assert len(turns) == 2
    turns.clear()
    assert printed("田 Aiko") == ("田",)  # known by now
    assert printed("Aiko") == ()
    assert len(turns) == 2
