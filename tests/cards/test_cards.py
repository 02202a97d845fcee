"""A card's own lines: typed by a club or a player, picked at the table, and told to nobody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.cards import forms
from mahjongclub.cards.made import lines_with_times_made
from mahjongclub.cards.models import CardLine, LinePick
from mahjongclub.cards.owners import CardOwner
from mahjongclub.clubs.models import Account, Club
from mahjongclub.clubs.people.leaving import delete_account_and_names
from mahjongclub.tables.models import Session
from mahjongclub.tables.recording import Submission, correct_hand, delete_hand, insert_hand
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.clubs.visitors import Visitor, account, errors
from tests.exchange.full_club import archive_of
from tests.tables.conftest import Phone

CAST = ("Marguerite", "Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "ليلى منصور")
#: made up, and found nowhere else
LINE, SECTION = "Four herons over a canal", "Waterways"
TYPED = {"section": SECTION, "text": LINE, "value": "35", "concealed": "on"}
WIN = {"type": "win", "winner": 1, "from": 0}


OF_TABLE = ("log", "end", "record", "sheet")
OF_CLUB = ("", "games/", "games/{}/", "games/{}/record.json", "calendar.ics", "leagues/")
OF_API = ("", "games/", "games/{}/", "players/")


@pytest.fixture
def player(db: None) -> Visitor:
    """A browser signed in as Łukasz."""
    visitor = Visitor()
    visitor.force_login(Account.objects.create_user("Łukasz"))
    return visitor


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def my_line(player: Phone, **typed: str) -> CardLine:
    answer = player.post(reverse("cards:my_card"), {**TYPED, **typed})
    assert answer.status_code == 302, errors(answer)
    return CardLine.objects.latest("pk")


def club_line(house: ClubHouse) -> CardLine:
    answer = house.phone("organiser").post(house.url("card/"), TYPED)
    assert answer.status_code == 302, errors(answer)
    return CardLine.objects.latest("pk")


def table_of(phone: Phone, club: Club | None = None, **more: Any) -> Session:
    session = phone.open_table("american", names=CAST, **more)
    if club is not None:
        Session.objects.filter(pk=session.pk).update(club=club)
    return session


def pick(phone: Phone, session: Session, line: CardLine, number: int = 1, **win: Any) -> HttpResponse:
    draft = json.dumps({**WIN, **win})
    return phone.post(reverse("cards:pick", args=[session.code, number]), {"draft": draft, "line": line.pk})


def value_sheet(phone: Phone, session: Session, number: int = 1, **asked: str) -> str:
    address = reverse("tables:entry", args=[session.code, number])
    answer = phone.get(address, {"draft": json.dumps(WIN), **asked})
    return unescape(answer.content.decode())


def made(line: CardLine) -> tuple[int, int]:
    owner = CardOwner(line.club, line.account)
    return next((row.times, row.by_owner) for row in lines_with_times_made(owner) if row.line == line)


def submission(session: Session) -> Submission:
    """A change of the session as it stands now."""
    session.refresh_from_db()
    return Submission(uuid4(), session.version, session.opener)


def test_a_line_is_typed_once_edited_and_deleted(player: Visitor) -> None:
    assert "There is no line yet." in player.read(reverse("cards:my_card"))
    line = my_line(player, text="  Four   herons over a canal ")
    assert (line.text, line.section, line.value, line.concealed, line.exempt) == (
        LINE,
        SECTION,
        35,
        True,
        False,
    )
    page = player.read(reverse("cards:my_card"))
    assert LINE in page
    assert "not made yet" in page
    address = reverse("cards:my_line", args=[line.pk])
    assert LINE in player.read(address)
    assert player.post(address, {**TYPED, "value": "40", "concealed": ""}).status_code == 302
    line.refresh_from_db()
    assert (line.value, line.concealed) == (40, False)
    assert player.post(reverse("cards:my_delete", args=[line.pk])).status_code == 302
    assert not CardLine.objects.exists()


def test_the_next_line_begins_with_the_section_of_the_last(player: Visitor) -> None:
    answer = player.post(reverse("cards:my_card"), TYPED)
    assert f'value="{SECTION}"' in player.read(answer["Location"].partition("#")[0])
    for odd in ("x", "9" * 30, "٣"):
        assert f'value="{SECTION}"' not in player.read(reverse("cards:my_card"), after=odd)


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("text", ""),
        ("text", "\u202e\u200b"),
        ("text", "x" * 101),
        ("text", "nul\x00"),
        ("section", "x" * 41),
        ("value", ""),
        ("value", "0"),
        ("value", "1001"),
        ("value", "a lot"),
        ("value", "9" * 400),
    ],
)
def test_bad_input_is_told_at_the_field_and_loses_nothing(player: Visitor, field: str, bad: str) -> None:
    line = my_line(player)
    for address in (reverse("cards:my_card"), reverse("cards:my_line", args=[line.pk])):
        answer = player.post(address, {**TYPED, "section": "Canals", "text": "A heron", field: bad})
        assert answer.status_code == 422
        page = unescape(answer.content.decode())
        assert f'id="id_{field}_error"' in page
        assert "Canals" in page or field == "section"
        assert "A heron" in page or field == "text"
        assert re.search(r'name="concealed"[^>]* checked', page)
    assert [row.text for row in CardLine.objects.all()] == [LINE]


def test_a_line_stands_on_a_card_once(player: Visitor) -> None:
    my_line(player)
    answer = player.post(reverse("cards:my_card"), {**TYPED, "text": LINE.upper()})
    assert answer.status_code == 422
    assert "The card has this line already." in errors(answer)
    my_line(player, section="Canals")


def test_a_card_has_a_limit(player: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MOST_LINES", 2)
    my_line(player)
    last = my_line(player, text="A heron")
    answer = player.post(reverse("cards:my_card"), {**TYPED, "text": "Another heron"})
    assert answer.status_code == 422
    assert "This card is full: it holds 2 lines. Delete one to add another." in errors(answer)
    assert player.post(reverse("cards:my_line", args=[last.pk]), {**TYPED, "text": "Ibis"}).status_code == 302


def test_picking_a_line_fills_in_its_value_and_exempt(player: Visitor) -> None:
    line = my_line(player, exempt="on")
    session = table_of(player)
    assert "Lines of the card" in value_sheet(player, session)
    address = reverse("cards:pick", args=[session.code, 1])
    assert LINE in player.read(address, draft=json.dumps(WIN))
    answer = pick(player, session, line, jokerless=True)
    assert answer.status_code == 302
    draft = {**WIN, "jokerless": True, "value": 35, "exempt": True}
    assert json.loads(parse_qs(urlsplit(answer["Location"]).query)["draft"][0]) == draft
    assert "Anne-Sophie de La Rochefoucauld" in player.read(answer["Location"])
    assert player.confirm(session, draft).status_code == 302
    assert made(line) == (1, 0)


def test_a_line_that_is_not_exempt_takes_the_switch_back(player: Visitor) -> None:
    line, session = my_line(player), table_of(player)
    answer = pick(player, session, line, exempt=True)
    assert "exempt" not in answer["Location"]


def test_a_line_was_made_once_its_hand_is_recorded_like_that(player: Visitor) -> None:
    line, session = my_line(player), table_of(player)
    session.seats.get(number=1).player.__class__.objects.filter(
        seats__session=session, seats__number=1
    ).update(account=account("Łukasz"))
    pick(player, session, line)
    assert made(line) == (0, 0), "nothing is recorded yet"
    player.confirm(session, {**WIN, "value": 35})
    assert made(line) == (1, 1)
    assert "made once" in player.read(reverse("cards:my_card"))
    correct_hand(session.pk, submission(session), 1, {**WIN, "value": 50})
    assert made(line) == (0, 0)
    pick(player, session, line)
    correct_hand(session.pk, submission(session), 1, {**WIN, "value": 35})
    assert made(line) == (1, 1), "picked twice for one hand"


def test_a_pick_moves_with_its_hand(player: Visitor) -> None:
    line, session = my_line(player), table_of(player)
    pick(player, session, line)
    player.confirm(session, {**WIN, "value": 35})
    insert_hand(session.pk, submission(session), 1, {"type": "draw"})
    assert made(line) == (1, 0)
    assert LinePick.objects.get().number == 2
    delete_hand(session.pk, submission(session), 1)
    assert made(line) == (1, 0)
    delete_hand(session.pk, submission(session), 1)
    assert not LinePick.objects.exists(), "undone with its hand"


def test_another_line_picked_for_a_hand_takes_the_place_of_the_first(player: Visitor) -> None:
    first, session = my_line(player), table_of(player)
    second = my_line(player, text="A heron")
    pick(player, session, first)
    pick(player, session, second)
    player.confirm(session, {**WIN, "value": 35})
    assert (made(first), made(second)) == ((0, 0), (1, 0))


def test_a_club_has_its_own_card_for_its_members(house: ClubHouse) -> None:
    line = club_line(house)
    member, stranger = house.phone("member"), house.phone("stranger")
    assert LINE in unescape(member.get(house.url("card/")).content.decode())
    assert member.post(house.url("card/"), TYPED).status_code == 403
    assert member.get(house.url(f"card/{line.pk}/")).status_code == 403
    assert stranger.get(house.url("card/")).status_code == 404
    session = table_of(member, house.club)
    answer = pick(member, session, line)
    assert answer.status_code == 302
    member.confirm(session, {**WIN, "value": 35})
    assert made(line) == (1, 0)
    Session.objects.filter(pk=session.pk).update(embargoed=True)
    assert made(line) == (0, 0), "its result is not shown yet"
    Session.objects.filter(pk=session.pk).update(embargoed=False, club=None)
    assert made(line) == (0, 0), "the game has left the club"


@pytest.mark.parametrize(
    "draft",
    [
        "",
        "[]",
        "{",
        '{"type":"draw"}',
        '{"type":"win","winner":9}',
        '{"type":"win","winner":[1]}',
        "x" * 9000,
    ],
)
def test_a_draft_that_asks_for_no_value_is_answered_in_peace(player: Visitor, draft: str) -> None:
    my_line(player)
    session = table_of(player)
    address = reverse("cards:pick", args=[session.code, 1])
    assert player.get(address, {"draft": draft}).status_code in (302, 404)
    assert player.post(address, {"draft": draft, "line": "1"}).status_code in (302, 404)


def test_a_line_that_is_gone_is_told_with_those_that_are_there(player: Visitor) -> None:
    my_line(player)
    session = table_of(player)
    for gone in ("", "0", "x", "9" * 30):
        form = {"draft": json.dumps(WIN), "line": gone}
        answer = player.post(reverse("cards:pick", args=[session.code, 1]), form)
        assert answer.status_code == 422
        assert "Choose a line of the card as it is now." in errors(answer)
        assert LINE in unescape(answer.content.decode())


def test_nothing_is_offered_without_a_card_in_another_game_or_for_an_insertion(player: Visitor) -> None:
    session = table_of(player)
    assert "Lines of the card" not in value_sheet(player, session)
    assert player.get(reverse("cards:pick", args=[session.code, 1])).status_code == 404
    my_line(player)
    assert "Lines of the card" in value_sheet(player, session)
    player.confirm(session, {"type": "draw"})
    assert "Lines of the card" not in value_sheet(player, session, insert="1")
    riichi = player.open_table("riichi", names=CAST)
    assert player.get(reverse("cards:pick", args=[riichi.code, 1])).status_code == 404


def test_another_player_sees_and_picks_no_line_of_mine(player: Visitor) -> None:
    line, session = my_line(player), table_of(player)
    other = Visitor()
    other.force_login(Account.objects.create_user("O'Brien"))
    for phone in (other, Visitor()):
        phone.join(session)
        assert "Lines of the card" not in value_sheet(phone, session)
        assert pick(phone, session, line).status_code == 404
    for page in (reverse("cards:my_line", args=[line.pk]), reverse("cards:my_delete", args=[line.pk])):
        assert other.post(page, TYPED).status_code in (302, 404)
    assert CardLine.objects.filter(pk=line.pk).exists()
    assert Visitor().get(reverse("cards:my_card")).status_code == 302


def pages_of_others(house: ClubHouse, session: Session) -> Iterator[HttpResponse]:
    """What somebody else who was let in at the table gets, and what an owner downloads to pass on."""
    other, owner = house.phone("stranger"), house.phone("owner")
    other.join(session)
    yield from (other.get(reverse(f"tables:{name}", args=[session.code])) for name in OF_TABLE)
    yield from (other.get(house.url(page.format(session.code))) for page in OF_CLUB)
    yield from (other.get(f"/api/1/clubs/{house.club.slug}/{page.format(session.code)}") for page in OF_API)
    yield other.get(reverse("people:export"))
    yield owner.get(house.url("export/"))
    yield owner.get(house.url("export/sheet/"), {"kind": "csv"})


def test_no_line_is_in_a_record_a_page_of_others_an_export_an_archive_or_the_api(house: ClubHouse) -> None:
    Club.objects.filter(pk=house.club.pk).update(visibility=Club.Visibility.PUBLIC)
    owner = house.phone("owner")
    mine, of_club = my_line(owner), club_line(house)
    session = table_of(owner, house.club)
    for number, line in enumerate((mine, of_club), start=1):
        assert pick(owner, session, line, number).status_code == 302
        owner.confirm(session, {**WIN, "value": 35})
    version = Session.objects.get(pk=session.pk).version
    owner.post(reverse("tables:close", args=[session.code]), {"version": version})
    assert (made(mine), made(of_club)) == ((1, 0), (1, 0))

    assert [hand.outcome for hand in session.hands.all()] == [{**WIN, "value": 35}] * 2
    for answer in pages_of_others(house, session):
        address = answer.request["PATH_INFO"]  # type: ignore[attr-defined]
        assert answer.status_code == 200, address
        text = answer.getvalue().decode()
        assert "heron" not in text, address
        assert SECTION not in text, address
    house.club.refresh_from_db()
    with ZipFile(archive_of(house.club)) as files:
        for name in files.namelist():
            assert b"heron" not in files.read(name), name


def test_lines_go_with_their_club_or_their_account(house: ClubHouse) -> None:
    mine, clubs = my_line(house.phone("stranger")), club_line(house)
    delete_account_and_names(house.accounts["stranger"])
    assert not CardLine.objects.filter(pk=mine.pk).exists()
    house.club.delete()
    assert not CardLine.objects.filter(pk=clubs.pk).exists()
