"""All agree: each seat says yes to a hand before the next one is recorded, where the table wants it so."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.tables.models import Revision, Session

from .conftest import Phone, draw, ron, scores

#: players of each game and a hand of it, as its record writes it
GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "riichi": (("Aiko", "Benoît", "Chen", "Dina"), {"type": "draw", "tenpai": [0], "riichi": []}),
    "sanma": (("Aiko", "Benoît", "Chen"), {"type": "draw", "tenpai": [0], "riichi": []}),
    "classical": (("Aiko", "Benoît", "Chen", "Dina"), {"type": "draw"}),
    "taiwanese": (("Aiko", "Benoît", "Chen", "Dina"), {"type": "draw"}),
    "hongkong": (("Aiko", "Benoît", "Chen", "Dina"), {"type": "draw"}),
    "american": (("Aiko", "Benoît", "Chen", "Dina"), {"type": "draw"}),
    "ten": (("Aiko", "Benoît"), {"type": "draw", "reason": "no_declaration"}),
    "six": (
        ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou"),
        {"type": "round", "events": [], "tenpai": [{"seat": 3, "all_pungs": False}]},
    ),
}


@pytest.fixture
def table(phone: Phone) -> Session:
    """A riichi table where all agree, opened on `phone`, which sits at Aiko's seat."""
    session = phone.open_table(agreeing="on")
    sit(phone, session, 0)
    return session


@pytest.fixture
def guest(table: Session, phone: Phone, other_phone: Phone) -> Phone:
    """A phone that keeps the score too, at Benoît's seat."""

    def come() -> None:
        join(phone, other_phone, table)
        sit(other_phone, table, 1)

    come()
    return other_phone


def join(phone: Phone, guest: Phone, session: Session, role: str = "scorer") -> None:
    share = phone.get(reverse("tables:share", args=[session.code])).content.decode()
    guest.get(re.findall(rf'id="link-{role}" value="https?://[^/]+(/t/[^"]+)"', share)[0])


def sit(phone: Phone, session: Session, seat: int) -> None:
    assert phone.post(reverse("tables:sit", args=[session.code]), {"seat": seat}).status_code == 302


def say(phone: Phone, session: Session, do: str = "agree", hand: int = 1, **fields: Any) -> HttpResponse:
    """A tap of the panel below the board."""
    form = {"do": do, "hand": hand, "version": now(session).version, "key": str(uuid4()), **fields}
    return phone.post(reverse("tables:agree", args=[session.code]), form)


def now(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def page(phone: Phone, session: Session, name: str = "table") -> str:
    return html.unescape(phone.get(reverse(f"tables:{name}", args=[session.code])).content.decode())


def agree_all(phone: Phone, session: Session, seats: Any, hand: int) -> None:
    for seat in seats:
        assert say(phone, session, "behalf", hand, seat=seat).status_code == 302


def test_off_by_default_nobody_is_asked_and_no_query_is_made_for_it(phone: Phone) -> None:
    session = phone.open_table()
    with CaptureQueriesContext(connection) as queries:
        phone.confirm(session, draw(0))
        phone.confirm(session, draw(0))
    assert not [query for query in queries if '"awaits" =' in query["sql"] or "AND awaits" in query["sql"]]
    assert now(session).state["hands"] == 2
    assert "agree" not in page(phone, session)


def test_the_next_hand_waits_until_all_have_agreed(phone: Phone, guest: Phone, table: Session) -> None:
    assert phone.confirm(table, ron(1, 2)).status_code == 302
    # whoever enters a hand has agreed to it
    assert "Benoît, Chen and Dina have yet to agree." in page(guest, table)
    answer = phone.confirm(table, draw(0, 1))
    assert answer.status_code == 409
    held = html.unescape(answer.content.decode())
    assert "Nothing was recorded yet." in held
    assert "Continue without Benoît, Chen and Dina" in held
    assert now(table).state["hands"] == 1
    assert say(guest, table).status_code == 302
    assert "Chen and Dina have yet to agree." in page(phone, table)
    assert 'value="agree"' not in page(guest, table)
    agree_all(phone, table, (2, 3), 1)
    assert "yet to agree" not in page(phone, table)
    assert phone.confirm(table, draw(0, 1)).status_code == 302
    log = page(phone, table, "log")
    told = "(from the phone that keeps the score)"
    assert f"Agreed: Aiko, Benoît, Chen {told}, Dina {told}" in log


def test_going_on_without_records_the_hand_and_the_log_keeps_who_and_without_whom(
    phone: Phone, guest: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    say(guest, table)
    assert phone.confirm(table, draw(0, 1), without="1").status_code == 302
    assert now(table).state["hands"] == 2
    log = page(phone, table, "log")
    assert "Continued without Chen and Dina" in log
    assert re.search(r"Hand 1: gone on without agreement.*?Aiko.*?without Chen and Dina", log, re.DOTALL)
    # the one recorded now is asked about in its turn
    assert "Benoît, Chen and Dina have yet to agree." in page(guest, table)


def test_sent_twice_going_on_without_records_one_hand(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    seen = now(table)
    form = {"version": seen.version, "played": 1, "key": str(uuid4()), "without": "1"}
    for _turn in range(2):
        assert phone.confirm(table, draw(0, 1), number=2, **form).status_code == 302
    assert now(table).state["hands"] == 2
    assert Revision.objects.filter(session=table, action=Revision.Action.WITHOUT).count() == 1


def test_a_correction_asks_again_and_an_agreement_to_what_stood_before_is_refused(
    phone: Phone, guest: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    seen = now(table).version
    agree_all(phone, table, (2, 3), 1)
    phone.confirm(table, ron(3, 2), number=1)
    assert say(guest, table, version=seen).status_code == 409
    shown = page(guest, table)
    assert "Benoît, Chen and Dina have yet to agree." in shown
    assert 'value="agree"' in shown


def test_agreement_moves_with_its_hand_when_another_is_put_in_before(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(0, 1))
    agree_all(phone, table, (1, 2, 3), 1)
    phone.post(
        reverse("tables:entry", args=[table.code, 1]),
        {
            "draft": '{"type":"draw","tenpai":[0,1,2,3]}',
            "insert": "1",
            "version": now(table).version,
            "played": 1,
            "key": str(uuid4()),
        },
    )
    hands = list(now(table).hands.order_by("number"))
    assert [hand.awaits for hand in hands] == [True, False]
    assert sorted(hands[1].said) == ["0", "1", "2", "3"]
    assert "Hand 1 (E1):" in page(phone, table)


def test_undoing_a_hand_takes_its_question_with_it(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    form = {"version": now(table).version, "number": 1, "key": str(uuid4())}
    phone.post(reverse("tables:undo", args=[table.code]), form)
    assert "yet to agree" not in page(phone, table)
    phone.confirm(table, draw(0))
    assert "Benoît, Chen and Dina have yet to agree." in page(phone, table)


def test_it_is_wrong_tells_the_others_and_leads_to_the_correction(
    phone: Phone, guest: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    assert "Correct the hand" not in page(guest, table)
    assert say(guest, table, "wrong").status_code == 302
    assert "Correct the hand" in page(guest, table)
    shown = page(phone, table)
    assert "Benoît reports a mistake." in shown
    assert f'href="{reverse("tables:entry", args=[table.code, 1])}">Correct the hand' in shown
    # and may still agree once the others have explained
    assert say(guest, table).status_code == 302
    assert "reports a mistake" not in page(phone, table)


def test_an_entry_under_way_is_not_overtaken_by_a_seat_that_agrees(
    phone: Phone, guest: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    agree_all(phone, table, (2, 3), 1)
    seen = now(table).version
    say(guest, table)
    assert phone.confirm(table, draw(0, 1), version=seen).status_code == 302


def test_nobody_speaks_for_a_seat_with_a_phone_of_its_own(phone: Phone, guest: Phone, table: Session) -> None:
    viewer = Phone()
    join(phone, viewer, table, "viewer")
    phone.confirm(table, ron(1, 2))
    answer = say(phone, table, "behalf", seat=1)
    assert answer.status_code == 422
    assert "That seat has a phone of its own." in answer.content.decode()
    assert say(viewer, table, "behalf", seat=2).status_code == 403
    assert "Benoît, Chen and Dina have yet to agree." in page(phone, table)


def test_each_of_two_phones_at_one_seat_speaks_for_it(phone: Phone, guest: Phone, table: Session) -> None:
    """A telephone and a tablet, say."""
    sit(guest, table, 0)
    phone.confirm(table, ron(1, 2))
    for one, do in ((guest, "agree"), (phone, "wrong")):
        say(one, table, do)
        assert now(table).hands.get().said["0"].get("wrong", False) == (do == "wrong")


def test_a_phone_without_a_seat_says_first_where_it_sits(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    join(phone, other_phone, table)
    phone.confirm(table, ron(1, 2))
    assert "Which seat is mine?" in page(other_phone, table)
    answer = say(other_phone, table)
    assert answer.status_code == 422
    assert "Say first which seat is yours." in answer.content.decode()


def test_a_phone_that_watches_has_no_seat_and_agrees_for_nobody(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    join(phone, other_phone, table, "viewer")
    phone.confirm(table, ron(1, 2))
    seat = reverse("tables:sit", args=[table.code])
    assert other_phone.post(seat, {"seat": 1}).status_code == 403
    assert "This phone only watches" in page(other_phone, table, "sit")
    answer = say(other_phone, table)
    assert answer.status_code == 422
    assert "This phone only watches" in answer.content.decode()
    assert "Benoît, Chen and Dina have yet to agree." in page(phone, table)
    assert other_phone.post(seat, {"seat": "none"}).status_code == 302


def test_the_switch_is_a_change_of_its_own_and_off_lets_the_next_hand_in(phone: Phone) -> None:
    session = phone.open_table()
    url = reverse("tables:agreeing", args=[session.code])
    assert url in page(phone, session, "more")
    assert phone.post(url, {"agreeing": "on", "version": 0, "key": str(uuid4())}).status_code == 302
    phone.confirm(session, draw(0))
    assert phone.confirm(session, draw(0)).status_code == 409
    form = {"agreeing": "off", "version": now(session).version, "key": str(uuid4())}
    assert phone.post(url, form).status_code == 302
    assert phone.confirm(session, draw(0)).status_code == 302
    log = page(phone, session, "log")
    assert log.count("Agreement of all seats") == 2


def test_a_viewer_may_not_touch_the_switch(phone: Phone, other_phone: Phone, table: Session) -> None:
    join(phone, other_phone, table, "viewer")
    assert (
        other_phone.post(reverse("tables:agreeing", args=[table.code]), {"agreeing": "off"}).status_code
        == 403
    )
    assert now(table).agreeing


def test_two_players_who_change_places_are_asked_again(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    agree_all(phone, table, (1, 2, 3), 1)
    form = {"one": 1, "other": 2, "version": now(table).version, "key": str(uuid4())}
    phone.post(reverse("tables:swap", args=[table.code]), form)
    assert "Aiko, Chen, Benoît and Dina have yet to agree." in page(phone, table)


def test_the_last_hand_is_asked_about_at_the_ranking(phone: Phone, guest: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    form = {"version": now(table).version, "key": str(uuid4())}
    phone.post(reverse("tables:close", args=[table.code]), form)
    assert "Benoît, Chen and Dina have yet to agree." in page(guest, table, "end")
    answer = say(guest, table)
    assert answer["Location"] == reverse("tables:end", args=[table.code])
    assert "Chen and Dina have yet to agree." in page(guest, table, "end")


@pytest.mark.parametrize("variant", GAMES)
def test_in_every_game(phone: Phone, variant: str) -> None:
    names, outcome = GAMES[variant]
    session = phone.open_table(variant, names=names, agreeing="on")
    assert phone.confirm(session, outcome).status_code == 302, variant
    before = scores(session)
    answer = phone.confirm(session, outcome)
    assert answer.status_code == 409
    assert "Continue without" in answer.content.decode()
    agree_all(phone, session, range(len(names)), 1)
    assert scores(session) == before
    assert phone.confirm(session, outcome).status_code == 302
    assert phone.get(reverse("tables:log", args=[session.code])).status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "behalf", "seat": "9"},
        {"do": "behalf", "seat": "\x00"},
        {"do": "behalf", "seat": "٣"},
        {"do": "agree", "hand": "9" * 40, "version": "1"},
        {"do": "agree", "hand": "0", "version": "1"},
        {"do": ["agree", "wrong"], "hand": "1", "version": "-1"},
        {"do": "agree", "hand": "1", "version": "1", "key": "no key"},
        {"do": "agree", "hand": "7", "version": "1"},
    ],
)
def test_junk_is_refused_and_changes_nothing(phone: Phone, table: Session, form: dict[str, Any]) -> None:
    phone.confirm(table, ron(1, 2))
    answer = phone.post(reverse("tables:agree", args=[table.code]), form)
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.content.decode()
    assert "Benoît, Chen and Dina have yet to agree." in page(phone, table)


@pytest.mark.parametrize("form", [{}, {"agreeing": "perhaps"}, {"agreeing": "on", "version": "x"}])
def test_a_switch_that_is_no_switch_says_so(phone: Phone, table: Session, form: dict[str, str]) -> None:
    assert phone.post(reverse("tables:agreeing", args=[table.code]), form).status_code == 422
    assert now(table).agreeing
