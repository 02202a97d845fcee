"""A game played on paper: its final points rank like any other, and it never pretends to have hands."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.management import call_command

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.on_paper import ended_table_on_paper
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import standings
from tests.clubs.club_house import ClubHouse, open_club_house

FOUR = {"name-0": "Aiko", "name-1": "Benoît", "name-2": "Chen", "name-3": "Dina"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def scores(*points: object, **more: object) -> dict[str, object]:
    return {**FOUR, **{f"score-{seat}": value for seat, value in enumerate(points)}, **more}


def enter(house: ClubHouse, form: dict[str, object]) -> object:
    return house.phone("scorer").post(house.url("results/new/"), {"variant": "riichi", **form})


def test_a_result_ranks_by_the_rules_it_was_played_by(house: ClubHouse) -> None:
    """Riichi, "club": 25,000 to start, return 30,000, with uma and oka (docs/rules/riichi.md)."""
    enter(house, scores("38,200", "31 100", "24900", "5800", belongs=f"e{house.evening.pk}"))
    session = Session.objects.get()
    rules = session.current_rules
    assert [(row.seat, row.rank, row.score) for row in standings(session)] == [
        (0, 1, 38200),
        (1, 2, 31100),
        (2, 3, 24900),
        (3, 4, 5800),
    ]
    tenths = [row.tenths for row in standings(session)]
    uma = [10 * points for points in rules.uma]
    assert tenths == [82 + uma[0] + 10 * rules.oka, 11 + uma[1], -51 + uma[2], -242 + uma[3]]
    assert session.evening == house.evening
    assert [seat.score for seat in session.seats.all()] == [38200, 31100, 24900, 5800]
    assert set(house.club.players.values_list("name", flat=True)) == set(FOUR.values())


def test_the_pages_of_a_result_from_paper_say_that_there_are_no_hands(house: ClubHouse) -> None:
    enter(house, scores(40000, 30000, 20000, 10000))
    session, phone = Session.objects.get(), house.phone("scorer")
    page = unescape(phone.get(f"/t/{session.code}/end/").content.decode())
    assert "Played on paper" in page
    assert "Continue after all" not in page
    assert "Download the record" not in page
    assert phone.get(f"/t/{session.code}/record.json").status_code == 404
    assert phone.get(f"/t/{session.code}/log/").status_code == 200
    assert session.hands.count() == 0
    assert "on paper" in house.phone("member").get(house.url("games/")).content.decode()


def test_nothing_opens_a_result_from_paper_again(house: ClubHouse) -> None:
    enter(house, scores(40000, 30000, 20000, 10000))
    session, phone = Session.objects.get(), house.phone("scorer")
    for page in ("continue/", "clock/", "clock/start/", "undo/", "close/", "swap/"):
        phone.post(f"/t/{session.code}/{page}", {"version": 0})
    hand = '{"type": "draw", "tenpai": [], "riichi": []}'
    phone.post(f"/t/{session.code}/hand/1/", {"version": 0, "played": 0, "draft": hand})
    session.refresh_from_db()
    assert session.ended_at is not None
    assert session.hands.count() == 0
    assert session.state["scores"] == [40000, 30000, 20000, 10000]


def test_rebuilding_every_score_keeps_a_result_from_paper(house: ClubHouse) -> None:
    enter(house, scores(40000, 30000, 20000, 9000, sticks=1))
    before = Session.objects.get().state
    call_command("rebuild")
    session = Session.objects.get()
    assert session.state == before
    assert [seat.score for seat in session.seats.all()] == [40000, 30000, 20000, 9000]


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (scores(40000, 30000, 20000, 10100), "100 too many"),
        (scores(40000, 30000, 20000, 9000), "1,000 missing"),
        (scores(40000, 30000, 20000, "ten"), "whole number"),
        (scores(40000, 30000, 20000, ""), "required"),
        (scores(40000, 30000, 20000, "9" * 40), "whole number"),
        (scores(40000, 30000, 20000, "\x00"), "whole number"),
        (scores(40000, 30000, 20000, 10000, sticks="-1"), "greater than or equal to 0"),
        ({**scores(40000, 30000, 20000, 10000), "name-3": "aiko"}, "sits here twice"),
        ({**scores(40000, 30000, 20000, 10000), "name-3": ""}, "required"),
        (scores(40000, 30000, 20000, 10000, date="2999-01-01"), "until today"),
        (scores(40000, 30000, 20000, 10000, belongs="e999999"), "Select a valid choice"),
    ],
)
def test_a_fault_is_said_and_what_was_typed_stays(
    house: ClubHouse, form: dict[str, object], told: str
) -> None:
    answer = enter(house, form)
    page = unescape(answer.content.decode())  # type: ignore[attr-defined]
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert told in page
    assert 'value="Benoît"' in page
    assert 'value="30000"' in page
    assert not Session.objects.exists()


def test_in_ten_the_bank_is_part_of_the_sum(house: ClubHouse) -> None:
    """Ten: 10,000 before each player, 100,000 in the bank (RULES.md)."""
    form = {"variant": "ten", "name-0": "Ten", "name-1": "Akagi", "score-0": "52000", "score-1": "8000"}
    assert enter(house, {**form, "bank": "50000"}).status_code == 422  # type: ignore[attr-defined]
    assert enter(house, {**form, "bank": "60000"}).status_code == 302  # type: ignore[attr-defined]
    assert Session.objects.get().state["bank"] == 60000


@pytest.mark.parametrize(
    ("points", "more", "field"),
    [
        ((0, 0, 0), {}, "scores"),
        ((10**9, -(10**9), 50_000, 50_000), {}, "scores"),
        ((25_000,) * 4, {"sticks": 51}, "sticks"),
        ((25_000,) * 4, {"bank": 0}, "bank"),
    ],
)
def test_the_engine_names_what_cannot_be(points: tuple[int, ...], more: dict[str, int], field: str) -> None:
    variant = find_variant("riichi")
    with pytest.raises(RuleError) as fault:
        ended_table_on_paper(variant, variant.default_preset.rules, points, **more)
    assert fault.value.field == field
