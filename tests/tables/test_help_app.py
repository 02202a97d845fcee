"""The help for the app itself: found from the help, in both languages, with an answer to each question."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, pgettext

from mahjongclub.help.app import QUESTIONS
from mahjongclub.tables.models import Session

from .conftest import Phone


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_people_ask_while_they_play_is_answered(phone: Phone, language: str) -> None:
    headers = {"accept-language": language}
    address = reverse("help:app")
    assert address in phone.get(reverse("help:games"), headers=headers).content.decode()
    text = html.unescape(phone.get(address, headers=headers).content.decode())
    for question in QUESTIONS:
        assert f'id="{question.key}"' in text
        assert question.steps
    assert text.count('class="help-picture"') == len(QUESTIONS)
    assert ("Correct a hand" in text) == (language == "en")


#: what a question tells people to tap
LABELS = {
    "mend": ("Undo", "Log", "Correct"),
    "winners": ("Confirm",),
    "phones": ("More", "Invite others"),
    "end": ("More", "End the game"),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", LABELS)
def test_an_answer_calls_what_is_tapped_as_the_table_does(language: str, key: str) -> None:
    (question,) = [question for question in QUESTIONS if question.key == key]
    with translation.override(language):
        told = " ".join(map(str, question.steps))
        for label in LABELS[key]:
            names = {gettext(label), pgettext("of a table", label).replace("\u00ad", "")}
            assert any(name in told for name in names), label


def test_more_leads_to_the_help_for_the_app(phone: Phone, table: Session) -> None:
    more = html.unescape(phone.get(reverse("tables:more", args=[table.code])).content.decode())
    assert f'href="{reverse("help:app")}"' in more
    assert "How do I …" in more
