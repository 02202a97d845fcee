"""Who gets in, and what a watcher cannot do."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from mahjongclub.live.hub import hub
from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Access, JoinCode, Session
from tests.live.hub_versions import known_version

from .conftest import NAMES, Phone, ron


@pytest.fixture(autouse=True)
def forget_wrong_codes() -> None:
    cache.clear()


def link(session: Session, role: str) -> str:
    return reverse("tables:follow_link", args=[session.code, access_token(session.code, role, 1)])


def spoken(phone: Phone, session: Session, role: str) -> str:
    phone.get(reverse("tables:share", args=[session.code]))
    return JoinCode.objects.get(session=session, role=role).code


def test_a_stranger_sees_no_table(other_phone: Phone, table: Session) -> None:
    for name in ("table", "log", "share", "more", "end", "sticks", "record", "sit", "swap", "undo", "close"):
        assert other_phone.get(reverse(f"tables:{name}", args=[table.code])).status_code == 404


def test_the_viewers_link_shows_but_does_not_score(phone: Phone, other_phone: Phone, table: Session) -> None:
    assert other_phone.get(link(table, "viewer")).status_code == 302
    page = other_phone.get(reverse("tables:table", args=[table.code]))
    assert page.status_code == 200
    assert b"draft=" not in page.content
    assert other_phone.confirm(table, ron(1, 2)).status_code == 403
    for name in ("undo", "swap", "close"):
        assert other_phone.get(reverse(f"tables:{name}", args=[table.code])).status_code == 403
    form = {"seat": 1, "out": 1, "hand": 1, "version": 0}
    assert other_phone.post(reverse("tables:notes", args=[table.code]), form).status_code == 403
    assert table.hands.count() == 0


def test_a_viewer_has_no_seat_and_finds_the_way_back(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    other_phone.get(link(table, "viewer"))
    page = other_phone.get(reverse("tables:table", args=[table.code])).content.decode()
    for name in ("log", "more"):
        assert f'href="{reverse(f"tables:{name}", args=[table.code])}"' in page
    assert reverse("tables:sit", args=[table.code]) not in page
    refused = other_phone.get(reverse("tables:close", args=[table.code]))
    assert refused.status_code == 403
    assert (
        f'<a class="button primary" href="{reverse("tables:table", args=[table.code])}"'
        in refused.content.decode()
    )


def test_a_viewer_may_compare_scores(phone: Phone, other_phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    other_phone.get(link(table, "viewer"))
    url = reverse("tables:table", args=[table.code])
    page = html.unescape(other_phone.get(url, {"compare": "1"}).content.decode())
    assert "<b>10,400</b><span>behind</span>" in page  # 19,800 against 30,200
    for junk in ("9", "x", "-1", "١"):
        assert other_phone.get(url, {"compare": junk}).status_code == 200


def test_the_scorers_link_scores(other_phone: Phone, table: Session) -> None:
    other_phone.get(link(table, "scorer"))
    assert other_phone.confirm(table, ron(1, 2)).status_code == 302
    assert table.hands.count() == 1


ASKED = "Which seat is yours?"


def test_who_joins_to_score_is_asked_for_the_seat_until_it_is_said(
    other_phone: Phone, table: Session
) -> None:
    url = reverse("tables:table", args=[table.code])
    other_phone.get(link(table, "scorer"))
    first = other_phone.get(url)
    assert ASKED in first.content.decode()
    assert ASKED in other_phone.get(url).content.decode()
    sit = reverse("tables:sit", args=[table.code])
    assert other_phone.post(sit, {"seat": "2"}).status_code == 302
    # the phone's own copy of the board is out of date, even though the table has not changed
    again = other_phone.get(url, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert ASKED not in again.content.decode()
    other_phone.get(link(table, "scorer"))
    assert ASKED not in other_phone.get(url).content.decode()


def test_the_question_for_the_seat_can_be_waved_away(other_phone: Phone, table: Session) -> None:
    url = reverse("tables:table", args=[table.code])
    other_phone.get(link(table, "scorer"))
    other_phone.post(reverse("tables:sit", args=[table.code]), {"seat": "none"})
    assert ASKED not in other_phone.get(url).content.decode()


def test_who_opens_the_table_is_asked_too_and_again_where_the_seats_are_drawn_anew(phone: Phone) -> None:
    table = phone.open_table()
    url = reverse("tables:table", args=[table.code])
    assert ASKED in phone.get(url).content.decode()
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "1"})
    assert ASKED not in phone.get(url).content.decode()
    Session.objects.filter(pk=table.pk).update(started_at=None)
    phone.post(reverse("tables:draw_seats", args=[table.code]), {"method": "shuffle"})
    phone.post(reverse("tables:start", args=[table.code]))
    assert ASKED in phone.get(url).content.decode()


def test_a_watcher_is_not_asked_for_a_seat(other_phone: Phone, table: Session) -> None:
    url = reverse("tables:table", args=[table.code])
    other_phone.get(link(table, "viewer"))
    assert ASKED not in other_phone.get(url).content.decode()
    other_phone.get(link(table, "scorer"))  # the watcher may score now
    assert ASKED in other_phone.get(url).content.decode()


def listed_in_more(phone: Phone, table: Session) -> list[str]:
    """What More lists, in its order: the buttons at its top, then its entries."""
    page = html.unescape(phone.get(reverse("tables:more", args=[table.code])).content.decode())
    body = page[page.index('<div class="more-top">') :]
    buttons = re.findall(r'class="button"[^>]*>\s*<svg.*?</svg>\s*([^<]+?)\s*<', body, re.S)
    return buttons + re.findall(r"<span>([^<]+)<", body)


@pytest.mark.parametrize(
    ("variant", "first"),
    [
        ("riichi", ["End the game", "Invite others", "False win", "Adjust points", "Replace a player"]),
        ("classical", ["End the game", "Invite others", "The dice of this hand", "False mahjong"]),
        ("six", ["End the game", "Invite others", "Dice: which wall, which tile", "Adjust points"]),
        ("taiwanese", ["End the game", "Invite others", "False win", "Adjust points"]),
    ],
)
def test_more_begins_with_the_end_and_what_the_game_has_of_its_own(
    phone: Phone, variant: str, first: list[str]
) -> None:
    table = phone.open_table(variant, names=("Ann", "Bo", "Cy", "Di", "Ed", "Fi")[: SEATS.get(variant, 4)])
    listed = listed_in_more(phone, table)
    assert listed[: len(first)] == first
    assert {
        "Rules",
        "My seat",
        "Help at the table",
        "How do I …",
        "Score sheet to print",
        "Type the hand",
        "Clock",
    } <= set(listed)
    assert {"Sign in", "Players", "Offline and notices"} <= set(listed)


SEATS = {"six": 6}


def test_more_of_a_viewer_has_what_a_viewer_may_do(phone: Phone, other_phone: Phone, table: Session) -> None:
    other_phone.get(link(table, "viewer"))
    listed = listed_in_more(other_phone, table)
    assert {"Invite others", "Rules", "Help at the table", "What do I need?"} <= set(listed)
    assert "My seat" not in listed
    theirs = {
        "End the game",
        "False win",
        "Adjust points",
        "Replace a player",
        "Swap two seats",
        "Type the hand",
    }
    assert not theirs & set(listed)


def test_a_clock_that_runs_stands_among_what_the_game_has(phone: Phone, ten: Session) -> None:
    listed = listed_in_more(phone, ten)
    assert listed.count("Clock") == 1
    assert listed.index("Clock") < listed.index("My seat")


def test_more_of_an_ended_game_stands_open_beside_the_ranking(phone: Phone, table: Session) -> None:
    phone.post(reverse("tables:close", args=[table.code]), {"version": table.version})
    answer = phone.get(reverse("tables:more", args=[table.code]), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("tables:end", args=[table.code]) + "?more=1"
    page = answer.content.decode()
    assert 'end-menu" open' in page
    assert "Continue the game" in page


def test_a_viewers_link_takes_no_scorers_right_away(phone: Phone, table: Session) -> None:
    phone.get(link(table, "viewer"))
    assert phone.confirm(table, ron(1, 2)).status_code == 302


@pytest.mark.parametrize("token", ["0" * 24, "x", "scorer"])
def test_a_wrong_token_opens_nothing(other_phone: Phone, table: Session, token: str) -> None:
    url = reverse("tables:follow_link", args=[table.code, token])
    assert other_phone.get(url).status_code == 404
    assert not Access.objects.filter(session=table).exclude(device=table.opener).exists()


def test_a_token_is_good_for_its_own_session_alone(phone: Phone, other_phone: Phone, table: Session) -> None:
    other = phone.open_table()
    token = access_token(other.code, "scorer", 1)
    assert other_phone.get(reverse("tables:follow_link", args=[table.code, token])).status_code == 404


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_spoken_code_opens_the_table_in_its_role(
    phone: Phone, other_phone: Phone, table: Session, role: str
) -> None:
    code = spoken(phone, table, role)
    assert not set(code) & set("01OIL")
    typed = f" {code[:3].lower()}-{code[3:]} "
    answer = other_phone.post(reverse("tables:join"), {"code": typed})
    assert answer.status_code == 302
    assert Access.objects.exclude(device=table.opener).get(session=table).role == role


def test_an_expired_code_opens_nothing(phone: Phone, other_phone: Phone, table: Session) -> None:
    code = spoken(phone, table, "scorer")
    JoinCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = other_phone.post(reverse("tables:join"), {"code": code})
    assert answer.status_code == 422
    assert code in answer.content.decode()
    # the share page has a new one
    assert spoken(phone, table, "scorer") != code


def test_guessing_codes_is_stopped(phone: Phone, other_phone: Phone, table: Session) -> None:
    code = spoken(phone, table, "viewer")
    url = reverse("tables:join")
    # who has no table yet is known by the address alone, which a whole hall may share
    answers = [other_phone.post(url, {"code": "ZZZZZZ"}).status_code for _guess in range(61)]
    assert answers == [422] * 60 + [429]
    assert other_phone.post(url, {"code": code}).status_code == 429


def test_a_phone_with_a_table_is_stopped_sooner_and_alone(phone: Phone, other_phone: Phone) -> None:
    table = phone.open_table()
    code, url = spoken(phone, table, "viewer"), reverse("tables:join")
    answers = [phone.post(url, {"code": "ZZZZZZ"}).status_code for _guess in range(11)]
    assert answers == [422] * 10 + [429]
    assert other_phone.post(url, {"code": code}).status_code == 302


def test_no_code_is_kept_in_the_database(phone: Phone, table: Session) -> None:
    code = spoken(phone, table, "scorer")
    rows = str(list(JoinCode.objects.values_list()))
    assert code not in rows
    # nor what anybody can work out from all there are of them: it takes the installation's own key
    assert sha256(code.encode()).hexdigest() not in rows


def test_codes_taken_back_are_not_given_again(phone: Phone, other_phone: Phone, table: Session) -> None:
    code = spoken(phone, table, "scorer")
    phone.post(reverse("tables:take_back", args=[table.code]))
    assert spoken(phone, table, "scorer") != code
    assert other_phone.post(reverse("tables:join"), {"code": code}).status_code == 422


def test_a_hall_opens_its_tables_and_a_machine_does_not_go_on(phone: Phone) -> None:
    """Behind one address: many phones open one each, one phone cannot open them without end."""
    form = {"variant": "riichi", "method": "order", **{f"name-{n}": name for n, name in enumerate(NAMES)}}
    url = reverse("tables:new")
    for _phone in range(50):
        assert Phone().post(url, form).status_code == 302
    answers = [phone.post(url, form).status_code for _table in range(31)]
    assert answers[:30] == [302] * 30
    assert answers[30] in (302, 429)  # the first of them made this browser a device
    refused = phone.post(url, form)
    assert refused.status_code == 429
    assert "Too many tables" in refused.content.decode()
    assert "Aiko" in refused.content.decode(), "what was typed stays"
    assert Phone().post(url, form).status_code == 302


def test_a_viewer_cannot_pass_on_scoring(phone: Phone, other_phone: Phone, table: Session) -> None:
    other_phone.get(link(table, "viewer"))
    page = other_phone.get(reverse("tables:share", args=[table.code])).content.decode()
    assert access_token(table.code, "scorer", 1) not in page
    assert access_token(table.code, "viewer", 1) in page
    assert other_phone.get(reverse("tables:qr_code", args=[table.code, "scorer"])).status_code == 403
    assert other_phone.get(reverse("tables:qr_code", args=[table.code, "viewer"])).status_code == 200


def test_the_opener_takes_scoring_back(phone: Phone, other_phone: Phone, table: Session) -> None:
    old_link, old_code = link(table, "scorer"), spoken(phone, table, "scorer")
    other_phone.get(old_link)
    url = reverse("tables:take_back", args=[table.code])
    assert other_phone.post(url).status_code == 403  # a scorer, but not the opener
    shown = table.version
    assert phone.post(url).status_code == 302
    table.refresh_from_db()
    assert known_version(hub, table.code) == table.version > shown  # open pages ask anew
    assert other_phone.confirm(table, ron(1, 2)).status_code == 403
    assert other_phone.get(reverse("tables:table", args=[table.code])).status_code == 200
    third = Phone()
    assert third.get(old_link).status_code == 404
    assert third.post(reverse("tables:join"), {"code": old_code}).status_code == 422
    assert phone.confirm(table, ron(1, 2)).status_code == 302
    # what the share page gives out now works again
    assert third.get(reverse("tables:follow_link", args=[table.code, access_token(table.code, "scorer", 2)]))
    assert third.confirm(table, ron(0, 3)).status_code == 302


def test_posting_needs_the_csrf_token(table: Session, phone: Phone) -> None:
    strict = Phone(enforce_csrf_checks=True)
    strict.cookies = phone.cookies
    assert strict.confirm(table, ron(1, 2)).status_code == 403
    assert table.hands.count() == 0


def test_a_forged_device_cookie_is_nobody(other_phone: Phone, table: Session) -> None:
    other_phone.cookies["device"] = f"{table.opener_id}:forged"
    assert other_phone.get(reverse("tables:table", args=[table.code])).status_code == 404


def test_pages_carry_a_strict_policy(phone: Phone, table: Session) -> None:
    answer = phone.get(reverse("tables:table", args=[table.code]))
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    page = answer.content.decode()
    first, *others = re.findall(r"<script((?![^>]*\bsrc=)[^>]*)>(.*?)</script>", page, re.DOTALL)
    assert not others
    assert b64encode(sha256(first[1].encode()).digest()).decode() in policy
    assert not re.search(r"\sstyle=|\son[a-z]+=", page)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seat": "9", "hand": "1", "version": "0"},
        {"seat": "1", "hand": "x", "version": "0"},
        {"seat": "1"},
    ],
)
def test_a_strange_note_is_refused(phone: Phone, table: Session, form: dict[str, str]) -> None:
    answer = phone.post(reverse("tables:notes", args=[table.code]), form)
    assert answer.status_code == 404


def test_riichi_without_points_is_refused_and_said(phone: Phone, table: Session) -> None:
    win = {"type": "win", "wins": [{"winner": 1, "from": 2, "limit": "sanbaiman"}]}
    phone.confirm(table, win)  # 24,000: Chen has 1,000 left
    note = {"hand": 2, "version": 1, "key": str(uuid4()), "seat": 2, "out": 1}
    assert phone.post(reverse("tables:notes", args=[table.code]), note).status_code == 302
    phone.confirm(table, {"type": "draw", "tenpai": [2], "riichi": [2]})
    phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 1, "fu": 90}]})
    # Chen: 1,000 - 1,000 + 3,000 - (2,900 + 300) = -200 would be a bust; the table has ended
    assert Session.objects.get(pk=table.pk).table.ended == "bust"
    note = {"hand": 4, "version": 4, "key": str(uuid4()), "seat": 2, "out": 1}
    answer = phone.post(reverse("tables:notes", args=[table.code]), note)
    assert answer.status_code == 422
    assert json.dumps(Session.objects.get(pk=table.pk).pending) == "{}"


@pytest.mark.parametrize("name", ["tables:home", "tables:new", "help:games"])
def test_a_probe_by_head_is_answered(phone: Phone, name: str) -> None:
    assert phone.head(reverse(name)).status_code == 200
