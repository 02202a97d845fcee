"""What tries the sheets notices: letters on letters, lines through letters, letters off the paper."""

from __future__ import annotations

import pytest
import typst

from .boxes import outside, overprinted, struck_through

PAGE = "#set page(width: 100mm, height: 50mm, margin: 10mm)\n"
TABLE = "#table(columns: (8mm, 20mm), rows: 8mm, inset: 1mm, {}, [])"


def pdf_of(body: str) -> bytes:
    pdf: bytes = typst.Compiler((PAGE + body).encode()).compile(format="pdf")
    return pdf


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ("Shuffle the offices: Ýgj, Àßç.\n\nŁukasz Żółć", [0, 0, 0]),
        (TABLE.format("[ab]"), [0, 0, 0]),
        ("#place(top)[Marguerite]#place(top, dy: 3pt, dx: 4pt)[Jean-Pierre]", [1, 0, 0]),
        (TABLE.format("[#box(width: 6mm)[Rochefoucauld]]"), [0, 1, 0]),
        ("Marguerite#place(dy: -3pt, line(length: 30mm))", [0, 1, 0]),
        ("#place(top, dx: -9.5mm)[Marguerite]", [0, 0, 1]),
    ],
    ids=["lines", "cell", "overprinted", "wider than its cell", "struck through", "off the paper"],
)
def test_a_fault_is_found_and_nothing_else(body: str, faults: list[int]) -> None:
    pdf = pdf_of(body)
    assert [bool(found(pdf)) for found in (overprinted, struck_through, outside)] == [
        bool(fault) for fault in faults
    ]
