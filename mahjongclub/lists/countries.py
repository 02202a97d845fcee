"""A country by its code, its name in one of our players' languages, or its flag: one code of three letters.

The codes are those of the Olympic committees, which federations use: GER, NED, DEN. Names are those of CLDR.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path

from .headings import plain_text

#: the names by language and ISO's two letters, written by tools/country_names.py; under "codes" its three
#: letters
NAMES_FILE = Path(__file__).with_name("country_names.json")
#: the Olympic code where it is another than that of ISO 3166, by the two letters of ISO
OLYMPIC = dict(
    pair.split(":")
    for pair in [
        "DE:GER",
        "NL:NED",
        "DK:DEN",
        "CH:SUI",
        "GR:GRE",
        "PT:POR",
        "HR:CRO",
        "SI:SLO",
        "LV:LAT",
        "BG:BUL",
        "MC:MON",
        "ZA:RSA",
        "TW:TPE",
        "MY:MAS",
        "PH:PHI",
        "ID:INA",
        "VN:VIE",
        "IR:IRI",
        "SA:KSA",
        "AE:UAE",
        "DZ:ALG",
        "AO:ANG",
        "AG:ANT",
        "AW:ARU",
        "BS:BAH",
        "BD:BAN",
        "BB:BAR",
        "BZ:BIZ",
        "BJ:BEN",
        "BM:BER",
        "BT:BHU",
        "BO:BOL",
        "BW:BOT",
        "BN:BRU",
        "BH:BRN",
        "BF:BUR",
        "BI:BDI",
        "KH:CAM",
        "KY:CAY",
        "CF:CAF",
        "TD:CHA",
        "CL:CHI",
        "CG:CGO",
        "CD:COD",
        "CK:COK",
        "CR:CRC",
        "SV:ESA",
        "GQ:GEQ",
        "FJ:FIJ",
        "GM:GAM",
        "GE:GEO",
        "GD:GRN",
        "GT:GUA",
        "GN:GUI",
        "GW:GBS",
        "HT:HAI",
        "HN:HON",
        "KW:KUW",
        "LB:LBN",
        "LS:LES",
        "LY:LBA",
        "MG:MAD",
        "MW:MAW",
        "MV:MDV",
        "MR:MTN",
        "MU:MRI",
        "MN:MGL",
        "MM:MYA",
        "NP:NEP",
        "NI:NCA",
        "NE:NIG",
        "NG:NGR",
        "OM:OMA",
        "PS:PLE",
        "PG:PNG",
        "PY:PAR",
        "PR:PUR",
        "KN:SKN",
        "VC:VIN",
        "WS:SAM",
        "SC:SEY",
        "SB:SOL",
        "LK:SRI",
        "SD:SUD",
        "TZ:TAN",
        "TG:TOG",
        "TO:TGA",
        "TT:TTO",
        "VU:VAN",
        "VI:ISV",
        "VG:IVB",
        "UY:URU",
        "ZM:ZAM",
        "ZW:ZIM",
        "XK:KOS",
        "LC:LCA",
        "AS:ASA",
        "GU:GUM",
    ]
)
#: names that Babel does not have: as people call a country, and its people
COLLOQUIAL = {
    "NL": "Holland|Hollande|Olanda|Holanda|Hollandia|Голландия|Голландія|Holandsko|Dutch|Nederlands|"
    "Néerlandais|"
    "Néerlandaise|Niederländisch|the Netherlands|Pays Bas|Paises Bajos|荷兰|荷蘭|オランダ|네덜란드",
    "GB": "UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|British|English|"
    "Scottish|Welsh|"
    "Grande Bretagne|Angleterre|Écosse|Pays de Galles|Britannique|Anglais|Anglaise|Großbritannien|"
    "Schottland|Britisch|"
    "Engeland|Groot Brittannië|Schotland|Storbritannien|Storbritannia|Iso Britannia|Englanti|Gran Bretagna|"
    "Inghilterra|Gran Bretaña|Inglaterra|Grã Bretanha|Wielka Brytania|Anglia|Velká Británie|Anglie|Nagy "
    "Britannia|"
    "Великобритания|Англия|Велика Британія|Англія|Μεγάλη Βρετανία|Αγγλία|İngiltere|Birleşik Krallık|英国|"
    "英國|イギリス|영국",
    "US": "USA|U.S.A.|U.S.|America|United States of America|American|États Unis|Etats Unis d Amérique|"
    "Américain|"
    "Américaine|Vereinigte Staaten|Amerika|Verenigde Staten|Stati Uniti|Estados Unidos|EUA|EEUU|EE.UU.|"
    "Stany Zjednoczone|Spojené státy|Egyesült Államok|США|ΗΠΑ|ABD|美国|美國|アメリカ|미국",
    "CZ": "Czech Republic|Czech|République tchèque|Tchéquie|Tschechische Republik|Tschechisch|"
    "Tsjechische Republiek|"
    "Tjekkiet|Tjeckien|Repubblica Ceca|República Checa|Republika Czeska|Česká republika|Cseh Köztársaság|"
    "Чехия|Чехія",
    "RU": "Russia|Russian Federation|Russian|Russe|Russisch|Российская Федерация|РФ|Россия",
    "KR": "South Korea|Korea|Republic of Korea|Korean|Corée|Corée du Sud|Südkorea|한국|대한민국|韓国|"
    "韩国|韓國",
    "KP": "North Korea",
    "TR": "Turkey|Turquie|Turkish|Türkei|Türkiye|Turkije|Turkki|Turchia|Turquía|Turquia|Turcja|Turecko",
    "TW": "Taiwan|Chinese Taipei|Taiwanese|Taipei|臺灣|台灣|台湾",
    "HK": "Hong Kong|Hongkong|香港|홍콩",
    "MO": "Macau|Macao|澳門|澳门",
    "MK": "Macedonia|North Macedonia",
    "MD": "Moldova",
    "CI": "Ivory Coast",
    "CN": "China|PRC|P.R. China|Chinese|Chinois|Chinoise|Chinesisch|中国|中國",
    "JP": "Japanese|Japonais|Japonaise|Japanisch|日本",
    "FR": "French|Français|Française|Französisch|Frans|Fransk|Francese|Francés|Francesa|Francês",
    "DE": "German|Allemand|Allemande|Deutsch|Duits|Tysk|Tedesco|Alemán|Alemana|Alemão|BRD",
    "AT": "Austrian|Autrichien|Autrichienne|Österreichisch",
    "BE": "Belgian|Belge|Belgisch",
    "CH": "Swiss|Suisse|Schweizerisch|Schweizer",
    "DK": "Danish|Danois|Danoise|Dänisch|Dansk",
    "SE": "Swedish|Suédois|Suédoise|Schwedisch|Svensk",
    "NO": "Norwegian|Norvégien|Norvégienne|Norwegisch|Norsk",
    "FI": "Finnish|Finlandais|Finlandaise|Finnois|Finnisch|Suomalainen",
    "IT": "Italian|Italien|Italienne|Italienisch|Italiano|Italiana",
    "ES": "Spanish|Espagnol|Espagnole|Spanisch|Español|Española",
    "PT": "Portuguese|Portugais|Portugaise|Portugiesisch|Português|Portuguesa",
    "PL": "Polish|Polonais|Polonaise|Polnisch|Polska|Polak|Polka",
    "HU": "Hungarian|Hongrois|Hongroise|Ungarisch|Magyar",
    "UA": "Ukrainian|Ukrainien|Ukrainienne|Ukrainisch",
    "IE": "Irish|Irlandais|Irlandaise|Irisch|Eire|Republic of Ireland",
    "GR": "Greek|Grec|Grecque|Griechisch|Hellas|Ελλάς",
    "SK": "Slovak|Slovaque|Slovakian|Slowakisch",
    "RO": "Romanian|Roumain|Roumaine|Rumänisch",
    "LV": "Latvian|Letton|Lettonne",
    "LT": "Lithuanian|Lituanien|Lituanienne",
    "EE": "Estonian|Estonien|Estonienne",
    "AU": "Australian",
    "CA": "Canadian|Canadien|Canadienne",
    "NZ": "Kiwi",
}
#: codes of earlier days and of others: two and three letters
FORMER = {
    "UK": "GB",
    "EL": "GR",
    "ENG": "GB",
    "SCO": "GB",
    "WAL": "GB",
    "NIR": "GB",
    "HOL": "NL",
    "SIN": "SG",
    "LIB": "LB",
}
FORMER |= {
    "TRI": "TT",
    "ROM": "RO",
    "KOS": "XK",
    "XKX": "XK",
    "TUK": "TR",
    "ROK": "KR",
    "PRC": "CN",
    "ROC": "TW",
}
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
BLACK_FLAG = "\U0001f3f4"
PARTS = re.compile(r"[()\[\]/,;|–—]| - ")


@cache
def _read_names() -> dict[str, dict[str, str]]:
    names: dict[str, dict[str, str]] = json.loads(NAMES_FILE.read_text(encoding="utf-8"))
    return names


def names_of_countries(language: str) -> list[str]:
    """Return the names of all countries in a language; [] where we do not have them."""
    return list(_read_names().get(language, {}).values())


@cache
def _by_code() -> dict[str, str]:
    """Return the two letters of ISO by every code: ISO's own, three letters, the Olympic ones."""
    three_letters = _read_names()["codes"]
    codes = {three: two for two, three in three_letters.items() if three}
    return (
        codes
        | {two: two for two in three_letters}
        | {olympic: two for two, olympic in OLYMPIC.items()}
        | FORMER
    )


@cache
def _three_letters() -> dict[str, str]:
    """Return the code we keep by the two letters of ISO."""
    return {
        two: OLYMPIC.get(two, three)
        for two, three in _read_names()["codes"].items()
        if three or two in OLYMPIC
    }


@cache
def _by_name() -> dict[str, str]:
    """Return the two letters of ISO by every name, without case and accents."""
    names: dict[str, str] = {}
    for language, of_language in _read_names().items():
        for two, name in of_language.items() if language != "codes" else ():
            if two in _three_letters():
                names.setdefault(plain_text(name), two)
    for two, colloquial in COLLOQUIAL.items():
        names |= {plain_text(name): two for name in colloquial.split("|")}
    return names


def _flag(text: str) -> str:
    """Return the two letters that a flag in the text is of, "" where there is none."""
    letters = [chr(ord(sign) - FLAG_LETTERS[0] + ord("A")) for sign in text if ord(sign) in FLAG_LETTERS]
    if len(letters) == 2:
        return "".join(letters)
    return "GB" if text.startswith(BLACK_FLAG) and len(text) > 1 and not letters else ""


@lru_cache(4096)
def country_code(text: str) -> str:
    """Return the code of three letters of a country, however it is written; "" for what is none we know.

    >>> [country_code(text) for text in ("DK", "DNK", "DEN", "Danemark", "Дания", "デンマーク", "🇩🇰")]
    ['DEN', 'DEN', 'DEN', 'DEN', 'DEN', 'DEN', 'DEN']
    >>> country_code("Germany (DE)"), country_code("Lille"), country_code("🇫🇷 France")
    ('GER', '', 'FRA')
    """
    two = _two_letters(text)
    return _three_letters().get(two, "")


def _two_letters(text: str) -> str:
    text = text.strip().strip("*.:")
    if not text or len(text) > 80:
        return ""
    flag = _flag(text)
    bare_text = "".join(
        sign
        for sign in text
        if not (ord(sign) in FLAG_LETTERS or sign == BLACK_FLAG or 0xE0000 <= ord(sign) <= 0xE007F)
    ).strip()
    if flag:
        return flag if not bare_text or _two_letters(bare_text) in (flag, "") else ""
    if re.fullmatch(r"[A-Za-z]{2,3}", bare_text) and bare_text.upper() in _by_code():
        return _by_code()[bare_text.upper()]
    if named_code := _by_name().get(plain_text(bare_text)):
        return named_code
    parts = [part.strip() for part in PARTS.split(bare_text) if part.strip()]
    if len(parts) > 1:
        codes = {_two_letters(part) for part in parts}
        return codes.pop() if len(codes) == 1 else ""
    return ""
