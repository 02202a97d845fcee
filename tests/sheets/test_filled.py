"""The filled sheet of a session: its hands and scores, corrections, the ranking explained, signatures."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.clubs.club_model import Club
from mahjongclub.clubs.models import Device, Player
from mahjongclub.sheets.filled.session import ranking_picture, session_sheet
from mahjongclub.sheets.typesetting import print_png, print_sheet
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import NAMES, Phone, draw, ron
from tests.tables.test_whole_record import BEGAN, GAMES, record_of

from .reading import opened, spoken_of, tags_of, text_of

SHEET = "/sheets/t/{}/sheet.pdf"


def kept(variant: str, **more: Any) -> Session:
    return store_record(WholeRecord(record_of(variant, closed=True, **more), BEGAN), Device.objects.create())


def printed(session: Session, paper: str = "a4", language: str = "en") -> bytes:
    with override(language):
        return print_sheet(session_sheet(session, paper=paper, language=language)).pdf


@pytest.mark.django_db
@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize(("paper", "language"), [("a4", "en"), ("letter", "fr")])
def test_every_game_has_its_filled_sheet(variant: str, paper: str, language: str) -> None:
    """The scores are those of RULES.md's examples (`GAMES`); every name stands where it signs, too."""
    session, expected = kept(variant), GAMES[variant][1]
    pdf = printed(session, paper, language)
    text = text_of(pdf)
    for score in expected:
        with override(language):
            assert f"{score:,}".replace(",", " " if language == "fr" else ",").replace("-", "−") in text
    for seat in session.seats.select_related("player"):
        assert text.count(seat.player.name) >= 3  # its column, its place in the ranking, its signature
    assert "Signatures" in text
    assert ("The ranking" if language == "en" else "Le classement") in text
    width, height = (round(float(side)) for side in opened(pdf).pages[0].mediabox[2:])
    assert (width, height) == ((595, 842) if paper == "a4" else (612, 792))
    assert {"/H1", "/H2", "/Table", "/TH"} <= set(tags_of(pdf))


@pytest.mark.django_db
def test_the_ranking_is_explained_line_by_line(phone: Phone) -> None:
    """30,200 against the return of 30,000 is +0.2, uma +20, oka +20; 25,000 twice share +10 and −10."""
    text = text_of(printed(kept("riichi")))
    assert "1 Benoît 30,200 +0.2 +20.0 +20.0 +40.2" in text
    assert "2 Aiko 25,000 −5.0 0.0 −5.0" in text
    assert "4 Chen 19,800 −10.2 −20.0 −30.2" in text
    assert "Equal scores share the place and what it earns." in text
    assert "Return points: 30,000" in text
    assert "The players stopped here." in text


def test_a_correction_is_marked_and_told(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, draw(0))
    assert phone.confirm(table, ron(1, 3), number=1).status_code == 302
    phone.post(reverse("tables:close", args=[table.code]), submission(table))
    text = text_of(phone.get(SHEET.format(table.code)).content)
    assert "E1 ✱" in text
    assert "✱ corrected" in text
    assert "Corrections" in text
    told = text[text.index("Corrections") :]
    assert "Benoît wins by ron on Chen" in told
    assert "Benoît wins by ron on Dina" in told
    assert "E2 ✱" not in text


def submission(table: Session) -> dict[str, Any]:
    session = Session.objects.get(pk=table.pk)
    return {"version": session.version, "key": "7" * 32}


def test_a_session_being_played_is_printed_as_it_stands(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, draw(0))
    pdf = phone.get(SHEET.format(table.code)).content
    assert "Not finished yet" in text_of(pdf)
    assert any("scores over the hands" in alt for alt in spoken_of(pdf))
    assert Phone().get(SHEET.format(table.code)).status_code == 404


def test_the_pages_of_the_table_lead_to_it_and_it_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    here = reverse("sheets:table_filled", args=[table.code])
    assert here in phone.get(reverse("tables:log", args=[table.code])).content.decode()
    phone.post(reverse("tables:close", args=[table.code]), submission(table))
    assert here in phone.get(reverse("tables:end", args=[table.code])).content.decode()
    page = phone.get(here).content.decode()
    assert reverse("tables:end", args=[table.code]) in page
    assert f"{here}sheet.pdf" in page
    assert phone.get(f"{here}page-1.svg")["Content-Type"] == "image/svg+xml"


@pytest.mark.django_db
def test_who_hides_the_name_hides_it_on_paper() -> None:
    session = kept("riichi", hands=[ron(1, 2)] * 3)
    player = session.seats.get(number=1).player
    Player.objects.filter(pk=player.pk).update(name_hidden=True)
    text = text_of(printed(session))
    assert "Benoît" not in text
    assert f"Player no. {player.pk}" in text


@pytest.mark.django_db
def test_a_result_from_paper_has_its_ranking_and_no_hands() -> None:
    house = open_club_house()
    form = {f"name-{seat}": name for seat, name in enumerate(NAMES)} | {
        f"score-{seat}": points for seat, points in enumerate((40000, 30000, 20000, 10000))
    }
    house.phone("scorer").post(house.url("results/new/"), {"variant": "riichi", **form})
    session = Session.objects.get()
    phone = house.phone("member")
    text = text_of(phone.get(f"/sheets/c/{house.club.slug}/games/{session.code}/sheet.pdf").content)
    assert "Played on paper" in text
    assert "1 Aiko 40,000 +10.0 +20.0 +20.0 +50.0" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visibility", "allowed"),
    [
        (Club.Visibility.MEMBERS, {"organiser": 200, "member": 200, "stranger": 404, "nobody": 302}),
        (Club.Visibility.PRIVATE, {"organiser": 200, "member": 403, "stranger": 404, "nobody": 302}),
        (Club.Visibility.PUBLIC, {"organiser": 200, "member": 200, "stranger": 200, "nobody": 200}),
    ],
)
def test_who_may_look_at_a_game_may_print_it(visibility: str, allowed: dict[str, int]) -> None:
    house = open_club_house(visibility)
    whole = WholeRecord(
        record_of("ten", closed=True), BEGAN, belonging=ClubAndEvening(house.club, house.evening)
    )
    session = store_record(whole, None)
    address = f"/sheets/c/{house.club.slug}/games/{session.code}/"
    answers = {who: house.phone(who).get(address).status_code for who in allowed}
    assert answers == allowed


@pytest.mark.django_db
def test_queries_are_the_same_for_many_hands(django_assert_num_queries: Any) -> None:
    short, long = kept("riichi", hands=[draw(0)]), kept("riichi", hands=[draw(0, 1, 2, 3)] * 30)
    for session in (short, long):
        session = Session.objects.select_related("club", "evening", "clock").get(pk=session.pk)
        with django_assert_num_queries(4):  # hands, seats with their players, event, corrections
            session_sheet(session, paper="a4", language="en")


PICTURE = "/sheets/t/{}/ranking.png"


def test_who_sees_the_end_has_the_ranking_as_a_picture(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    address = PICTURE.format(table.code)
    assert phone.get(address).status_code == 404  # still being played
    phone.post(reverse("tables:close", args=[table.code]), submission(table))
    answer = phone.get(address)
    assert answer["Content-Type"] == "image/png"
    assert struct.unpack(">8s8xII", answer.content[:24]) == (b"\x89PNG\r\n\x1a\n", 1080, 1080)
    assert "riichi-" in answer["Content-Disposition"]
    assert Phone().get(address).status_code == 404


def test_the_picture_is_drawn_again_where_something_on_it_changed(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.post(reverse("tables:close", args=[table.code]), submission(table))
    address = PICTURE.format(table.code)
    tag = phone.get(address)["ETag"]
    same = phone.get(address, headers={"If-None-Match": tag})
    assert same.status_code == 304
    assert "private" in same["Cache-Control"]
    assert "no-cache" in same["Cache-Control"]
    in_french = {"If-None-Match": tag, "Accept-Language": "fr"}
    assert phone.get(address, headers=in_french).status_code == 200
    Player.objects.filter(name="Chen").update(name_hidden=True)
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("variant", GAMES)
def test_every_game_has_its_picture_with_names_places_and_scores(variant: str) -> None:
    """The scores are those of RULES.md's examples (`GAMES`)."""
    session, expected = kept(variant), GAMES[variant][1]
    text = text_of(print_sheet(ranking_picture(session, language="en")).pdf)
    for seat, score in zip(session.seats.select_related("player"), expected, strict=True):
        assert seat.player.name in text
        assert f"{score:,}".replace("-", "−") in text


@pytest.mark.django_db
def test_names_in_any_script_are_on_the_picture_or_stood_in_for() -> None:
    session = kept("riichi")
    names = ["陳偉", "محمد عبد الله", "🀄🏽‍♂️" * 20, "Wolfeschlegelsteinhausenbergerdorff" * 4]
    for seat, name in zip(session.seats.select_related("player"), names, strict=True):
        Player.objects.filter(pk=seat.player_id).update(name=name)
    assert print_png(ranking_picture(session, language="fr")).startswith(b"\x89PNG")


@pytest.mark.django_db
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(min_size=1, max_size=200), min_size=4, max_size=4))
def test_names_never_break_it(names: list[str]) -> None:
    """Whatever a name holds that the database takes: markup, signs of any script, marks of direction."""
    session = Session.objects.first() or kept("riichi", hands=[ron(1, 2), draw(0)])
    hostile = ["#panic()", '*bold* _it_ `raw` $x$ <tag> @ref // /* \\ " #', "‮abc‬", "🀄🏽‍♂️" * 20]
    for seat, name, other in zip(session.seats.select_related("player"), names, hostile, strict=True):
        clean = "".join(letter for letter in name if letter != "\x00" and not "\ud800" <= letter <= "\udfff")
        Player.objects.filter(pk=seat.player_id).update(name=(clean.strip() or "x") + other)
    assert opened(printed(session)).pages
