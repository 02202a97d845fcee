"""The wall of a tournament: tables by number, the ranking as everybody may know it, the next seating.

And one table over the picture of a stream, the only page of ours that may stand in a frame of another site.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.clubs.club_access import wall_token
from mahjongclub.displays.wall import MOST_OF_LIST, wall_list_pages
from mahjongclub.events.hall import stream_token, table_code_path
from mahjongclub.tables.models import Session
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import Phone, ron

from .test_tournament_desk import TYPED, row
from .tournament_hall import TournamentHall

NAMES = [f"Player {number:02}" for number in range(1, 9)]


@pytest.fixture
def hall(db: None) -> TournamentHall:
    """Two tables of a private club, two rounds published, the first open."""
    hall = TournamentHall(open_club_house("private"), NAMES, round_count=2, public="on")
    hall.draw_and_publish()
    hall.open(1)
    return hall


def wall(hall: TournamentHall, **headers: str) -> HttpResponse:
    club = hall.house.club
    return Phone().get(f"/wall/{club.slug}/?token={wall_token(club)}", headers=headers)


def text(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", unescape(answer.content.decode())))


def test_the_wall_shows_tables_then_the_ranking_between_rounds_and_the_next_seating(
    hall: TournamentHall,
) -> None:
    shown = text(wall(hall))
    assert "Table 1 waiting" in shown
    assert "Table 2 waiting" in shown
    assert "Round 2: who sits at which table" in shown
    for table in hall.tables(2):
        for seat in table.seats.all():
            assert f"{NAMES[seat.place.number - 1]} {table.number} {'ESWN'[seat.number]}" in shown
    assert "After round" not in shown
    row(hall, *TYPED)
    assert "+30.0" not in text(wall(hall)), "one table is in, one plays"
    row(hall, *TYPED, table=2)
    over = text(wall(hall))
    assert re.search(r"After round 1 1 Player \d\d \+30.0", over)
    hall.open(2)
    running = text(wall(hall))
    assert "After round 1" in running
    assert "who sits at which table" not in running, "there is no further round"


def test_a_table_on_paper_waits_on_the_wall_until_its_result_is_typed(hall: TournamentHall) -> None:
    waiting = tables_on(wall(hall))
    assert [(table["label"], table["scores"]) for table in waiting] == [("waiting", []), ("waiting", [])]
    row(hall, *TYPED)
    by_number = {table["number"]: table for table in tables_on(wall(hall))}
    assert [by_number[f"Table {number}"]["label"] for number in (1, 2)] == ["finished", "waiting"]
    row(hall, *TYPED, table=2)
    for table in tables_on(wall(hall)):
        assert table["scores"] == ["45,000", "35,000", "25,000", "15,000"]


def tables_on(answer: HttpResponse) -> list[dict[str, Any]]:
    """The number, the label and the scores of every table of a wall."""
    page = unescape(answer.content.decode())

    def words(pattern: str, text: str) -> list[str]:
        found = re.findall(pattern, text, re.DOTALL)
        return [" ".join(re.sub(r"<[^>]+>|[✦★]", " ", one).split()) for one in found]

    return [
        {
            "number": words(r'class="wall-number">(.*?)</span>\s*<span class="wall-label"', table)[0],
            "label": words(r'class="wall-label">(.*?)</span>', table)[0],
            "scores": [
                score.removeprefix("leads ")
                for score in words(r'class="wall-score">(.*?)</span>\s*</li>', table)
            ],
        }
        for table in re.findall(r'<li class="wall-table.*?</ol>', page, re.DOTALL)
    ]


def test_the_wall_is_asked_again_for_what_is_new_alone(hall: TournamentHall) -> None:
    tag = wall(hall)["ETag"]
    assert wall(hall, if_none_match=tag).status_code == 304
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    assert wall(hall, if_none_match=tag).status_code == 200


def test_the_wall_of_an_ordinary_night_has_no_lists() -> None:
    assert wall_list_pages("ranking", "Ranking", []) == []
    rows = [(str(number), "Name", "+1") for number in range(84)]
    pages = wall_list_pages("ranking", "Ranking", rows)
    assert [len(page.rows) for page in pages] == [42, 42]
    assert all(page.column_count == 3 and len(page.rows) <= MOST_OF_LIST for page in pages)
    assert len({page.key for page in pages}) == 2


def overlay(hall: TournamentHall, table: int = 1, token: str | None = None) -> HttpResponse:
    told = stream_token(hall.tournament) if token is None else token
    here = reverse("tournaments:overlay", args=[hall.house.club.slug, hall.tournament.pk, table])
    return Phone().get(f"{here}?token={told}")


def test_a_stream_shows_what_is_played_at_a_table_in_each_round(hall: TournamentHall) -> None:
    hall.post("rounds/1/clock/")
    session = hall.tables(1)[0].session
    assert session is not None
    hall.phone.confirm(session, ron(2, 1))
    shown = text(overlay(hall))
    assert "Table 1" in shown
    assert "24,800" in shown
    assert "35,200" in shown
    assert "75:00" in shown or "74:59" in shown
    assert re.search(r"E1\b.*ron", shown), "the last hand in words"
    assert f"/live/wall-{hall.house.club.pk}?token=" in overlay(hall).content.decode(), "it hears at once"
    version = Session.objects.get(pk=session.pk).version
    hall.phone.post(reverse("tables:close", args=[session.code]), {"version": version})
    hall.play_table(hall.tables(1)[1])
    hall.open(2)
    assert "30,000" in text(overlay(hall)), "the second round, nothing played yet"
    assert overlay(hall, token="0" * 32).status_code == 404
    assert overlay(hall, table=9).status_code == 200, "a table that is not there yet shows nothing"
    links = hall.read("stream/")
    assert f"overlay/?token={stream_token(hall.tournament)}" in links


def test_a_table_has_its_own_link_for_a_stream(hall: TournamentHall) -> None:
    session = hall.tables(1)[0].session
    assert session is not None
    page = unescape(hall.phone.get(reverse("tables:share", args=[session.code])).content.decode())
    link = re.findall(r'>https?://[^/"]+(/t/[^"<]+/overlay/[^"<]+)<', page)[0]
    assert "30,000" in text(Phone().get(link))
    assert Phone().get(link[:-5] + "0000/").status_code == 404
    assert not session.accesses.filter(role="viewer").exists(), "looking lets nobody in"


def test_no_page_but_an_overlay_may_stand_in_a_frame(hall: TournamentHall) -> None:
    session = hall.tables(1)[0].session
    assert session is not None
    page = unescape(hall.phone.get(reverse("tables:share", args=[session.code])).content.decode())
    link = re.findall(r'>https?://[^/"]+(/t/[^"<]+/overlay/[^"<]+)<', page)[0]
    for answer in (overlay(hall), Phone().get(link)):
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy, "all else stays"
        assert "X-Frame-Options" not in answer
    others = [
        "/",
        "/help/",
        hall.url("event/"),
        hall.url("stream/"),
        hall.url(),
        table_code_path(hall.tournament, 2),
        reverse("tables:table", args=[session.code]),
        f"/wall/{hall.house.club.slug}/?token={wall_token(hall.house.club)}",
        link[:-5] + "0000/",
    ]
    for address in others:
        answer = hall.phone.get(address, follow=True)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
        assert answer["X-Frame-Options"] == "DENY", address
