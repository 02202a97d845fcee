"""Who may make accounts and found clubs is the host's choice: everybody, by invitation, nobody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from mahjongclub.clubs.club_model import Club, Membership, Role
from mahjongclub.clubs.hosting import (
    NotInvited,
    create_club_with_invitation,
    create_host_invitation,
    find_host_invitation,
)
from mahjongclub.clubs.hosting_model import HostChoice, HostInvitation
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account

from .club_house import ClubHouse
from .visitors import PASSWORD, Visitor, account

CLUB = {"name": "Mahjong Lyon", "visibility": "members"}


@pytest.fixture
def host(db: None) -> Visitor:
    phone = Visitor()
    phone.force_login(Account.objects.create_superuser("Odile", password=PASSWORD))
    return phone


def choose(host: Visitor, accounts: str, founding: str, **more: str) -> None:
    form = {"accounts": accounts, "founding": founding, **more}
    assert host.post("/host/", form).headers["Location"] == "/host/"


def invitation(host: Visitor, gives: str = "account", note: str = "For Chen") -> str:
    """The path of a new invitation, as the host's page shows it this once."""
    answer = host.post("/host/invitations/", {"gives": gives, "note": note, "days": "7"})
    found = re.search(r'value="http://testserver(/invited/[^"]+/)"', answer.content.decode())
    assert found, answer.content.decode()
    return found[1]


def sign_up(visitor: Visitor, name: str, towards: str = "") -> int:
    return visitor.sign_up(name, **({"next": towards} if towards else {})).status_code


def test_everything_is_open_as_long_as_the_host_chose_nothing(visitor: Visitor) -> None:
    assert sign_up(visitor, "Aiko") == 302
    assert visitor.post("/clubs/new/", CLUB).status_code == 302
    assert not HostChoice.objects.exists()


def test_who_comes_without_an_invitation_reads_whom_to_ask(host: Visitor, visitor: Visitor) -> None:
    choose(host, "invited", "invited", word="Write to Odile, room 4.")
    page = visitor.get("/account/signup/")
    assert page.status_code == 403
    assert "Ask an organiser of your club" in page.content.decode()
    assert "Write to Odile, room 4." in page.content.decode()
    for towards in ("", "/", "/invited/made-up/", "/clubs/join/made-up/", "//[", "/host/"):
        assert sign_up(visitor, "Eve", towards) == 403
    assert not Account.objects.filter(username="Eve").exists()
    member = Visitor()
    member.force_login(Account.objects.create_user("Benoît"))
    refused = member.post("/clubs/new/", CLUB)
    assert refused.status_code == 403
    assert "for an invitation to create a club" in refused.content.decode()
    assert "Write to Odile, room 4." in refused.content.decode()
    assert not Club.objects.exists()
    assert host.post("/clubs/new/", CLUB).status_code == 302  # the host always may


def test_one_invitation_makes_one_account(host: Visitor, visitor: Visitor, other: Visitor) -> None:
    choose(host, "invited", "open")
    link = invitation(host)
    assert "you create an account" in visitor.read(link)
    assert sign_up(visitor, "Chen", link) == 302
    assert visitor.get(link).headers["Location"] == "/me/"  # followed once more by whom it made
    assert other.get(link).status_code == 404
    assert sign_up(other, "Eve", link) == 403
    assert not Account.objects.filter(username="Eve").exists()
    assert "by Chen" in host.get("/host/invitations/").content.decode()
    token = link.split("/")[2]
    assert token not in str(list(HostInvitation.objects.values()))
    account("Chen").delete()  # and with the account what was noted of it
    assert not HostInvitation.objects.exists()


def test_an_invitation_to_found_brings_an_account_and_one_club(
    host: Visitor, visitor: Visitor, other: Visitor
) -> None:
    choose(host, "invited", "invited")
    link = invitation(host, "club")
    assert visitor.sign_up("Chen", next=link).headers["Location"] == link
    assert sign_up(other, "Eve", link) == 403  # Chen has it until the club is founded
    found = visitor.get(link).headers["Location"]
    assert "Create a club" in visitor.read(found)
    assert visitor.post(found, {"name": "", "visibility": "members"}).status_code == 422
    assert visitor.post(found, CLUB).headers["Location"] == "/c/mahjong-lyon/"
    assert visitor.post(found, {**CLUB, "name": "A second"}).status_code == 403
    assert Club.objects.get().memberships.get().account == account("Chen")
    stranger = Visitor()
    stranger.force_login(Account.objects.create_user("Dina"))
    assert stranger.get(found).status_code == 403


def test_two_who_found_with_one_invitation_at_once_found_one_club(host: Visitor) -> None:
    choose(host, "invited", "invited")
    made, token = create_host_invitation(account("Odile"), "club", "", 7)
    people = [Account.objects.create_user(name) for name in ("Chen", "Dina")]
    both = [find_host_invitation(token) for _one in people]  # read before either has founded
    create_club_with_invitation(people[0], "First", "members", both[0])
    with pytest.raises(NotInvited):
        create_club_with_invitation(people[1], "Second", "members", both[1])
    assert [club.name for club in Club.objects.all()] == ["First"]
    made.refresh_from_db()
    assert made.account == people[0]


def test_a_clubs_invitation_opens_as_many_accounts_as_it_has_places(
    host: Visitor, visitor: Visitor, other: Visitor, house: ClubHouse
) -> None:
    choose(host, "invited", "invited")
    _made, token = create_club_invitation(house.club, None, Role.SCORER, places=1, days=7)
    link = f"/clubs/join/{token}/"
    assert "Create an account" in visitor.read(link)
    answer = visitor.sign_up("Chen", next=link)
    assert answer.headers["Location"] == f"/me/roster/{house.club.slug}/"
    assert Membership.objects.get(account=account("Chen")).role == Role.SCORER
    assert sign_up(other, "Eve", link) == 403
    assert not Account.objects.filter(username="Eve").exists()


def test_closed_opens_to_no_invitation_either(
    host: Visitor, visitor: Visitor, other: Visitor, house: ClubHouse
) -> None:
    link = invitation(host)
    _made, token = create_club_invitation(house.club, None, Role.MEMBER, places=5, days=7)
    choose(host, "closed", "closed")
    assert "Create an account" not in visitor.read(link)
    for towards in ("", link, f"/clubs/join/{token}/"):
        assert sign_up(visitor, "Eve", towards) == 403
    assert house.phone("owner").get("/clubs/new/").status_code == 403
    choose(host, "invited", "invited")
    assert sign_up(visitor, "Chen", link) == 302  # nothing was used up meanwhile


def test_revoked_and_ended_invitations_open_nothing(host: Visitor, visitor: Visitor) -> None:
    choose(host, "invited", "invited")
    revoked, ended = invitation(host, note="Mine"), invitation(host, note="Late")
    first = HostInvitation.objects.get(note="Mine")
    host.post(f"/host/invitations/{first.pk}/revoke/")
    host.post(f"/host/invitations/{first.pk}/revoke/")
    HostInvitation.objects.filter(note="Late").update(expires_at=timezone.now() - timedelta(seconds=1))
    for link in (revoked, ended):
        assert visitor.get(link).status_code == 404
        assert sign_up(visitor, "Eve", link) == 403
    assert "ended on" in host.get("/host/invitations/").content.decode()


def test_the_hosts_pages_are_the_hosts_alone(visitor: Visitor) -> None:
    pages = ("/host/", "/host/invitations/")
    for page in pages:
        assert visitor.get(page).headers["Location"].startswith("/account/login/")
    staff = Account.objects.create_user("Stella", is_staff=True)
    visitor.force_login(staff)
    for page in pages:
        assert visitor.get(page).status_code == 404
        assert visitor.post(page, {"accounts": "closed", "founding": "closed"}).status_code == 404
    assert not HostChoice.objects.exists()
