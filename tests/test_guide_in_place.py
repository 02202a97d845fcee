"""Each page of the organiser's guide names what an owner finds on the pages of the app that it is about."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from mahjongclub.clubs.models import Evening
from mahjongclub.guide.pages import CONTENTS, TITLES, page_path
from mahjongclub.languages import LANGUAGES
from tests.rights.hall import Hall
from tests.test_guide import bold_texts, sources_of

pytestmark = pytest.mark.django_db

#: the pages of the app that a page of the guide is about: view, then what its address names of the hall
CLUB, NIGHT, EVENING = "tables:club club", "tables:evening club night", "tables:evening club evening"
EVENT = "tournaments:tournament club"
ABOUT: dict[str, tuple[str, ...]] = {
    CONTENTS: (),
    "first-evening": (),  # tests/browser/test_guide.py walks it
    "weekly-night": (
        *(CLUB, NIGHT, EVENING, "clubs:new_evening club", "nights:seating club night"),
        *("nights:here club next_night", "nights:coming club night", "nights:desk club night 1"),
    ),
    "league": (
        *(CLUB, "leagues:leagues club", "leagues:new_season club", "leagues:season club season"),
        *("leagues:edit_season club season",),
    ),
    "event": (
        *(
            CLUB,
            "tournaments:tournaments club",
            "tournaments:new_tournament club",
            "entries:listed club draft",
        ),
        *(f"{EVENT} {state}" for state in ("fresh", "draft", "drawn", "published", "tournament", "final")),
        *("entries:people club draft", "entries:settings club draft", "tournaments:seating club drawn"),
        *("tournaments:round club published 1", "tournaments:round club tournament 1"),
    ),
    "federation": (f"{EVENT} published", "tournaments:federation club published"),
    "printing": (
        *(
            CLUB,
            EVENING,
            "sheets:club_sheets club",
            "sheets:club_blank club riichi",
            "nights:here club night",
        ),
        *("nights:seating club night", "sheets:tournament club has_cut", f"{EVENT} published"),
    ),
    "wall": (
        *(
            CLUB,
            EVENING,
            NIGHT,
            "tables:wall_link club",
            "tables:wall club",
            "tables:evening_clock club night",
        ),
        f"{EVENT} published",
    ),
    "members": (
        *(CLUB, "clubs:invitations club", "clubs:members club", "clubs:member club scorer"),
        *("clubs:settings club", "clubs:roster club", "people:player player"),
    ),
    "backups": (CLUB, "exchange:export club", "exchange:archive club export", "hosting:backups"),
    "moving": (
        *(CLUB, "exchange:export club", "exchange:archive club export", "tables:home", "clubs:found"),
        *("reading:club", "clubs:settings club", "hosting:backups"),
    ),
    "trouble": (
        *(CLUB, EVENING, "nights:seating club night", "tables:club_game club paper", "people:player player"),
        *("tables:club_game club running", "tables:wall_link club", f"{EVENT} published", f"{EVENT} final"),
        *("tournaments:round club final 1", "hosting:choices"),
    ),
}
#: what shows only after a step of that page, or where something is wrong; the tests that press it
AFTERWARDS = {
    "Pause": "tests/browser/test_club.py",
    "Add these players": "tests/browser/guide_pictures.py",
    "– left out –": "tests/browser/guide_pictures.py",
    "They are players of the event at once": "tests/browser/guide_pictures.py",
    "Publish the final ranking": "tests/leagues",
    "Restore this backup": "tests/server/test_backup_pages.py",
    "One moment": "tests/server/test_trouble.py",
    "Try again": "tests/server/test_trouble.py",
    "The server’s disk is full": "tests/server/test_trouble.py",
    "Something broke": "tests/server/test_trouble.py",
}


@pytest.fixture(scope="module")
def hall(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Hall]:
    with django_db_blocker.unblock(), transaction.atomic():
        hall = Hall()
        hall.fresh = hall._tournament("Fresh")
        hall.next_night = Evening.objects.create(club=hall.club, date=hall.night.date + timedelta(days=1))
        yield hall
        transaction.set_rollback(True)


def shown_text(hall: Hall, about: str, language: str) -> str:
    """Return what one page of the app says to the owner of the club, or of the server."""
    view, *things = about.split()
    player = hall.players["Aiko"].pk
    known = {
        "club": hall.club.slug,
        "scorer": hall.accounts["scorer"].pk,
        "player": player,
        "riichi": "riichi",
    }
    known |= {"1": 1, "running": hall.running.code, "paper": hall.paper.code}
    values = [known[name] if name in known else getattr(hall, name).pk for name in things]
    who = "installer" if view.startswith("hosting:") else "owner"
    answer = hall.browsers[who].get(reverse(view, args=values), HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200, about
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_guide_is_about_pages_of_the_app() -> None:
    assert ABOUT.keys() == TITLES.keys()


@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize("name", [name for name, about in ABOUT.items() if about])
def test_a_page_of_the_guide_names_what_is_on_the_pages_it_is_about(
    hall: Hall, name: str, language: str
) -> None:
    if not page_path(name, language).is_file():
        pytest.skip("not written in this language")
    shown = " | ".join(shown_text(hall, about, language) for about in ABOUT[name])
    named = [
        text for text in bold_texts(name, language) if not sources_of(text, language) & AFTERWARDS.keys()
    ]
    texts = {re.sub(r"\d+", r"\\d+", re.escape(text)) for text in named}
    assert {text for text in texts if not re.search(text, shown)} == set()
