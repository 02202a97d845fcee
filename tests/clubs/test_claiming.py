"""A guest's seat becomes that of an account, with every game of that player."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mahjongclub.clubs.models import Club, Membership, Player
from mahjongclub.tables.club_choice import ClubAndEvening, attach_session
from mahjongclub.tables.models import Session

from .visitors import Visitor, account, player


def claim(visitor: Visitor, session: Session, name: str) -> int:
    address = reverse("tables:that_is_me", args=[session.code])
    return visitor.post(address, {"player": player(name).pk}).status_code


def join(visitor: Visitor, opener: Visitor, session: Session, seat: int | None = None) -> None:
    """Come to the table by the scorer's link, and say where one sits."""
    found = opener.read(reverse("tables:share", args=[session.code]))
    link = found.split('value="http://testserver')[1].split('"')[0]
    visitor.get(link)
    if seat is not None:
        visitor.sit(session, seat)


def test_who_sits_there_claims_the_seat_and_its_whole_history(visitor: Visitor) -> None:
    first = visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    visitor.played_table("Chen", "Aiko", "Eva", "Fred")
    visitor.sign_up("Mme Chen")
    assert "No player is yours yet" in visitor.read("/me/")
    page = visitor.read(reverse("tables:end", args=[first.code]))
    assert "That is me: Chen" in page
    claim(visitor, first, "Chen")
    page = visitor.read("/me/")
    assert re.search(r"<bdi>Chen</bdi>\s*<small>\s*2 games", page)
    assert player("Chen").account == account("Mme Chen")


def test_another_phone_claims_its_own_seat_alone(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    join(other, visitor, session, seat=1)
    other.sign_up("Ben")
    page = other.read(reverse("tables:sit", args=[session.code]))
    assert "That is me: Benoît" in page
    assert "That is me: Aiko" not in page
    claim(other, session, "Aiko")
    assert player("Aiko").account is None
    claim(other, session, "Benoît")
    assert player("Benoît").account == account("Ben")


def test_who_only_joined_claims_nobody(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    join(other, visitor, session)
    other.sign_up("Ben")
    assert "That is me" not in other.read(reverse("tables:end", args=[session.code]))
    claim(other, session, "Benoît")
    assert player("Benoît").account is None


def test_a_claimed_seat_is_nobody_elses(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    join(other, visitor, session, seat=0)
    visitor.sign_up("Aiko T")
    claim(visitor, session, "Aiko")
    other.sign_up("Thief")
    assert "That is me: Aiko" not in other.read(reverse("tables:sit", args=[session.code]))
    claim(other, session, "Aiko")
    assert player("Aiko").account == account("Aiko T")


def test_without_account_the_end_offers_to_sign_in_and_come_back(visitor: Visitor) -> None:
    session = visitor.played_table()
    end = reverse("tables:end", args=[session.code])
    assert f"/account/login/?next={end}" in visitor.read(end)
    assert claim(visitor, session, "Aiko") == 302  # to the sign-in
    assert player("Aiko").account is None


def test_a_stranger_finds_no_table_to_claim_at(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    other.sign_up("Stranger")
    assert claim(other, session, "Aiko") == 404


def test_that_was_not_me_gives_the_player_back(visitor: Visitor) -> None:
    session = visitor.played_table()
    visitor.sign_up("Aiko T")
    claim(visitor, session, "Benoît")
    visitor.post(reverse("people:let_go", args=[player("Benoît").pk]))
    assert player("Benoît").account is None
    assert player("Benoît").seats.count() == 1


def test_a_table_played_on_another_phone_opens_for_its_player(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    visitor.sign_up("Aiko T")
    claim(visitor, session, "Aiko")
    other.sign_in("Aiko T")
    assert other.get(reverse("tables:end", args=[session.code])).status_code == 404
    other.post(reverse("tables:open_my_table", args=[session.code]))
    assert other.get(reverse("tables:end", args=[session.code])).status_code == 200
    assert other.get(reverse("tables:close", args=[session.code])).status_code == 403  # looking on only


def test_nobody_opens_a_table_they_did_not_play_at(visitor: Visitor, other: Visitor) -> None:
    session = visitor.played_table()
    other.sign_up("Stranger")
    assert other.post(reverse("tables:open_my_table", args=[session.code])).status_code == 404


@pytest.fixture
def club(visitor: Visitor, other: Visitor) -> Club:
    """A club organised by Odile (`visitor`), with Mika (`other`) a member and "Mik" a guest on its roster."""
    visitor.sign_up("Odile")
    other.sign_up("Mika")
    club = Club.objects.create(name="Mahjong Lyon", slug="lyon")
    Membership.objects.create(club=club, account=account("Odile"), role="organiser")
    Membership.objects.create(club=club, account=account("Mika"), role="member")
    Player.objects.create(name="Mik", club=club)
    return club


def test_an_organiser_gives_a_guest_to_a_member(visitor: Visitor, other: Visitor, club: Club) -> None:
    page = visitor.read(reverse("people:player", args=[player("Mik").pk]))
    choices = page.partition('<select name="account"')[2].partition("</select>")[0]
    first, *others = re.findall(r'<option value="(\d*)"', choices)
    assert first == ""  # nobody is chosen unasked
    assert str(account("Mika").pk) in others
    give = reverse("people:give_player", args=[player("Mik").pk])
    visitor.post(give, {"account": account("Mika").pk})
    assert player("Mik").account == account("Mika")
    assert "Mik" in other.read("/me/")


@pytest.mark.parametrize("chosen", ["", "0", "x", "99999999999999999999", "\x00"])
def test_an_organiser_gives_nobody_to_strangers(visitor: Visitor, club: Club, chosen: str) -> None:
    give = reverse("people:give_player", args=[player("Mik").pk])
    answer = visitor.post(give, {"account": chosen}, follow=True)
    assert "Choose one of the members." in answer.content.decode()
    assert player("Mik").account is None


def test_a_member_does_not_reach_the_roster(other: Visitor, club: Club) -> None:
    mik = player("Mik").pk
    assert other.get(reverse("people:player", args=[mik])).status_code == 404
    for action in ("hide_player", "take_in", "give_player", "let_go", "forget_player", "merge"):
        assert other.post(reverse(f"people:{action}", args=[mik])).status_code == 404, action
    assert "Mik<" not in other.read("/players/")


def test_a_member_stands_on_the_roster_by_one_tap(other: Visitor, club: Club) -> None:
    assert "Put me on the roster" in other.read("/me/")
    other.post(reverse("people:join_roster", args=["lyon"]))
    assert Player.objects.get(club=club, account=account("Mika")).name == "Mika"
    assert "Put me on the roster" not in other.read("/me/")
    assert other.post(reverse("people:join_roster", args=["paris"])).status_code == 404


def test_an_organiser_takes_the_guest_of_their_phone_in(visitor: Visitor, club: Club) -> None:
    visitor.open_table(names=("Yuki", "Zoé", "Xavier", "Mik"))
    visitor.post(reverse("people:take_in", args=[player("Yuki").pk]), {"club": "lyon"})
    assert player("Yuki").club == club
    mik = Player.objects.get(name="Mik", club=None)
    answer = visitor.post(reverse("people:take_in", args=[mik.pk]), {"club": "lyon"}, follow=True)
    assert "Mik is there already." in answer.content.decode()


def test_nobody_sat_twice_at_one_table(visitor: Visitor) -> None:
    session = visitor.played_table()
    visitor.sign_up("Aiko T")
    claim(visitor, session, "Aiko")
    address = reverse("tables:that_is_me", args=[session.code])
    answer = visitor.post(address, {"player": player("Benoît").pk}, follow=True)
    assert "Benoît and another player of this account sat at one table (Riichi," in answer.content.decode()
    assert player("Benoît").account is None


def test_a_claimed_game_stays_its_players_when_the_club_gets_it(
    visitor: Visitor, other: Visitor, club: Club
) -> None:
    session = visitor.played_table("Mik", "Odile", "Yuki", "Zoé")
    join(other, visitor, session, seat=0)
    Player.objects.create(name="Odile M.", club=club, account=account("Odile"))
    for browser, name in ((other, "Mik"), (visitor, "Odile")):
        guest = Player.objects.get(name=name, club=None)
        browser.post(reverse("tables:that_is_me", args=[session.code]), {"player": guest.pk})
    attach_session(session.pk, ClubAndEvening(club))
    sat = [seat.player for seat in session.seats.order_by("number").select_related("player")]
    accounts = [account("Mika").pk, account("Odile").pk, None, None]
    assert [one.account_id for one in sat] == accounts
    assert [one.name for one in sat] == ["Mik", "Odile M.", "Yuki", "Zoé"]
    assert [one.club for one in sat] == [None, club, club, club]  # the roster's Mik is nobody's yet
