"""What the engine refuses of one seat is said with the player's name; a game of rounds speaks of rounds."""

from __future__ import annotations

import json
import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.translation import override

from mahjongclub.games.kit.wording import fault_in_words, said
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import Session
from tests.games.six.screens.six_phone import AFTER_FIVE, FIVE_WINNERS, SIX
from tests.tables.conftest import Phone, ron

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


def fault(outcome: dict[str, object]) -> RuleError:
    variant = find_variant("riichi")
    rules = variant.default_preset.rules
    with pytest.raises(RuleError) as found:
        variant.settle(rules, variant.start(rules), variant.read_outcome(rules, outcome))
    return found.value


@override("en")
def test_the_engine_names_the_seat_and_the_app_the_player() -> None:
    twice = fault({"type": "win", "wins": [ron(1, 2)["wins"][0], ron(1, 2)["wins"][0]]})
    assert twice.to_json()["message"] == "Seat 1 wins twice."
    assert said(twice.text) == "Seat 1 wins twice."
    assert said(twice.text, NAMES) == "Benoît wins twice."
    assert fault_in_words(twice.at_hand(3), NAMES) == "Hand 3: Benoît wins twice."


@pytest.mark.parametrize(("language", "told"), [("en", "Chen wins twice."), ("fr", "Chen gagne deux fois.")])
def test_the_page_says_the_name(table: Session, phone: Phone, language: str, told: str) -> None:
    twice = json.dumps({"type": "win", "wins": ron(2, 3)["wins"] * 2})
    form = {"draft": twice, "version": table.version, "played": 0}
    answer = phone.post(
        reverse("tables:entry", args=[table.code, 1]), form, headers={"accept-language": language}
    )
    assert answer.status_code == 422
    assert told in unescape(answer.content.decode())


def test_a_mahjong_of_fewer_points_than_it_counts_by_itself_is_remarked() -> None:
    """Mahjong is worth 20, self-drawn 22 (docs/rules/classical.md)."""
    variant = find_variant("classical")
    rules = variant.default_preset.rules

    def notes(points: int, source: int | None) -> list[str]:
        hands = [{"points": points if seat == 1 else 8} for seat in range(4)]
        outcome = {"type": "win", "winner": 1, "from": source, "hands": hands}
        settled = variant.settle(rules, variant.start(rules), variant.read_outcome(rules, outcome))
        return [str(note) for note in settled.notes]

    assert notes(20, 2) == []
    assert notes(22, None) == []
    assert notes(18, 2) == ["18 is less than a mahjong counts by itself: 20."]
    assert notes(20, None) == ["20 is less than a mahjong counts by itself: 22."]


def test_a_tick_that_counts_nothing_by_the_rules_is_remarked() -> None:
    variant = find_variant("classical")
    sets = [{"kind": "pung", "tile": tile, "concealed": False} for tile in ("2m", "4p", "6s", "8s")]

    def notes(preset: str, *feats: str) -> list[str]:
        rules = variant.find_preset(preset).rules
        hand = {"sets": [*sets, {"kind": "pair", "tile": "9s", "concealed": False}], "by": list(feats)}
        outcome = {
            "type": "win",
            "winner": 0,
            "from": 1,
            "dice": [1, 1],
            "hands": [hand, *[{"points": 0}] * 3],
        }
        settled = variant.settle(rules, variant.start(rules), variant.read_outcome(rules, outcome))
        return [str(note) for note in settled.notes if "counts nothing" in str(note)]

    (note,) = notes(variant.default_preset.key, "robbed_kong")
    assert note.endswith("counts nothing by these rules.")
    assert notes("bmja", "robbed_kong") == []
    assert notes(variant.default_preset.key) == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                *("Undo the last round", "Undo round 1", "Delete round 1"),
                *("Round 1: round corrected", "Tap a line to correct it.", "All hands", "Correct a round"),
            ),
        ),
        (
            "fr",
            (
                *("Annuler la dernière saisie", "Annuler la saisie du tour 1", "Supprimer le tour 1"),
                *("Tour 1 : correction", "Touchez une ligne pour la corriger."),
                *("Toutes les parties", "Corriger un tour"),
            ),
        ),
    ],
)
def test_six_players_play_rounds(phone: Phone, language: str, words: tuple[str, ...]) -> None:
    session = phone.open_table("six", names=SIX)
    outcome = {"type": "round", "events": FIVE_WINNERS}
    phone.confirm(session, outcome)
    assert Session.objects.get().state["scores"] == AFTER_FIVE
    corrected = [*FIVE_WINNERS[:-1], FIVE_WINNERS[-1] | {"from": 5}]
    assert phone.confirm(session, {"type": "round", "events": corrected}, 1).status_code == 302

    def read(page: str) -> str:
        answer = phone.get(f"/t/{session.code}/{page}", headers={"accept-language": language})
        return re.sub(r"[\u00a0\u202f]", " ", unescape(answer.content.decode()))

    undo, delete, log = read("undo/"), read("hand/1/delete/"), read("log/")
    assert words[0] in undo
    assert words[1] in undo
    assert words[2] in delete
    assert words[3] in log
    for page in (undo, delete):
        assert "hand 1" not in page
        assert "partie 1" not in page
    version = Session.objects.get().version
    phone.post(f"/t/{session.code}/close/", {"version": version, "key": str(uuid4())})
    assert words[4] in log
    assert words[6] in read("end/")
    for page in (log, read("end/")):
        assert not re.search(f"<(h1|title|span[^>]*)>{words[5]}", page)
