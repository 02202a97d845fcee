"""In whose name: an act by whose name it is done in by who does it, as `identity.json` has it.

A name, or a seat, is nobody's yet, or a phone's (it spoke for it, or has the seat), or an account's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from html import unescape
from pathlib import Path
from uuid import uuid4

from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.row_secrets import hash_device_secret
from mahjongclub.events.registration.models import Entrant
from mahjongclub.nights.models import Presence, Reply
from mahjongclub.nights.pages import evening_check_in_path, reply_path
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone, ron

FILE = Path(__file__).with_name("identity.json")
#: the name of each kind, in the order of the seats
NAMES = {"nobody's": "Łukasz Żółć", "a phone's": "Vera", "an account's": "Marguerite"}
WHO = {
    "stranger": "a phone that speaks for nobody, nobody signed in",
    "onlooker": "the same, where it only looks on",
    "holder": "the phone that spoke for the name, or has the seat, before; of an account signed out by now",
    "member": "signed in as the player whose name it is, on a new phone",
    "scorer": "signed in as somebody else of the club, on a new phone",
    "opener": "the phone that opened the table, or an organiser on the page of organisers",
}
#: what becomes of it
ANSWERS = {
    "yes": "it is done",
    "asked": "it is not done; the phone that has the name is asked, an organiser or the opener answers too",
    "sign in": "it is not done; whoever it is signs in first",
    "to confirm": "it stands for itself alone until the member or an organiser says that it is theirs",
    "no": "it is not done",
}


class Scene:
    """A club night, a table and an event at which somebody has spoken for every name but the first."""

    def __init__(self, house: ClubHouse) -> None:
        self.house = house
        self.player = Player.objects.create(
            club=house.club, account=house.accounts["member"], name=NAMES["an account's"]
        )
        self.tablet = house.phone("other_owner")
        self.tablet.post(reverse("account_logout"))
        self.tablet.force_login(house.accounts["member"])
        self.vera = Phone()
        self.open_table = house.phone("organiser")

    @cached_property
    def table(self) -> Session:
        """A table where all agree, with a hand; Vera's phone is at her seat, and the member's browser at
        the member's, where nobody is signed in by now."""
        session = self.open_table.open_table(names=(*NAMES.values(), "Dina"), agreeing="on")
        session.seats.filter(number=2).update(player=self.player)
        for phone, seat in ((self.vera, 1), (self.tablet, 2)):
            self.let_in(phone, session)
            phone.post(reverse("tables:sit", args=[session.code]), {"seat": seat})
        self.open_table.confirm(session, ron(0, 3))
        return session

    def let_in(self, phone: Phone, session: Session, role: str = "scorer") -> None:
        page = self.open_table.get(reverse("tables:share", args=[session.code])).content.decode()
        phone.get("/" + page.partition(f'id="link-{role}" value="')[2].partition('"')[0].split("/", 3)[3])

    def phone(self, who: str, whose: str) -> Phone:
        """The phone of WHO; of an account the holder is the browser on which it has signed out again."""
        if who == "holder" and whose == "an account's":
            self.tablet.post(reverse("account_logout"))
            return self.tablet
        if who in ("member", "scorer"):
            phone = Phone()
            phone.force_login(self.house.accounts[who])
            return phone
        return {"holder": self.vera, "opener": self.open_table}.get(who) or Phone()

    def first(self, whose: str) -> Phone:
        """Who has the name by now."""
        return self.vera if whose == "a phone's" else self.tablet


def check_in(scene: Scene, whose: str, who: str) -> str:
    path, name = evening_check_in_path(scene.house.evening), NAMES[whose]
    if whose != "nobody's":
        scene.first(whose).post(path, {"name": name})
    phone = scene.phone(who, whose)
    answer = phone.post(path, {"name": name})
    shown = unescape((phone.get(path) if answer.status_code == 302 else answer).content.decode())
    return told(shown, f"{name}, you are on the list")


def leave(scene: Scene, whose: str, who: str) -> str:
    path = evening_check_in_path(scene.house.evening)
    scene.first(whose).post(path, {"name": NAMES[whose]})
    phone = scene.phone(who, whose)
    phone.post(path, {"leave": "1"})
    return "no" if Presence.objects.get(player__name=NAMES[whose]).here else "yes"


def come(scene: Scene, whose: str, who: str) -> str:
    path, evening = reply_path(scene.house.club), scene.house.evening.pk
    if whose != "nobody's":
        scene.first(whose).post(path, {"name": NAMES[whose], "who": "new", "say": f"yes-{evening}"})
    phone = scene.phone(who, whose)
    answer = phone.post(path, {"name": NAMES[whose], "who": "new", "say": f"no-{evening}"})
    shown = unescape((phone.get(path) if answer.status_code == 302 else answer).content.decode())
    done = Reply.objects.filter(player__name=NAMES[whose], answer="no").exists()
    return "yes" if done else told(shown, "\0")


def told(shown: str, done: str) -> str:
    if done in shown:
        return "yes"
    if "Another phone answers for" in shown:
        return "asked"
    return "sign in" if "has an account" in shown else "no"


def sit(scene: Scene, whose: str, who: str) -> str:
    return sit_down(scene, whose, who)[0]


def sit_down(scene: Scene, whose: str, who: str) -> tuple[str, Phone]:
    session, seat = scene.table, list(NAMES).index(whose)
    phone = scene.phone(who, whose)
    if who not in ("opener", "holder"):
        scene.let_in(phone, session, "viewer" if who == "onlooker" else "scorer")
    phone.post(reverse("tables:sit", args=[session.code]), {"seat": seat})
    device = hash_device_secret(phone.cookies["device"].value)
    if session.accesses.get(device__secret_hash=device).seat == seat:
        return "yes", phone
    return "asked" if Session.objects.get(pk=session.pk).seat_requests else "no", phone


def agree(scene: Scene, whose: str, who: str) -> str:
    """For the seat, whatever it takes: sitting down there first, then saying yes."""
    phone = sit_down(scene, whose, who)[1]
    session = Session.objects.get(pk=scene.table.pk)
    form = {"do": "agree", "hand": 1, "version": session.version, "key": str(uuid4())}
    phone.post(reverse("tables:agree", args=[session.code]), form)
    said = session.hands.get(number=1).said
    return "yes" if str(list(NAMES).index(whose)) in said else "no"


def enter(scene: Scene, whose: str, who: str) -> str:
    """By a name that stands on the club's roster, but for the one that is nobody's."""
    hall = event(scene)
    name = NAMES[whose]
    if whose == "a phone's":
        scene.vera.post(evening_check_in_path(scene.house.evening), {"name": name})
    form = {"first_name": name, "last_name": name, "name": name, "country": "FRA", "agreed": "on"}
    if who == "opener":
        hall.post("entrants/new/", **form)
    else:
        scene.phone(who, whose).post(hall.url("entry/"), form)
    made = Entrant.objects.order_by("-pk").first()
    return "no" if made is None else "to confirm" if made.doubt else "yes"


def withdraw(scene: Scene, whose: str, who: str) -> str:
    """By what the page of the event shows: the entry of a phone, or of an account on a browser it left."""
    hall = event(scene)
    name = "Ada"
    form = {"first_name": name, "last_name": name, "name": name, "country": "FRA", "agreed": "on"}
    link = scene.first(whose).post(hall.url("entry/"), form)["Location"]
    if who == "opener":
        return "yes" if hall.post(f"entrants/{Entrant.objects.get().pk}/", do="withdraw") else "no"
    phone = scene.phone(who, whose)
    if link in phone.get(hall.url("entry/")).content.decode():
        phone.post(link, {"do": "withdraw"})
    return "yes" if Entrant.objects.get().has_withdrawn else "no"


def event(scene: Scene) -> TournamentHall:
    hall = TournamentHall(scene.house, [], round_count=1)
    hall.post("entrants/settings/", wanted="on")
    return hall


ACTS: dict[str, Callable[[Scene, str, str], str]] = {
    "check in by the evening’s code": check_in,
    "leave the evening": leave,
    "say by the club’s link who comes": come,
    "take a seat at a table": sit,
    "agree to a hand for a seat": agree,
    "enter an event": enter,
    "withdraw an entry": withdraw,
}
#: who does not come to an act: at an evening there is no table to look on at, or to have opened
NOT_THERE = {
    "check in by the evening’s code": ("onlooker", "opener"),
    "leave the evening": ("onlooker", "opener"),
    "say by the club’s link who comes": ("onlooker", "opener"),
    "enter an event": ("onlooker",),
    "withdraw an entry": ("onlooker",),
}
#: nobody has left, or entered, in a name that is nobody's
TAKEN_ALONE = ("leave the evening", "withdraw an entry")


def cases() -> Iterator[tuple[str, str, str]]:
    """Every act by whose name by who."""
    for act in ACTS:
        for whose in NAMES:
            for who in WHO:
                if who in NOT_THERE.get(act, ()) or (whose == "nobody's" and act in TAKEN_ALONE):
                    continue
                if whose == "nobody's" and who == "holder":
                    continue
                yield act, whose, who


def read() -> dict[tuple[str, str, str], str]:
    """What the file says of each case."""
    return {tuple(case): answer for *case, answer in json.loads(FILE.read_text())}  # type: ignore[misc]


def section() -> str:
    """The chapter of docs/rights.md."""
    found = read()
    lines = [
        "\n## In whose name\n",
        "The same act in a name that nobody has used, that a phone has, that an account has "
        "(`tests/rights/identity.py`). Who comes:\n",
        *(f"- **{who}**: {words}" for who, words in WHO.items()),
        "\nWhat becomes of it:\n",
        *(f"- *{answer}*: {words}" for answer, words in ANSWERS.items()),
        f"\n| Act | The name is | {' | '.join(WHO)} |",
        f"| --- | --- |{' --- |' * len(WHO)}",
    ]
    for act in ACTS:
        for whose in NAMES:
            row = [found.get((act, whose, who), "") for who in WHO]
            if any(row):
                lines.append(f"| {act} | {whose} | {' | '.join(row)} |")
    return "\n".join(lines) + "\n"
