"""A third language, every text of its catalogues marked: no page and no sheet says a word of none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import translation

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.time_zones import zone_in_words, zone_names
from mahjongclub.exchange.models import Origin
from mahjongclub.games.kit.seat_names import ACROSS, LINE, SIDE, name_fitted_to_seat
from mahjongclub.sheets import typesetting
from mahjongclub.tables.models import Session
from tests.made_up_language import CODE, unmarked, unmarked_on_page

from ..browser import PLAIN
from ..site import LEFT_OUT, addresses
from ..visits import PagesOf
from ..world import World

#: parts of a sheet's data that its template reads, not its reader
HOW = ("key", "kind", "language", "link", "longer", "svg")

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def names(world: World) -> set[str]:
    """What somebody typed, what stands for a table in its address, and what time zones are called."""
    typed = {str(getattr(row, field)) for row, field in world.words(world.open.club)}
    codes = Session.objects.values_list("code", flat=True)
    told = Origin.objects.values_list("differences__0__id", flat=True)
    people = [
        *Player.objects.values_list("name", flat=True),
        *Account.objects.values_list("username", flat=True),
    ]
    columns = ("date", "name", "score")
    at_seats = {
        name_fitted_to_seat(one, room) for one in {*typed, *people} if one for room in (SIDE, ACROSS, LINE)
    }
    zones = {zone_in_words(name) for name in zone_names()}
    return {
        *typed,
        *zones,
        *codes,
        *(code.upper() for code in codes),
        *told,
        *people,
        *at_seats,
        *columns,
    } - {"", None}


@pytest.mark.parametrize("who", ["guest", "scorer", "owner"])
def test_no_page_says_a_word_outside_the_catalogues(
    world: World, names: set[str], pages_of: PagesOf, who: str
) -> None:
    shown = {f"get {seen.address.path}": seen.page for seen in pages_of(who) if not seen.address.foreign}
    for address in list(addresses(world))[::3]:
        if not address.foreign and address.pattern not in LEFT_OUT:
            sent = {"HTTP_ACCEPT_LANGUAGE": CODE, PLAIN: True}
            answer = world.browsers[who].post(address.path, {}, **sent)
            html = answer.get("Content-Type", "").startswith("text/html")
            if html and answer.status_code not in (403, 404):
                shown[f"post {address.path}"] = answer.text
    found = {asked: words for asked, page in shown.items() if (words := unmarked_on_page(page, names))}
    assert found == {}
    assert len([page for page in shown.values() if page]) > 40


def texts_in(data: Any) -> Iterator[str]:
    """What a sheet writes: the texts of its data, but what tells its template how (a language, a kind)."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, part in data.items():
            if key not in HOW:
                yield from texts_in(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from texts_in(part)


def test_no_sheet_says_a_word_outside_the_catalogues(world: World, names: set[str], made_up: None) -> None:
    found: dict[str, list[str]] = {}
    sheets: list[typesetting.Sheet] = []

    def note(sheet: typesetting.Sheet, data: Any, **_wanted: Any) -> bytes:
        sheets.append(sheet)
        words = [word for text in texts_in([sheet.title, sheet.data]) for word in unmarked(text, names)]
        if words:
            found[sheet.template] = words
        return b"%PDF-"

    with patch.object(typesetting, "_compile", note), translation.override(CODE):
        for address in addresses(world):
            if address.path.endswith(".pdf") and not address.foreign:
                world.browsers["owner"].get(address.path, {"language": CODE}, **{PLAIN: True})
    assert {sheet.language for sheet in sheets} == {CODE}
    assert found == {}
