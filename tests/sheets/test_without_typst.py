"""An installation without Typst: pages say what to install, and leave out what only Typst draws."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from mahjongclub.clubs.club_model import Club
from mahjongclub.sheets import fonts, widths
from tests.clubs.club_house import ClubHouse, open_club_house


@pytest.fixture(autouse=True)
def _no_typst(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fonts, "find_spec", lambda _name: None)
    remembered = (fonts.can_print, widths.letter_widths, widths._ems)
    for function in remembered:
        function.cache_clear()
    yield
    for function in remembered:
        function.cache_clear()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("place", ["", "sheet.pdf", "page-1.svg"])
def test_a_sheet_says_what_is_to_be_installed(client: Client, language: str, place: str) -> None:
    answer = client.get(f"/sheets/blank/riichi/{place}", headers={"accept-language": language})
    assert answer.status_code == 501
    page = answer.content.decode()
    assert "mahjongclub[sheets]" in page
    assert ("cannot print" if language == "en" else "ne peut pas encore imprimer") in page


@pytest.fixture
def public(db: None) -> ClubHouse:
    return open_club_house(Club.Visibility.PUBLIC)


def test_nothing_is_shared_as_a_picture_but_as_text(public: ClubHouse) -> None:
    visitor = public.phone("nobody")
    assert visitor.get(f"/sheets/c/{public.club.slug}/title.png").status_code == 404
    page = visitor.get(public.url()).content.decode()
    assert 'property="og:title"' in page
    assert "og:image" not in page
