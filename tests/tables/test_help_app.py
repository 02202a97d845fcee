"""The help for the app itself: found from the help, in both languages, with an answer to each question."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

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


def test_more_leads_to_the_help_for_the_app(phone: Phone, table: Session) -> None:
    more = html.unescape(phone.get(reverse("tables:more", args=[table.code])).content.decode())
    assert f'href="{reverse("help:app")}"' in more
    assert "How do I …" in more
