"""Notifications on phones that asked for them: the table of the night, a hand, the evening, a round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from mahjongclub.clubs.models import Account, Device, Evening, Player
from mahjongclub.clubs.people.leaving import delete_account_and_names, erase_name_now
from mahjongclub.events.changes import draw_rounds, publish_drawn_rounds, replace_places_and_discard_draw
from mahjongclub.events.models import Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.models import Presence, Reply
from mahjongclub.nights.pages import evening_check_in_token, reply_path
from mahjongclub.outbox.models import Notice, Subscription
from mahjongclub.outbox.pushing import vapid_public_key
from mahjongclub.outbox.reminding import send_due_reminders
from mahjongclub.outbox.sender import purge_log_and_free_taken, push_next
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.changes import save_season_and_count_games
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.seasons.models import League, Season
from tests.clubs.club_house import ClubHouse
from tests.clubs.visitors import Visitor
from tests.tables.conftest import Phone

from .push_service import Browser, claims
from .receiver import Receiver

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil")
ON, OFF = "/phone/notices/", "/phone/notices/end/"


def subscribe(phone: Client, receiver: Receiver, name: str, **more: str) -> Browser:
    """This phone asked for notifications, and has heard that they are on."""
    browser = Browser(receiver, name)
    answer = phone.post(ON, {**browser.form, "next": "/me/", **more})
    assert answer.status_code == 302
    push_all()
    assert [one["tag"] for one in browser.told()] == ["hello"]
    receiver.came.clear()
    return browser


def push_all() -> None:
    Notice.objects.filter(due_at__lte=timezone.now() + timedelta(seconds=5)).update(due_at=timezone.now())
    while push_next():
        pass


def here(house: ClubHouse, name: str, phone: Phone | None = None) -> Phone:
    """Somebody without an account checks in with the evening's code."""
    phone = phone or Phone()
    answer = phone.post(code(house), {"name": name})
    assert answer.status_code == 302, answer.content.decode()
    return phone


def code(house: ClubHouse) -> str:
    return f"/here/{house.club.slug}/{house.evening.pk}/{evening_check_in_token(house.evening)}/"


def seat(house: ClubHouse, after: int = 0) -> None:
    house.phone("organiser").post(
        house.url(f"evenings/{house.evening.pk}/seating/next/"), {"after": after, "elsewhere": "1"}
    )


def test_a_phone_that_asked_is_told_so_and_that_alone(house: ClubHouse, receiver: Receiver) -> None:
    phone = Phone()
    page = phone.get("/phone/").content.decode()
    assert vapid_public_key() in page
    assert "Stop notifying me" not in page
    browser = Browser(receiver, "one")
    answer = phone.post(ON, {**browser.form, "next": "/phone/"})
    assert answer["Location"] == "/phone/"
    push_all()
    (told,) = browser.told()
    assert told["lang"] == "en"
    assert "This phone tells you" in told["body"]
    said = claims(receiver.came[0])
    assert said["aud"] == receiver.url
    assert said["sub"].startswith("mailto:")
    assert browser.form["public_key"].encode() not in receiver.came[0].body
    assert "Stop notifying me" in phone.get("/phone/").content.decode()
    assert not Notice.objects.exists(), "what was told is not kept"


def test_each_phone_is_told_its_table_seat_and_company(house: ClubHouse, receiver: Receiver) -> None:
    phones = {name: here(house, name) for name in NAMES}
    browsers = {name: subscribe(phones[name], receiver, str(n)) for n, name in enumerate(NAMES[:2])}
    two = subscribe(phones["Emil"], receiver, "emil")
    seat(house)
    push_all()
    waits = rounds_of(house.evening).get().byes.get(table=None).player.name
    for name, browser in {**browsers, "Emil": two}.items():
        (told,) = browser.told()
        assert told["title"] == "Round 1"
        assert told["url"] == code(house)
        if name == waits:
            assert told["body"] == "You wait this round."
        else:
            assert told["body"].startswith("Table 1, ")
            others = [one for one in NAMES if one not in (name, waits)]
            assert all(one in told["body"].partition(", with ")[2] for one in others)
            assert name not in told["body"]
    assert len(receiver.came) == 3, "who did not ask is told nothing"


def test_who_is_signed_in_is_told_on_their_own_phone_in_their_language(
    house: ClubHouse, receiver: Receiver
) -> None:
    member = house.phone("member")
    member.cookies["django_language"] = "fr"
    Player.objects.create(club=house.club, name="Fatou", account=house.accounts["member"])
    browser = subscribe(member, receiver, "member")
    typed = {"names": "\n".join(("Fatou", *NAMES[:3])), "seat": "1", "after": "0"}
    house.phone("organiser").post(house.url(f"evenings/{house.evening.pk}/here/"), typed)
    push_all()
    tags = {one["tag"]: one for one in browser.told()}
    told = tags[f"night-{house.evening.pk}"]
    assert told["title"] == "Ronde 1"
    assert "avec" in told["body"]
    assert told["url"] == house.url(f"evenings/{house.evening.pk}/seating/")
    receiver.came.clear()
    member.post("/account/logout/")
    seat(house, 1)
    push_all()
    assert receiver.came == [], "nobody is signed in there any more"


def test_two_who_change_places_are_told_anew(house: ClubHouse, receiver: Receiver) -> None:
    phones = {name: here(house, name) for name in NAMES}
    browsers = {name: subscribe(phones[name], receiver, str(n)) for n, name in enumerate(NAMES)}
    seat(house)
    push_all()
    receiver.came.clear()
    one = rounds_of(house.evening).get()
    waits = one.byes.get(table=None).player
    plays = one.seats.filter(number=0).get().player
    form = {"one": plays.pk, "other": waits.pk}
    house.phone("organiser").post(house.url(f"evenings/{house.evening.pk}/seating/move/"), form)
    push_all()
    assert browsers[plays.name].told()[0]["body"] == "You wait this round."
    assert browsers[waits.name].told()[0]["body"].startswith("Table 1, East")
    assert len(receiver.came) == 2


def test_a_hand_that_awaits_somebodys_word_is_told_to_whom_it_waits_for(receiver: Receiver, db: None) -> None:
    keeper, other, third = Phone(), Phone(), Phone()
    session = keeper.open_table()
    browsers = []
    for number, phone in enumerate((keeper, other, third)):
        if phone is not keeper:
            phone.get(link_of(keeper, session.code))
        phone.post(f"/t/{session.code}/sit/", {"seat": number})
        browsers.append(subscribe(phone, receiver, str(number)))
    version = session.version
    keeper.post(f"/t/{session.code}/agreeing/", submission(session, agreeing="on"))
    session.refresh_from_db()
    assert session.agreeing, version
    keeper.confirm(session, {"type": "draw", "tenpai": [0, 1]})
    assert Notice.objects.count() == 2
    other.post(f"/t/{session.code}/agree/", submission(session, hand=1, do="agree"))
    push_all()
    (told,) = browsers[2].told()
    assert told["url"] == f"/t/{session.code}/"
    assert "hand 1" in told["body"]
    assert len(receiver.came) == 1, "who has said it, and who entered the hand, is not asked"


def link_of(keeper: Phone, table: str) -> str:
    page = keeper.get(f"/t/{table}/share/").content.decode()
    link = page.partition('id="link-scorer" value="')[2].partition('"')[0]
    return "/" + link.split("/", 3)[3]


def submission(session: Any, **fields: Any) -> dict[str, Any]:
    session.refresh_from_db()
    played = session.state["hands"]
    return {"version": session.version, "played": played, "key": f"{session.version:032x}", **fields}


def test_the_evening_is_on_for_members_and_for_who_came_before(house: ClubHouse, receiver: Receiver) -> None:
    member = subscribe(house.phone("member"), receiver, "member")
    stranger = subscribe(house.phone("stranger"), receiver, "stranger")
    before = house.club.evenings.create(date=house.evening.date - timedelta(days=7))
    guest = Phone()
    guest_browser = subscribe(guest, receiver, "guest")
    device = Subscription.objects.latest("pk").device
    came = Player.objects.create(club=house.club, name="Gast")
    Presence.objects.create(evening=before, player=came, device=device)
    here(house, "Aiko")
    here(house, "Benoît")
    push_all()
    for browser in (member, guest_browser):
        (told,) = browser.told()
        assert told["title"] == "Riichi Lille"
        assert told["body"] == "The evening is on · Rue de Gand"
    assert stranger.told() == []
    assert len(receiver.came) == 2, "once an evening"


def test_a_round_of_a_tournament_begins(house: ClubHouse, receiver: Receiver) -> None:
    rules = find_variant("riichi").default_preset
    tournament = Tournament.objects.create(
        club=house.club,
        name="Spring",
        day=house.evening.date,
        variant="riichi",
        preset=rules.key,
        rules=rules.rules.to_json(),
        round_count=1,
    )
    Player.objects.create(club=house.club, name="Fatou", account=house.accounts["member"])
    replace_places_and_discard_draw(tournament, [(name, "") for name in ("Fatou", *NAMES[:3])])
    draw_rounds(tournament)
    publish_drawn_rounds(tournament)
    browser = subscribe(house.phone("member"), receiver, "member")
    open_event_round_tables(tournament, tournament.rounds.get(), Device.objects.create())
    push_all()
    told = next(one for one in browser.told() if one["tag"].startswith("table-"))
    assert told["title"] == "Spring: Round 1"
    assert told["body"].startswith("Table 1, ")
    assert "Aiko" in told["body"]
    assert house.phone("member").get(told["url"]).status_code == 200


def test_a_match_of_a_league_begins(house: ClubHouse, receiver: Receiver) -> None:
    league = League.objects.create(club=house.club, name="Teams")
    season = Season(league=league, name="2026", variant="riichi", starts=house.evening.date, counts="teams")
    season.scoring = read_scoring({"worth": "places"}).to_json()
    save_season_and_count_games(season)
    member = Player.objects.create(club=house.club, name="Fatou", account=house.accounts["member"])
    for player in (member, *(Player.objects.create(club=house.club, name=name) for name in NAMES[:3])):
        team = create_team(season.get_or_create_competition(), f"of {player.name}", player)
        TeamMember.objects.create(team=team, player=player)
    match = draw_match(season, house.evening.date, None, 1)
    for seat in match.seats.select_related("team__captain"):
        assert seat.team is not None
        assert seat.team.captain is not None
        save_match_lineup(match, {seat.pk: seat.team.captain.pk}, [seat.team.pk], None)
    browser = subscribe(house.phone("member"), receiver, "member")
    assert open_tables_of_match(match, Device.objects.create()) == 1
    push_all()
    told = next(one for one in browser.told() if one["tag"].startswith("table-"))
    assert told["title"] == "Teams: Match 1"
    assert told["body"].startswith("Table 1, ")
    assert "Aiko" in told["body"]
    assert house.phone("member").get(told["url"]).status_code == 200


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_subscription_that_is_no_more_is_dropped(db: None, receiver: Receiver, status: int) -> None:
    phone = Phone()
    phone.post(ON, Browser(receiver, "gone").form)
    receiver.answers = [status]
    push_all()
    assert not Subscription.objects.exists()
    assert not Notice.objects.exists()
    assert "Stop notifying me" not in phone.get("/phone/").content.decode()


def test_a_push_service_in_trouble_is_tried_again_while_anybody_wants_to_know(
    db: None, receiver: Receiver
) -> None:
    browser = Browser(receiver, "later")
    Phone().post(ON, browser.form)
    receiver.answers = [503, 429]
    push_all()
    assert Notice.objects.get().tries == 1
    Notice.objects.update(due_at=timezone.now())
    push_all()
    assert Notice.objects.get().tries == 2
    Notice.objects.update(due_at=timezone.now(), expires_at=timezone.now())
    push_all()
    assert not Notice.objects.exists()
    assert len(receiver.came) == 2
    assert Subscription.objects.exists()


def test_off_in_a_click_and_what_waits_is_not_told(house: ClubHouse, receiver: Receiver) -> None:
    phones = {name: here(house, name) for name in NAMES}
    subscribe(phones["Aiko"], receiver, "a")
    page = phones["Aiko"].get(code(house)).content.decode()
    assert "Stop notifying me" in page
    seat(house)
    for _twice in range(2):
        assert phones["Aiko"].post(OFF, {"next": code(house)})["Location"] == code(house)
    push_all()
    assert receiver.came == []
    assert "Stop notifying me" not in phones["Aiko"].get(code(house)).content.decode()


def test_who_leaves_or_is_forgotten_is_told_nothing_more(house: ClubHouse, receiver: Receiver) -> None:
    subscribe(house.phone("member"), receiver, "member")
    delete_account_and_names(Account.objects.get(pk=house.accounts["member"].pk))
    assert not Subscription.objects.exists()
    guest = here(house, "Aiko")
    subscribe(guest, receiver, "guest")
    erase_name_now(Player.objects.get(name="Aiko"))
    assert not Subscription.objects.exists()


def test_signed_out_on_all_other_devices_means_notices_too(house: ClubHouse, receiver: Receiver) -> None:
    account = house.accounts["member"]
    account.set_password("seventeen-tiles")
    account.save()
    lost, kept = Visitor(), Visitor()
    for phone in (lost, kept):
        phone.sign_in("member", "seventeen-tiles")
    browser = subscribe(lost, receiver, "lost")
    kept.post("/me/sign-out-everywhere/")
    assert Subscription.objects.get().account is None
    here(house, "Aiko")
    push_all()
    assert browser.told() == []


WRONG: dict[str, dict[str, str]] = {
    "inner": {"endpoint": "https://10.0.0.1/push"},
    "plain": {"endpoint": "http://push.example.org/x"},
    "long": {"endpoint": "https://push.example.org/" + "x" * 2000},
    "letters": {"endpoint": "https://push.example.org/é"},
    "nul": {"endpoint": "https://push.example.org/\x00"},
    "no key": {"public_key": "AAAA"},
    "no point": {"public_key": "A" * 87},
    "no secret": {"shared_secret": "..."},
    "nothing": {"endpoint": "", "public_key": "", "shared_secret": ""},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_subscription_is_none(db: None, settings: Any, receiver: Receiver, wrong: str) -> None:
    settings.TELL_THIS_MACHINE = False
    form = {**Browser(receiver, "x").form, "endpoint": "https://push.example.org/x"}
    phone = Phone()
    answer = phone.post(ON, {**form, "next": "https://elsewhere.example/", **WRONG[wrong]})
    assert answer["Location"] == "/phone/", "and nobody is led elsewhere"
    assert not Subscription.objects.exists()
    assert "could not be subscribed" in phone.get("/phone/").content.decode()
    phone.post(ON, form)
    assert Subscription.objects.count() == 1


def test_asking_again_takes_the_place_of_the_first(db: None, receiver: Receiver) -> None:
    phone = Phone()
    subscribe(phone, receiver, "first")
    second = subscribe(phone, receiver, "second")
    assert Subscription.objects.get().endpoint == second.form["endpoint"]


def test_notices_of_yesterday_are_swept(db: None, receiver: Receiver) -> None:
    Phone().post(ON, Browser(receiver, "x").form)
    Notice.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    purge_log_and_free_taken(is_only_sender=False)
    assert not Notice.objects.exists()


def test_the_key_stays_the_same_and_is_another_where_the_secret_key_is(settings: Any) -> None:
    first = vapid_public_key()
    assert vapid_public_key() == first
    assert len(first) == 87
    settings.SECRET_KEY = "another"
    assert vapid_public_key() != first


def test_who_moves_up_is_told_of_the_place_and_who_asked_is_reminded(
    house: ClubHouse, receiver: Receiver
) -> None:
    evening = house.evening
    evening.capacity = 1
    evening.save()
    phones = {name: Phone() for name in ("Aiko", "Benoît")}
    for name, phone in phones.items():
        said = {"say": f"yes-{evening.pk}", "name": name}
        assert phone.post(reply_path(house.club), said).status_code == 302
    browser = subscribe(phones["Benoît"], receiver, "second")
    phones["Aiko"].post(reply_path(house.club), {"say": f"no-{evening.pk}"})
    push_all()
    (told,) = browser.told()
    assert told["title"] == "Riichi Lille"
    assert told["body"] == "Today · Rue de Gand · A place is free: you come."
    assert told["url"] == reply_path(house.club)
    receiver.came.clear()
    phones["Benoît"].post(reply_path(house.club), {"say": f"remind-{evening.pk}"})
    Reply.objects.update(reminded=0)  # as if it had been asked for days before
    with freeze_at(evening, 10):
        send_due_reminders()
    assert Notice.objects.filter(kind="comes").count() == 1
    erase_name_now(Player.objects.get(name="Benoît"))
    assert not Subscription.objects.exists(), "who is forgotten is told nothing more"


@contextmanager
def freeze_at(evening: Evening, hour: int) -> Iterator[None]:
    """It is that hour of the evening's day."""
    now = timezone.make_aware(datetime.combine(evening.date, time(hour)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now)
        yield
