"""docs/roles.md, cell by cell: who may see and do what in a club, another club's owner included."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse

from mahjongclub.clubs.club_access import wall_token
from mahjongclub.clubs.club_model import Club, Evening, Invitation, Membership
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Erasure, Player
from mahjongclub.clubs.people.leaving import schedule_name_erasure
from mahjongclub.exchange.models import Origin, Upload
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.evening_clock import evening_clock_of, set_evening_clock
from mahjongclub.tables.models import HouseRules, Session
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house
from tests.tables.conftest import NAMES, Phone

YES, NO, GONE, SIGN_IN = "yes", "403", "404", "sign in"
# owner, organiser, scorer, member, stranger, other_owner, nobody: in the order of PEOPLE
MEMBERS = (YES, YES, YES, YES, GONE, GONE, SIGN_IN)
SCORERS = (YES, YES, YES, NO, GONE, GONE, SIGN_IN)
ORGANISERS = (YES, YES, NO, NO, GONE, GONE, SIGN_IN)
OWNERS = (YES, NO, NO, NO, GONE, GONE, SIGN_IN)
#: to everybody else a player of the club is no player of theirs
REACHING = (YES, YES, GONE, GONE, GONE, GONE, SIGN_IN)
EVERYBODY = (YES,) * len(PEOPLE)
#: at a club whose page is public, its existence is no secret
PUBLIC_ORGANISERS = (YES, YES, NO, NO, NO, NO, SIGN_IN)

Action = Callable[[ClubHouse, Phone], HttpResponse]


def get(page: str) -> Action:
    return lambda house, phone: phone.get(house.url(page))


def post(page: str, **form: str) -> Action:
    return lambda house, phone: phone.post(house.url(page), form)


def guest_of(house: ClubHouse) -> Player:
    """Somebody on the roster without an account."""
    return Player.objects.get_or_create(club=house.club, name="Guest")[0]


def rules_of(house: ClubHouse) -> HouseRules:
    variant = find_variant("riichi")
    rules = variant.default_preset.rules.to_json()
    made, _new = HouseRules.objects.get_or_create(
        club=house.club, variant="riichi", name="Ours", defaults={"preset": "club", "rules": rules}
    )
    return made


def game_of_club(house: ClubHouse) -> Session:
    session = Phone().open_table()
    Session.objects.filter(pk=session.pk).update(club=house.club, evening=house.evening)
    return session


def result_form(**changes: str) -> dict[str, str]:
    """Four scores that add up to the 100,000 of a riichi table."""
    form = {"variant": "riichi", "preset": "club", "sticks": "0"}
    for seat, (name, points) in enumerate(zip(NAMES, ("40000", "30000", "20000", "10000"), strict=True)):
        form |= {f"name-{seat}": name, f"score-{seat}": points}
    return {**form, **changes}


def on_paper(house: ClubHouse) -> Session:
    """The result the organiser entered, whoever asks for it now."""
    kept = Session.objects.filter(club=house.club).exclude(on_paper=None)
    if not kept.exists():
        house.phone("organiser").post(house.url("results/new/"), result_form())
    return kept.get()


def game_file(**changes: object) -> SimpleUploadedFile:
    """A game record of four."""
    record = {"format": 1, "variant": "riichi", "players": NAMES, "hands": [], "closed": True, **changes}
    return SimpleUploadedFile("game.json", json.dumps(record).encode())


def uploaded(house: ClubHouse, phone: Phone) -> UUID:
    """An upload of whoever this is, as if they had been let to make it."""
    account = phone.session.get("_auth_user_id") or house.accounts["organiser"].pk
    upload = Upload.objects.create(club=house.club, account_id=account)
    upload.files.create(name="game.json", content=game_file().read())
    return upload.pk


def brought_in(house: ClubHouse) -> int:
    """The game the organiser brought in, whoever asks for it now."""
    if not Origin.objects.filter(club=house.club).exists():
        answer = house.phone("organiser").post(house.url("import/"), {"chosen": [game_file(id="once")]})
        house.phone("organiser").post(answer["Location"], {"keep": "1"})
    return Origin.objects.get(club=house.club).pk


LOOKING: dict[str, Action] = {
    "the club's page": get(""),
    "all games": get("games/"),
    "an evening": lambda house, phone: phone.get(house.url(f"evenings/{house.evening.pk}/")),
    "a game": lambda house, phone: phone.get(house.url(f"games/{game_of_club(house).code}/")),
    "look on at a table": lambda house, phone: phone.post(house.url(f"games/{game_of_club(house).code}/")),
    "the wall": lambda house, phone: phone.get(f"/wall/{house.club.slug}/"),
    "the wall of an evening": lambda house, phone: phone.get(f"/wall/{house.club.slug}/{house.evening.pk}/"),
}
ACTIONS: dict[str, tuple[Action, tuple[str, ...]]] = {
    "members": (get("members/"), MEMBERS),
    "house rules": (get("rules/"), MEMBERS),
    "leave": (
        lambda house, phone: phone.post(house.url("leave/")),
        MEMBERS,
    ),
    "the page to say who they are": (
        lambda house, phone: phone.get(f"/me/roster/{house.club.slug}/"),
        MEMBERS,
    ),
    "make a player of themselves": (
        lambda house, phone: phone.post(f"/me/roster/{house.club.slug}/", {"who": "new", "name": "Zoé"}),
        MEMBERS,
    ),
    "the roster": (get("players/"), SCORERS),
    "add a player": (post("players/", name="Zoé"), SCORERS),
    "the page for results from paper": (get("results/new/"), SCORERS),
    "enter a result from paper": (post("results/new/", **result_form()), SCORERS),
    "the page to correct a result from paper": (
        lambda house, phone: phone.get(house.url(f"results/{on_paper(house).code}/")),
        ORGANISERS,
    ),
    "correct a result from paper": (
        lambda house, phone: phone.post(
            house.url(f"results/{on_paper(house).code}/"),
            result_form(version="0", **{"score-0": "10000", "score-3": "40000"}),
        ),
        ORGANISERS,
    ),
    "the page to type a score sheet": (get("sheet/riichi/"), SCORERS),
    "type a score sheet": (
        post(
            "sheet/riichi/",
            step="save",
            **{"hand-1-0": "m"},
            **{k: v for k, v in result_form().items() if "name" in k},
        ),
        SCORERS,
    ),
    "delete a result from paper": (post(f"results/{'a' * 14}/delete/"), ORGANISERS),
    "the page for an evening": (get("evenings/new/"), ORGANISERS),
    "make an evening": (post("evenings/new/", date="2026-05-04"), ORGANISERS),
    "change an evening": (
        lambda house, phone: phone.post(
            house.url(f"evenings/{house.evening.pk}/edit/"), {"date": "2026-05-04"}
        ),
        ORGANISERS,
    ),
    "delete an evening": (
        lambda house, phone: phone.post(house.url(f"evenings/{house.evening.pk}/delete/")),
        ORGANISERS,
    ),
    "set the common clock": (
        lambda house, phone: phone.post(house.url(f"evenings/{house.evening.pk}/clock/"), {"minutes": "90"}),
        ORGANISERS,
    ),
    "start the common clock": (
        lambda house, phone: phone.post(
            house.url(f"evenings/{house.evening.pk}/clock/turn/"), {"turn": "start"}
        ),
        ORGANISERS,
    ),
    "score at a running table": (
        lambda house, phone: phone.post(house.url(f"games/{game_of_club(house).code}/"), {"score": "1"}),
        ORGANISERS,
    ),
    "the page for house rules": (get("rules/new/"), ORGANISERS),
    "make house rules": (post("rules/new/", variant="riichi", preset="club", name="Kansai"), ORGANISERS),
    "change house rules": (
        lambda house, phone: phone.post(house.url(f"rules/{rules_of(house).pk}/"), {"name": "Theirs"}),
        ORGANISERS,
    ),
    "delete house rules": (
        lambda house, phone: phone.post(house.url(f"rules/{rules_of(house).pk}/delete/")),
        ORGANISERS,
    ),
    "the page for bringing games in": (get("import/"), ORGANISERS),
    "upload games": (
        lambda house, phone: phone.post(house.url("import/"), {"chosen": [game_file()]}),
        ORGANISERS,
    ),
    "look at an upload and bring it in": (
        lambda house, phone: phone.post(house.url(f"import/{uploaded(house, phone)}/"), {"keep": "1"}),
        ORGANISERS,
    ),
    "forget an upload": (
        lambda house, phone: phone.post(house.url(f"import/{uploaded(house, phone)}/drop/")),
        ORGANISERS,
    ),
    "where a game came from": (
        lambda house, phone: phone.get(house.url(f"import/origins/{brought_in(house)}/")),
        ORGANISERS,
    ),
    "invitations": (get("invitations/"), ORGANISERS),
    "invite a member": (post("invitations/", role="member", places="1", days="7"), ORGANISERS),
    "revoke an invitation": (
        lambda house, phone: phone.post(house.url("invitations/1/revoke/")),
        ORGANISERS,
    ),
    "the wall's link": (get("wall/"), ORGANISERS),
    "make a new link for the wall": (post("wall/"), ORGANISERS),
    "change a member's role": (
        lambda house, phone: phone.post(
            house.url(f"members/{house.accounts['member'].pk}/"), {"role": "scorer"}
        ),
        ORGANISERS,
    ),
    "take a scorer out": (
        lambda house, phone: phone.post(
            house.url(f"members/{house.accounts['scorer'].pk}/"), {"remove": "1"}
        ),
        ORGANISERS,
    ),
    "change an organiser's role": (
        lambda house, phone: phone.post(
            house.url(f"members/{house.accounts['organiser'].pk}/"), {"role": "member"}
        ),
        OWNERS,
    ),
    "have a name erased": (
        lambda house, phone: phone.post(f"/players/{guest_of(house).pk}/forget/", {"typed": "Guest"}),
        REACHING,
    ),
    "keep a name that was to be erased": (
        lambda house, phone: phone.post(f"/players/{guest_of(house).pk}/keep/"),
        REACHING,
    ),
    "settings": (get("settings/"), OWNERS),
    "rename the club": (post("settings/", name="Riichi Roubaix", visibility="public"), OWNERS),
    "delete the club": (post("delete/", name="Riichi Lille"), OWNERS),
}


def everything(house: ClubHouse) -> object:
    """All that an action might change, to see that a refused one changed nothing."""
    return (
        list(Club.objects.order_by("pk").values_list("name", "visibility", "wall_secret")),
        list(Membership.objects.order_by("pk").values_list("account", "role")),
        list(Evening.objects.order_by("pk").values_list("date", "place")),
        list(HouseRules.objects.order_by("pk").values_list("name")),
        Invitation.objects.count(),
        list(Player.objects.filter(club=house.club).order_by("pk").values_list("name", "name_hidden")),
        Erasure.objects.count(),
        list(Session.objects.filter(club=house.club).exclude(on_paper=None).values_list("on_paper")),
        (clock := evening_clock_of(Evening.objects.filter(club=house.club).first())) and clock.started_at,
    )


@contextmanager
def taken_back(house: ClubHouse) -> Iterator[None]:
    """What is done meanwhile is undone: the next finds the house, and what their phones keep, as it was."""
    kept = {who: {one.key: one.value for one in house.phone(who).cookies.values()} for who in PEOPLE}
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    for who, cookies in kept.items():
        house.phone(who).cookies.clear()
        house.phone(who).cookies.load(cookies)


def answered(answer: HttpResponse) -> str:
    """What somebody was told, in the words of docs/roles.md."""
    if answer.status_code == 302:
        return SIGN_IN if "/account/" in answer["Location"] else YES
    return {200: YES, 403: NO, 404: GONE}[answer.status_code]


@pytest.mark.parametrize("action", ACTIONS)
def test_what_a_role_may_do(house: ClubHouse, action: str) -> None:
    do, allowed = ACTIONS[action]
    _furnish(house)
    if "correct a result" in action:
        on_paper(house)
    if "name" in action:
        guest_of(house)
    if "keep a name" in action:
        schedule_name_erasure(guest_of(house), house.accounts["organiser"])
    if action == "where a game came from":
        brought_in(house)
    for who, expected in zip(PEOPLE, allowed, strict=True):
        with taken_back(house):
            _asks(house, action, do, who, expected)


def _furnish(house: ClubHouse) -> None:
    """Let everybody find what they might change."""
    set_evening_clock(house.evening, {"minutes": 60, "alarms": [], "hides": False})
    rules_of(house)
    create_club_invitation(
        house.club, house.accounts["owner"], Membership.objects.get(account__username="member").role, 1, 7
    )


def _asks(house: ClubHouse, action: str, do: Action, who: str, expected: str) -> None:
    if action == "leave" and who == "owner":  # the last owner stays: see test_members
        Membership.objects.filter(account=house.accounts["organiser"]).update(role="owner")
    before = everything(house)
    assert answered(do(house, house.phone(who))) == expected, who
    if expected != YES:
        assert everything(house) == before, who
    elif action in ("correct a result from paper", "have a name erased", "keep a name that was to be erased"):
        assert everything(house) != before


@pytest.mark.parametrize("action", LOOKING)
@pytest.mark.parametrize(
    ("visibility", "allowed"),
    [
        (Club.Visibility.MEMBERS, MEMBERS),
        (Club.Visibility.PUBLIC, EVERYBODY),
        (Club.Visibility.PRIVATE, ORGANISERS),
    ],
)
def test_who_may_look(db: None, visibility: str, allowed: tuple[str, ...], action: str) -> None:
    house = open_club_house(visibility)
    for who, expected in zip(PEOPLE, allowed, strict=True):
        with taken_back(house):
            told = answered(LOOKING[action](house, house.phone(who)))
            # a screen is told nothing
            assert told == (GONE if "wall" in action and expected == NO else expected), who


@pytest.mark.parametrize("who", PEOPLE)
def test_a_public_club_is_no_secret_but_its_settings_are_not_everybodys(db: None, who: str) -> None:
    house = open_club_house(Club.Visibility.PUBLIC)
    answer = house.phone(who).get(house.url("invitations/"))
    assert answered(answer) == PUBLIC_ORGANISERS[PEOPLE.index(who)]


@pytest.mark.parametrize("who", PEOPLE)
def test_the_link_of_the_wall_opens_it_on_any_screen(house: ClubHouse, who: str) -> None:
    phone, token = house.phone(who), wall_token(house.club)
    assert phone.get(f"/wall/{house.club.slug}/?token={token}").status_code == 200
    assert phone.get(f"/wall/another-club/?token={token}").status_code in (
        404,
        200 if who == "other_owner" else 404,
    )


@pytest.mark.parametrize("who", PEOPLE)
def test_who_may_open_a_table_for_the_club(house: ClubHouse, who: str) -> None:
    names = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    form = {"variant": "riichi", "method": "order", "belongs": f"e{house.evening.pk}", **names}
    house.phone(who).post("/new/", form)
    belongs = Session.objects.filter(club=house.club, evening=house.evening).exists()
    assert belongs is (who in ("owner", "organiser", "scorer"))


@pytest.mark.parametrize("who", PEOPLE)
def test_who_may_give_the_club_a_table_they_opened(house: ClubHouse, who: str) -> None:
    phone = house.phone(who)
    session = phone.open_table(belongs="")
    phone.post(f"/t/{session.code}/club/", {"belongs": f"e{house.evening.pk}"})
    session.refresh_from_db()
    assert (session.club == house.club) is (who in ("owner", "organiser", "scorer", "member"))


def sits_down(phone: Phone, opener: Phone, session: Session, role: str) -> None:
    """Follow the opener's link of a role to the table."""
    page = opener.get(f"/t/{session.code}/share/").content.decode()
    phone.get(page.split(f'id="link-{role}" value="http://testserver')[1].split('"')[0])


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("role", ["no", "viewer", "scorer"])
def test_who_may_give_the_club_a_table_they_did_not_open(house: ClubHouse, role: str, who: str) -> None:
    opener, phone = Phone(), house.phone(who)
    session = opener.open_table()
    if role != "no":
        sits_down(phone, opener, session, role)
    answer = phone.post(f"/t/{session.code}/club/", {"belongs": f"c{house.club.pk}"})
    session.refresh_from_db()
    assert (session.club == house.club) is (role == "scorer" and who in ("owner", "organiser"))
    if role == "no":
        assert answer.status_code == 404  # not even looked at: the phone has no place at this table
    elif role == "viewer":
        assert answered(answer) == (SIGN_IN if who == "nobody" else NO)


@pytest.mark.parametrize("role", ["viewer", "scorer"])
@pytest.mark.parametrize("who", PEOPLE)
def test_whose_rematch_belongs_to_the_club(house: ClubHouse, role: str, who: str) -> None:
    opener = house.phone("organiser")
    session = opener.open_table(belongs=f"e{house.evening.pk}")
    if who != "organiser":
        sits_down(house.phone(who), opener, session, role)
    house.phone(who).post(f"/t/{session.code}/again/")
    again = Session.objects.latest("pk")
    theirs = role == "scorer" or who in ("owner", "organiser", "scorer")
    assert again.pk != session.pk
    assert again.club == (house.club if theirs else None)
    assert again.seats.filter(player__club=house.club).count() == (4 if theirs else 0)


@pytest.mark.parametrize("role", ["viewer", "scorer"])
@pytest.mark.parametrize("who", PEOPLE)
def test_who_may_claim_a_player_of_the_roster_by_a_seat(house: ClubHouse, role: str, who: str) -> None:
    opener = Phone()
    session = opener.open_table()
    aiko = Player.objects.get(name="Aiko")
    Player.objects.filter(pk=aiko.pk).update(club=house.club)
    phone = house.phone(who)
    sits_down(phone, opener, session, role)
    phone.post(f"/t/{session.code}/sit/", {"seat": "0"})
    phone.post(f"/t/{session.code}/that-is-me/", {"player": aiko.pk})
    aiko.refresh_from_db()
    member = who in ("owner", "organiser", "scorer", "member")
    assert aiko.account == (house.accounts[who] if member and role == "scorer" else None)


@pytest.mark.parametrize("role", ["viewer", "scorer"])
@pytest.mark.parametrize("who", PEOPLE)
def test_who_may_claim_a_guest_by_a_seat(house: ClubHouse, role: str, who: str) -> None:
    opener, phone = Phone(), house.phone(who)
    session = opener.open_table()
    sits_down(phone, opener, session, role)
    phone.post(f"/t/{session.code}/sit/", {"seat": "0"})
    aiko = Player.objects.get(name="Aiko")
    phone.post(f"/t/{session.code}/that-is-me/", {"player": aiko.pk})
    aiko.refresh_from_db()
    assert aiko.account == (house.accounts[who] if who != "nobody" and role == "scorer" else None)
