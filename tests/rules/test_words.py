"""A sentence of the engine is said in the reader's language, by its catalogue."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from types import SimpleNamespace

import pytest

from mahjongclub.rules.catalogue_file import compile_catalogue
from mahjongclub.rules.words import SeatText, Text, about_seat, languages, text_by_language, with_subject


def test_a_reader_of_either_language_reads_the_sentence_in_it() -> None:
    text = Text("The file is empty.")
    assert text_by_language(text) == {"en": "The file is empty.", "fr": "Le fichier est vide."}
    assert text.in_language("fr-ca") == text.in_language("fr")
    assert text.in_language("de") == str(text)


def test_a_number_is_grouped_as_the_language_does() -> None:
    text = Text("“{name}” must be a text of at most {longest} characters.", name="a", longest=12000)
    assert "12,000" in str(text)
    assert "12\u202f000" in text.in_language("fr")


def test_one_and_many_are_said_differently() -> None:
    said = [Text.counted("{count} tile", "{count} tiles", count).in_language("fr") for count in (0, 1, 2)]
    assert said == ["0 tuile", "1 tuile", "2 tuiles"]


def test_the_same_english_in_two_places_is_two_sentences() -> None:
    wall = Text("East’s wall"), Text.at("of", "East’s wall")
    assert [text.in_language("fr") for text in wall] == ["le mur Est", "du mur Est"]
    assert str(wall[0]) == str(wall[1])


def test_a_text_within_a_text_is_said_in_the_same_language() -> None:
    told = with_subject("E1", Text("There is no game in the file."))
    assert str(told) == "E1: There is no game in the file."
    assert told.in_language("fr").startswith("E1\u202f: ")
    assert str(Text.joined(told, Text("The file is empty."))).endswith("in the file. The file is empty.")


def test_a_seat_is_said_by_number_or_by_name() -> None:
    text = about_seat(2, "{who} wins.")
    assert (str(text), text.in_language("fr")) == ("Seat 2 wins.", "La place 2 wins.")
    assert str(text.with_name("{Chen}")) == "{Chen} wins."


@pytest.mark.parametrize(
    "text",
    [
        Text("The file is empty."),
        Text.at("of", "East’s wall"),
        Text.counted("{count} tile", "{count} tiles", 3),
        with_subject("E1", Text("{han} han", han=3)),
    ],
)
def test_a_stored_text_is_said_as_before(text: Text) -> None:
    assert text_by_language(Text.from_json(text.to_json())) == text_by_language(text)


def test_a_sentence_is_said_in_every_language() -> None:
    assert languages() == ("en", "fr")
    assert text_by_language(Text("The file is empty.")) == {
        "en": "The file is empty.",
        "fr": "Le fichier est vide.",
    }


# --- texts of several parts, and equal texts ---


def test_words_are_listed_with_commas() -> None:
    assert str(Text.listed([Text("East"), Text("South")])) == "East, South"
    assert str(Text.listed([])) == ""
    assert str(Text.listed([Text("East")])) == "East"


def test_an_option_stands_in_a_sentence_by_its_name() -> None:
    rules = SimpleNamespace(limit=1000, bonus=2)
    text = Text("{limit} at most, {bonus} more, {given} given.", given=7)
    assert str(text.with_options(rules)) == "1,000 at most, 2 more, 7 given."
    assert str(text) == "{limit} at most, {bonus} more, 7 given.", "the text itself stays"
    assert str(Text("{limit}", limit=5).with_options(rules)) == "5", "what the text says itself counts"


def test_texts_are_equal_that_say_the_same_of_the_same() -> None:
    text = Text("{points} points", points=3)
    assert text == Text("{points} points", points=3)
    assert hash(text) == hash(Text("{points} points", points=3))
    for other in (
        Text("{points} points", points=4),
        Text("{points} point", points=3),
        Text.at("of", "{points} points", points=3),
        Text.counted("{points} points", "many", 3, points=3),
        "3 points",
        None,
    ):
        assert text != other


def test_a_stored_sentence_about_a_seat_is_about_the_seat_again() -> None:
    text = about_seat(2, "{who} wins {points}.", points=1000)
    stored = SeatText.stored(2, text.to_json())
    assert (str(stored), stored.seat) == ("Seat 2 wins 1,000.", 2)
    assert str(stored.with_name("Chen")) == "Chen wins 1,000."


# --- a catalogue as gettext reads it ---

CATALOGUE = """# a translator's note
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "East"
msgstr "Est"

msgctxt "of"
msgid "East"
msgstr "de l'Est"

msgid "{count} tile"
msgid_plural "{count} tiles"
msgstr[0] "{count} tuile"
msgstr[1] "{count} tuiles"

msgid "A sentence "
"in two lines"
msgstr "Une phrase "
"sur deux lignes, très longue"

msgid "Not translated"
msgstr ""
"""


def test_a_compiled_catalogue_says_what_translators_wrote() -> None:
    words = GNUTranslations(BytesIO(compile_catalogue(CATALOGUE)))
    assert words.gettext("East") == "Est"
    assert words.pgettext("of", "East") == "de l'Est"
    assert [words.ngettext("{count} tile", "{count} tiles", count) for count in (1, 2)] == [
        "{count} tuile",
        "{count} tuiles",
    ]
    assert words.gettext("A sentence in two lines") == "Une phrase sur deux lignes, très longue"
    assert words.gettext("Not translated") == "Not translated"
    assert words.gettext("Unknown") == "Unknown"
    assert words.info()["content-type"] == "text/plain; charset=UTF-8"


def test_a_catalogue_without_a_word_says_nothing() -> None:
    assert GNUTranslations(BytesIO(compile_catalogue(""))).gettext("East") == "East"
