"""A whole game record becomes one session, settled by the engine, or nothing at all."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command

from mahjongclub.clubs.models import Device, Player
from mahjongclub.figures.models import Appearance
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.replaying import game_record
from mahjongclub.tables.whole_record import WholeRecord, session_of_record, store_record, store_records
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import NAMES, draw, ron, scores

BEGAN = datetime(2026, 3, 14, 19, 30, tzinfo=UTC)
SIX = (*NAMES, "Emil", "Fay")
#: a game of each variant, and the scores after it by the examples of RULES.md
GAMES: dict[str, tuple[dict[str, Any], list[int]]] = {
    # ron of a non-dealer, 3 han 40 fu: 5,200
    "riichi": ({"hands": [ron(1, 2)]}, [25000, 30200, 19800, 25000]),
    # East wins with 40, the others hold 20, 8 and 0
    "classical": (
        {
            "hands": [
                {
                    "type": "win",
                    "winner": 0,
                    "from": 3,
                    "hands": [{"points": points} for points in (40, 20, 8, 0)],
                }
            ]
        },
        [184, -8, -68, -108],
    ),
    # 100/20: a self-draw of 5 tai against a dealer on its second repeat
    "taiwanese": (
        {
            "preset": "100/20",
            "hands": [
                {"type": "draw"},
                {"type": "draw"},
                {"type": "win", "wins": [{"winner": 2, "from": None, "tai": 5}]},
            ],
        },
        [-300, -200, 700, -200],
    ),
    # the association's payment of 8 faan drawn, 3 x 128, by who pays for all
    "hongkong": (
        {"hands": [{"type": "win", "wins": [{"winner": 1, "from": None, "faan": 8, "guarantor": 3}]}]},
        [0, 384, 0, -384],
    ),
    # sloperama.com, column 316a: a jokerless hand of 25 on a discard
    "american": (
        {"hands": [{"type": "win", "winner": 1, "from": 0, "value": 25, "jokerless": True}]},
        [-100, 200, -50, -50],
    ),
    # Tenhou: of a self-drawn mangan the share of the fourth is lost (tenhou.club/sanma-tumo-tensuu)
    "sanma": (
        {"hands": [{"type": "win", "wins": [{"winner": 1, "from": None, "limit": "mangan"}]}]},
        [31000, 41000, 33000],
    ),
    # riichi of the non-dealer, 2 han 30 fu: 2,000 from the bank
    "ten": (
        {"hands": [{"type": "win", "winner": 1, "riichi": [1], "han": 2, "fu": 30}]},
        [10000, 12000],
    ),
    # a self-drawn pure hand: 4 from each of five
    "six": (
        {"hands": [{"type": "round", "events": [{"type": "win", "seat": 1, "from": None, "hand": "pure"}]}]},
        [-4, 20, -4, -4, -4, -4],
    ),
}


def record_of(variant: str, **more: Any) -> Any:
    players = {"sanma": NAMES[:3], "ten": NAMES[:2], "six": SIX}.get(variant, NAMES)
    return read_record(
        {"format": 1, "variant": variant, "players": list(players), **GAMES[variant][0], **more}
    )


@pytest.mark.django_db
@pytest.mark.parametrize("variant", GAMES)
def test_every_hand_is_settled_and_a_rebuild_changes_nothing(variant: str) -> None:
    house = open_club_house()
    whole = WholeRecord(
        record_of(variant, closed=True), BEGAN, belonging=ClubAndEvening(house.club, house.evening)
    )
    session = store_record(whole, Device.objects.create())
    expected = GAMES[variant][1]
    assert scores(session) == expected
    assert session.ended_at is not None
    assert session.evening == house.evening
    kept = list(Session.objects.values()), list(session.hands.values()), list(Appearance.objects.values())
    assert len(kept[2]) == len(expected)
    call_command("rebuild")
    ids = ("id",)  # a rebuilt figure is a new row
    again = list(Appearance.objects.values())
    assert [{k: v for k, v in row.items() if k not in ids} for row in again] == [
        {k: v for k, v in row.items() if k not in ids} for row in kept[2]
    ]
    assert (list(Session.objects.values()), list(session.hands.values())) == kept[:2]


@pytest.mark.django_db
def test_a_record_goes_in_and_comes_out_the_same() -> None:
    hands = [{**ron(1, 2), "at": "2026-03-14T20:00:00+00:00"}, {**draw(0), "at": "2026-03-14T20:07:00+00:00"}]
    session = store_record(
        WholeRecord(record_of("riichi", hands=hands, closed=True), BEGAN), Device.objects.create()
    )
    written = game_record(session)
    assert [hand["at"] for hand in written["hands"]] == [hand["at"] for hand in hands]
    assert written["closed"] is True
    assert written["started"] == BEGAN.isoformat()
    assert read_record(written).players == NAMES


@pytest.mark.django_db
def test_kept_once_under_its_word() -> None:
    whole = WholeRecord(record_of("ten", closed=True), BEGAN, once="the form's key")
    device = Device.objects.create()
    first, second = store_record(whole, device), store_record(whole, device)
    assert first == second == session_of_record("the form's key")
    assert Session.objects.count() == 1
    assert session_of_record("another") is None


@pytest.mark.django_db
def test_several_are_kept_or_none() -> None:
    good = WholeRecord(record_of("riichi", closed=True), BEGAN)
    twice = WholeRecord(record_of("riichi", players=["Aiko", "Benoît", "aiko", "Dina"]), BEGAN)
    with pytest.raises(RuleError) as fault:
        store_records([good, twice], Device.objects.create())
    assert (fault.value.code, fault.value.field) == ("same_player", "players.2")
    assert not Session.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_game_that_has_not_ended_goes_on_at_the_table() -> None:
    device = Device.objects.create()
    session = store_record(WholeRecord(record_of("ten", dice=[4, 3]), BEGAN), device)
    assert session.ended_at is None
    assert session.clock.started_at is None
    assert Access.objects.get().may_score


@pytest.mark.django_db
def test_known_players_just_come_and_nobody_is_guessed_without_a_device() -> None:
    whole = WholeRecord(record_of("ten", closed=True), BEGAN)
    store_records([whole, whole], None)
    assert Player.objects.count() == 4  # two strangers each time: no device and no club knows them
    ids = list(Player.objects.values_list("pk", flat=True))[1:3]
    known = store_record(WholeRecord(record_of("ten", closed=True), BEGAN, players=ids), None)
    assert list(known.seats.values_list("player_id", flat=True)) == ids
