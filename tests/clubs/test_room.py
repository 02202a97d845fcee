"""What a club may have by the host's quotas, and what a locked one still does. The host's list of clubs."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.hosting_model import HostChoice
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account, Player
from mahjongclub.nights.pages import reply_token
from mahjongclub.tables.models import Hand, Session
from tests.tables.conftest import ron

from .club_house import ClubHouse
from .visitors import PASSWORD, Visitor

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


@pytest.fixture
def host(db: None) -> Visitor:
    phone = Visitor()
    phone.force_login(Account.objects.create_superuser("Odile", password=PASSWORD))
    return phone


def opens(house: ClubHouse, who: str = "owner", names: tuple[str, ...] = NAMES) -> Any:
    """The answer to a table opened for the club."""
    form = {f"name-{seat}": name for seat, name in enumerate(names)}
    form |= {"variant": "riichi", "preset": "club", "method": "order", "belongs": f"c{house.club.pk}"}
    form["elsewhere"] = "1"  # the same four at every table
    return house.phone(who).post("/new/", form)


def lock(host: Visitor, club: Club, reason: str = "Unpaid") -> None:
    host.post(f"/host/clubs/{club.pk}/lock/", {"reason": reason})
    club.refresh_from_db()
    assert club.locked_at is not None


def test_games_beyond_the_quota_are_not_begun_and_running_ones_are_played(house: ClubHouse) -> None:
    HostChoice.objects.create(most_games=1)
    assert opens(house).status_code == 302
    session = Session.objects.get()
    owner = house.phone("owner")
    owner.post(f"/t/{session.code}/seats/start/")
    refused = opens(house)
    assert refused.status_code == 422
    assert "room for on this server" in refused.content.decode()
    assert 'value="Aiko"' in refused.content.decode()
    owner.confirm(session, ron(0, 1))  # nothing at a running table is refused
    assert Hand.objects.count() == 1
    again = owner.post(f"/t/{session.code}/again/")
    assert again.status_code == 422
    assert "no more room" in again.content.decode()
    assert Session.objects.count() == 1
    Club.objects.filter(pk=house.club.pk).update(most_games=2)  # its own number
    assert opens(house).status_code == 302


def test_the_roster_takes_no_more_people_than_there_is_room_for(house: ClubHouse) -> None:
    HostChoice.objects.create(most_people=4)
    owner = house.phone("owner")
    assert opens(house).status_code == 302
    refused = owner.post(house.url("players/"), {"name": "Emil"})
    assert refused.status_code == 422
    assert "4 of the 4 players" in refused.content.decode()
    assert 'value="Emil"' in refused.content.decode()  # to be sent again once there is room
    assert opens(house, names=("Aiko", "Benoît", "Chen", "Emil")).status_code == 422
    assert opens(house).status_code == 302  # who is known needs no room
    assert not Player.objects.filter(name="Emil").exists()
    assert Session.objects.count() == 2


def test_organisers_are_told_before_it_is_full(house: ClubHouse) -> None:
    HostChoice.objects.create(most_games=10, most_channels=1, word="Write to Odile.")
    for _game in range(9):
        assert opens(house).status_code == 302
    page = house.phone("organiser").get(house.url()).content.decode()
    assert "9 of 10" in page
    assert "Write to Odile." in page
    assert "9 of 10" not in house.phone("member").get(house.url()).content.decode()


def test_who_owns_enough_clubs_founds_no_further_one(house: ClubHouse) -> None:
    HostChoice.objects.create(most_clubs=1)
    refused = house.phone("owner").post("/clubs/new/", {"name": "A second", "visibility": "members"})
    assert refused.status_code == 403
    assert "You already own as many clubs as allowed here" in refused.content.decode()
    answer = house.phone("member").post("/clubs/new/", {"name": "A first", "visibility": "members"})
    assert answer.status_code == 302


def test_a_locked_club_is_read_and_its_running_tables_are_finished(house: ClubHouse, host: Visitor) -> None:
    assert opens(house).status_code == 302
    session = Session.objects.get()
    owner = house.phone("owner")
    owner.post(f"/t/{session.code}/seats/start/")
    _made, token = create_club_invitation(house.club, None, Role.MEMBER, places=1, days=7)
    lock(host, house.club, "Unpaid since May")
    for page in ("", "members/", "players/", "games/", "leagues/", "settings/"):
        text = unescape(owner.get(house.url(page)).content.decode())
        assert "This club is locked" in text, page
        assert "Unpaid since May" in text, page
    before = list(Club.objects.values()), Player.objects.count()
    forms = {
        "settings/": {"name": "Another", "visibility": "public"},
        "players/": {"name": "Emil"},
        "evenings/new/": {"date": "2026-12-01"},
        "invitations/": {"role": "member", "places": "1", "days": "7"},
        "delete/": {"name": house.club.name},
    }
    for page, form in forms.items():
        answer = owner.post(house.url(page), form)
        assert answer.status_code == 422, page
        assert "The person who runs this server has locked" in answer.content.decode()
    assert opens(house).status_code == 422
    joining = house.phone("stranger").post(f"/clubs/join/{token}/")
    assert joining.status_code == 422
    assert (list(Club.objects.values()), Player.objects.count()) == before
    owner.confirm(session, ron(0, 1))
    version = Session.objects.get(pk=session.pk).version
    assert owner.post(f"/t/{session.code}/close/", {"version": version}).status_code == 302
    assert Session.objects.get().ended_at is not None
    # what is theirs to do: to take the club along, and to leave
    assert owner.post(house.url("export/archive/")).status_code == 302
    assert house.phone("member").post(house.url("leave/")).status_code == 302
    # on the pages by link too, where nobody says any more that they come
    coming = reverse("nights:coming_by_link", args=[house.club.slug, reply_token(house.club)])
    assert "This club is locked" in house.phone("nobody").get(coming).content.decode()
    # a stranger is told nothing of a club they may not know of
    assert house.phone("stranger").post(house.url("players/"), {"name": "Emil"}).status_code == 404
    host.post(f"/host/clubs/{house.club.pk}/lock/", {"open": "yes"})
    assert "This club is locked" not in owner.get(house.url()).content.decode()
    assert owner.post(house.url("players/"), {"name": "Emil"}).status_code == 302
    done = host.read(f"/host/clubs/{house.club.pk}/")
    assert "Locked: Unpaid since May" in done
    assert "Unlocked." in done


def test_a_lock_needs_a_reason(house: ClubHouse, host: Visitor) -> None:
    assert host.post(f"/host/clubs/{house.club.pk}/lock/", {"reason": " "}).status_code == 422
    house.club.refresh_from_db()
    assert house.club.locked_at is None


def test_the_host_sees_every_club_with_its_sizes(house: ClubHouse, host: Visitor) -> None:
    assert opens(house).status_code == 302
    session = Session.objects.get()
    house.phone("owner").post(f"/t/{session.code}/seats/start/")
    house.phone("owner").confirm(session, ron(0, 1))
    Club.objects.exclude(pk=house.club.pk).update(created_at=timezone.now() - timedelta(days=400))
    someone = Account.objects.create_user("Someone")
    for number in range(45):
        create_club_with_owner(someone, f"Club {number:02}", Club.Visibility.PRIVATE)
    page = host.read("/host/clubs/")
    assert page.count("<tr>") == 1 + 40
    assert "47 clubs" in page
    for order in ("people", "games", "hands", "month", "size", "last", "name", "nonsense"):
        page = host.read("/host/clubs/", sort=order)
        first = page.index("/host/clubs/", page.index("<tbody>"))
        wanted = Club.objects.get(name="Another club").pk if order == "name" else house.club.pk
        if order not in ("last", "nonsense"):
            assert page[first:].startswith(f"/host/clubs/{wanted}/"), order
    assert "Riichi Lille" in host.read("/host/clubs/", q="LILLE")
    assert "Another club" in host.read("/host/clubs/", q="other_owner")
    assert "No club here has this name" in host.read("/host/clubs/", q="\0nobody")
    assert "Club 44" in host.read("/host/clubs/", sort="name", page="2")
    row = host.read(f"/host/clubs/{house.club.pk}/")
    assert "<dd>4</dd>" in row
    assert host.post(f"/host/clubs/{house.club.pk}/", {"most_games": "-1"}).status_code == 422
    assert host.post(f"/host/clubs/{house.club.pk}/", {"most_games": "7"}).status_code == 302
    house.club.refresh_from_db()
    assert house.club.most_games == 7
