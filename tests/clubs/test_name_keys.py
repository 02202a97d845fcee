"""Names are told apart by more than case, in every script; a pseudonym is nobody's name."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from mahjongclub.clubs.models import Account, Club, Player
from mahjongclub.clubs.naming import name_key, player_id_of_pseudonym, pseudonym, well_formed_name
from mahjongclub.clubs.people.leaving import erase_name_now
from mahjongclub.clubs.roster import NameTaken, rename_player
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.clubs.visitors import PASSWORD, Visitor
from tests.tables.conftest import Phone

SAME = [
    ("Юлия", "ЮЛИЯ"),
    ("Ζωή", "ΖΩΉ"),
    ("Benoît", "BENOÎT"),
    ("Straße", "STRASSE"),  # Unicode's full case folding
    ("Zoe\u0301", "ZO\u00c9"),  # one composed, one not
    ("Ωmega", "ωMEGA"),
]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.mark.parametrize(("one", "other"), SAME)
def test_case_is_no_difference_on_a_roster(house: ClubHouse, one: str, other: str) -> None:
    phone = house.phone("organiser")
    assert phone.post(house.url("players/"), {"name": one}).status_code == 302
    answer = phone.post(house.url("players/"), {"name": other})
    assert answer.status_code == 422
    assert "The club has a player of this name" in answer.content.decode()
    assert house.club.players.find_by_name(other) == Player.objects.get()


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_database_says_so_too(house: ClubHouse, one: str, other: str) -> None:
    """Whatever wrote the name: saved, in bulk, or by a query."""
    Player.objects.create(club=house.club, name=one)
    third = Player.objects.create(club=house.club, name="Third")
    for write in (
        lambda: Player.objects.create(club=house.club, name=other),
        lambda: Player.objects.bulk_create([Player(club=house.club, name=other)]),
        lambda: Player.objects.filter(pk=third.pk).update(name=other),
        lambda: Account.objects.bulk_create([Account(username=one), Account(username=other)]),
        lambda: Club.objects.bulk_create([Club(name=one, slug="1"), Club(name=other, slug="2")]),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            write()
    with pytest.raises(NameTaken):
        rename_player(third, other)
    rename_player(third, "Someone")
    assert house.club.players.find_by_name("SOMEONE") == third


def test_two_at_one_table_are_told_apart_by_more_than_case(db: None) -> None:
    names = {f"name-{seat}": name for seat, name in enumerate(("Юлия", "ЮЛИЯ", "Chen", "Dina"))}
    answer = Phone().post("/new/", {"variant": "riichi", "method": "order", **names})
    assert answer.status_code == 422
    assert "“ЮЛИЯ” sits here twice." in answer.content.decode()


def test_the_phone_knows_its_players_in_capitals(db: None) -> None:
    phone = Phone()
    phone.open_table(names=("Юлия", "Benoît", "Chen", "Dina"))
    phone.open_table(names=("ЮЛИЯ", "BENOÎT", "CHEN", "DINA"))
    assert Player.objects.count() == 4


def test_an_account_has_its_name_in_every_case(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Юлия")
    answer = other.post(
        "/account/signup/", {"username": "ЮЛИЯ", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.status_code == 422
    assert Account.objects.count() == 1
    other.post("/account/login/", {"login": "юлия", "password": PASSWORD})
    assert int(other.session["_auth_user_id"]) == Account.objects.get().pk


@pytest.fixture
def left(house: ClubHouse) -> tuple[Session, str]:
    """A table of the club at which Dina sat who is removed, and how she is shown there."""
    phone = house.phone("organiser")
    session = phone.open_table(belongs=f"e{house.evening.pk}")
    dina = Player.objects.get(name="Dina")
    erase_name_now(dina)
    return session, pseudonym(dina.pk)


@pytest.mark.parametrize("page", ["players", "table", "paper", "rename", "tournament"])
@pytest.mark.parametrize(
    "spelt", ["{name}", "JOUEUR N° {number}", "Joueur no {number}", " player  no. {number} "]
)
def test_how_a_removed_player_is_shown_names_nobody_new(
    house: ClubHouse, left: tuple[Session, str], page: str, spelt: str
) -> None:
    phone, before = house.phone("organiser"), Player.objects.count()
    name = spelt.format(name=left[1], number=player_id_of_pseudonym(left[1]))
    four = {"name-0": name, "name-1": "Aiko", "name-2": "Chen", "name-3": "Eva"}
    if page == "players":
        answer = phone.post(house.url("players/"), {"name": name})
    elif page == "rename":
        answer = phone.post(f"/players/{Player.objects.get(name='Chen').pk}/", {"name": name})
    elif page == "table":
        form = {"variant": "riichi", "method": "order", "belongs": f"e{house.evening.pk}", **four}
        answer = phone.post("/new/", form)
    elif page == "paper":
        points = {f"score-{seat}": 25000 for seat in range(4)}
        answer = phone.post(house.url("results/new/"), {"variant": "riichi", **four, **points})
    else:
        phone.post(
            house.url("tournaments/new/"),
            {
                "name": "Cup",
                "day": "2026-05-01",
                "variant": "riichi",
                "preset": "club",
                "round_count": "2",
                "draw": "plan",
                "worth": "points",
            },
        )
        cup = house.club.tournaments.get()
        address = house.url(f"tournaments/{cup.pk}/players/")
        answer = phone.post(address, {"players": "\n".join(["Aiko", "Benoît", "Chen", name])})
    assert answer.status_code == 422
    assert "is how a hidden name is shown" in unescape(answer.content.decode())
    assert Player.objects.count() == before


def test_nobody_signs_in_as_a_pseudonym(db: None) -> None:
    with pytest.raises(ValidationError, match="hidden name"):
        well_formed_name("Player no. 17")
    well_formed_name("Player no. seventeen")
    assert player_id_of_pseudonym("Joueur n° 17") == player_id_of_pseudonym("Joueur no 17") == 17
    assert player_id_of_pseudonym("Player no. 17 b") is None


def test_two_spellings_of_one_person_have_one_seat_at_a_table(house: ClubHouse) -> None:
    """Else the same player would sit twice, and meet themselves."""
    kept = Player.objects.create(club=house.club, name="Aiko")
    Player.objects.create(club=house.club, name="Aïko", merged_into=kept)
    names = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Aïko", "Chen", "Dina"))}
    points = {f"score-{seat}": 25000 for seat in range(4)}
    phone = house.phone("organiser")
    for page, form in (
        ("/new/", {"method": "order", "belongs": f"e{house.evening.pk}"}),
        (house.url("results/new/"), points),
    ):
        answer = phone.post(page, {"variant": "riichi", **names, **form})
        assert answer.status_code == 422
        assert "belongs to somebody else at this table" in unescape(answer.content.decode())
    assert not Session.objects.exists()


def test_a_key_is_what_differs_in_case_alone() -> None:
    assert name_key("ЮЛИЯ") == name_key("юлия")
    assert name_key("Юля") != name_key("Юлия")
    assert name_key("Aiko") != name_key("Aïko")
