"""Write mahjongclub/lists/country_names.json anew: the names and codes of countries as CLDR has them (by
Babel).

    python tools/country_names.py

An installation has no Babel: it weighs 35 MB, and 43 more in memory.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from babel import Locale
from babel.core import get_global

FILE = Path(__file__).resolve().parent.parent / "mahjongclub" / "lists" / "country_names.json"
#: the languages in which names are known
LANGUAGES = (
    *(
        "en",
        "fr",
        "de",
        "nl",
        "da",
        "sv",
        "nb",
        "fi",
        "it",
        "es",
        "pt",
        "pt_PT",
        "pl",
        "cs",
        "hu",
        "ru",
        "uk",
        "el",
    ),
    *("tr", "ja", "zh", "zh_Hant", "ko", "sk", "ro", "hr", "lt", "et", "is"),
)
#: what has two letters there and is no country, and codes that are not in use any more
NO_COUNTRIES = frozenset(("EU", "EZ", "UN", "QO", "ZZ", "XA", "XB", "CQ", "EA", "IC"))
WITHDRAWN = frozenset(
    ("FXX", "BUR", "DDR", "SUN", "YMD", "ZAR", "TMP", "YUG", "SCG", "ANT", "CSK", "ROM", "XKK")
)


def country_names() -> dict[str, dict[str, str]]:
    """Return the names of countries by language and ISO's two letters; under "codes" the three letters of
    each.
    """
    codes = {
        two[0]: three
        for three, two in get_global("territory_aliases").items()
        if re.fullmatch("[A-Z]{3}", three) and len(two) == 1 and three not in WITHDRAWN
    }
    countries = {two for two in map(str, Locale("en").territories) if re.fullmatch("[A-Z]{2}", two)}
    countries -= NO_COUNTRIES
    names = {
        language: {two: str(Locale.parse(language).territories[two]) for two in sorted(countries)}
        for language in LANGUAGES
    }
    return {"codes": {two: codes.get(two, "") for two in sorted(countries)}, **names}


if __name__ == "__main__":
    FILE.write_text(json.dumps(country_names(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
