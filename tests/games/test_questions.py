"""One description of a hand: taps, typed hand, score sheet and the data for a script say the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from mahjongclub.games.base import Game
from mahjongclub.games.kit.cells import RowReader
from mahjongclub.games.kit.controls import SELF_DRAWN
from mahjongclub.games.kit.question_kinds import Dice, Flag, OneOf, Source
from mahjongclub.games.kit.questions import Question, Questions

from .played import LANGUAGES, dealt, players
from .posted import as_posted

MANY = 60


def asked_next(data: Mapping[str, Any], draft: Mapping[str, Any]) -> tuple[str, int] | None:
    """What a script would ask of a draft, from the data alone: no word of this knows a game."""
    ends = [end for end in data["ends"] if all(draft.get(key) == fact for key, fact in end["facts"].items())]
    if not ends:
        return "end", 0
    asked = [one for one in data["asked"] if not one["ends"] or ends[0]["key"] in one["ends"]]
    for at in dict.fromkeys(one["at"] for one in asked if one["needed"]):
        for index, part in enumerate((draft.get(at) or [{}]) if at else [draft]):
            for one in asked:
                if one["at"] == at and one["needed"] and not set(one["keys"]) & set(part or {}):
                    return one["name"], index
    return None


def answered(
    questions: Questions, draft: dict[str, Any], name: str, index: int, whole: dict[str, Any]
) -> None:
    """Put into a draft what a whole hand answers to one question."""
    if name == "end":
        end = questions.end_of(whole)
        assert end is not None
        draft |= end.facts
        return
    one, over = next((one, over) for over in questions.asked for one in over.parts() if one.name == name)
    part, source = draft, whole
    if over.at:
        draft.setdefault(over.at, [{} for _item in whole[over.at]])
        part, source = draft[over.at][index], whole[over.at][index]
    keys = one.keys or (one.name,)
    # records may leave a self-draw out
    part |= {key: source.get(key) for key in keys if key in source or isinstance(one, Source)}
    part |= {"fu": source["fu"]} if "fu" in source and "han" in keys else {}
    part |= source if one.by_seat else {}  # a hand counted by its sets has more parts


def optional(questions: Questions, whole: dict[str, Any]) -> list[tuple[str, int]]:
    """What a hand answers besides what it has to."""
    end = questions.end_of(whole)
    assert end is not None
    return [
        (one.name, index)
        for over in questions.questions_for(end.key)
        for index in range(len(whole[over.at]) if over.at else 1)
        for one in over.parts()
        if not one.missing
    ]


def test_a_script_with_the_data_asks_what_python_asks_until_the_hand_is_whole(game: Game) -> None:
    rules, questions = game.variant.default_preset.rules, game.questions
    data = json.loads(json.dumps(questions.as_data(rules)))
    for outcome in dealt(game, MANY):
        draft: dict[str, Any] = {}
        for _step in range(30):
            missing = questions.first_unanswered(rules, draft)
            assert asked_next(data, draft) == missing
            if missing is None:
                break
            answered(questions, draft, *missing, outcome)
            assert questions.end_of(questions.checked_draft(draft, game.variant.seats)) == questions.end_of(
                draft
            )
        assert questions.first_unanswered(rules, draft) is None
        for name, index in optional(questions, outcome):
            answered(questions, draft, name, index, outcome)
        read = game.variant.read_outcome
        assert read(rules, draft) == read(rules, outcome)


def test_the_data_is_said_in_each_language(game: Game) -> None:
    rules = game.variant.default_preset.rules
    said = []
    for language in LANGUAGES:
        with override(language):
            said.append([one["ask"] for one in game.questions.as_data(rules)["asked"]])
    assert all(text for texts in said for text in texts)
    assert said[0] != said[1]


def test_a_hand_is_the_same_typed_and_on_a_sheet(game: Game) -> None:
    variant, rules = game.variant, game.variant.default_preset.rules
    by_row = isinstance(getattr(game.score_sheet.read, "__self__", None), RowReader)
    ends, written = set(), set()
    for outcome in dealt(game, MANY):
        whole = variant.read_outcome(rules, outcome)
        form = game.hand_form(players(game), rules, as_posted(game.questions.initial(outcome)))
        assert form.is_valid(), form.errors
        assert variant.read_outcome(rules, form.draft) == whole
        end = game.questions.end_of(outcome)
        assert end is not None
        ends.add(end.key)
        if by_row and (cells := row_of(game.questions, outcome, variant.seats)) is not None:
            reading = game.score_sheet.read(cells, variant.seats)
            assert not reading.faults, (cells, reading.faults)
            assert variant.read_outcome(rules, reading.hand or {}) == whole, cells
            written.add(end.key)
    assert written == ends or not by_row


def row_of(questions: Questions, outcome: dict[str, Any], seats: int) -> dict[str, str] | None:
    """The cells in which a hand is written on paper; None for one that is not (tiles, ticked patterns)."""
    end = questions.end_of(outcome)
    assert end is not None
    cells = {**{str(seat): "" for seat in range(seats)}, "end": end.code, "dice": ""}
    for over in questions.questions_for(end.key):
        for item, part in enumerate(outcome.get(over.at) or () if over.at else [outcome]):
            for one in over.parts():
                if one.code and (value := value_of(one, part)) is None:
                    return None
                if one.code:
                    holder = part.get("winner", item if over.at else outcome.get("winner"))
                    cells[str(holder)] = f"{value} {cells[str(holder)]}"
                for seat in seats_of(one, part):
                    if one.mark[:1] not in cells[str(seat)]:
                        cells[str(seat)] += f" {one.mark[0]}"
        if isinstance(over, OneOf) and over.key in outcome:
            codes = {answer: code for code, answer in over.codes.items()}
            cells["end"] = codes[outcome[over.key]]
        if isinstance(over, Dice):
            cells["dice"] = "".join(map(str, outcome.get(over.name) or ()))
    return cells


def seats_of(one: Question, part: Mapping[str, Any]) -> list[int]:
    """The seats whose cells are marked for an answer."""
    if not one.mark:
        return []
    if isinstance(one, Flag) and one.of_seat:
        return [part[one.of_seat]] if part.get(one.key) else []
    found = [part[key] for key in one.keys or (one.name,) if part.get(key) not in (None, SELF_DRAWN)]
    return [seat for value in found for seat in (value if isinstance(value, list) else [value])]


def value_of(one: Question, part: Mapping[str, Any]) -> str | None:
    """What a hand is worth as a cell says it."""
    for key in one.keys:
        value = part.get(key)
        if isinstance(value, int):
            return {"yakuman": "y" * value, "han": f"{value}/{part.get('fu', 30)}"}.get(key, str(value))
        if key == "limit" and value:
            return str(value)
    return None
