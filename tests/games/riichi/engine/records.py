"""Short ways to write riichi hands and to replay them; shared by the riichi tests."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import Replay, read_record, replay

PLAYERS = ["Aiko", "Benoît", "Chen", "Dina"]


def won(winner: int, source: int | None = None, **value: Any) -> dict[str, Any]:
    """One entry of `wins`; 30 fu 1 han unless a value is given."""
    return {"winner": winner, "from": source, **(value or {"han": 1, "fu": 30})}


def win(*entries: dict[str, Any], riichi: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "win", "wins": list(entries), "riichi": list(riichi)}


def ron(
    winner: int, source: int, han: int = 1, fu: int | None = 30, riichi: tuple[int, ...] = ()
) -> dict[str, Any]:
    return win(won(winner, source, han=han, fu=fu), riichi=riichi)


def tsumo(winner: int, han: int = 1, fu: int | None = 30, riichi: tuple[int, ...] = ()) -> dict[str, Any]:
    return win(won(winner, None, han=han, fu=fu), riichi=riichi)


def draw(*tenpai: int, riichi: tuple[int, ...] = (), nagashi: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi), "nagashi": list(nagashi)}


def abort(reason: str = "nine_terminals", riichi: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "abort", "reason": reason, "riichi": list(riichi)}


def chombo(*offenders: int, riichi: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "chombo", "offenders": list(offenders), "riichi": list(riichi)}


def record(
    *hands: dict[str, Any], preset: str = "club", closed: bool = False, **rules: Any
) -> dict[str, Any]:
    return {
        "format": 1,
        "variant": "riichi",
        "preset": preset,
        "rules": rules,
        "players": PLAYERS,
        "hands": list(hands),
        "closed": closed,
    }


def breaks(hand: dict[str, Any]) -> str:
    """What a hand does that is neither settled nor refused; nothing, as it should be."""
    try:
        play(hand)
    except RuleError:
        pass
    except Exception as fault:
        return repr(fault)
    return ""


def play(*hands: dict[str, Any], preset: str = "club", closed: bool = False, **rules: Any) -> Replay:
    """Replay these hands."""
    return replay(read_record(record(*hands, preset=preset, closed=closed, **rules)))


def deltas(*hands: dict[str, Any], preset: str = "club", **rules: Any) -> list[int]:
    """What the last of these hands changes for each seat."""
    return list(play(*hands, preset=preset, **rules).hands[-1].settlement.deltas)


def fault(*hands: dict[str, Any], preset: str = "club", **rules: Any) -> RuleError:
    """The error these hands end in."""
    with pytest.raises(RuleError) as caught:
        play(*hands, preset=preset, **rules)
    assert str(caught.value.text)
    assert caught.value.text.in_language("fr")
    return caught.value


def where(found: RuleError) -> tuple[str, int | None, str | None]:
    return found.code, found.hand, found.field


def points(result: Replay) -> dict[int, float]:
    """Final points by seat."""
    return {row["seat"]: row["points"] for row in result.to_json()["final"]}


def passing(count: int) -> list[dict[str, Any]]:
    """Hands that only move the deal on: drawn, nobody tenpai."""
    return [draw() for _ in range(count)]


def tile_hand(concealed: str, winning: str, *melds: tuple[str, str], **more: Any) -> dict[str, Any]:
    shown = [{"kind": kind, "tiles": tiles} for kind, tiles in melds]
    return {"concealed": concealed, "winning": winning, "melds": shown, **more}
