"""Who plays at the demonstration's club: forty players of many languages, four of them with an account."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.models import Account, Club, Membership, Player
from mahjongclub.clubs.naming import name_key

from .chance import source

NAMES = (
    "Camille Moreau",
    "田中 愛子",
    "Tomasz Zieliński",
    "Fatou Diop",
    "Benoît Lefèvre",
    "陳志明",
    "Dina Haddad",
    "Emil Sørensen",
    "Зоя Ковальчук",
    "김서연",
    "Nguyễn Thị Hương",
    "Σοφία Παπαδοπούλου",
    "ليلى منصور",
    "דוד כהן",
    "Anne-Sophie de La Rochefoucauld",
    "Wang Li",
    "José Ñíguez",
    "Priya Raghavan",
    "สมชาย ใจดี",
    "Åsa Öberg",
    "Jean-Baptiste O’Connor",
    "王小红",
    "Mikael Häkkinen",
    "Noor van der Velde",
    "अनिता शर्मा",
    "Giulia D’Angelo",
    "İlker Yıldız",
    "Kōji Nakamura",
    "Marek Dvořák",
    "Inês Gonçalves",
    "Bao",
    "Élodie",
    "Oluwaseun Adébáyò",
    "Lucía Fernández",
    "Hans Grüßner",
    "林美玲",
    "Yuki",
    "Théo Garnier",
    "Ava Mitchell",
    "Rémi Caron",
)
#: the first of NAMES have accounts, one in each role
ROLES = (Role.OWNER, Role.ORGANISER, Role.SCORER, Role.MEMBER)
#: whose name is hidden, and a second spelling of somebody
HIDDEN = "Ava Mitchell"
SPELLING, SPELT = "Aiko T.", "田中 愛子"


@dataclass(frozen=True, slots=True)
class SignIn:
    """How somebody signs in, for the terminal alone."""

    role: Role
    name: str
    password: str


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the club, how well they play (1.0 is usual) and how often they come."""

    player_id: int
    strength: float
    comes: float


def make_players(club: Club, seed: int, since: datetime) -> list[Person]:
    """The forty players on the club's roster."""
    chance = source(seed, "people")
    players = Player.objects.bulk_create(
        Player(club=club, name=name, name_hidden=name == HIDDEN) for name in NAMES
    )
    Player.objects.filter(club=club).update(created_at=since)
    return [Person(player.pk, chance.uniform(0.72, 1.38), chance.uniform(0.3, 1.0)) for player in players]


def make_members(club: Club, players: list[Person], since: datetime) -> list[SignIn]:
    """An account in every role, with a password nobody can guess, also from the seed.

    The owner of the club owns the installation too where nobody does yet.
    """
    found = []
    owned = Account.objects.filter(is_superuser=True).exists()
    for role, name, person in zip(ROLES, NAMES, players, strict=False):
        owns = role == Role.OWNER and not owned
        account = Account(username=_free_name(name), is_staff=owns, is_superuser=owns, date_joined=since)
        password = secrets.token_urlsafe(9)
        account.set_password(password)
        account.save()
        Membership.objects.create(club=club, account=account, role=role)
        Player.objects.filter(pk=person.player_id).update(account=account)
        found.append(SignIn(role, account.username, password))
    Membership.objects.filter(club=club).update(joined_at=since)
    return found


def _free_name(name: str) -> str:
    """The name, or with the first number that makes it nobody's."""
    wish, number = name, 1
    while Account.objects.filter(username_key=name_key(wish)).exists():
        number += 1
        wish = f"{name} {number}"
    return wish
