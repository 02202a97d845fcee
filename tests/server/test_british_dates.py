"""English dates are British: "22 November 2026", "22 Nov 2026", 14:05; the language stays `en`."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import pgettext

from mahjongclub.clubs.models import Club, Evening

MOMENT = datetime(2026, 11, 22, 19, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("DATE_FORMAT", "22 November 2026"),
        ("SHORT_DATE_FORMAT", "22 Nov 2026"),
        ("TIME_FORMAT", "19:05"),
        ("DATETIME_FORMAT", "22 November 2026, 19:05"),
        ("SHORT_DATETIME_FORMAT", "22 Nov 2026, 19:05"),
        ("MONTH_DAY_FORMAT", "22 November"),
    ],
)
def test_each_format(wanted: str, said: str) -> None:
    with translation.override("en"):
        assert date_format(MOMENT, wanted) == said


def test_the_foot_of_a_chart_has_day_and_month() -> None:
    short = {}
    for language in ("en", "fr"):
        with translation.override(language):
            short[language] = date_format(MOMENT, pgettext("day and month, for Django’s date filter", "j M"))
    assert short == {"en": "22 Nov", "fr": "22/11"}


@pytest.mark.parametrize(
    ("language", "said", "locale"), [("en", "22 November 2026", "en-GB"), ("fr", "22 novembre 2026", "fr")]
)
@pytest.mark.django_db
def test_a_page_says_its_day_and_browsers_are_told_how(language: str, said: str, locale: str) -> None:
    """`data-locale` is what scripts write times by; the page's language stays what accounts hold."""
    club = Club.objects.create(name="Four Winds", slug="four-winds", visibility="public")
    evening = Evening.objects.create(club=club, date=date(2026, 11, 22))
    client = Client(headers={"Accept-Language": language})
    page = client.get(f"/c/four-winds/evenings/{evening.pk}/").content.decode()
    assert said in page
    assert f'<html lang="{language}" data-locale="{locale}"' in page
