"""What a club tells in its channels: added and revoked by organisers, told in time, once, tried again."""

from __future__ import annotations

import hmac
import re
from base64 import b64decode, b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from mahjongclub.clubs.club_model import Evening, tonight
from mahjongclub.clubs.models import Player
from mahjongclub.outbox import sender
from mahjongclub.outbox.channels import discord, line, registry, telegram
from mahjongclub.outbox.channels.base import ChannelKind, Message, Post, Recipient, fit_lines, json_post
from mahjongclub.outbox.channels.signed_json import new_signing_secret
from mahjongclub.outbox.models import PAUSES, Channel, Delivery
from mahjongclub.outbox.sender import purge_log_and_free_taken, send_next
from mahjongclub.outbox.sending import NotSent
from mahjongclub.seasons.changes import give_points
from tests.clubs.club_house import ClubHouse
from tests.leagues.conftest import Hall, ron

from .receiver import Came, Receiver

ALL = ["evening", "results", "standings"]


def add(house: ClubHouse, url: str, kind: str = "json", who: str = "organiser", **more: Any) -> Any:
    form = {"address": url, "events": ALL, "language": "en", **more}
    return house.phone(who).post(house.url(f"channels/new/{kind}/"), form)


def page(house: ClubHouse, who: str = "organiser") -> str:
    return house.phone(who).get(house.url("channels/")).content.decode()


def send_all() -> None:
    while send_next():
        pass


def later(**time: int) -> None:
    """So much time passes for what waits."""
    for one in Delivery.objects.exclude(due_at=None):
        Delivery.objects.filter(pk=one.pk).update(due_at=one.due_at - timedelta(**time))


def test_a_test_message_arrives_signed_and_stands_in_the_log(house: ClubHouse, receiver: Receiver) -> None:
    assert add(house, f"{receiver.url}/hook?room=1").status_code == 302
    shown = page(house)
    secret = re.findall(r'value="(whsec_[^"]+)"', shown)[0]
    assert "What was sent" not in shown
    house.phone("organiser").post(house.url(f"channels/{Channel.objects.get().pk}/test/"))
    assert "waits to be sent" in page(house)
    send_all()
    assert re.search(r"answered 200.*sent", page(house), re.S)
    (came,) = receiver.came
    assert came.path == "/hook?room=1"
    assert came.json["type"] == "test"
    assert came.json["club"] == {"slug": house.club.slug, "name": "Riichi Lille", "url": ""}
    assert came.headers["webhook-signature"] == signed(secret, came)
    assert abs(int(came.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60


def signed(secret: str, came: Came) -> str:
    """As a receiver checks it (standardwebhooks.com)."""
    told = f"{came.headers['webhook-id']}.{came.headers['webhook-timestamp']}.".encode() + came.body
    mac = hmac.new(b64decode(secret.removeprefix("whsec_")), told, sha256).digest()
    return f"v1,{b64encode(mac).decode()}"


def test_a_copy_of_the_database_has_no_address_and_no_secret(house: ClubHouse) -> None:
    add(house, "https://example.org/hook/of/nobody")
    secret = Channel.objects.get().secret
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM outbox_channel")
        row = str(cursor.fetchall())
    assert "nobody" not in row
    assert secret.removeprefix("whsec_") not in row


def test_planned_evenings_are_announced_in_one_message(house: ClubHouse, receiver: Receiver) -> None:
    add(house, receiver.url)
    form = {"date": tonight() + timedelta(days=3), "name": "Riichi", "place": "Rue de Gand"}
    house.phone("organiser").post(house.url("evenings/new/"), form)
    again = {"every": "weekly", "times": 8}
    form |= {"date": tonight() + timedelta(days=4), "name": "", **again}
    answer = house.phone("organiser").post(house.url("evenings/new/"), form)
    assert answer.status_code == 302, answer.content.decode()
    send_all()
    (came,) = receiver.came
    assert came.json["type"] == "evening.announced"
    told = came.json["data"]["evenings"]
    assert len(told) == Evening.objects.filter(date__gt=tonight()).count() == 9
    assert told[0]["name"] == "Riichi"
    assert told[0]["place"] == "Rue de Gand"
    assert "The next evenings of" in came.json["text"]


def test_an_evening_of_the_past_is_not_announced_and_one_that_went_neither(
    house: ClubHouse, receiver: Receiver
) -> None:
    add(house, receiver.url)
    Evening.objects.create(club=house.club, date=tonight() - timedelta(days=1))
    assert not Delivery.objects.exists()
    Evening.objects.create(club=house.club, date=tonight() + timedelta(days=1)).delete()
    send_all()
    assert receiver.came == []
    assert "nothing new to tell" in page(house)


def test_what_did_not_come_to_stay_is_not_told(house: ClubHouse, receiver: Receiver) -> None:
    add(house, receiver.url)
    with transaction.atomic():
        Evening.objects.create(club=house.club, date=tonight() + timedelta(days=1))
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_results_are_told_once_all_is_over_and_names_stay_hidden(hall: Hall, receiver: Receiver) -> None:
    channel = Channel.objects.create(
        club=hall.club, kind="json", address=receiver.url, secret=new_signing_secret(), language="fr"
    )
    channel.events = ["results"]
    channel.save()
    Player.objects.filter(name="Chen").update(name_hidden=True)
    hall.play([ron(1, 2)], day=tonight())
    other = hall.begin((2, 3, 4, 5), day=tonight())
    send_all()
    assert receiver.came == [], "half an hour is waited for more"
    later(minutes=31)
    send_all()
    assert receiver.came == [], "a table still plays"
    assert Delivery.objects.get().state == "waiting"
    other.delete()
    later(minutes=31)
    send_all()
    (came,) = receiver.came
    assert came.json["type"] == "evening.results"
    assert came.json["data"]["games"][0]["ranking"][0]["player"]["name"] == "Benoît"
    assert "Benoît 30" in came.json["text"].replace("\u202f", "").replace("\u00a0", "")
    assert came.json["text"].startswith("Résultats")
    assert "Chen" not in came.body.decode()
    hall.play([ron(1, 2)], day=tonight())
    assert Delivery.objects.filter(state="waiting").count() == 1
    later(minutes=31)
    send_all()
    assert len(receiver.came[1].json["data"]["games"]) == 2
    hall.play([ron(0, 1)], day=tonight() - timedelta(days=3))
    assert not Delivery.objects.filter(state="waiting").exists(), "nobody asks for last week's"


def test_the_button_tells_the_results_at_once(house: ClubHouse, receiver: Receiver) -> None:
    evening = house.url(f"evenings/{house.evening.pk}/")
    organiser = house.phone("organiser")
    session = organiser.open_table(belongs=f"e{house.evening.pk}")
    assert "Tell the results" not in organiser.get(evening).content.decode()
    add(house, receiver.url)
    organiser.post(f"/t/{session.code}/close/", {"version": session.version, "key": "5" * 32})
    session.refresh_from_db()
    assert session.ended_at is not None
    assert "Tell the results" not in organiser.get(evening).content.decode(), "no hand, no result"
    session = organiser.open_table(belongs=f"e{house.evening.pk}")
    organiser.confirm(session, ron(0, 1))
    organiser.post(f"/t/{session.code}/close/", {"version": session.version + 1, "key": "6" * 32})
    assert "Tell the results" in organiser.get(evening).content.decode()
    assert "Tell the results" not in house.phone("member").get(evening).content.decode()
    organiser.post(f"{evening}tell/")
    organiser.post(f"{evening}tell/")
    send_all()
    assert len(receiver.came) == 1, "two taps, one message"
    later(minutes=31)
    send_all()
    assert len(receiver.came) == 1, "the same is not told again by itself"


def test_standings_are_told_when_they_have_changed(hall: Hall, receiver: Receiver) -> None:
    secret = new_signing_secret()
    channel = Channel.objects.create(
        club=hall.club, kind="json", address=receiver.url, secret=secret, language="en", events=["standings"]
    )
    season = hall.season()
    hall.play([ron(1, 2)])
    later(minutes=31)
    send_all()
    told = receiver.came[0].json
    assert told["type"] == "season.standings"
    assert told["data"]["standings"][0]["player"]["name"] == "Benoît"
    assert "1. Benoît" in told["text"]
    given = give_points(season, hall.players[3], 900, "tea", tonight())
    later(minutes=31)
    send_all()
    assert receiver.came[1].json["data"]["standings"][0]["player"]["name"] == "Dina"
    given.tenths = 901
    given.save()
    given.tenths = 900
    given.save()
    later(minutes=31)
    send_all()
    assert len(receiver.came) == 2, "they stand as they were told"
    season.delete()
    assert list(channel.deliveries.values_list("state", flat=True)) == ["nothing", "sent", "sent"]


def test_what_fails_is_tried_again_with_growing_pauses_under_one_name(
    house: ClubHouse, receiver: Receiver
) -> None:
    add(house, receiver.url)
    receiver.answers = [500, 429, 200]
    house.phone("owner").post(house.url(f"channels/{Channel.objects.get().pk}/test/"))
    send_all()
    one = Delivery.objects.get()
    assert timedelta(seconds=20) < one.due_at - timezone.now() <= PAUSES[0]
    shown = page(house)
    assert "answered 500" in shown
    assert "tried 1 time" in shown
    later(seconds=30)
    send_all()
    assert PAUSES[0] < Delivery.objects.get().due_at - timezone.now() <= PAUSES[1]
    later(minutes=2)
    send_all()
    assert Delivery.objects.get().state == "sent"
    assert len({came.headers["webhook-id"] for came in receiver.came}) == 1
    assert len(receiver.came) == 3


def test_what_fails_again_and_again_is_given_up(
    house: ClubHouse, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(house, receiver.url)
    number = Channel.objects.get().pk
    house.phone("owner").post(house.url(f"channels/{number}/test/"))
    receiver.answers = [500] * 20
    for _try in range(12):
        send_all()
        later(hours=12)
    assert len(receiver.came) == 1 + len(PAUSES)
    assert "given up" in page(house)
    receiver.answers = [404]
    house.phone("owner").post(house.url(f"channels/{number}/test/"))
    send_all()
    assert Delivery.objects.first().state == "given_up", "nobody is there any more"
    monkeypatch.setattr(sender, "post", _inner)
    house.phone("owner").post(house.url(f"channels/{number}/test/"))
    send_all()
    assert Delivery.objects.first().state == "given_up"
    assert "within the server’s own network" in page(house)


def _inner(*arguments: Any) -> Any:
    raise NotSent("inner")


def test_a_revoked_channel_gets_nothing_more(house: ClubHouse, receiver: Receiver) -> None:
    add(house, receiver.url)
    number = Channel.objects.get().pk
    house.phone("organiser").post(house.url(f"channels/{number}/test/"))
    for _twice in range(2):
        answer = house.phone("organiser").post(house.url(f"channels/{number}/revoke/"))
        assert answer.status_code == 302
    Evening.objects.create(club=house.club, date=tonight())
    send_all()
    assert receiver.came == []
    assert receiver.url[-4:] not in page(house)
    assert house.phone("organiser").post(house.url(f"channels/{number}/test/")).status_code == 404


def test_one_revoked_while_it_is_written_to_leaves_nothing(house: ClubHouse, receiver: Receiver) -> None:
    add(house, receiver.url)
    house.phone("organiser").post(house.url(f"channels/{Channel.objects.get().pk}/test/"))
    taken = Delivery.objects.select_related("channel__club").get()
    Channel.objects.all().delete()
    sender.deliver(taken)
    assert not Delivery.objects.exists()


def test_what_was_taken_by_a_process_that_ended_is_sent_after_all(
    house: ClubHouse, receiver: Receiver
) -> None:
    add(house, receiver.url)
    house.phone("organiser").post(house.url(f"channels/{Channel.objects.get().pk}/test/"))
    Delivery.objects.update(taken_until=timezone.now() + sender.TAKEN)
    assert not send_next()
    purge_log_and_free_taken(is_only_sender=False)
    assert not send_next(), "another process may have it"
    Delivery.objects.update(taken_until=timezone.now())
    assert send_next()
    Delivery.objects.update(
        taken_until=timezone.now() + sender.TAKEN, due_at=timezone.now(), state="waiting", ended_at=None
    )
    purge_log_and_free_taken(is_only_sender=True)
    assert send_next()


def test_a_message_that_cannot_be_written_holds_up_no_other(
    house: ClubHouse, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(house, receiver.url)
    Evening.objects.create(club=house.club, date=tonight() + timedelta(days=1))
    house.phone("organiser").post(house.url(f"channels/{Channel.objects.get().pk}/test/"))
    whole = sender.message_for_delivery
    monkeypatch.setattr(
        sender, "message_for_delivery", lambda one: 1 / 0 if one.event == "evening" else whole(one)
    )
    send_all()
    assert [came.json["type"] for came in receiver.came] == ["test"]
    assert Delivery.objects.get(event="evening").due_at > timezone.now()


NASTY = "Ann*_`<@1>|&"


@pytest.mark.parametrize(
    ("kind", "more", "path"),
    [
        ("discord", {}, "/hook"),
        ("slack", {}, "/hook"),
        (
            "telegram",
            {"address": f"12345:{'A' * 35}", "chat": "-100123"},
            f"/bot12345:{'A' * 35}/sendMessage",
        ),
        ("line", {"address": "t" * 60, "chat": "C" + "0" * 32}, "/v2/bot/message/push"),
    ],
)
def test_each_service_gets_what_it_takes(
    house: ClubHouse,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    kind: str,
    more: dict[str, str],
    path: str,
) -> None:
    monkeypatch.setattr(telegram, "SERVICE", receiver.url)
    monkeypatch.setattr(line, "SERVICE", receiver.url)
    settings.PUBLIC_URL = "https://mahjong.example.org"
    assert add(house, **{"url": f"{receiver.url}/hook", **more}, kind=kind).status_code == 302
    evening = Evening.objects.create(club=house.club, date=tonight() + timedelta(days=1), name=NASTY)
    send_all()
    (came,) = receiver.came
    assert came.path == path
    body, link = came.json, f"https://mahjong.example.org/c/{house.club.slug}/evenings/{evening.pk}/"
    if kind == "discord":
        assert r"Ann\*\_\`\<\@1\>\|&" in body["content"]
        assert body["content"].endswith(link)
        assert body["allowed_mentions"] == {"parse": []}
    elif kind == "slack":
        assert "Ann*_`&lt;@1&gt;|&amp;" in body["text"]
        assert body["text"].endswith(link)
    elif kind == "telegram":
        assert body["chat_id"] == "-100123"
        assert NASTY in body["text"]
    else:
        assert body["to"] == "C" + "0" * 32
        assert body["messages"][0]["type"] == "text"
        assert NASTY in body["messages"][0]["text"]
        assert came.headers["authorization"] == "Bearer " + "t" * 60
        assert came.headers["x-line-retry-key"] == str(Delivery.objects.get().name)
    assert more.get("address", "/hook-") not in page(house), "the page tells nobody the address"


def test_a_long_night_fits_into_a_message() -> None:
    message = Message([f"Table {number}: " + "x" * 90 for number in range(60)], "https://x.example/", {})
    text = fit_lines(message, discord.LONGEST)
    assert len(text) <= 1900
    assert text.endswith("…\nhttps://x.example/")


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "x",
            "http://example.org/hook",
            "https://127.0.0.1/hook",
            "https://[::1]/hook",
            "https://10.1.2.3",
        ),
        *(
            "https://user:secret@example.org/",
            "https://example.org:99999/",
            "https://exa mple.org/",
            "\x00",
        ),
        *(
            "ftp://example.org/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest/",
            "https://",
        ),
        *(
            "https://example.org/" + "x" * 600,
            "https://example.org:0/",
            "javascript:alert(1)",
            "https://\ud800/",
        ),
    ],
)
def test_an_address_that_leads_nowhere_out_is_refused_at_its_field(house: ClubHouse, address: str) -> None:
    form = {"address": address.encode("utf-8", "surrogatepass"), "events": ALL, "language": "en"}
    answer = house.phone("organiser").post(house.url("channels/new/json/"), form)
    assert answer.status_code == 422
    assert 'id="id_address_error"' in answer.content.decode()
    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("telegram", {"address": "no token", "chat": "-1"}),
        ("telegram", {"address": f"12345:{'A' * 35}", "chat": "../x"}),
        ("telegram", {"address": f"12345:{'A' * 35}/../x", "chat": "-1"}),
        ("line", {"address": "t" * 60 + "\n", "chat": "C"}),
        ("json", {"events": ["everything"]}),
        ("json", {"events": []}),
        ("json", {"language": "xx"}),
    ],
)
def test_what_cannot_be_is_refused(house: ClubHouse, kind: str, wrong: dict[str, Any]) -> None:
    assert add(house, "https://example.org/hook", kind, **wrong).status_code == 422
    assert not Channel.objects.exists()
    assert add(house, "https://example.org/hook", "carrier-pigeon").status_code == 404


def test_a_club_has_ten_channels_at_most(house: ClubHouse) -> None:
    for _number in range(10):
        assert add(house, "https://example.org/hook").status_code == 302
    assert "Add a channel" not in page(house)
    answer = add(house, "https://example.org/hook")
    assert answer.status_code == 422
    assert "10 channels at most" in answer.content.decode()


@pytest.mark.parametrize(("who", "status"), [("scorer", 403), ("member", 403), ("stranger", 404)])
def test_who_is_no_organiser_sees_no_channel(house: ClubHouse, who: str, status: int) -> None:
    add(house, "https://example.org/hook")
    number = Channel.objects.get().pk
    for rest in ("", "new/json/"):
        assert house.phone(who).get(house.url(f"channels/{rest}")).status_code == status
    for rest in (f"{number}/test/", f"{number}/revoke/"):
        assert house.phone(who).post(house.url(f"channels/{rest}")).status_code == status
    other = house.phone("other_owner").post(f"/c/another-club/channels/{number}/revoke/")
    assert other.status_code == 302
    assert Channel.objects.count() == 1, "another club's organiser revokes nothing here"


def test_a_further_kind_of_channel_is_a_module_and_a_line(
    house: ClubHouse, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def post(envelope: Recipient, message: Message, now: datetime) -> Post:
        return json_post(envelope.address, {"said": fit_lines(message, 500)})

    pigeon = ChannelKind("pigeon", "Pigeon", "Where it flies to.", post)
    monkeypatch.setattr(registry, "CHANNELS", (*registry.CHANNELS, pigeon))
    assert "Pigeon" in page(house)
    assert (
        "Where it flies to."
        in house.phone("organiser").get(house.url("channels/new/pigeon/")).content.decode()
    )
    assert add(house, url=f"{receiver.url}/loft", kind="pigeon").status_code == 302
    channel = Channel.objects.get()
    channel.full_clean()
    assert channel.secret == "", "it is not signed"
    Evening.objects.create(club=house.club, date=tonight() + timedelta(days=1), name="Friday")
    send_all()
    (came,) = receiver.came
    assert "Friday" in came.json["said"]
