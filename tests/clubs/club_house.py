"""A club with somebody in every role, for tests that look through many eyes."""

from __future__ import annotations

from dataclasses import dataclass, field

from mahjongclub.clubs.club_model import Club, Evening, Membership, Role, tonight
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account
from tests.tables.conftest import Phone

PEOPLE = ("owner", "organiser", "scorer", "member", "stranger", "other_owner", "nobody")


@dataclass
class ClubHouse:
    """The club, its evening of today, and a phone for each of PEOPLE ("nobody" is not signed in)."""

    club: Club
    evening: Evening
    accounts: dict[str, Account] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)

    def phone(self, who: str) -> Phone:
        """The phone of somebody, signed in."""
        if who not in self.phones:
            phone = self.phones[who] = Phone()
            if who != "nobody":
                phone.force_login(self.accounts[who])
        return self.phones[who]

    def url(self, page: str = "") -> str:
        """An address below the club's own."""
        return f"/c/{self.club.slug}/{page}"


def open_club_house(visibility: str = Club.Visibility.MEMBERS) -> ClubHouse:
    """Found two clubs; everybody of PEOPLE has their place."""
    accounts = {who: Account.objects.create_user(who) for who in PEOPLE if who != "nobody"}
    club = create_club_with_owner(accounts["owner"], "Riichi Lille", visibility)
    create_club_with_owner(accounts["other_owner"], "Another club", Club.Visibility.PRIVATE)
    for who in ("organiser", "scorer", "member"):
        Membership.objects.create(club=club, account=accounts[who], role=Role(who))
    evening = Evening.objects.create(club=club, date=tonight(), place="Rue de Gand")
    return ClubHouse(club, evening, accounts)
