"""Typing the name of somebody who hides it tells nobody who they are: it is a name like any other."""

from __future__ import annotations

from html import unescape

import pytest
from django.http import HttpResponse

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .club_house import ClubHouse

#: one is hidden on the roster, and was merged with "Yoko"; nobody has ever heard of the other
HIDDEN, SPELLING, UNHEARD = "Yūko", "Yoko", "Xavière"


@pytest.fixture
def yuko(house: ClubHouse) -> Player:
    """A member who hides her name, with another spelling, and with a game of the club."""
    return _yuko(house)


def _yuko(house: ClubHouse) -> Player:
    organiser = house.phone("organiser")
    organiser.open_table(belongs=f"e{house.evening.pk}", names=(HIDDEN, "Eva", "Fred", "Gina"))
    organiser.open_table(belongs=f"e{house.evening.pk}", names=(SPELLING, "Eva", "Fred", "Gina"))
    player = Player.objects.get(name=HIDDEN)
    organiser.post(f"/players/{player.pk}/merge/", {"other": Player.objects.get(name=SPELLING).pk})
    Player.objects.filter(pk=player.pk).update(account=house.accounts["member"])
    house.phone("member").post("/me/hide/", {"hidden": "yes"})
    player.refresh_from_db()
    assert player.name_hidden
    return player


def four(name: str) -> dict[str, str]:
    return {"name-0": name, "name-1": "Aiko", "name-2": "Chen", "name-3": "Dina"}


def at_a_table(house: ClubHouse, phone: Phone, name: str) -> HttpResponse:
    form = {"variant": "riichi", "method": "order", "belongs": f"e{house.evening.pk}", "elsewhere": "1"}
    return phone.post("/new/", {**form, **four(name)}, follow=True)


def on_paper(house: ClubHouse, phone: Phone, name: str) -> HttpResponse:
    points = {f"score-{seat}": 25000 for seat in range(4)}
    form = {"variant": "riichi", "preset": "club", **four(name), **points}
    return phone.post(house.url("results/new/"), form, follow=True)


def on_a_sheet(house: ClubHouse, phone: Phone, name: str) -> HttpResponse:
    form = {"step": "save", "hand-1-0": "m", **four(name)}
    return phone.post(house.url("sheet/riichi/"), form, follow=True)


def on_the_roster(house: ClubHouse, phone: Phone, name: str) -> HttpResponse:
    return phone.post(house.url("players/"), {"name": name}, follow=True)


def at_a_table_given_later(house: ClubHouse, phone: Phone, name: str) -> HttpResponse:
    session = phone.open_table(belongs="", names=tuple(four(name).values()))
    return phone.post(f"/t/{session.code}/club/", {"belongs": f"c{house.club.pk}"}, follow=True)


@pytest.mark.parametrize("typed", [HIDDEN, HIDDEN.upper(), SPELLING])
@pytest.mark.parametrize("page", [at_a_table, on_paper, on_a_sheet, on_the_roster, at_a_table_given_later])
def test_a_hidden_name_is_answered_as_one_nobody_ever_heard(
    house: ClubHouse, yuko: Player, page: object, typed: str
) -> None:
    scorer = house.phone("scorer")
    answer = page(house, scorer, UNHEARD)  # type: ignore[operator]
    told = page(house, scorer, typed)  # type: ignore[operator]
    assert told.status_code == answer.status_code == 200
    assert [step[1] for step in told.redirect_chain] == [step[1] for step in answer.redirect_chain]
    text = unescape(told.content.decode()).replace(
        f'<option value="{pseudonym(yuko.pk)}">', ""
    )  # offered to all
    assert typed in text
    if page is not on_the_roster:  # everybody stands there, she by her pseudonym
        assert pseudonym(yuko.pk) not in text
    assert yuko.seats.count() == 2
    named = Player.objects.get(name=typed, name_hidden=False)
    assert (named.club, named.account) == (house.club, None)


def test_a_new_member_does_not_hear_of_a_hidden_name(house: ClubHouse, yuko: Player) -> None:
    scorer = house.phone("scorer")
    page = f"/me/roster/{house.club.slug}/"
    assert HIDDEN not in unescape(scorer.get(page).content.decode())
    assert scorer.post(page, {"who": "new", "name": HIDDEN}).status_code == 302


def test_whoever_renames_somebody_does_not_hear_of_a_hidden_name(house: ClubHouse, yuko: Player) -> None:
    eva = Player.objects.get(name="Eva")
    assert house.phone("organiser").post(f"/players/{eva.pk}/", {"name": HIDDEN}).status_code == 302


def test_the_pseudonym_is_offered_and_finds_her(house: ClubHouse, yuko: Player) -> None:
    scorer = house.phone("scorer")
    page = unescape(scorer.get(f"/new/?belongs=e{house.evening.pk}").content.decode())
    assert f'<option value="{pseudonym(yuko.pk)}">' in page
    assert HIDDEN not in page
    at_a_table(house, scorer, pseudonym(yuko.pk))
    assert yuko.seats.count() == 3


def test_she_finds_herself_by_her_name(house: ClubHouse, yuko: Player) -> None:
    member = house.phone("member")
    house.club.memberships.filter(account=house.accounts["member"]).update(role="scorer")
    for page in (at_a_table, on_paper, on_a_sheet):
        at = page(house, member, HIDDEN)
        assert HIDDEN not in unescape(at.content.decode()), page
    assert yuko.seats.count() == 5


def test_shown_again_she_is_told_where_somebody_has_the_name(house: ClubHouse, yuko: Player) -> None:
    on_the_roster(house, house.phone("scorer"), HIDDEN)
    answer = house.phone("member").post("/me/hide/", {"hidden": "no"}, follow=True)
    assert f"“{HIDDEN}” stays hidden" in unescape(answer.content.decode())
    yuko.refresh_from_db()
    assert yuko.name_hidden
    Player.objects.get(name=HIDDEN, name_hidden=False).delete()
    house.phone("member").post("/me/hide/", {"hidden": "no"})
    yuko.refresh_from_db()
    assert not yuko.name_hidden
    assert house.club.players.find_by_name(SPELLING) == yuko


def test_a_spelling_given_away_meanwhile_stays_hidden(house: ClubHouse, yuko: Player) -> None:
    on_the_roster(house, house.phone("scorer"), SPELLING)
    house.phone("member").post("/me/hide/", {"hidden": "no"})
    yuko.refresh_from_db()
    assert not yuko.name_hidden
    assert house.club.players.find_by_name(SPELLING) == Player.objects.get(name=SPELLING, merged_into=None)
    assert Session.objects.filter(seats__player=yuko).count() == 2


def test_merged_with_somebody_hidden_both_are_and_are_shown_again_apart(
    house: ClubHouse, yuko: Player
) -> None:
    organiser = house.phone("organiser")
    on_the_roster(house, organiser, "Yuki")
    yuki = Player.objects.get(name="Yuki")
    organiser.post(f"/players/{yuki.pk}/merge/", {"other": yuko.pk})
    yuki.refresh_from_db()
    assert yuki.name_hidden
    on_the_roster(house, house.phone("scorer"), SPELLING)
    merged = yuki.merges.get()
    organiser.post(f"/players/merges/{merged.pk}/undo/")
    yuki.refresh_from_db()
    yuko.refresh_from_db()
    assert (yuki.name_hidden, yuko.name_hidden) == (False, True)
