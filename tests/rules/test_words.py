"""A sentence of the engine is said in the reader's language, by its catalogue."""

from __future__ import annotations

import pytest

from mahjongclub.rules.words import Text, about_seat, languages, text_by_language, with_subject


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
    assert str(text.naming("{Chen}")) == "{Chen} wins."


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
