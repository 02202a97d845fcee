"""Countries, federation numbers and days as people write them in a cell."""

from __future__ import annotations

import json
from datetime import date

import pytest

from mahjongclub.lists.countries import NAMES_FILE, OLYMPIC, country_code
from mahjongclub.lists.dates import column_date_orders
from mahjongclub.lists.numbers import read_ema_number
from tools.country_names import country_names

NAMES = json.loads(NAMES_FILE.read_text(encoding="utf-8"))


def test_the_names_of_countries_are_those_of_cldr() -> None:
    assert country_names() == NAMES


@pytest.mark.parametrize("language", [one for one in NAMES if one != "codes"])
def test_a_country_by_name_code_and_flag_is_one_code(language: str) -> None:
    for two in (
        "DE",
        "DK",
        "NL",
        "CH",
        "TR",
        "GR",
        "PT",
        "CZ",
        "JP",
        "CN",
        "TW",
        "KR",
        "UA",
        "GB",
        "US",
        "SE",
    ):
        three = NAMES["codes"][two]
        kept = OLYMPIC.get(two, three)
        flag = "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in two)
        name = NAMES[language][two]
        for written in (
            two,
            two.lower(),
            three,
            kept,
            flag,
            name,
            name.upper(),
            f"{flag} {name}",
            f"{name} ({two})",
        ):
            assert country_code(written) == kept, (language, written)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(
            ("Holland", "NED"),
            ("Pays Bas", "NED"),
            ("UK", "GBR"),
            ("England", "GBR"),
            ("🏴󠁧󠁢󠁷󠁬󠁳󠁿", "GBR"),
            ("USA", "USA"),
        ),
        *(("République tchèque", "CZE"), ("Deutsch", "GER"), ("française", "FRA"), ("Hong Kong", "HKG")),
        *(("Lille", ""), ("", ""), ("XYZ", ""), ("Europe", ""), ("FRA/GER", "")),
    ],
)
def test_colloquial_names_are_known_and_towns_are_no_countries(text: str, code: str) -> None:
    assert country_code(text) == code


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("4090001", "04090001"),
            ("4090001.0", "04090001"),
            ("04090001", "04090001"),
            ("０４０９０００１", "04090001"),
        ),
        *(("EMA 04090001", "04090001"), ("'04090001", "04090001"), ("04-09-0001", "04090001")),
        *(("409001", ""), ("104090001", ""), ("none", ""), ("", ""), ("+33 6 12 34 56 78", "")),
    ],
)
def test_a_federation_number_has_eight_digits(text: str, number: str) -> None:
    assert read_ema_number(text) == number


@pytest.mark.parametrize(
    ("cells", "orders"),
    [
        (["03/04/2026", "21/04/2026"], ("dmy",)),
        (["03/04/2026", "04/21/2026"], ("mdy",)),
        (["03/04/2026"], ("dmy", "mdy")),
        (["03/03/2026"], ("dmy",)),
        (["26-03-12", "26-03-31"], ("ymd",)),
        (["2026-11-21", "2026-11-22"], ("ymd",)),
        (["13/13/2026"], ()),
    ],
)
def test_the_order_of_a_column_of_days_is_proved_by_all_of_them(
    cells: list[str], orders: tuple[str, ...]
) -> None:
    assert column_date_orders(cells, until=date(2026, 12, 31)).orders == orders
