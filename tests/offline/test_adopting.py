"""What a phone did without network beside its hands: taken over in its order, or said why it was not."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.offline.views import results_differing
from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Access, Clock, Session
from mahjongclub.tables.replaying import game_record
from mahjongclub.tables.views.entry_forms import OtherRulesForm
from tests.offline.carrying import Carrier
from tests.offline.device import Engine
from tests.tables.clock_phone import TEN
from tests.tables.conftest import Phone, as_it_stands, draw, ron, scores
from tests.tables.conftest import other_phone as other_phone
from tests.tables.conftest import phone as phone
from tests.tables.conftest import table as table
from tests.tables.conftest import ten as ten

WIN = {"type": "win", "winner": 0, "riichi": [], "han": 3, "fu": 30}


@pytest.fixture
def away(engine: Engine, phone: Phone, table: Session) -> Carrier:
    return Carrier(engine, phone).take(table)


@pytest.fixture
def ten_away(engine: Engine, phone: Phone, ten: Session) -> Carrier:
    return Carrier(engine, phone).take(ten)


def now(session: Session) -> Session:
    return Session.objects.select_related("clock").get(pk=session.pk)


def note(phone: Carrier, **fields: Any) -> None:
    """A note of the hand being played, as its form sends it."""
    assert phone.change("during/", hand=phone.session["state"]["hands"] + 1, **fields)["status"] == 302


def back(phone: Phone, session: Session, coming: Any) -> Any:
    text = coming if isinstance(coming, str) else json.dumps(coming)
    return phone.post(reverse("offline:come_back", args=[session.code]), {"coming": text})


def test_notes_of_the_hand_being_played_come_back(away: Carrier, table: Session) -> None:
    away.hand(ron(1, 2))
    note(away, seat=3, out=1)
    assert away.send_all() == []
    assert now(table).riichi_out == [3]


def test_a_phone_that_noted_nothing_leaves_the_notes_of_others(
    away: Carrier, phone: Phone, table: Session
) -> None:
    away.post("sit/", seat=2)
    form = {"version": now(table).version, "hand": 1, "seat": 3, "out": 1}
    phone.post(reverse("tables:notes", args=[table.code]), form)
    assert away.finish() == []
    assert now(table).riichi_out == [3]
    assert Access.objects.get(session=table).seat == 2


def test_notes_that_others_changed_are_the_servers_and_it_is_said(
    away: Carrier, phone: Phone, table: Session
) -> None:
    note(away, seat=3, out=1)
    form = {"version": now(table).version, "hand": 1, "seat": 0, "out": 1}
    phone.post(reverse("tables:notes", args=[table.code]), form)
    [told] = away.finish()
    assert "could not be saved" in told
    assert now(table).riichi_out == [0]


def test_points_given_other_rules_and_another_beginning_come_back(away: Carrier, table: Session) -> None:
    away.hand(ron(1, 2, han=4, fu=30))
    assert away.change("begin/", **{"seat-0": "26000", "seat-1": "24000"})["status"] == 302
    note(away, seat=3, out=1)
    assert away.change("adjust/", **{"seat-0": "-1000", "why": "late"})["status"] == 302
    rules = as_it_stands(OtherRulesForm(now(table), [], None))
    rules |= {"option-kiriage_mangan": "on", "since": ""}
    assert away.change("other-rules/", **rules)["status"] == 302
    away.hand(ron(1, 2, han=4, fu=30))
    # 4 han 30 fu is 7,700, and the dealer's a mangan where that is rounded up (RULES.md, riichi): 12,000
    assert away.scores == [25000, 24000 + 7700 + 12000, 25000 - 7700 - 12000, 25000]
    assert away.send_all() == []
    assert scores(table) == [25000, 43700, 5300, 25000]
    assert [hand.outcome["type"] for hand in table.hands.order_by("number")] == [
        "win",
        "adjust",
        "rules",
        "win",
    ]


def test_who_sat_down_without_network_sits_there_on_the_server(
    away: Carrier, phone: Phone, table: Session
) -> None:
    away.hand(ron(1, 2))
    assert away.change("sit-down/", seat=1, player="Eva")["status"] == 302
    assert away.change("sit-down/", seat=2, player="Eva")["status"] == 422
    away.hand(ron(1, 3))
    assert away.change("sit-down/", seat=1, player="Benoît")["status"] == 302
    assert "Eva replaces Benoît" in away.get("log/")["body"]
    assert away.send_all() == []
    assert now(table).seat_names == ["Aiko", "Benoît", "Chen", "Dina"]
    assert [one.player.name for one in table.sitters.all()] == ["Aiko", "Benoît", "Chen", "Dina", "Eva"]
    log = phone.get(f"/t/{table.code}/log/").content.decode()
    assert "Eva replaces Benoît" in log
    assert "Benoît replaces Eva" in log
    # the phone takes the table along again, with all who sat there
    away.take(table)
    assert "Benoît, then Eva" in away.get("sheet/")["body"]
    assert away.change("sit-down/", seat=1, player="Eva")["status"] == 302
    assert away.send_all() == []
    assert now(table).seat_names[1] == "Eva"
    assert table.sitters.count() == 5


def test_stopping_here_comes_back_and_so_does_going_on(away: Carrier, table: Session) -> None:
    away.hand(ron(1, 2))
    assert away.change("close/")["status"] == 302
    assert away.send_all() == []
    assert now(table).closed
    assert now(table).ended_at is not None
    away.take(table)
    assert away.change("continue/")["status"] == 302
    away.hand(draw(0))
    mine = away.scores
    assert away.send_all() == []
    assert scores(table) == mine
    assert not now(table).closed


def test_stopping_is_not_taken_over_where_others_played_on(
    away: Carrier, phone: Phone, table: Session
) -> None:
    assert away.change("close/")["status"] == 302
    phone.confirm(table, ron(1, 2))
    [told] = away.finish()
    assert "The end of the game could not be saved" in told
    assert now(table).ended_at is None


def test_the_first_dealers_throw_comes_before_the_hands(ten_away: Carrier, ten: Session) -> None:
    assert ten_away.change("dice/", one=3, other=4)["status"] == 302
    ten_away.hand({**WIN, "winner": 1})
    mine = ten_away.scores
    assert ten_away.send_all() == []
    assert now(ten).dice == [3, 4]
    assert scores(ten) == mine


def test_the_turns_of_a_ten_hand_come_back(ten_away: Carrier, ten: Session) -> None:
    note(ten_away, do="turn", turn=4)
    note(ten_away, do="declare", seat=1, riichi=1)
    assert ten_away.finish() == []
    assert now(ten).pending["declared"] == 1
    assert now(ten).riichi_out == [1]


def test_a_clock_started_paused_and_resumed_without_network(ten_away: Carrier, ten: Session) -> None:
    for page, more in (
        ("start", {}),
        ("pause", {"reason": "Tea"}),
        ("resume", {}),
        ("pause", {"reason": "Rain"}),
    ):
        assert ten_away.change(f"clock/{page}/", **more)["status"] == 302
    ten_away.hand(WIN)
    assert ten_away.send_all() == []
    mine, theirs = json.loads(ten_away.copy)["clock"], now(ten).clock
    assert theirs.pause_reason == mine["pause_reason"] == "Rain"
    for moment in ("started_at", "deadline", "paused_at"):
        assert abs(getattr(theirs, moment).timestamp() - _moment(mine[moment])) < 1


def test_a_clock_others_started_is_theirs_and_it_is_said(
    ten_away: Carrier, phone: Phone, ten: Session
) -> None:
    assert ten_away.change("clock/start/")["status"] == 302
    phone.post(reverse("tables:clock_start", args=[ten.code]), {"version": 0})
    theirs = now(ten).clock.started_at
    [told] = ten_away.finish()
    assert "clock" in told
    assert now(ten).clock.started_at == theirs


def test_time_that_ran_out_without_network_ends_the_session_after_the_same_hand(
    engine: Engine, phone: Phone, ten: Session, settings: Any
) -> None:
    settings.CLOCK_SECONDS_PER_MINUTE = 0.03
    away = Carrier(engine, phone, minute=0.03).take(ten)
    away.change("clock/start/")
    for _hand in range(2):
        away.hand(TEN)
    time.sleep(60 * 0.03 + 0.1)
    away.hand(WIN)  # in play as the time was up, and so the last
    assert away.session["closed"]
    mine = away.scores
    assert away.send_all() == []
    session = now(ten)
    assert (session.closed, session.state["hands"], session.clock.last_hand) == (True, 3, 3)
    assert scores(ten) == mine
    replayed = replay(read_record(game_record(session)))
    assert list(replayed.state.scores) == mine


def test_hands_of_a_clock_that_ran_on_the_server_meet_the_time_they_were_entered_at(
    engine: Engine, phone: Phone, ten: Session
) -> None:
    """The time is up while they wait: the first of them is not the last for that."""
    phone.post(reverse("tables:clock_start", args=[ten.code]), {"version": 0})
    away = Carrier(engine, phone).take(ten)
    for _hand in range(3):
        away.hand(TEN)
    clock = Clock.objects.get(session=ten)
    assert clock.deadline is not None
    over = timezone.now() - clock.deadline + timedelta(seconds=1)
    Clock.objects.update(deadline=clock.deadline + over, started_at=clock.started_at + over)  # type: ignore[operator]
    for item in away.queue:
        item["at"] = (clock.deadline - timedelta(minutes=5)).isoformat()
    while away.queue:
        assert away.send_one()["state"] == "recorded"
    assert now(ten).state["hands"] == 3


@pytest.mark.parametrize("wrong", [-7200.0, 5400.0])
def test_a_phone_whose_own_clock_is_wrong_goes_by_the_servers(
    engine: Engine, phone: Phone, ten: Session, wrong: float
) -> None:
    """As if the phone's clock were behind or ahead: it adds what it knows of the server's."""
    phone.post(reverse("tables:clock_start", args=[ten.code]), {"version": 0})
    away = Carrier(engine, phone, offset=wrong).take(ten)
    # the server, as this phone knows it, is `wrong` seconds further: so are the clock's stored moments
    read = json.loads(away.copy)
    step = timedelta(seconds=wrong)
    clock = Clock.objects.get(session=ten)
    for name in ("started_at", "deadline"):
        read["clock"][name] = (getattr(clock, name) + step).isoformat()
    away.copy = json.dumps(read)
    strip = away.get("clock/now/")["body"]
    assert "59:" in strip or "60:" in strip, strip
    away.change("clock/pause/", reason="Tea")
    paused = json.loads(away.copy)["clock"]["paused_at"]
    assert abs(_moment(paused) - (timezone.now() + step).timestamp()) < 20


def test_agreeing_for_the_others_lets_the_next_hand_in(engine: Engine, phone: Phone) -> None:
    table = phone.open_table(agreeing="on")
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "0"})
    away = Carrier(engine, phone).take(table)
    away.hand(ron(1, 2))
    for seat in (1, 2, 3):
        assert away.change("agree/", hand=1, do="behalf", seat=seat)["status"] == 302
    away.hand(draw(0))
    assert away.send_all() == []
    assert now(table).state["hands"] == 2


@pytest.mark.parametrize("behalf", [False, True])
@pytest.mark.parametrize("seat", [1, 6])
def test_a_phone_that_comes_back_agrees_for_no_seat_of_another_phone(
    phone: Phone, other_phone: Phone, seat: int, behalf: bool
) -> None:
    """Seat 6 is at no table of four: a word from there would leave the log without a name for it."""
    table = phone.open_table(agreeing="on")
    other_phone.join(table)
    for number, one in enumerate((phone, other_phone)):
        one.post(reverse("tables:sit", args=[table.code]), {"seat": str(number)})
    phone.confirm(table, ron(1, 2))
    said = now(table).hands.get().said
    move = {"do": "agree", "key": str(uuid4()), "hand": 1, "seat": seat, "wrong": False, "behalf": behalf}
    coming = {"version": now(table).version, "played": 1, "moves": [move]}
    assert back(phone, table, coming).status_code == 200
    assert now(table).hands.get().said == said
    assert phone.get(reverse("tables:log", args=[table.code])).status_code == 200


@pytest.mark.parametrize("who", ["other_phone", "viewer"])
def test_only_who_keeps_the_score_brings_anything_back(
    phone: Phone, other_phone: Phone, table: Session, who: str
) -> None:
    if who == "viewer":
        phone.get(reverse("tables:table", args=[table.code]))
        device = Access.objects.get(session=table).device
        other_phone.get("/new/")
        Access.objects.filter(session=table, device=device).update(role=Access.Role.VIEWER)
        assert back(phone, table, {"version": 0, "played": 0}).status_code == 403
        assert phone.post(reverse("offline:differs", args=[table.code])).status_code == 403
    else:
        assert back(other_phone, table, {"version": 0, "played": 0}).status_code == 404


# Results that differ.


def differ(phone: Phone, session: Session, **fields: Any) -> int:
    return phone.post(reverse("offline:differs", args=[session.code]), fields).status_code


def count() -> float:
    return results_differing.labels("riichi")._value.get()


def test_a_result_that_differs_is_logged_and_counted(
    phone: Phone, table: Session, caplog: pytest.LogCaptureFixture
) -> None:
    cache.clear()
    phone.confirm(table, ron(1, 2))
    result = table.hands.get().result
    before = count()
    with caplog.at_level(logging.WARNING, "mahjongclub.offline"):
        assert differ(phone, table, number=1, result=json.dumps(result)) == 204
        assert (count(), caplog.records) == (before, [])
        wrong = {**result, "scores": [1, 2, 3, 4]}
        assert differ(phone, table, number=1, result=json.dumps(wrong), release="abc\n1") == 204
    assert count() == before + 1
    assert "[1, 2, 3, 4]" in caplog.text
    assert table.code not in caplog.text  # an address is a right


@pytest.mark.parametrize("fields", [{}, {"number": "1"}, {"number": "9" * 9}, {"number": "1", "result": "["}])
def test_a_report_that_is_none_changes_nothing(phone: Phone, table: Session, fields: Any) -> None:
    phone.confirm(table, ron(1, 2))
    before = count()
    assert differ(phone, table, **fields) == 204
    assert count() == before


def test_reports_are_counted_and_stop(phone: Phone, table: Session) -> None:
    cache.clear()
    phone.confirm(table, ron(1, 2))
    before = count()
    for _report in range(40):
        assert differ(phone, table, number=1, result="{}") == 204
    assert count() == before + 30


# Whatever comes: refused in words, never an error of the server.

SOUND = {
    "version": 1,
    "played": 1,
    "moves": [
        {"do": "dice", "key": "0" * 31 + "1", "at": "2026-01-01T00:00:00Z", "dice": [1, 2]},
        {"do": "clock", "key": "0" * 31 + "2", "clock": {"minutes": 60, "alarms": [50], "at_end": "finish"}},
        {"do": "start", "key": "0" * 31 + "3"},
        {"do": "pause", "key": "0" * 31 + "4", "reason": "Tea"},
        {"do": "resume", "key": "0" * 31 + "5"},
        {"do": "agree", "key": "0" * 31 + "6", "hand": 1, "seat": 0, "behalf": True},
        {"do": "without", "key": "0" * 31 + "7"},
        {"do": "begin", "key": "0" * 31 + "9"},
    ],
    "last": {"hands": 1, "keys": ["0" * 32], "notes": {}, "seat": 1},
}
NOTES = {
    "riichi": [{"riichi": [0, 1]}, {"riichi": ["x"]}, {"riichi": [0, 0]}, {"riichi": 7}, {"turn": 1}],
    "sanma": [{"riichi": [0, 2]}, {"riichi": [3]}, {"riichi": [0, 0]}],
    "classical": [
        {"dice": [3, 4], "second": [1, 2]},
        {"winner": 1, "from": 1},
        {"winner": 1, "from": None, "hands": {"0": {"points": 12}, "9": {}}},
        {"winner": 1, "hands": [1]},
        {"hands": {"0": {"points": 12}}},
        {"dice": [0, 9]},
    ],
    "taiwanese": [{"riichi": [0]}],
    "hongkong": [{"riichi": [0]}],
    "american": [{"riichi": [0]}],
    "six": [
        {"events": [{"type": "kong", "seat": 2, "kind": "concealed"}], "dice": [1, 2]},
        {"events": [{}]},
        {"events": 3},
        {"tenpai": [{"seat": 9}]},
    ],
    "ten": [
        {"turn": 3, "phase": "A"},
        {"turn": 99},
        {"turn": 1, "declared": 1, "riichi": [1], "guesses": [["1m"], ["7z"]], "draws": 2, "declined": [9]},
        {"turn": 1, "declared": 0, "guesses": [["8z"]]},
        {"guesses": [1]},
        {"wall": "x"},
    ],
}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from places(inner, (*path, key))


def put(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """The value with junk at a place."""
    if not path:
        return junk
    copied = json.loads(json.dumps(value))
    at = copied
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = junk
    return copied


@pytest.mark.parametrize("variant", NOTES)
def test_notes_are_read_as_strictly_as_a_hand(phone: Phone, variant: str) -> None:
    seats = {"six": 6, "ten": 2}.get(variant, 4)
    session = phone.open_table(variant, names=[f"P{seat}" for seat in range(seats)])
    for notes in NOTES[variant]:
        last = {"hands": 0, "keys": [], "notes": notes}
        answer = back(phone, session, {"version": now(session).version, "played": 0, "last": last})
        assert answer.status_code == 200, (notes, answer.content)
        assert phone.get(reverse("tables:table", args=[session.code])).status_code == 200, notes
        assert bool(answer.json()["told"]) == (now(session).pending != notes), notes


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_coming_back_is_an_error_of_the_server(phone: Phone, ten: Session, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(list(places(SOUND))))
    answer = back(phone, ten, put(SOUND, path, data.draw(JUNK)))
    assert answer.status_code in (200, 422), answer.content
    assert answer.json().get("why") or answer.status_code == 200
    assert phone.get(reverse("tables:table", args=[ten.code])).status_code in (200, 302)


@pytest.mark.parametrize(
    "text", ["", "[", "null", '{"version": 1e999}', '"\\ud800"', "[" * 50_000, "9" * 5000]
)
def test_what_is_no_coming_back_is_refused_in_words(phone: Phone, table: Session, text: str) -> None:
    answer = back(phone, table, text)
    assert answer.status_code == 422
    assert answer.json()["why"]


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
