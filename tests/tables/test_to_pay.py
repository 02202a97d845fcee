"""What the table says is to be paid: after a hand, a correction, once hands kept without network come."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import Transfer, sum_by_seat
from mahjongclub.rules.kit.netting import by_pair
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.recording import Submission, append_entry, delete_hand, insert_hand

from .conftest import Phone, draw, ron
from .test_queued import now, send

NOTICE = r'<section class="notice[^>]*data-to-pay[^>]*>\s*<div[^>]*>(.*?)</div>'


def cards(client: Client, session: Session) -> list[tuple[str, list[str]]]:
    """Each notice of the table, the newest first: its title, and the lines under it."""
    page = client.get(reverse("tables:table", args=[session.code])).content.decode()
    return [
        (words(re.findall(r"<h2>(.*?)</h2>", body, re.S)[0]), lines(body))
        for body in re.findall(NOTICE, page, re.S)
    ]


def lines(body: str) -> list[str]:
    """The sentences of a notice, those under "How?" too."""
    return [words(sentence) for sentence in re.findall(r"<p>(.*?)</p>", body, re.S)]


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def ask(session: Session) -> Submission:
    return Submission(UUID(int=now(session).version), now(session).version, None)


# 3 han 40 fu: 5,200, from the dealer's hand 7,700 (RULES.md, riichi). 25,000 are 1, 2, 4 and 10 sticks: after
# the first hand Chen has 1, 1, 4 and 8 of them left.
SECOND = ("Chen pays Benoît 7,700", ["Chen: one 10,000, 2,300 back."])


def test_after_a_hand_the_table_says_who_pays_whom_in_which_sticks(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, riichi=[3]))
    told = ["Chen: one 5,000 and two 100.", "The stick goes to Benoît."]
    assert cards(phone, table) == [("Chen pays Benoît 5,200", told)]
    phone.confirm(table, ron(1, 2))
    assert cards(phone, table) == [SECOND]


@pytest.mark.parametrize(
    ("seat", "title", "told"),
    [
        (2, "You pay Benoît 5,200", ["One 5,000 and two 100.", "The stick goes to Benoît."]),
        (1, "You get 5,200 from Chen", ["One 5,000 and two 100.", "Take the stick."]),
        (3, "Nothing for you to pay", ["Chen pays Benoît 5,200.", "The stick goes to Benoît."]),
    ],
)
def test_a_phone_of_a_seat_is_told_what_its_owner_does(
    phone: Phone, table: Session, seat: int, title: str, told: list[str]
) -> None:
    Access.objects.filter(session=table).update(seat=seat, asks_seat=False)
    phone.confirm(table, ron(1, 2, riichi=[3]))
    ((shown, shown_ranking_lines),) = cards(phone, table)
    assert (shown, [line for line in shown_ranking_lines if "stays" not in line]) == (title, told)
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert re.findall(r'class="pill" data-from="[^"]+" data-to="[^"]+"\s*>([^<]+)<', page) == ["5,200"]


def test_a_notice_is_dismissed_without_script(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    (link,) = re.findall(r'<a class="dismiss" href="([^"]+)"', page)
    dismissed = phone.get(html.unescape(link)).content.decode()
    assert 'class="notice' not in dismissed
    assert "Tap the winner" in dismissed


def test_a_viewer_is_told_too(phone: Phone, other_phone: Phone, table: Session) -> None:
    phone.confirm(table, draw())
    page = phone.get(reverse("tables:share", args=[table.code])).content.decode()
    link = re.findall(r'value="http://testserver([^"]+)"', page)[-1]
    other_phone.get(link, follow=True)
    assert [title for title, _lines in cards(other_phone, table)] == ["Nobody pays anything."]


def test_a_hand_without_payments_says_so(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw())
    assert cards(phone, table) == [("Nobody pays anything.", [])]


def test_a_stick_put_out_begins_the_next_hand(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    at = now(table)
    put_out = {"version": at.version, "hand": 2, "seat": 3, "out": 1, "key": str(UUID(int=1))}
    phone.post(reverse("tables:notes", args=[table.code]), put_out)
    assert cards(phone, table) == []


def test_classical_shows_the_fewest_payments_and_those_of_the_rules(phone: Phone) -> None:
    table = phone.open_table("classical")
    counted = [{"points": worth} for worth in (40, 20, 8, 0)]
    phone.confirm(table, {"type": "win", "winner": 0, "dice": [3, 4], "hands": counted})
    # RULES.md, classical: East wins with 40, the others hold 20, 8, 0: +184, -8, -68, -108. Between two
    # seats the difference of their hands, twice with East: 40, 64, 80; 12, 20, 8.
    ((title, told),) = cards(phone, table)
    assert (title, told[0]) == ("Aiko gets 184", "Dina 108, Chen 68, Benoît 8.")
    assert sorted(re.findall(r"\w+ → \w+ \d+", told[1])) == [
        *("Benoît → Aiko 40", "Chen → Aiko 64", "Chen → Benoît 12"),
        *("Dina → Aiko 80", "Dina → Benoît 20", "Dina → Chen 8"),
    ]


def test_a_correction_tells_what_is_owed_now_and_the_hand_as_it_is(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 3), number=1, played=1)
    assert cards(phone, table) == [
        ("Dina pays Chen 5,200", ["E1 was corrected."]),
        ("Dina pays Benoît 5,200", ["E1, if not paid yet.", "Dina: one 5,000 and two 100."]),
    ]


def test_a_correction_of_an_earlier_hand_leaves_the_last_one_to_be_paid(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(2, 0))  # Benoît deals
    phone.confirm(table, ron(3, 2), number=1, played=2)  # Dina wins instead
    # E1 was Chen to Benoît 5,200, is Chen to Dina 5,200; E2 stays Aiko to Chen 5,200
    assert cards(phone, table) == [
        ("Benoît pays Dina 5,200", ["E1 was corrected."]),
        ("Aiko pays Chen 5,200", []),
    ]
    phone.confirm(table, draw())  # what is owed is told until the next hand
    assert len(cards(phone, table)) == 1


def test_a_correction_that_moves_nothing_is_not_told(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    # 4 han 20 fu is no ron: 3 han 40 fu again
    phone.confirm(table, ron(1, 2), number=1, played=1)
    assert [title for title, _lines in cards(phone, table)] == ["Chen pays Benoît 5,200"]


def test_a_correction_is_paid_as_its_confirmation_said_in_the_fewest_payments(phone: Phone) -> None:
    table = phone.open_table("taiwanese")
    phone.confirm(table, {"type": "false_win", "offender": 0})
    corrected = {"draft": json.dumps({"type": "false_win", "offender": 3}), "correct": "1"}
    # base 3 and 8 tai: Aiko had paid 11 to each of three, and is owed the 33 and 11 of her own
    asked = words(phone.get(reverse("tables:entry", args=[table.code, 1]), corrected).content.decode())
    assert "Dina pays Aiko 44" in asked
    phone.confirm(table, {"type": "false_win", "offender": 3}, number=1, played=1)
    assert cards(phone, table)[0] == ("Dina pays Aiko 44", ["E1 was corrected."])


def test_undone_inserted_and_deleted_hands_tell_what_goes_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(2, 0))
    delete_hand(table.pk, ask(table), 2)
    assert cards(phone, table) == [("Chen pays Aiko 5,200", ["E2 was undone: only if paid."])]
    insert_hand(table.pk, ask(table), 1, ron(2, 3))
    # after it Benoît deals: his hand is worth 7,700, which is 2,500 more
    told = ["E1 was inserted.", "Chen 2,700, Benoît 2,500."]
    assert cards(phone, table)[0] == ("Dina pays 5,200", told)
    delete_hand(table.pk, ask(table), 1)
    told = ["Hand 1 was deleted: only if paid.", "Chen 2,700, Benoît 2,500."]
    assert cards(phone, table)[0] == ("Dina gets 5,200", told)


def test_adjusted_points_are_told_as_such_and_as_the_change_that_an_undo_takes_back(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    append_entry(table.pk, ask(table), {"type": "adjust", "points": [-1000, 0, 0, 1000]})
    assert cards(phone, table)[0] == ("Aiko pays Dina 1,000", ["The points were adjusted."])
    delete_hand(table.pk, ask(table), 2)
    told = ["The last change was undone: only if paid."]
    assert cards(phone, table)[0] == ("Dina pays Aiko 1,000", told)


def undo_button(phone: Phone, session: Session) -> str:
    """The words of Undo in the bar of the table."""
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    bar = page.partition('<nav class="bar"')[2].partition("</nav>")[0]
    return next(
        words(control) for control in re.findall(r"<.*?</(?:a|span)>", bar, re.S) if "Undo" in control
    )


def test_undo_names_the_hand_before_once_the_last_is_undone(phone: Phone, table: Session) -> None:
    for outcome in (ron(1, 2), draw(), ron(2, 0)):
        phone.confirm(table, outcome)
    named = []
    for number in (3, 2, 1):
        named.append(undo_button(phone, table))
        delete_hand(table.pk, ask(table), number)
    assert named == ["Undo E3\N{NON-BREAKING HYPHEN}1", "Undo E2", "Undo E1"]
    assert cards(phone, table)[0][1][0] == "E1 was undone: only if paid."
    assert undo_button(phone, table) == "Undo"


@pytest.mark.parametrize(
    ("game", "outcome", "named"),
    [
        ("classical", {"type": "draw"}, "Undo hand 2"),
        ("six", {"type": "round", "events": [], "tenpai": []}, "Undo round 2"),
    ],
)
def test_undo_names_a_hand_that_has_a_number_alone(
    phone: Phone, game: str, outcome: dict[str, Any], named: str
) -> None:
    players = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")[: 6 if game == "six" else 4]
    table = phone.open_table(game, names=players)
    for _hand in range(3):
        phone.confirm(table, outcome)
    delete_hand(table.pk, ask(table), 3)
    assert undo_button(phone, table) == named


def test_a_chombo_tells_whose_riichi_stick_goes_back(phone: Phone, table: Session) -> None:
    Access.objects.filter(session=table).update(seat=0, asks_seat=False)
    chombo = {"type": "chombo", "offenders": [2], "riichi": [0, 1]}
    asked = phone.get(reverse("tables:entry", args=[table.code, 1]), {"draft": json.dumps(chombo)})
    back = ["You get your riichi stick back.", "Benoît gets the riichi stick back."]
    assert " ".join(back) in words(asked.content.decode())
    phone.confirm(table, chombo)
    title, told = cards(phone, table)[0]
    assert (title, told[-2:]) == ("You get 4,000 from Chen", back)


def test_a_shortened_name_ends_its_sentence_with_one_full_stop(phone: Phone) -> None:
    table = phone.open_table(names=("Marguerite", "Anne-Sophie de La Rochefoucauld", "Bo", "Dina"))
    Access.objects.filter(session=table).update(seat=2, asks_seat=False)
    entry = reverse("tables:entry", args=[table.code, 1])
    asked = phone.get(entry, {"draft": json.dumps(ron(1, 2))}, headers={"accept-language": "fr"})
    assert "à Anne-Sophie R. Un" in words(asked.content.decode())
    phone.confirm(table, ron(1, 2, riichi=[3]))
    assert cards(phone, table)[0][1][-1] == "The stick goes to Anne-Sophie R."
    table = phone.open_table("ten", names=("Anne-Sophie de La Rochefoucauld", "Bo"))
    phone.confirm(table, {"type": "draw", "reason": "guessed", "declared": 1, "riichi": [1]})
    phone.confirm(table, {"type": "win", "winner": 0, "riichi": [0], "han": 2, "fu": 30})
    assert cards(phone, table)[0][0] == "The 2 sticks go to Anne-Sophie R."


def test_one_amount_to_each_of_three_is_said_once_and_owed_sticks_to_their_owner(
    phone: Phone, table: Session
) -> None:
    Access.objects.filter(session=table).update(seat=0, asks_seat=False)
    phone.confirm(table, {"type": "draw", "tenpai": [0], "riichi": [0]})
    assert cards(phone, table)[0] == (
        "You get 3,000",
        ["1,000 from each.", "Your riichi stick stays on the table.", *cards(phone, table)[0][1][2:]],
    )
    delete_hand(table.pk, ask(table), 1)
    phone.confirm(table, {"type": "draw", "tenpai": [0], "riichi": []})
    phone.confirm(table, {"type": "draw", "tenpai": [0], "riichi": [0]}, number=1, played=1)
    assert cards(phone, table)[0] == ("Put 1,000 back on the table.", ["E1 was corrected."])


def test_a_stick_that_lies_out_again_after_an_undo_is_not_handed_back(phone: Phone, table: Session) -> None:
    at = now(table)
    put_out = {"version": at.version, "hand": 1, "seat": 3, "out": 1, "key": str(UUID(int=1))}
    phone.post(reverse("tables:notes", args=[table.code]), put_out)
    phone.confirm(table, ron(1, 2, riichi=[3]))
    delete_hand(table.pk, ask(table), 1)
    assert now(table).riichi_out == [3]
    told = ["E1 was undone: only if paid.", "Benoît puts 1,000 back on the table."]
    assert cards(phone, table) == [("Benoît pays Chen 5,200", told)]


def test_hands_kept_without_network_are_all_told_when_they_come_together(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, draw())
    send(phone, table, ron(1, 2))
    send(phone, table, ron(1, 2))
    assert cards(phone, table) == [
        # the dealer's 7,700 with two and, before, with one honba
        ("Chen pays Benoît 8,300", ["Chen: one 5,000, three 1,000 and three 100."]),
        ("Chen pays Benoît 8,000", ["Chen: one 10,000, 2,000 back."]),
    ]
    phone.confirm(table, draw())
    assert [title for title, _lines in cards(phone, table)] == ["Nobody pays anything."]


def test_a_table_from_before_says_it_from_its_next_hand_on(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    Session.objects.update(to_pay={})
    assert cards(phone, table) == []
    phone.confirm(table, ron(1, 2))
    assert cards(phone, table) == [SECOND]


def test_the_ranking_says_what_the_last_hand_moved_while_it_may_still_be_paid(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    phone.post(
        reverse("tables:close", args=[table.code]), {"version": now(table).version, "key": str(UUID(int=1))}
    )
    page = reverse("tables:end", args=[table.code])
    assert "Chen pays Benoît 5,200" in phone.get(page).content.decode()
    Session.objects.update(ended_at=timezone.now() - timedelta(hours=1))
    assert "Chen pays Benoît 5,200" not in phone.get(page).content.decode()


MOVES = st.lists(
    st.builds(
        Transfer,
        st.integers(0, 3) | st.sampled_from(["table", "bank"]),
        st.integers(0, 3),
        st.integers(1, 400),
        st.just("hand"),
    ).filter(lambda one: one.source != one.target),
    max_size=8,
)


@given(MOVES, MOVES)
def test_what_was_paid_and_what_is_owed_give_what_is_right(paid: Any, right: Any) -> None:
    owed = by_pair(right, paid)
    given_by_seat = [
        one + other for one, other in zip(sum_by_seat(paid, 4), sum_by_seat(owed, 4), strict=True)
    ]
    assert tuple(given_by_seat) == sum_by_seat(right, 4)
    pairs = [frozenset((one.source, one.target)) for one in owed]
    assert len(pairs) == len(set(pairs))
    assert by_pair(right, right) == ()


def test_the_end_tells_all_that_is_owed_in_one_line_that_opens(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 3))
    assert phone.confirm(table, ron(0, 2), number=1).status_code == 302
    version = Session.objects.get(pk=table.pk).version
    phone.post(reverse("tables:close", args=[table.code]), {"version": version})
    page = phone.get(f"/t/{table.code}/end/").content.decode()
    assert page.count('class="end-pay"') == 1
    (owed,) = re.findall(r'<details class="end-pay">.*?</details>', page, re.S)
    assert "E1" in owed
    assert "Last hand" in owed
    assert "<b>+1</b>" in owed
