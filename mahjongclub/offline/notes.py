"""Notes of the hand being played as a phone brings them: read as strictly as a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mahjongclub.rules import six
from mahjongclub.rules.classical_hand import read_hand, write_hand
from mahjongclub.rules.game import RuleError, Text
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.riichi_stick import may_put_stick_out
from mahjongclub.rules.six_round import follow_events
from mahjongclub.rules.ten_duel import LIVE_TILES, PLAIN_TILES, Duel
from mahjongclub.tables.entry.classical_notes import Won, check_hand
from mahjongclub.tables.models import Session

Notes = dict[str, Any]
MOST_GUESSES = 200


def read_notes(session: Session, told: Any) -> Notes:
    """The notes for the hand to come at this table. RuleError for what no phone of ours would have noted."""
    reader = Reader(told, "notes")
    notes = READERS[session.variant](session, reader)
    reader.finish()
    return notes


def _riichi(session: Session, reader: Reader) -> Notes:
    if "riichi" not in reader.data:
        return {}
    seats = reader.seats("riichi", session.game.seats)
    for seat in seats:
        if not may_put_stick_out(session.frozen_rules, session.table, seat):
            raise reader.refuse(
                "riichi_without_points",
                "riichi",
                "A riichi needs 1,000 points.",
                "Il faut 1 000 points pour un riichi.",
            )
    return {"riichi": list(seats)}


def _classical(session: Session, reader: Reader) -> Notes:
    notes: Notes = {}
    for name in ("dice", "second"):
        if thrown := reader.dice(name):
            notes[name] = list(thrown)
    counted = reader.object("hands") if reader.has("hands") else Reader({})
    reader.value("hands")
    if not reader.has("winner"):
        _nothing_else(reader, "from", "hands")
        return notes
    notes |= {"winner": reader.seat("winner", 4), "from": reader.optional_whole("from", 0, 3)}
    if notes["winner"] == notes["from"]:
        raise reader.refuse(
            "own_discard",
            "from",
            "Nobody wins on the own discard.",
            "On ne gagne pas sur sa propre défausse.",
        )
    won = Won.from_notes(notes)
    assert won is not None
    hands: Notes = {}
    for seat in range(4):
        if counted.has(str(seat)):
            hand = write_hand(read_hand(counted.object(str(seat))))
            check_hand(won, session.table, seat, hand)
            hands[str(seat)] = hand
    counted.finish()
    return {**notes, "hands": hands}


def _nothing_else(reader: Reader, *names: str) -> None:
    for name in names:
        if reader.has(name):
            raise reader.refuse("nobody_won", name, "Nobody has won yet.", "Personne n’a encore gagné.")
        reader.value(name)


def _six(session: Session, reader: Reader) -> Notes:
    thrown = reader.dice("dice")
    said = {name: reader.value(name) for name in ("events", "tenpai", "next_east") if name in reader.data}
    played = six.VARIANT.read_outcome(session.frozen_rules, {"type": "round", **said})
    follow_events(played.events)
    written = six.VARIANT.write_outcome(played)
    notes = {name: written[name] for name in said if name in written}
    return notes | ({"dice": list(thrown)} if thrown else {})


def _ten(session: Session, reader: Reader) -> Notes:
    if not reader.data:
        return {}
    rules: Any = session.frozen_rules
    reader.value("phase")
    turn = reader.optional_whole("turn", 1, rules.turns, 1) or 1
    declared = reader.optional_whole("declared", 0, 1)
    riichi = reader.seats("riichi", 2)
    draws = reader.optional_whole("draws", 0, LIVE_TILES, 0) or 0
    duel = Duel(
        turn=turn,
        declared=declared,
        riichi=declared is not None and declared in riichi,
        guesses=tuple(
            _guess(reader, index, guess) for index, guess in enumerate(reader.items("guesses", MOST_GUESSES))
        ),
        draws=draws,
        declined=tuple(_declined(reader, draws)),
        wall=reader.optional_whole("wall", 0, 2 * LIVE_TILES, LIVE_TILES) or 0,
    )
    if duel.riichi and not may_put_stick_out(rules, session.table, duel.declared or 0):
        raise reader.refuse(
            "riichi_impossible",
            "riichi",
            "A riichi needs 1,000 points.",
            "Il faut 1 000 points pour un riichi.",
        )
    return duel.to_json()


def _guess(reader: Reader, index: int, guess: Any) -> tuple[str, ...]:
    return Reader({"tiles": guess}, reader.at(f"guesses.{index}")).words("tiles", PLAIN_TILES)


def _declined(reader: Reader, draws: int) -> list[int]:
    found = reader.items("declined", LIVE_TILES)
    return [Reader({"draw": one}, reader.at("declined")).whole("draw", 1, max(1, draws)) for one in found]


def _none(session: Session, reader: Reader) -> Notes:
    if reader.data:
        raise RuleError(
            "no_notes", "notes", Text("Nothing is noted in this game.", "On ne note rien dans ce jeu.")
        )
    return {}


READERS: dict[str, Callable[[Session, Reader], Notes]] = {
    "riichi": _riichi,
    "classical": _classical,
    "taiwanese": _none,
    "six": _six,
    "ten": _ten,
}
