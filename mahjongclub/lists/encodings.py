"""The letters of a file by evidence: which code pages make names of its bytes, and which of them is likely.

Bytes that are UTF-8 or bring their own mark are no question. All others are read in every code page of our
players' languages; each reading is weighed by its letters (those of a language, in an order that language
has, of one script within a word) and by headings and names that are known. Where two stand, both are told.
"""

from __future__ import annotations

import codecs
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from .countries import names_of_countries
from .headings import kind_by_phrase, plain_text
from .languages import ALPHABETS, CHINESE, JAPANESE, KOREAN, LANGUAGES, Language

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
ESCAPED = b"\x1b$"
EAST_ASIAN = (*JAPANESE, *CHINESE, *KOREAN)
#: how many bytes and letters are weighed; how many readings are told apart
MOST_WEIGHED = 100_000
MOST_LETTERS, MOST_READINGS = 60_000, 5
#: by how much a reading has to be likelier than the next not to be asked about, in all and by word
MOST_COMPARED = 12
CLEAR_MARGIN, CLEAR_BY_WORD = 3.0, 0.35
#: what a letter weighs that no language of the code page has, and one in an order that none has
FOREIGN, UNSEEN_ORDER = -7.0, -1.6
#: what a word weighs with a sign in it, with letters of two scripts, with capitals behind small letters
SIGN_INSIDE, MIXED, CAPITALS_INSIDE = -9.0, -9.0, -6.0
OTHER_SCRIPTS = frozenset(("ru", "uk", "el", "ja", "zh", "ko"))
KNOWN_WORD = 3.0
#: what a word costs of a language that usually has another code page: a French name in a Turkish list
GUEST = 1.5
#: code pages that files of our days are seldom in
RARE = dict.fromkeys(
    (
        *(
            "mac_roman",
            "mac_latin2",
            "mac_greek",
            "mac_turkish",
            "mac_cyrillic",
            "cp437",
            "cp850",
            "cp858",
            "cp852",
        ),
        *(
            "cp737",
            "cp857",
            "cp775",
            "cp866",
            "iso8859_2",
            "iso8859_5",
            "iso8859_7",
            "iso8859_9",
            "iso8859_13",
        ),
        *("iso8859_15", "iso8859_16", "koi8_r", "koi8_u", "euc_jp", "big5"),
    ),
    -0.5,
)
#: what stands between separators that every code page has
WORD_OF_BYTES = re.compile(r"[^ \t\r\n;,|\"()<>/:!?=+*#]+")
WORD = re.compile(r"[^\s;,|\t\"()<>/:!?=+*#]+")
#: what may stand inside a word: hyphens, apostrophes, dots of initials
JOINING = frozenset("-'’.·‐_@&")
ASCII_ONLY = re.compile(r"^[\x00-\x7f]*$")


class UnreadableLetters(ValueError):
    """Bytes that no code page makes letters of."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, the code page it was read in, and how likely it is."""

    text: str
    encoding: str
    weight: float = 0.0


def read_bytes(data: bytes) -> list[Reading]:
    """Return how the bytes can be read, the likeliest first: one reading where it is clear, else up to five.

    UnreadableLetters where nothing makes a text of them.

    >>> [reading.text for reading in read_bytes("Prénom;Ville".encode("cp1252"))]
    ['Prénom;Ville']
    """
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return [_strictly(data, encoding)]
    if ESCAPED in data and all(byte < 0x80 for byte in data):
        return [_strictly(data, "iso2022_jp_2")]
    if b"\0" in data:
        return [_strictly(data, _wide_encoding(data))]
    try:
        return _not_twice_encoded(Reading(data.decode("utf-8"), "utf-8"))
    except UnicodeDecodeError as error:
        if (
            error.reason == "unexpected end of data" and error.start > len(data) - 4
        ):  # cut off within a letter
            return [Reading(data[: error.start].decode("utf-8"), "utf-8")]
    readings = _weighed_readings(data)
    if not readings:
        raise UnreadableLetters("no code page fits")
    best = readings[0]
    for other in readings[1:MOST_COMPARED]:
        if _lead(best, other)[0] < 0:
            best = other
    near = []
    for other in readings[:MOST_COMPARED]:
        if other is not best:
            lead, words = _lead(best, other)
            near += [(lead, other)] if lead < CLEAR_MARGIN + CLEAR_BY_WORD * min(words, 12) else []
    near.sort(key=lambda pair: pair[0])
    return [best, *(other for _lead_of, other in near)][:MOST_READINGS]


def _not_twice_encoded(reading: Reading) -> list[Reading]:
    """Return the reading; before it the one that was encoded twice, where it looks like that: "LÃ©a"."""
    with suppress(UnicodeError):
        once = reading.text.encode("cp1252").decode("utf-8")
        return [Reading(once, "utf-8"), reading] if once != reading.text else [reading]
    return [reading]


def _lead(first: Reading, second: Reading) -> tuple[float, int]:
    """Return by how much a reading is likelier than another by the words in which they differ; how many
    those are.
    """
    words, others = (WORD_OF_BYTES.findall(reading.text[:MOST_LETTERS]) for reading in (first, second))
    if len(words) != len(others):
        return first.weight - second.weight, sum(1 for _word in _foreign_words(first.text))
    differing = {pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]}
    lead = RARE.get(first.encoding, 0.0) - RARE.get(second.encoding, 0.0)
    lead += AMOUNT_WEIGHT * (_has_amount_with_letter(second) - _has_amount_with_letter(first))
    lead += sum(
        _weight_in(word, first.encoding) - _weight_in(theirs, second.encoding) for word, theirs in differing
    )
    return lead, len(differing)


def _has_amount_with_letter(reading: Reading) -> bool:
    return AMOUNT_WITH_LETTER.search(reading.text[:MOST_LETTERS]) is not None


def _weight_in(text: str, encoding: str) -> float:
    """Return what a text between two separators weighs in a code page."""
    return _weight(text, encoding, _languages_of_encodings()[encoding]) - RARE.get(encoding, 0.0)


def _strictly(data: bytes, encoding: str) -> Reading:
    try:
        return Reading(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        raise UnreadableLetters(encoding) from error


def _wide_encoding(data: bytes) -> str:
    """Return which UTF-16 has its zeros where these bytes have them."""
    even, odd = data[::2].count(0), data[1::2].count(0)
    return "utf-16-le" if odd >= even else "utf-16-be"


def _weighed_readings(data: bytes) -> list[Reading]:
    """Return every different text that some code page makes of the bytes, the likeliest first."""
    by_text: dict[str, Reading] = {}
    sample = (
        data if len(data) <= MOST_WEIGHED else data[: data.rfind(b"\n", 0, MOST_WEIGHED) + 1 or MOST_WEIGHED]
    )
    for encoding, languages in _languages_of_encodings().items():
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        weight = _weight(text, encoding, languages)
        if text not in by_text or by_text[text].weight < weight:
            by_text[text] = Reading(text, encoding, weight)
    weighed = sorted(by_text.values(), key=lambda reading: -reading.weight)
    if sample is data:
        return weighed
    likely = [reading for reading in weighed[:MOST_READINGS] if _can_decode(data, reading.encoding)]
    return [Reading(data.decode(reading.encoding), reading.encoding, reading.weight) for reading in likely]


def _can_decode(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


@cache
def _languages_of_encodings() -> dict[str, tuple[str, ...]]:
    languages: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for encoding in language.encodings:
            languages.setdefault(encoding, []).append(language.code)
    return {encoding: tuple(codes) for encoding, codes in languages.items()}


# --- what a reading weighs ---


@cache
def _with_guests(languages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the languages of a code page, and all others in Latin letters where it is one for those."""
    latin = tuple(language.code for language in LANGUAGES if language.code not in OTHER_SCRIPTS)
    return (*languages, *(code for code in latin if code not in languages))


def _foreign_words(text: str) -> Iterable[str]:
    return (word for word in WORD.findall(text[:MOST_LETTERS]) if not ASCII_ONLY.match(word))


def _weight(text: str, encoding: str, languages: tuple[str, ...]) -> float:
    """Return how likely a reading is: the sum over its different words that are not ASCII."""
    controls = sum(
        1
        for sign in text[:MOST_LETTERS]
        if "\x7f" <= sign < "\xa0" or unicodedata.category(sign) in ("Co", "Cn")
    )
    weight = RARE.get(encoding, 0.0) - 12.0 * min(controls, 20)
    counts = Counter(_foreign_words(text))
    for word in counts:
        word_weight = (
            _east_asian_weight(word, encoding) if encoding in EAST_ASIAN else _word_weight(word, languages)
        )
        weight += word_weight
    return weight + _odd_signs(text)


def _odd_signs(text: str) -> float:
    """Return what signs outside of words cost that stand in no list: fractions, box drawing, half-width
    kana.
    """
    odd = 0
    for sign in set(text[:MOST_LETTERS]):
        if sign > "\x7f" and not sign.isalnum() and sign not in ALLOWED_SIGNS:
            odd += 1
    return -2.0 * min(odd, 12)


#: a letter where the sign of a currency stands: "12,50 έ"
AMOUNT_WEIGHT = 20.0
AMOUNT_WITH_LETTER = re.compile(r"[0-9][.,][0-9]{2} ?([^\W\d_a-zA-Z])(?!\w)")
ALLOWED_SIGNS = frozenset("°ºª’‘“”„«»–—…€£ \u3000、。・（）：；，「」№·×−▲△✓✔§´\u2028\u00a0\u202f〒〜～！？")


@lru_cache(8192)
def _word_weight(word: str, languages: tuple[str, ...]) -> float:
    inner = word.strip("-'’.·‐_@&°ºª“”„«»…–—€£†")
    if not inner:
        return -0.5
    if any(not sign.isalnum() and sign not in JOINING and not unicodedata.combining(sign) for sign in inner):
        return SIGN_INSIDE
    letters = [sign for sign in inner if sign.isalpha()]
    foreign = [sign for sign in letters if sign > "\x7f"]
    if not foreign:
        return 0.0 if inner != word else -0.5
    weight = 0.0
    if len({_script(sign) for sign in letters}) > 1:
        weight += MIXED
    if any(
        not sign.isalpha() and sign > "\x7f" and sign not in "°ºª" for sign in inner if sign not in JOINING
    ):
        weight += SIGN_INSIDE
    parts = [part for part in re.split(r"[-'’.·‐_@&\d]+", inner) if part]
    if any(re.search(r"[a-zß-öø-ÿ]", part) and _has_capitals_inside(part) for part in parts) or any(
        _has_capitals_inside(part) for part in parts
    ):
        weight += CAPITALS_INSIDE
    if plain_word(inner) in _known_words():
        weight += KNOWN_WORD + 0.5 * len(foreign)
    return weight + max(
        _language_weight(inner.casefold(), _models()[code]) - (0.0 if code in languages else GUEST)
        for code in _with_guests(languages)
    )


def _has_capitals_inside(part: str) -> bool:
    """Whether a capital stands behind a small letter, names like McDonald aside."""
    behind = sum(1 for before, sign in pairwise(part) if before.islower() and sign.isupper())
    return behind > 0 and not re.match(r"^(Mc|Mac|De|Di|Le|La|O|Van|Von)[A-ZÀ-Ý]", part)


def plain_word(word: str) -> str:
    """Return a word in small letters, composed."""
    return unicodedata.normalize("NFC", word).casefold()


@lru_cache(8192)
def _script(letter: str) -> str:
    """Return the script of a letter, by the first word of its name."""
    name = unicodedata.name(letter, "?").split()[0]
    return "LATIN" if name in ("FEMININE", "MASCULINE", "MICRO") else name


@dataclass(frozen=True, slots=True)
class _Model:
    """The letters of a language that are not ASCII, how frequent each is, and which follow each other."""

    letters: Mapping[str, float]
    pairs: frozenset[str]


def _language_weight(word: str, model: _Model) -> float:
    """Return how likely the letters of a word are in a language; 0 and more for its own, in its order."""
    weight = 0.0
    padded = f"^{word}$"
    count = 0
    for at, sign in enumerate(word, start=1):
        if sign <= "\x7f" or not sign.isalpha():
            continue
        count += 1
        if sign not in model.letters:
            weight += FOREIGN
            continue
        weight += 1.0 + 0.35 * model.letters[sign]
        before, after = padded[at - 1] + sign, sign + padded[at + 1]
        for pair in (before, after):
            weight += 0.4 if pair in model.pairs else UNSEEN_ORDER / 2
    return weight / math.sqrt(count) if count else 0.0


@cache
def _models() -> dict[str, _Model]:
    return {language.code: _model(language) for language in LANGUAGES}


def _model(language: Language) -> _Model:
    letters: Counter[str] = Counter()
    pairs: set[str] = set()
    for word in _sample(language):
        padded = f"^{word}$"
        letters.update(sign for sign in word if sign > "\x7f" and sign.isalpha())
        pairs.update(padded[at : at + 2] for at in range(len(padded) - 1))
    total = sum(letters.values()) or 1
    for letter in ALPHABETS.get(language.code, ""):
        letters[letter] = letters[letter] or 1
    # from 0 for what is rare to about -4: logarithms of the frequency among the letters
    return _Model({sign: math.log(count / total) + 2 for sign, count in letters.items()}, frozenset(pairs))


def _sample(language: Language) -> Iterable[str]:
    """Return words of a language in small letters: names of people and countries, words of headings."""
    words = [*language.names, *HEADING_WORDS.get(language.code, "").split()]
    words += [word for name in names_of_countries(language.code) for word in WORD.findall(name)]
    return (plain_word(word) for word in words)


#: words of headings as they are written, for what `headings` knows without accents
HEADING_WORDS = {
    "fr": "prénom prénoms numéro fédération équipe téléphone âge généré remarques régime déjeuner dîner "
    "adhérent payé",
    "de": "straße geschlecht präferenz gebühr ernährung unverträglichkeiten größe",
    "nl": "allergieën dieët",
    "es": "país número apellidos teléfono dirección alimentación años población puntuación federación "
    "asociación",
    "pt": "país número federação associação alimentação refeição observações endereço inscrição",
    "it": "nazionalità città età società lunedì martedì così lì sì però più già perché caffè",
    "pl": "imię nazwisko płeć drużyna miejscowość narodowość członkowski zespół państwo kraj opłata wpłata",
    "cs": "jméno příjmení číslo země město národnost družstvo tým poznámka oddíl účastník křestní "
    "občanství předmět",
    "hu": "vezetéknév keresztnév ország szám város egyesület csapat megjegyzés nemzetiség étkezés "
    "befizetés név játékos "
    "első erdő mező idő nő fő jövő szőlő kőfaragó őz ősz bűn fű szűz hűség tűzoltó győzelem erő ajtó "
    "fűtő gyűrű",
    "da": "efternavn fornavn bemærkning måltid fødselsdato køn spørgsmål",
    "nb": "fødselsdato kjønn spørsmål måltid",
    "sv": "efternamn förnamn förening anmärkning ålder måltid klubbnamn övrigt önskemål fråga",
    "fi": "sukunimi etunimi sähköposti yhdistys jäsennumero syntymäaika päivämäärä ikä lisätiedot",
    "tr": "adı soyadı ülke şehir takım kulüp üye numarası ücret ödeme açıklama doğum",
    "ru": "фамилия имя отчество страна номер город клуб команда почта телефон примечание дата оплата "
    "участник эма",
    "uk": "прізвище ім'я країна номер місто клуб команда пошта телефон примітка дата оплата учасник",
    "el": "επώνυμο όνομα χώρα αριθμός πόλη σύλλογος ομάδα τηλέφωνο παρατηρήσεις ημερομηνία ηλεκτρονικό "
    "ταχυδρομείο μέλους",
    "hr": "država ime prezime klub broj primjedba",
    "ro": "ţara țara prenume număr oraş oraș",
    "lt": "vardas pavardė šalis uzvārds vārds valsts ķēde ģimene ļaudis ņemt ēka ūdens āda ī šī žē lēts "
    "pēc vīrs kārta",
    "et": "eesnimi perekonnanimi riik märkused õpetaja õhtu sõber võit põld mõte kõik tõde rõõm lõuna "
    "nõu hõbe jõgi",
}


@cache
def _known_words() -> frozenset[str]:
    """Return names and words of headings with letters that are not ASCII: where they come out, the reading
    is right.
    """
    words = {plain_word(name) for language in LANGUAGES for name in language.names}
    words |= {plain_word(word) for text in HEADING_WORDS.values() for word in text.split()}
    return frozenset(word for word in words if not ASCII_ONLY.match(word))


# --- Chinese, Japanese, Korean ---

#: the sets whose first level holds what is frequent, by code page, and the first bytes of that level
FREQUENT = {
    "cp932": ("euc_jp", range(0xB0, 0xD0)),
    "euc_jp": ("euc_jp", range(0xB0, 0xD0)),
    "gb18030": ("gb2312", range(0xB0, 0xD8)),
    "big5": ("big5", range(0xA4, 0xC7)),
    "cp949": ("euc_kr", range(0xB0, 0xC9)),
}
_LANGUAGE_OF = {"cp932": "ja", "euc_jp": "ja", "gb18030": "zh", "big5": "zh", "cp949": "ko"}


@lru_cache(8192)
def _east_asian_weight(word: str, encoding: str) -> float:
    inner = word.strip("-'’.·‐_@&、。・「」（）")
    letters = [sign for sign in inner if sign > "\x7f"]
    if not letters:
        return -0.5
    weight = 0.0
    if any("a" <= sign.lower() <= "z" for sign in inner):
        weight += -3.0
    for sign in letters:
        weight += _east_asian_sign(sign, encoding)
    return weight / math.sqrt(len(letters)) + (KNOWN_WORD if _is_known_east_asian(inner, encoding) else 0.0)


def _is_known_east_asian(word: str, encoding: str) -> bool:
    kind = kind_by_phrase().get(plain_text(word), "")
    return bool(kind) or word in _east_asian_names(_LANGUAGE_OF[encoding])


@cache
def _east_asian_names(code: str) -> frozenset[str]:
    language = next(language for language in LANGUAGES if language.code == code)
    return frozenset(name for name in language.names if len(name) > 1)


@cache
def _east_asian_letters(code: str) -> frozenset[str]:
    language = next(language for language in LANGUAGES if language.code == code)
    return frozenset("".join(language.names))


@lru_cache(16384)
def _east_asian_sign(sign: str, encoding: str) -> float:
    """Return what a sign weighs: by whether names have it, and the frequent ones of the standard."""
    code = _LANGUAGE_OF[encoding]
    if sign in _east_asian_letters(code):
        return 2.2
    if "\uff61" <= sign <= "\uff9f":  # half-width kana: what other code pages look like in this one
        return -3.0
    if "\u3040" <= sign <= "\u30ff":
        return 1.2 if code == "ja" else -2.0
    if "\uff00" <= sign <= "\uff60" or sign in ALLOWED_SIGNS:
        return 0.3
    standard, first_bytes = FREQUENT[encoding]
    try:
        first = sign.encode(standard)[0]
    except UnicodeEncodeError:
        return -4.0
    if not sign.isalpha():
        return -4.0
    if code == "ko" and not "\uac00" <= sign <= "\ud7a3":
        return -1.5
    return 0.9 if first in first_bytes else -2.5
