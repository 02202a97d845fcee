"""Tables of a club: opened for it by its own rules and roster, or given to it afterwards."""

from __future__ import annotations

import json
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import HouseRules, Seat, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import NAMES, Phone, ron


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def read(phone: Phone, address: str) -> str:
    answer = phone.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def make_rules(house: ClubHouse, **changes: Any) -> Any:
    form = {"variant": "riichi", "preset": "club", "name": "Kansai", **every_option(), **changes}
    return house.phone("organiser").post(house.url("rules/new/"), form)


def every_option() -> dict[str, Any]:
    """The options of riichi's "club" as a form sends them untouched: an unticked box is not sent."""
    rules, form = find_variant("riichi").find_preset("club").rules, {}
    for option in rules.describe_options():
        value = getattr(rules, option.name)
        if option.kind == "numbers":
            value = "/".join(map(str, value))
        if value is not False:
            form[f"option-{option.name}"] = "" if value is None else value
    return form


def test_a_guest_is_asked_nothing_new(db: None) -> None:
    page = read(Phone(), "/new/")
    assert "Played for" not in page
    assert "House rules" not in page


def test_who_belongs_to_a_club_is_offered_tonight_first(house: ClubHouse) -> None:
    page = read(house.phone("scorer"), "/new/")
    assert f'<option value="e{house.evening.pk}" selected>' in page
    assert "No club: just this table" in page
    assert "Played for" not in read(house.phone("member"), "/new/")  # members open tables for themselves


def test_players_of_a_clubs_table_come_from_its_roster(house: ClubHouse) -> None:
    aiko = Player.objects.create(club=house.club, name="Aiko")
    assert '<option value="Aiko">' in read(house.phone("scorer"), "/new/")
    session = house.phone("scorer").open_table(names=("AIKO", *NAMES[1:]), belongs=f"e{house.evening.pk}")
    assert session.seats.get(number=0).player == aiko
    assert house.club.players.count() == 4
    assert (session.club, session.evening) == (house.club, house.evening)


def test_a_clubs_table_needs_names_for_its_standings_count_by_them(house: ClubHouse) -> None:
    scorer, club = house.phone("scorer"), f"c{house.club.pk}"
    nameless = {"variant": "riichi", "method": "order", "name-0": "Aiko"}
    answer = scorer.post("/new/", {**nameless, "belongs": club})
    assert answer.status_code == 422
    assert answer.content.decode().count("This field is required") == 3
    table = scorer.open_table(names=("Aiko", "", "", ""), belongs="")
    answer = scorer.post(f"/t/{table.code}/club/", {"belongs": club})
    assert answer.status_code == 422
    assert "Name the players first" in answer.content.decode()
    assert house.club.players.count() == 0


def test_a_table_for_nobody_keeps_its_players_on_the_phone(house: ClubHouse) -> None:
    session = house.phone("scorer").open_table(belongs="")
    assert session.club is None
    assert house.club.players.count() == 0


def test_choosing_the_club_keeps_what_was_typed(house: ClubHouse) -> None:
    form = {"choose": "1", "variant": "riichi", "name-0": "Aiko", "belongs": f"c{house.club.pk}"}
    page = unescape(house.phone("scorer").post("/new/", form).content.decode())
    assert 'value="Aiko"' in page
    assert f'<option value="c{house.club.pk}" selected>' in page


@pytest.mark.parametrize("word", ["c999999", "e0", "x", "\x00", "c" + "9" * 40])
def test_a_club_that_is_not_ones_own_is_refused(house: ClubHouse, word: str) -> None:
    names = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    answer = house.phone("scorer").post("/new/", {"variant": "riichi", "belongs": word, **names})
    assert answer.status_code == 422
    assert 'value="Benoît"' in unescape(answer.content.decode())
    assert not Session.objects.exists()


def test_house_rules_are_copied_changed_named_and_frozen(house: ClubHouse) -> None:
    assert make_rules(house, **{"option-starting_points": "30000"}).status_code == 302
    own = HouseRules.objects.get()
    assert "Kansai" in read(house.phone("member"), house.url("rules/"))
    assert "30,000" in read(house.phone("member"), house.url("rules/"))
    scorer = house.phone("scorer")
    assert f'name="preset" value="{own.key}"' in read(scorer, "/new/")
    session = scorer.open_table(preset=own.key, belongs=f"e{house.evening.pk}")
    assert [seat.score for seat in session.seats.all()] == [30000] * 4
    assert "Kansai" in read(scorer, f"/t/{session.code}/rules/")
    house.phone("organiser").post(house.url(f"rules/{own.pk}/"), {"name": "Kanto", "option-rounds": "2"})
    house.phone("organiser").post(house.url(f"rules/{own.pk}/delete/"))
    session.refresh_from_db()
    assert session.rules["starting_points"] == 30000
    record = json.loads(scorer.get(f"/t/{session.code}/record.json").content)
    assert (record["preset"], record["rules"]["starting_points"]) == ("club", 30000)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": ""}, "required"),
        ({"name": "kansai ÉTÉ"}, "The club has rules of this name for this game."),
        ({"name": "x" * 81}, "at most 80"),
        ({"name": "nul\x00"}, "Null characters"),
        ({"option-rounds": "99"}, "less than or equal to"),
        ({"option-uma": "20/10/5"}, "add up to 0"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(house: ClubHouse, changes: dict[str, str], told: str) -> None:
    make_rules(house, name="Kansai Été")
    answer = make_rules(house, **{"name": "Other", **changes})
    assert answer.status_code == 422
    assert told in unescape(answer.content.decode())
    assert HouseRules.objects.count() == 1


def test_house_rules_keep_their_name_in_other_letters(house: ClubHouse) -> None:
    make_rules(house, name="Kansai Été")
    own = HouseRules.objects.get()
    changed = {**every_option(), "name": "KANSAI ÉTÉ"}
    assert house.phone("organiser").post(house.url(f"rules/{own.pk}/"), changed).status_code == 302
    with pytest.raises(IntegrityError), transaction.atomic():
        HouseRules.objects.create(
            club=house.club, variant="riichi", preset="club", name="kansai été", rules={}
        )
    other_game = {"variant": "ten", "preset": "standard", "rules": {}}
    HouseRules.objects.create(club=house.club, name="kansai été", **other_game)


def test_rules_of_another_club_cannot_be_chosen(house: ClubHouse) -> None:
    make_rules(house, **{"option-starting_points": "30000"})
    own = HouseRules.objects.get()
    session = Phone().open_table(preset=own.key)
    assert session.rules["starting_points"] == 25000


def test_a_table_opened_by_a_guest_is_given_to_the_club_later(house: ClubHouse) -> None:
    phone = house.phone("member")
    aiko = Player.objects.create(club=house.club, name="aiko")
    phone.logout()
    session = phone.open_table()
    phone.confirm(session, ron(2, 1))
    before = list(session.hands.values("outcome", "result"))
    phone.force_login(house.accounts["member"])
    assert "Club and evening" in read(phone, f"/t/{session.code}/more/")
    answer = phone.post(f"/t/{session.code}/club/", {"belongs": f"e{house.evening.pk}"})
    assert answer.status_code == 302
    session.refresh_from_db()
    assert (session.club, session.evening) == (house.club, house.evening)
    assert session.seats.get(number=0).player == aiko
    assert list(house.club.players.order_by("pk").values_list("name", flat=True)) == [
        "aiko",
        "Benoît",
        "Chen",
        "Dina",
    ]
    assert list(session.hands.values("outcome", "result")) == before
    assert session.code in read(phone, house.url("games/"))


def test_two_names_of_one_person_are_not_given_away(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    kept = Player.objects.create(club=house.club, name="Aiko")
    Player.objects.create(club=house.club, name="Benoît", merged_into=kept)
    session = phone.open_table(belongs="")
    answer = phone.post(f"/t/{session.code}/club/", {"belongs": f"c{house.club.pk}"})
    assert answer.status_code == 422
    assert "one person on the club’s roster" in unescape(answer.content.decode())
    session.refresh_from_db()
    assert session.club is None
    assert session.seats.filter(player__club=house.club).count() == 0


@pytest.mark.parametrize("word", ["c999999", "x", "\x00", "e" + "9" * 40])
def test_only_ones_own_clubs_get_a_table(house: ClubHouse, word: str) -> None:
    phone = house.phone("scorer")
    session = phone.open_table(belongs="")
    assert phone.post(f"/t/{session.code}/club/", {"belongs": word}).status_code == 422


def test_a_table_of_the_club_is_not_taken_from_it_by_a_stranger(house: ClubHouse) -> None:
    session = house.phone("scorer").open_table(belongs=f"e{house.evening.pk}")
    link = read(house.phone("scorer"), f"/t/{session.code}/share/")
    stranger = house.phone("other_owner")
    stranger.get(link.split('value="http://testserver')[1].split('"')[0])
    assert stranger.post(f"/t/{session.code}/club/", {"belongs": ""}).status_code == 403
    session.refresh_from_db()
    assert session.club == house.club


def test_a_past_game_is_entered_hand_by_hand_under_a_past_evening(house: ClubHouse) -> None:
    week_ago = timezone.localdate() - timedelta(days=7)
    past = Evening.objects.create(club=house.club, date=week_ago)
    phone = house.phone("scorer")
    session = phone.open_table(belongs=f"e{past.pk}")
    phone.confirm(session, ron(2, 1))
    phone.post(f"/t/{session.code}/close/", {"version": 1})
    page = read(phone, house.url("games/"))
    assert f"{week_ago:%-d %B %Y}" in page


def test_a_rematch_of_another_day_goes_to_tonight(house: ClubHouse) -> None:
    past = Evening.objects.create(club=house.club, date=timezone.localdate() - timedelta(days=7))
    phone = house.phone("scorer")
    session = phone.open_table(belongs=f"e{past.pk}")
    Session.objects.filter(pk=session.pk).update(created_at=timezone.now() - timedelta(days=7))
    phone.post(f"/t/{session.code}/close/", {"version": 0})
    phone.post(f"/t/{session.code}/again/")
    assert Session.objects.latest("pk").evening == house.evening


def test_a_hidden_players_rematch_keeps_the_player(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    session = phone.open_table(belongs=f"e{house.evening.pk}")
    Player.objects.filter(name="Chen").update(name_hidden=True)
    phone.post(f"/t/{session.code}/again/")
    again = Session.objects.latest("pk")
    assert set(again.seats.values_list("player", flat=True)) == set(
        session.seats.values_list("player", flat=True)
    )


def test_many_games_are_shown_by_pages(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    session = phone.open_table(belongs=f"e{house.evening.pk}")
    copies = Session.objects.filter(pk=session.pk).values("variant", "preset", "rules", "state")[0]
    made = Session.objects.bulk_create(Session(club=house.club, **copies) for _copy in range(40))
    players = list(session.seats.values_list("number", "player"))
    Seat.objects.bulk_create(
        Seat(session=one, number=seat, player_id=player) for one in made for seat, player in players
    )
    assert "1 of 2" in read(phone, house.url("games/"))
    assert "2 of 2" in read(phone, house.url("games/?page=2"))
    assert "2 of 2" in read(phone, house.url(f"games/?page={'9' * 60}"))
    assert "1 of 2" in read(phone, house.url("games/?page=x"))


def test_the_help_leads_back_to_a_table_only_whom_it_let_in(house: ClubHouse) -> None:
    keeper = Phone()
    session = keeper.open_table()
    Session.objects.filter(pk=session.pk).update(club=house.club)
    page, way_back = house.url(f"games/{session.code}/"), f"table={session.code}"
    member = house.phone("member")
    assert "/help/riichi/?preset=club" in read(member, page)  # by the rules of that game
    assert way_back not in read(member, page)
    member.post(page)  # look on
    assert way_back in read(member, page)


def test_two_evenings_of_one_day_are_both_shown(house: ClubHouse) -> None:
    """On the club's page, the start page, the wall, in the calendar, and to whoever opens a table."""
    other = Evening.objects.create(club=house.club, date=tonight(), name="Beginners", place="Rue Haute")
    phone = house.phone("scorer")
    pages = {number: f'href="{house.url(f"evenings/{number}/")}"' for number in (house.evening.pk, other.pk)}
    for address in (house.url(), "/"):
        page = read(phone, address)
        for number, link in pages.items():
            assert link in page, address
            assert f"/new/?belongs=e{number}" in page, address
    wall = read(phone, house.url().replace("/c/", "/wall/"))
    assert "Beginners" in wall
    assert "Rue de Gand" in wall
    assert all(f'value="e{number}"' in read(phone, "/new/") for number in pages)
    calendar = phone.get(house.url("calendar.ics")).content.decode()
    assert calendar.count("BEGIN:VEVENT") == 2
    assert "Beginners" in calendar


def test_a_rematch_goes_to_the_evening_called_as_before_where_there_are_two(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    past = Evening.objects.create(club=house.club, date=tonight() - timedelta(days=7), name="Beginners")
    session = phone.open_table(belongs=f"e{past.pk}")
    Session.objects.filter(pk=session.pk).update(created_at=timezone.now() - timedelta(days=7))
    phone.post(f"/t/{session.code}/close/", {"version": 0})
    tonights = Evening.objects.create(club=house.club, date=tonight(), name="Beginners")
    phone.post(f"/t/{session.code}/again/")
    assert Session.objects.latest("pk").evening == tonights
    tonights.delete()
    Evening.objects.create(club=house.club, date=tonight(), name="League")
    phone.post(f"/t/{session.code}/again/")
    again = Session.objects.latest("pk")
    assert (again.club, again.evening) == (house.club, None), "nobody knows which of the two"


def test_a_name_nearly_on_the_roster_is_asked_about_before_a_table_is_opened(house: ClubHouse) -> None:
    """Different accents, or the words the other way round: mostly the same person, and sometimes not."""
    lea = Player.objects.create(club=house.club, name="Léa Dupont")
    phone = house.phone("scorer")
    names = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Ben", "Chen", "dupont lea"))}
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}", **names}
    asked = phone.post("/new/", form)
    assert asked.status_code == 422
    page = unescape(asked.content.decode())
    assert "“dupont lea” is nearly a name of the roster" in page
    assert 'value="dupont lea"' in page
    assert not Session.objects.exists()
    assert house.club.players.count() == 1
    # it is her
    assert phone.post("/new/", {**form, "same-dupont lea": str(lea.pk)}).status_code == 302
    assert house.club.players.count() == 4
    assert lea.seats.count() == 1
    # it is not, at another table
    assert phone.post("/new/", {**form, "same-dupont lea": "new", "elsewhere": "1"}).status_code == 302
    assert house.club.players.filter(name="dupont lea").exists()


def test_the_same_person_twice_by_that_answer_is_refused(house: ClubHouse) -> None:
    lea = Player.objects.create(club=house.club, name="Léa")
    names = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Léa", "Chen", "lea"))}
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}", **names}
    answer = house.phone("scorer").post("/new/", {**form, "same-lea": str(lea.pk)})
    assert answer.status_code == 422
    assert "belongs to somebody else at this table" in answer.content.decode()


def test_a_result_from_paper_asks_too(house: ClubHouse) -> None:
    lea = Player.objects.create(club=house.club, name="Léa")
    names = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Ben", "Chen", "lea"))}
    points = {f"score-{seat}": score for seat, score in enumerate((40000, 30000, 20000, 10000))}
    form = {"variant": "riichi", "date": "2026-03-05", **names, **points}
    phone = house.phone("scorer")
    assert phone.post(house.url("results/new/"), form).status_code == 422
    assert phone.post(house.url("results/new/"), {**form, "same-lea": str(lea.pk)}).status_code == 302
    assert lea.seats.count() == 1


def test_members_open_tables_where_the_club_lets_them(house: ClubHouse) -> None:
    phone, owner = house.phone("member"), house.phone("owner")
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}"}
    form |= {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    address = house.url(f"evenings/{house.evening.pk}/")
    assert "Open a table" not in read(phone, address)
    phone.post("/new/", form)
    assert not Session.objects.filter(club=house.club).exists()
    settings = {"name": house.club.name, "visibility": "members", "members_open_tables": "on"}
    assert owner.post(house.url("settings/"), settings).status_code == 302
    assert "Open a table" in read(phone, address)
    assert phone.post("/new/", form).status_code == 302
    assert Session.objects.get(club=house.club).seats.count() == 4
    # what it does not let them do: results from paper, who is here
    assert phone.get(house.url("results/new/")).status_code == 403
    owner.post(house.url("settings/"), {**settings, "members_open_tables": ""})
    assert "Open a table" not in read(phone, address)
