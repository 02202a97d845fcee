"""The six-player entry without JavaScript: events at once, corrections, the end of a round, undo.

Points are those of RULES.md section 5 (seed 004); whole rounds are worked out in docs/rules/six.md.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session

from .conftest import Phone, scores

SIX = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")

#: docs/rules/six.md, round 1 of "Five winners, twice": 31, 1, 3, 2, -13, -24
FIVE_WINNERS: list[dict[str, Any]] = [
    {"type": "kong", "seat": 2, "kind": "concealed"},
    {"type": "win", "seat": 3, "from": 1, "hand": "pure"},
    {"type": "kong", "seat": 5, "kind": "exposed"},
    {"type": "kong", "seat": 0, "kind": "claimed", "from": 4},
    {"type": "win", "seat": 0, "from": None, "hand": "all_pungs", "kongs": 1, "on_kong": True},
    {"type": "win", "seat": 2, "from": 5, "hand": "chows", "kongs": 1},
    {"type": "win", "seat": 1, "from": None, "hand": "pungs_258"},
    {"type": "win", "seat": 4, "from": None, "hand": "four_pairs", "four_identical": 1},
]
AFTER_FIVE = [31, 1, 3, 2, -13, -24]


@pytest.fixture
def six(phone: Phone) -> Session:
    """A six-player table that has started."""
    return phone.open_table("six", names=SIX)


def text(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def board(phone: Phone, session: Session) -> str:
    return text(phone.get(reverse("tables:table", args=[session.code])))


def step(phone: Phone, session: Session, draft: Any, number: int = 1, **query: Any) -> HttpResponse:
    """The page of a draft of round `number`."""
    return phone.get(
        reverse("tables:entry", args=[session.code, number]), {"draft": json.dumps(draft), **query}
    )


def note(phone: Phone, session: Session, what: str, draft: Any, **fields: Any) -> HttpResponse:
    """Post a note as the screens' forms do."""
    now = Session.objects.get(pk=session.pk)
    form = {
        "do": what,
        "draft": json.dumps(draft),
        "version": now.version,
        "hand": now.next_number,
        "key": str(uuid4()),
        **fields,
    }
    return phone.post(reverse("tables:during", args=[session.code]), form)


def put(phone: Phone, session: Session, event: dict[str, Any], **where: Any) -> HttpResponse:
    """Note one event."""
    return note(phone, session, "put", {"edit": {"event": event, **where}})


def put_all(phone: Phone, session: Session, events: list[dict[str, Any]]) -> None:
    for event in events:
        answer = put(phone, session, event)
        assert answer.status_code == 302, text(answer)


def close(phone: Phone, session: Session, draft: Any = None) -> None:
    """Confirm the end of the round as its sheet on the board, or that of `draft`, would."""
    number = Session.objects.get(pk=session.pk).next_number
    table = reverse("tables:table", args=[session.code])
    answer = phone.get(table) if draft is None else step(phone, session, draft, number)
    sent = re.search(r'name="draft" value="([^"]+)"', answer.content.decode())
    assert sent is not None, text(answer)
    assert phone.confirm(session, json.loads(html.unescape(sent[1]))).status_code == 302


def shown_scores(page: str) -> dict[str, int]:
    """Each name on the board with the score beside it."""
    found = re.findall(
        r'<span class="who">.*?<span>([^<]+)</span></span>\s*<span class="score">([^<]+)</span>',
        page,
        re.DOTALL,
    )
    return {name: int(score.replace("−", "-").replace(",", "")) for name, score in found}


def drafts_on(page: str) -> list[dict[str, Any]]:
    """Every draft a link of the page leads to."""
    queries = [parse_qs(urlsplit(link).query) for link in re.findall(r'<a[^>]* href="([^"]+)"', page)]
    return [json.loads(query["draft"][0]) for query in queries if "draft" in query]


def pending(session: Session) -> list[dict[str, Any]]:
    return Session.objects.get(pk=session.pk).pending["events"]


def test_a_win_takes_three_taps_and_is_paid_at_once(phone: Phone, six: Session) -> None:
    seat = {"edit": {"event": {"seat": 3}}}
    assert seat in drafts_on(board(phone, six))  # tap 1
    source = {"edit": {"event": {"type": "win", "seat": 3, "from": 1}}}
    assert source in drafts_on(text(step(phone, six, seat)))  # tap 2
    sheet = text(step(phone, six, source))
    assert re.search(r'name="class" value="pure"[^>]*><span>Pure hand</span> <b>4</b>', sheet)
    note(phone, six, "put", source, **{"class": "pure"})  # tap 3
    page = board(phone, six)
    assert shown_scores(page) == dict(zip(SIX, [0, -4, 0, 4, 0, 0], strict=True))
    assert "Dina wins on Benoît’s discard: pure hand" in page
    assert "4 from Benoît" in page
    assert "won 1st" in page


def test_kongs_are_paid_at_once_by_those_still_in(phone: Phone, six: Session) -> None:
    page = text(step(phone, six, {"edit": {"event": {"seat": 2}}}))
    assert 'name="kind" value="concealed"' in page
    note(phone, six, "put", {"edit": {"event": {"seat": 2}}}, kind="concealed")
    # concealed: 2 from each of five; then Dina is out and pays no kong
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-2, -2, 10, -2, -2, -2], strict=True))
    put(phone, six, FIVE_WINNERS[1])
    note(phone, six, "put", {"edit": {"event": {"seat": 5}}}, kind="exposed")
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-3, -7, 9, 2, -3, 2], strict=True))
    claimed = {"edit": {"event": {"type": "kong", "seat": 0, "kind": "claimed"}}}
    sheet = text(step(phone, six, claimed))
    assert 'name="discarder" value="4"' in sheet
    assert 'name="discarder" value="3"' not in sheet  # Dina has won and discards no more
    note(phone, six, "put", claimed, discarder="4")
    page = board(phone, six)
    assert shown_scores(page) == dict(zip(SIX, [-1, -7, 9, 2, -5, 2], strict=True))
    assert "1 each from Aiko, Benoît, Chen and Emil" in page


def test_classes_show_what_they_pay_with_the_kongs_already_laid(phone: Phone, six: Session) -> None:
    put(phone, six, {"type": "kong", "seat": 1, "kind": "concealed"})
    own_draw = {"edit": {"event": {"type": "win", "seat": 1, "from": None}}}
    sheet = text(step(phone, six, own_draw))
    # RULES.md: a chow hand with the kong is 1 x 2, on its replacement 1 x 2 x 2 from each of five: +20
    assert re.search(r'value="chows"[^>]*><span>One or two chows</span> <b>10</b> <small>2 from each', sheet)
    assert "does not fit" in sheet  # four pairs hold no kong
    turned = [draft for draft in drafts_on(sheet) if draft.get("edit", {}).get("event", {}).get("on_kong")]
    assert re.search(r'value="chows"[^>]*><span>[^<]+</span> <b>20</b>', text(step(phone, six, turned[0])))
    # on a discard nobody can finish on a replacement tile
    discarded = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 1, "from": 2}}}))
    assert "choice-on-kong" not in discarded


def test_the_first_discard_is_offered_only_while_it_can_be(phone: Phone, six: Session) -> None:
    assert "choice-first" in text(
        step(phone, six, {"edit": {"event": {"type": "win", "seat": 3, "from": 2}}})
    )
    put(phone, six, {"type": "kong", "seat": 0, "kind": "claimed", "from": 1})
    page = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 3, "from": 2}}}))
    assert "choice-first" not in page


def test_two_wins_on_one_discard_are_both_paid(phone: Phone, six: Session) -> None:
    # docs/rules/six.md, "Two wins on the first discard": 4 x 4 and 4 x 2 x 2 x 4 from Chen
    put(phone, six, {"type": "win", "seat": 3, "from": 2, "hand": "pure", "first_discard": True})
    page = board(phone, six)
    assert "Another win on this discard" in page
    another = {"edit": {"event": {"type": "win", "from": 2, "first_discard": True}}}
    assert another in drafts_on(page)
    who = step(phone, six, another)
    fourth = {"edit": {"event": {"type": "win", "from": 2, "first_discard": True, "seat": 4}}}
    assert fourth in drafts_on(text(who))
    assert not any(
        draft["edit"]["event"].get("seat") in (2, 3) for draft in drafts_on(text(who)) if "edit" in draft
    )
    fourth["edit"]["event"]["four_identical"] = 2
    note(phone, six, "put", fourth, **{"class": "four_pairs"})
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [0, 0, -80, 16, 64, 0], strict=True))


def test_five_winners_close_the_round_and_the_first_is_east(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    page = board(phone, six)
    assert "Five have won" in page
    assert "Then round 2: Dina is East" in page
    close(phone, six)
    assert scores(six) == AFTER_FIVE
    session = Session.objects.get(pk=six.pk)
    assert session.table.dealer == 3
    assert session.pending == {}
    log = text(phone.get(reverse("tables:log", args=[six.code])))
    assert "2. Dina wins on Benoît’s discard: pure hand" in log
    assert "4. Aiko: kong on Emil’s discard" in log


def test_the_empty_wall_pays_tenpai_and_draws_east_by_lot(phone: Phone, six: Session) -> None:
    # docs/rules/six.md, "The empty wall", without the 100 points to start
    put(phone, six, {"type": "kong", "seat": 1, "kind": "concealed"})
    wall: dict[str, Any] = {"type": "round"}
    assert wall in drafts_on(board(phone, six))
    page = text(step(phone, six, wall))
    lots = {draft["next_east"] for draft in drafts_on(page) if "next_east" in draft}
    assert lots == set(range(6))  # a choice of each, and the lot
    wall["tenpai"] = [{"seat": 0, "all_pungs": False}]
    assert wall in drafts_on(page)
    wall["tenpai"].append({"seat": 3, "all_pungs": True})
    page = text(step(phone, six, wall))
    assert "1 each from Benoît, Chen, Emil and Fatou" in page
    assert "2 each from Emil, Fatou, Benoît and Chen" in page
    close(phone, six, {**wall, "next_east": 4})
    assert scores(six) == [2, 7, -5, 6, -5, -5]
    assert Session.objects.get(pk=six.pk).table.dealer == 4
    assert "East by lot: Emil" in text(phone.get(reverse("tables:log", args=[six.code])))


def test_who_won_is_not_asked_for_tenpai(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    page = text(step(phone, six, {"type": "round"}))
    assert 'id="tenpai-3"' not in page
    assert 'id="tenpai-2"' in page
    assert "who is East next" not in page


def test_an_impossible_event_is_refused_with_what_was_entered(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    again = {"edit": {"event": {"type": "win", "seat": 0, "from": 2, "kongs": 2, "first_discard": True}}}
    answer = note(phone, six, "put", again, **{"class": "pure"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Tiles had been discarded before this win." in page
    assert "Aiko on Chen’s discard" in page  # the sheet is up again, with two kongs and the first discard
    assert re.search(r'id="choice-kongs-2"[^>]*aria-current="true"', page)
    assert re.search(r'id="choice-first"[^>]*aria-current="true"', page)
    assert len(pending(six)) == 1


def test_a_correction_that_makes_a_later_event_impossible_says_which_and_why(
    phone: Phone, six: Session
) -> None:
    put(phone, six, FIVE_WINNERS[0])
    put(phone, six, FIVE_WINNERS[1])
    put(phone, six, {"type": "kong", "seat": 5, "kind": "exposed"})
    # not Chen's kong but a win of Fatou's: then her kong after it cannot be
    draft = {"edit": {"at": 0, "over": True, "event": {"type": "win", "seat": 5, "from": None}}}
    answer = note(phone, six, "put", draft, **{"class": "chows"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Event 3 (Fatou: exposed kong) cannot stand like that" in page
    assert "already won" in page
    assert "Instead of: Chen: concealed kong" in page
    assert pending(six)[0] == FIVE_WINNERS[0]


def test_events_are_changed_removed_and_put_in_between(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    put(phone, six, FIVE_WINNERS[2])
    page = text(step(phone, six, {"look": 0}))
    assert "4 from Benoît" in page
    changed = {"type": "win", "seat": 3, "from": 1, "hand": "pure", "kongs": 0}
    assert {"edit": {"at": 0, "over": True, "event": changed}} in drafts_on(page)
    note(phone, six, "put", {"edit": {"at": 0, "over": True, "event": changed}}, **{"class": "four_pairs"})
    note(phone, six, "put", {"edit": {"at": 0, "event": {"seat": 3}}}, kind="exposed")
    assert [event.get("kind") or event["hand"] for event in pending(six)] == [
        "exposed",
        "four_pairs",
        "exposed",
    ]
    # the kong before the win is held in no hand of four pairs: the players are told
    assert "1 entered in this round" in board(phone, six)
    note(phone, six, "remove", {"look": 2})
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-1, -5, -1, 9, -1, -1], strict=True))


def test_a_phone_that_saw_less_is_told_and_keeps_its_entry(
    phone: Phone, other_phone: Phone, six: Session
) -> None:
    draft = {"edit": {"event": {"type": "win", "seat": 0, "from": 2}}}
    put(phone, six, FIVE_WINNERS[1])
    answer = note(phone, six, "put", draft, version=0, **{"class": "pure"})
    assert answer.status_code == 409
    page = text(answer)
    assert "Aiko on Chen’s discard" in page
    assert shown_scores(page)["Dina"] == 4  # the table as it is now
    assert len(pending(six)) == 1


def test_a_repeated_key_notes_once(phone: Phone, six: Session) -> None:
    key = str(uuid4())
    for _time in range(2):
        answer = note(
            phone, six, "put", {"edit": {"event": {"seat": 2}}}, kind="concealed", key=key, version=0
        )
        assert answer.status_code == 302
    assert len(pending(six)) == 1


def test_undo_takes_the_last_event_then_reopens_the_round(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    undo = reverse("tables:undo", args=[six.code])
    put(phone, six, {"type": "kong", "seat": 2, "kind": "concealed"})
    assert {"look": 0} in drafts_on(board(phone, six))
    # with events on the table the round before is not taken back: they would be lost
    version = Session.objects.get(pk=six.pk).version
    answer = phone.post(undo, {"number": 1, "version": version, "key": str(uuid4())})
    assert answer.status_code == 422
    assert len(pending(six)) == 1
    note(phone, six, "remove", {"look": 0})
    assert undo in board(phone, six)
    phone.post(undo, {"number": 1, "version": version + 1, "key": str(uuid4())})
    assert pending(six) == FIVE_WINNERS
    assert scores(six) == [0] * 6
    page = board(phone, six)
    assert "Five have won" in page
    assert shown_scores(page) == dict(zip(SIX, AFTER_FIVE, strict=True))


def test_an_undone_wall_is_there_again(phone: Phone, six: Session) -> None:
    wall = {"type": "round", "tenpai": [{"seat": 3, "all_pungs": True}], "next_east": 4}
    close(phone, six, wall)
    phone.post(reverse("tables:undo", args=[six.code]), {"number": 1, "version": 1, "key": str(uuid4())})
    assert wall in drafts_on(board(phone, six))


def test_stopping_does_not_lose_the_events_of_the_round(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[0])
    stop = reverse("tables:close", args=[six.code])
    assert phone.post(stop, {"version": 1, "key": str(uuid4())}).status_code == 422
    assert len(pending(six)) == 1
    close(phone, six, {"type": "round"})
    assert phone.post(stop, {"version": 2, "key": str(uuid4())}).status_code == 302
    assert Session.objects.get(pk=six.pk).table.ended == "closed"


def test_a_stored_round_is_corrected_by_the_same_screens(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    page = text(phone.get(reverse("tables:entry", args=[six.code, 1])))
    look = next(draft for draft in drafts_on(page) if draft.get("look") == 6)
    page = text(step(phone, six, look))
    change = next(draft for draft in drafts_on(page) if draft.get("edit", {}).get("event", {}).get("hand"))
    page = text(step(phone, six, change))
    corrected = next(
        draft
        for draft in drafts_on(page)
        if "edit" not in draft
        and draft["events"][6:7]
        and draft["events"][6]["hand"] == "all_pungs_terminals"
    )
    page = text(step(phone, six, corrected))
    assert "Confirm the correction" in page
    phone.confirm(six, corrected, number=1)
    # 16 instead of 8 from each of Emil and Fatou
    assert scores(six) == [31, 17, 3, 2, -21, -32]


def test_a_correction_with_an_impossible_event_has_no_button_and_says_why(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    events = [{"type": "win", "seat": 5, "from": None, "hand": "chows"}, *FIVE_WINNERS[1:]]
    answer = step(phone, six, {"type": "round", "events": events})
    assert answer.status_code == 422
    page = text(answer)
    assert "Event 3 (Fatou: exposed kong) cannot stand like that" in page
    assert "Confirm the correction" not in page
    assert phone.confirm(six, {"type": "round", "events": events}, number=1).status_code == 422
    assert scores(six) == AFTER_FIVE


def test_a_round_is_inserted_by_the_same_screens(phone: Phone, six: Session) -> None:
    close(phone, six, {"type": "round", "next_east": 2})
    page = text(phone.get(reverse("tables:entry", args=[six.code, 1]), {"insert": 1}))
    seat = next(d for d in drafts_on(page) if d.get("edit", {}).get("event") == {"seat": 2})
    page = text(step(phone, six, seat, insert=1))
    kong = next(d for d in drafts_on(page) if d.get("events"))
    assert kong["events"] == [{"type": "kong", "seat": 2, "kind": "concealed"}]
    assert phone.confirm(six, kong, number=1, insert=1).status_code == 302
    assert scores(six) == [-2, -2, 10, -2, -2, -2]


def test_the_record_replays_to_the_scores_shown(phone: Phone, six: Session) -> None:
    note(phone, six, "dice", {"throw": {"first": 2, "second": 5}}, first="2", second="5")
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    put(phone, six, {"type": "kong", "seat": 1, "kind": "exposed"})
    close(phone, six, {"type": "round", "tenpai": [{"seat": 3, "all_pungs": True}], "next_east": 5})
    record = json.loads(phone.get(reverse("tables:record", args=[six.code])).content)
    assert record["hands"][0]["dice"] == [2, 5]
    played = replay(read_record(record))
    assert dict(zip(SIX, played.state.scores, strict=True)) == shown_scores(board(phone, six))
    assert played.state.dealer == 5


def test_the_dice_name_the_wall(phone: Phone, six: Session) -> None:
    page = text(step(phone, six, {"throw": {"first": 2, "second": 5}}))
    assert "The smaller die is 2: skip 2 tiles along that wall" in page
    assert note(phone, six, "dice", {"throw": {}}, first="7", second="").status_code == 422
    note(phone, six, "dice", {"throw": {"first": 2, "second": 5}}, first="2", second="5")
    assert "dice 2 + 5" in board(phone, six)


def test_rounds_agreed_end_the_session(phone: Phone) -> None:
    six = phone.open_table("six", names=SIX, **{"option-rounds": "1", "option-starting_points": "0"})
    close(phone, six, {"type": "round"})
    assert Session.objects.get(pk=six.pk).table.ended == "last_hand"


def test_a_viewer_sees_the_events_and_changes_none(phone: Phone, other_phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[0])
    share = text(phone.get(reverse("tables:share", args=[six.code])))
    links = re.findall(r"/t/[^\s\"<]+/join/[^\s\"<]+/", share)
    for link in links:
        other_phone.get(link, follow=True)
        page = board(other_phone, six)
        if "Tap a seat to compare" in page:
            assert "Chen: concealed kong" in page
            assert shown_scores(page)["Chen"] == 10
            assert not drafts_on(page)
            return
        other_phone.cookies.clear()
    pytest.fail("no link for viewers")


JUNK_DRAFTS = (
    {"edit": 1},
    {"edit": {"event": {"seat": 9}}},
    {"edit": {"event": {"type": "chow"}}},
    {"edit": {"event": {"seat": 1}, "at": -1}},
    {"look": "x"},
    {"throw": {"first": 9}},
    {"tenpai": [{"seat": 7}]},
    {"type": "draw"},
    {"nonsense": 1},
)


@pytest.mark.parametrize("draft", JUNK_DRAFTS, ids=json.dumps)
def test_a_draft_no_screen_made_is_not_found(phone: Phone, six: Session, draft: Any) -> None:
    assert step(phone, six, draft).status_code == 404
    close(phone, six, {"type": "round"})
    assert step(phone, six, draft, number=1).status_code == 404


@pytest.mark.parametrize("events", [1, [1], [{"type": "win"}], [{"type": "kong", "seat": 1}], [{}] * 30])
def test_events_that_are_none_are_not_found(phone: Phone, six: Session, events: Any) -> None:
    close(phone, six, {"type": "round"})
    assert step(phone, six, {"type": "round", "events": events}).status_code == 404
    assert phone.confirm(six, {"type": "round", "events": events}, number=1).status_code == 404


@pytest.mark.parametrize(
    ("what", "draft", "fields"),
    [
        ("put", {}, {}),
        ("put", {"edit": {"event": {}}}, {"kind": "concealed"}),
        ("put", {"edit": {"event": {"seat": 1}}}, {"kind": "huge"}),
        ("put", {"edit": {"event": {"seat": 1}}}, {"class": "royal"}),
        ("put", {"edit": {"event": {"type": "kong", "seat": 1, "kind": "claimed"}}}, {"discarder": "x"}),
        ("remove", {"look": 5}, {}),
        ("remove", {"look": True}, {}),
        ("dance", {}, {}),
        ("put", "x", {}),
    ],
)
def test_a_form_no_screen_made_notes_nothing(
    phone: Phone, six: Session, what: str, draft: Any, fields: dict[str, str]
) -> None:
    assert note(phone, six, what, draft, **fields).status_code in (404, 422)
    assert "events" not in Session.objects.get(pk=six.pk).pending
