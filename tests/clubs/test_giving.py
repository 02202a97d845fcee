"""A table given to a club after it was opened: by whom, what the club may do there, and how it is undone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mahjongclub.clubs.club_model import Club, Membership, Role
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Player
from mahjongclub.figures.models import Rating
from mahjongclub.tables.models import Access, Session
from tests.tables.conftest import NAMES, Phone, ron

from .club_house import ClubHouse, open_club_house


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house(Club.Visibility.PUBLIC)


@pytest.fixture
def opener(db: None) -> Phone:
    """A guest's phone: nobody is signed in on it."""
    return Phone()


def follow(phone: Phone, opener: Phone, session: Session, role: str) -> None:
    page = opener.get(f"/t/{session.code}/share/").content.decode()
    phone.get(page.split(f'id="link-{role}" value="http://testserver')[1].split('"')[0])


def give(phone: Phone, session: Session, club: Club | None) -> int:
    word = f"c{club.pk}" if club is not None else ""
    return phone.post(f"/t/{session.code}/club/", {"belongs": word}).status_code


def given_by_an_organiser(house: ClubHouse, opener: Phone) -> Session:
    """The guest's table, given to the club by its organiser, who was let in to keep the score."""
    session = opener.open_table()
    follow(house.phone("organiser"), opener, session, "scorer")
    assert give(house.phone("organiser"), session, house.club) == 302
    session.refresh_from_db()
    assert session.club == house.club
    return session


def test_who_looks_on_gives_the_table_to_no_club(house: ClubHouse, opener: Phone) -> None:
    session = opener.open_table()
    stranger = house.phone("stranger")
    own = create_club_with_owner(house.accounts["stranger"], "Thieves", Club.Visibility.PUBLIC)
    follow(stranger, opener, session, "viewer")
    assert stranger.get(f"/t/{session.code}/club/").status_code == 403
    assert give(stranger, session, own) == 403
    session.refresh_from_db()
    assert session.club is None
    assert not own.players.exists()


def test_a_stranger_gets_only_namesakes_by_a_rematch(house: ClubHouse, opener: Phone) -> None:
    """The players of the new table are namesakes: what the stranger does to them touches nobody."""
    session = opener.open_table()
    stranger = house.phone("stranger")
    own = create_club_with_owner(house.accounts["stranger"], "Thieves", Club.Visibility.PUBLIC)
    follow(stranger, opener, session, "viewer")
    stranger.post(f"/t/{session.code}/again/")
    again = Session.objects.latest("pk")
    assert give(stranger, again, own) == 302
    assert {player.name for player in own.players.all()} == set(NAMES)
    assert not own.players.filter(seats__session=session).exists()
    assert session.seats.filter(player__club=None, player__account=None).count() == 4


def test_a_guest_moves_no_rating_of_a_public_club(house: ClubHouse) -> None:
    """Asked for a rematch by the page of a public game, three times over."""
    scorer, guest = house.phone("scorer"), Phone()
    session = scorer.open_table(belongs=f"e{house.evening.pk}")
    scorer.confirm(session, ron(0, 1))
    scorer.post(f"/t/{session.code}/close/", {"version": 1})
    before = list(Rating.objects.order_by("pk").values_list("pk", "mu", "games"))
    guest.post(house.url(f"games/{session.code}/"))
    for _time in range(3):
        answer = guest.post(f"/t/{session.code}/again/")
        forged = Session.objects.latest("pk")
        assert "no club" in guest.get(answer["Location"]).content.decode()
        guest.post(reverse("tables:start", args=[forged.code]))
        guest.confirm(forged, ron(1, 0, 13))
        guest.post(f"/t/{forged.code}/close/", {"version": 1})
        assert forged.club is None
    assert list(house.club.sessions.all()) == [session]
    assert list(Rating.objects.order_by("pk").values_list("pk", "mu", "games")) == before
    assert set(house.club.players.values_list("seats__session", flat=True)) == {session.pk}


def test_the_wall_still_shows_the_game_whose_rematch_is_nobodys(house: ClubHouse) -> None:
    scorer, guest = house.phone("scorer"), Phone()
    session = scorer.open_table(belongs=f"e{house.evening.pk}")
    scorer.post(f"/t/{session.code}/close/", {"version": 0})
    assert "Aiko" in guest.get(f"/wall/{house.club.slug}/").content.decode()
    guest.post(house.url(f"games/{session.code}/"))
    guest.post(f"/t/{session.code}/again/")
    guest.post(reverse("tables:start", args=[Session.objects.latest("pk").code]))
    assert "Aiko" in guest.get(f"/wall/{house.club.slug}/").content.decode()


def test_a_hidden_player_is_a_number_in_a_strangers_rematch(house: ClubHouse) -> None:
    scorer, guest = house.phone("scorer"), Phone()
    session = scorer.open_table(belongs=f"e{house.evening.pk}")
    Player.objects.filter(name="Chen").update(name_hidden=True)
    guest.post(house.url(f"games/{session.code}/"))
    guest.post(f"/t/{session.code}/again/")
    names = [seat.player.name for seat in Session.objects.latest("pk").seats.select_related("player")]
    assert sorted(names) == ["Aiko", "Benoît", "Dina", "Player 3"]


def test_whoever_plays_there_comes_to_their_own_rematch(house: ClubHouse, opener: Phone) -> None:
    session = opener.open_table()
    ben = Player.objects.get(name="Benoît")
    Player.objects.filter(pk=ben.pk).update(account=house.accounts["member"])
    follow(house.phone("member"), opener, session, "viewer")
    house.phone("member").post(f"/t/{session.code}/again/")
    again = Session.objects.latest("pk")
    assert set(again.seats.values_list("player", flat=True)) & set(
        session.seats.values_list("player", flat=True)
    ) == {ben.pk}


def test_the_opener_takes_the_table_from_the_club_without_an_account(house: ClubHouse, opener: Phone) -> None:
    known = Player.objects.create(club=house.club, name="Benoît")
    session = opener.open_table()
    before = list(session.seats.order_by("number").values_list("player", flat=True))
    follow(house.phone("organiser"), opener, session, "scorer")
    give(house.phone("organiser"), session, house.club)
    assert session.seats.get(number=1).player == known
    assert "Club and evening" in opener.get(f"/t/{session.code}/more/").content.decode()
    assert "Riichi Lille" in opener.get(f"/t/{session.code}/club/").content.decode()
    assert give(opener, session, None) == 302
    session.refresh_from_db()
    assert session.club is None
    assert list(session.seats.order_by("number").values_list("player", flat=True)) == before
    # who came onto the roster by this table alone has left it; who stood there stays
    assert list(house.club.players.all()) == [known]
    organiser = house.phone("organiser")
    aiko = Player.objects.get(name="Aiko")
    assert organiser.get(reverse("people:player", args=[aiko.pk])).status_code == 404


def test_who_has_played_for_the_club_since_stays_on_its_roster(house: ClubHouse, opener: Phone) -> None:
    session = given_by_an_organiser(house, opener)
    house.phone("scorer").open_table(belongs=f"e{house.evening.pk}", names=("Aiko", "Yuki", "Zoé", "Xavier"))
    give(opener, session, None)
    assert set(house.club.players.values_list("name", flat=True)) == {"Aiko", "Yuki", "Zoé", "Xavier"}


def test_the_clubs_people_keep_the_score_as_long_as_the_table_is_the_clubs(
    house: ClubHouse, opener: Phone
) -> None:
    session = given_by_an_organiser(house, opener)
    owner = house.phone("owner")
    owner.post(house.url(f"games/{session.code}/"), {"score": "1"})
    assert owner.confirm(session, ron(0, 1)).status_code == 302
    give(opener, session, None)
    assert owner.confirm(session, ron(0, 1)).status_code == 403
    # the organiser was let in by the opener, not by the club
    assert house.phone("organiser").confirm(session, ron(0, 1)).status_code == 302


def test_scoring_taken_back_holds_against_the_club(house: ClubHouse, opener: Phone) -> None:
    session = given_by_an_organiser(house, opener)
    owner, organiser = house.phone("owner"), house.phone("organiser")
    page = house.url(f"games/{session.code}/")
    owner.post(page, {"score": "1"})
    assert (
        "organisers of the club can only watch, too"
        in opener.get(f"/t/{session.code}/share/").content.decode()
    )
    opener.post(f"/t/{session.code}/share/take-back/")
    for phone in (owner, organiser):
        assert phone.confirm(session, ron(0, 1)).status_code == 403
        assert 'name="score"' not in phone.get(page).content.decode()
        assert phone.post(page, {"score": "1"}).status_code == 403
        assert phone.confirm(session, ron(0, 1)).status_code == 403
        assert give(phone, session, house.club) == 403
    assert opener.confirm(session, ron(0, 1)).status_code == 302
    # let in by the opener again, they keep it again
    follow(owner, opener, session, "scorer")
    assert owner.confirm(session, ron(1, 2)).status_code == 302


def test_at_a_table_opened_for_the_club_its_organisers_come_back(house: ClubHouse) -> None:
    scorer, organiser = house.phone("scorer"), house.phone("organiser")
    session = scorer.open_table(belongs=f"e{house.evening.pk}")
    organiser.post(house.url(f"games/{session.code}/"), {"score": "1"})
    scorer.post(f"/t/{session.code}/share/take-back/")
    assert organiser.confirm(session, ron(0, 1)).status_code == 403
    organiser.post(house.url(f"games/{session.code}/"), {"score": "1"})
    assert organiser.confirm(session, ron(0, 1)).status_code == 302


def test_a_club_gets_nobody_who_is_of_another_or_hides(house: ClubHouse, opener: Phone) -> None:
    """Claimed by somebody who is no member, hidden, and a guest of another phone."""
    session = opener.open_table()
    aiko, ben, chen, dina = (Player.objects.get(name=name) for name in NAMES)
    Player.objects.filter(pk=aiko.pk).update(account=house.accounts["stranger"])
    Player.objects.filter(pk=ben.pk).update(name_hidden=True)
    elsewhere = Phone().open_table(names=("Eva", "Fred", "Gina", "Hugo")).opener
    Player.objects.filter(pk=chen.pk).update(known_on=elsewhere)
    follow(house.phone("organiser"), opener, session, "scorer")
    give(house.phone("organiser"), session, house.club)
    sat = [seat.player for seat in session.seats.order_by("number").select_related("player")]
    assert sat[:2] == [aiko, ben]
    assert (sat[2].name, sat[2] == chen, sat[2].club) == ("Chen", False, house.club)
    assert (sat[3], sat[3].club) == (dina, house.club)
    for player in (aiko, ben, chen):
        player.refresh_from_db()
        assert player.club is None


def test_an_opener_who_left_the_club_cannot_take_a_table_opened_for_it(house: ClubHouse) -> None:
    scorer = house.phone("scorer")
    session = scorer.open_table(belongs=f"e{house.evening.pk}")
    Membership.objects.filter(account=house.accounts["scorer"]).delete()
    assert give(scorer, session, None) == 403
    session.refresh_from_db()
    assert session.club == house.club


def test_a_table_of_a_club_that_is_gone_goes_back_to_its_players(house: ClubHouse, opener: Phone) -> None:
    known = Player.objects.create(club=house.club, name="Benoît")
    session = given_by_an_organiser(house, opener)
    assert session.seats.filter(player=known).exists()
    house.club.delete()
    account = Account.objects.create_user("Opener")
    club = create_club_with_owner(account, "Riichi Paris", Club.Visibility.MEMBERS)
    opener.force_login(account)
    assert give(opener, session, club) == 302
    assert not session.seats.filter(player=known).exists()
    assert Membership.objects.get(club=club, account=account).role == Role.OWNER
    assert Access.objects.filter(session=session, by_club=True).count() == 0
