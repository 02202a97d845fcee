"""A JSON log as tenhou.net/6 has it, of Tenhou or of another platform: each hand's start, sticks and result.

Downloaders of Mahjong Soul write the same form, with words in Japanese, romaji or English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mahjongclub.rules.words import Text, with_subject

from ..unpacking import FileRefused
from .facts import (
    Four,
    GameLog,
    HandStart,
    PlayedRules,
    TenhouHand,
    TenhouWin,
    deal_number,
    is_of_mahjong_soul,
    rules_of_json_log,
    rules_of_mahjong_soul,
)
from .json6_hands import LogWinner, SeatMoves, recorded_hand_and_openness, riichi_seats

MOST_HANDS = 200
MOST_MOVES = 100
#: an entry of `log`: round, scores, dora, ura, then deal, draws and discards of each seat, and the result.
#: Of three players there are four seats mostly, the fourth empty.
PARTS = {seats: 4 + 3 * seats + 1 for seats in (3, 4)}

WON = frozenset({"和了", "agari"})
ABORTS = {
    word: abort
    for abort, words in {
        "nine_terminals": ("九種九牌", "kyuushu kyuuhai", "nine terminal abortion"),
        "four_riichi": ("四家立直", "suucha riichi", "four riichi abortion"),
        "triple_ron": ("三家和了", "三家和", "sanchahou", "three ron abortion"),
        "four_kans": ("四槓散了", "四開槓", "suukaikan", "four kan abortion"),
        "four_winds": ("四風連打", "suufon renda", "four wind abortion"),
    }.items()
    for word in words
}
DRAWS = {
    **dict.fromkeys(("流局", "ryuukyoku", "exhaustive draw"), "draw"),
    **dict.fromkeys(("流し満貫", "nagashi mangan", "mangan at draw"), "nagashi"),
    **dict.fromkeys(("全員聴牌", "all tempai", "all tenpai"), "all"),
    **dict.fromkeys(("全員不聴", "all noten"), "none"),
}
WORTH = re.compile(
    r"(?:([0-9]{2,3}) ?(?:符|fu) ?([0-9]{1,2}) ?(?:[飜翻]|han))? ?"
    r"(切り上げ満貫|満貫|跳満|三倍満|倍満|数え役満|役満"
    r"|(?:kiriage |rounded )?mangan|haneman|sanbaiman|baiman|(?:kazoe |counted )?yakuman)? ?"
    r"([0-9]*)[-−]?([0-9]*)(?:点|∀|,|-|−| |points?|all)*",
    re.IGNORECASE,
)
LIMITS = {
    **dict.fromkeys(("満貫", "切り上げ満貫", "mangan", "kiriage mangan", "rounded mangan"), "mangan"),
    **{"跳満": "haneman", "倍満": "baiman", "三倍満": "sanbaiman"},
    **{limit: limit for limit in ("haneman", "baiman", "sanbaiman")},
}
YAKU_HAN = re.compile(r"\(([0-9]{1,2}) ?(?:[飜翻]|han)\)", re.IGNORECASE)
#: the points of a yakuman, of a dealer and of another: in all, and what each (but a dealer) pays of it
YAKUMAN_POINTS = {True: (48000, 16000), False: (32000, 8000)}
FLAGS = {
    word: flag
    for flag, words in {
        "ippatsu": ("一発", "ippatsu"),
        "chankan": ("槍槓", "chankan", "robbing a kan"),
        "rinshan": ("嶺上開花", "rinshan", "after a kan"),
        "haitei": ("海底摸月", "haitei", "under the sea"),
        "houtei": ("河底撈魚", "houtei", "under the river"),
        "double_riichi": ("両立直", "ダブル立直", "double riichi", "daburu riichi"),
        "tenhou": ("天和", "tenhou", "blessing of heaven"),
        "chiihou": ("地和", "chiihou", "blessing of earth"),
    }.items()
    for word in words
}


def is_json_log(data: Any) -> bool:
    """Whether a JSON value is a log, whatever is wrong with it."""
    return isinstance(data, Mapping) and "log" in data


def is_raw_soul_record(data: Any) -> bool:
    """Whether a JSON value is a record in Mahjong Soul's own form, which names its moves and has no `log`."""
    head = data.get("head") if isinstance(data, Mapping) else None
    return isinstance(head, Mapping) and "accounts" in head and not is_json_log(data)


def read_json_log(data: Any) -> GameLog:
    """The game of a JSON log; Refused for anything that is none, is not whole, or is not ours to play."""
    if not is_json_log(data):
        raise log_error("log")
    rule = data.get("rule", {})
    if not isinstance(rule, Mapping):
        raise log_error("rule")
    entries = data["log"]
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST_HANDS:
        raise log_error("log")
    names = _names(data.get("name"), entries[0])
    starts = [_start(entry, number, len(names)) for number, entry in enumerate(entries, start=1)]
    if is_of_mahjong_soul(data):
        played = rules_of_mahjong_soul(rule, len(names), starts[-1].round)
    else:
        played = rules_of_json_log(rule, len(names))
    followed_by = [*starts[1:], None]
    hands = tuple(
        _hand(entry, start, after, played)
        for entry, start, after in zip(entries, starts, followed_by, strict=True)
    )
    identity = data.get("ref")
    return GameLog(
        names,
        played.rules,
        played.open_tanyao,
        hands,
        _final(data.get("sc"), len(names)),
        identity if isinstance(identity, str) else "",
        played.odd,
        played.preset,
        _points(data.get("sc"), len(names)),
        by_hands=True,
    )


def log_error(what: str, hand: int | None = None) -> FileRefused:
    """Return the error of a part of the log, for the caller to raise."""
    text = Text("“{what}” is missing or wrong in this log.", what=what)
    return FileRefused(with_subject(Text("Hand {number}", number=hand), text) if hand else text)


def _names(names: Any, first: Any) -> tuple[str, ...]:
    """Who sat there, as many as had points at the `first` hand; an empty text for whom the log does not name.

    Downloaders leave the names of computers empty, and fill three players up to four.
    """
    scores = number_list(first[1]) if isinstance(first, list) and len(first) > 1 else None
    if names is None:
        names = [""] * len(scores or ())
    if not isinstance(names, list) or not all(isinstance(name, str) or name is None for name in names):
        raise log_error("name")
    three = len(names) == 4 and not (names[3] or "").strip() and not any((scores or [])[3:])
    if len(names[:3] if three else names) not in PARTS:
        raise log_error("name")
    return tuple((name or "").strip() for name in (names[:3] if three else names))


def _start(entry: Any, number: int, seats: int) -> HandStart:
    if not isinstance(entry, list):
        raise log_error("log", number)
    if len(entry) not in (PARTS[seats], PARTS[4]):
        raise log_error("log", number)
    counts, scores = number_list(entry[0]), number_list(entry[1])
    if counts is None or len(counts) < 3 or min(counts[:3]) < 0:
        raise log_error("round", number)
    if scores is None or len(scores) < seats or any(scores[seats:]):
        raise log_error("scores", number)
    if (deal := deal_number(counts[0], seats)) is None:
        raise log_error("round", number)
    return HandStart(deal, counts[1], counts[2], tuple(scores[:seats]))


def number_list(value: Any) -> list[int] | None:
    """The value as a list of whole numbers of a size that points have, None where it is none."""
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        return None
    if not all(
        isinstance(number, int) and not isinstance(number, bool) and abs(number) < 10**9 for number in value
    ):
        return None
    return value


def _hand(entry: list[Any], start: HandStart, after: HandStart | None, played: PlayedRules) -> TenhouHand:
    result = entry[-1]
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise log_error("result")
    seats = len(start.scores)
    sides = [SeatMoves.from_log(entry[4 + 3 * seat : 7 + 3 * seat]) for seat in range(seats)]
    kind = result[0].strip().casefold()
    if kind in WON:
        return _won(entry, start, sides, result, played)
    riichi = riichi_seats(sides, start.round % seats)
    abort, draw = ABORTS.get(kind), DRAWS.get(kind)
    if abort != "four_riichi" and after is not None:
        riichi = _paid(riichi, sides, after.sticks - start.sticks)
    if abort is not None:
        return TenhouHand(start, riichi, _moved((0,) * seats, riichi), abort=abort)
    changes = _changes(result[1], seats) if len(result) > 1 else (0,) * seats
    tenpai: dict[str, tuple[int, ...] | None] = {
        "nagashi": None,
        "all": tuple(range(seats)),
        "none": (),
        "draw": tuple(seat for seat in range(seats) if changes[seat] > 0) or None,
    }
    if draw is None:
        raise log_error(result[0][:20])
    moved, nagashi = _moved(changes, riichi), draw == "nagashi"
    return TenhouHand(start, riichi, moved, drawn=True, tenpai=tenpai[draw], nagashi=nagashi)


def _won(
    entry: list[Any], start: HandStart, sides: list[SeatMoves], result: list[Any], played: PlayedRules
) -> TenhouHand:
    parts, seats = result[1:], len(sides)
    if len(parts) % 2 or not 2 <= len(parts) <= 2 * (seats - 1):
        raise log_error("和了")
    changes = [0] * seats
    entries = []
    for moved, winner_data in zip(parts[::2], parts[1::2], strict=True):
        changes = [change + other for change, other in zip(changes, _changes(moved, seats), strict=True)]
        entries.append(_winner(winner_data, seats))
    source = entries[0].source
    if any(entry.source != source for entry in entries) or len({entry.seat for entry in entries}) != len(
        entries
    ):
        raise log_error("和了")
    # the declaration whose discard was won on is not paid
    unpaid = (source,) if source is not None and sides[source].last_discard_is_riichi else ()
    riichi = tuple(seat for seat in riichi_seats(sides, start.round % seats) if seat not in unpaid)
    # a log without discards tells of a riichi by the winner's yaku alone
    riichi += tuple(entry.seat for entry in entries if entry.in_riichi and entry.seat not in riichi)
    dora, ura = number_list(entry[2]) or [], number_list(entry[3]) or []
    dealer = start.round % seats
    wins = tuple(
        _winning(entry, sides, dora, ura if entry.seat in riichi else [], played.red, dealer)
        for entry in entries
    )
    return TenhouHand(start, riichi, _moved(tuple(changes), riichi), wins=wins)


def _winner(data: Any, table: int) -> LogWinner:
    """[who, from whom, liable, "30符4飜7700点", "立直(1飜)"]; the winner is liable where nobody is."""
    if not isinstance(data, list) or not 4 <= len(data) <= 40:
        raise log_error("和了")
    seats, texts = number_list(data[:3]), data[3:]
    if seats is None or not all(0 <= seat < table for seat in seats):
        raise log_error("和了")
    if not all(isinstance(text, str) and len(text) <= 60 for text in texts):
        raise log_error("和了")
    who, source, liable = seats
    pao = None if liable == who else liable
    return LogWinner(who, None if source == who else source, pao, texts[0], tuple(texts[1:]))


def _winning(
    winner: LogWinner, sides: list[SeatMoves], dora: list[int], ura: list[int], red: bool, dealer: int
) -> TenhouWin:
    words = [text.casefold() for text in winner.yaku]
    flags = [flag for word, flag in FLAGS.items() if any(text.startswith(word) for text in words)]
    tiles, opened = recorded_hand_and_openness(winner, sides, flags, dora, ura, red) or (None, False)
    return TenhouWin(winner.seat, winner.source, winner.pao, _value(winner, dealer), tiles, opened)


def _value(winner: LogWinner, dealer: int) -> dict[str, Any]:
    """What the log says the hand is worth: the yaku added up, else the words before the points.

    A yakuman that counts twice stands there as one: its points tell.
    """
    worth = WORTH.fullmatch(winner.worth.strip())
    yakuman = sum("役満" in text or "yakuman" in text.casefold() for text in winner.yaku)
    if yakuman:
        points = int(worth[4] or 0) if worth is not None else 0
        whole, each = YAKUMAN_POINTS[winner.seat == dealer]
        times, rest = divmod(points, each if "∀" in winner.worth or (worth and worth[5]) else whole)
        return {"yakuman": times if times and not rest else yakuman}
    if worth is None:
        raise log_error(winner.worth[:30])
    fu, han, limit, _points, _more = worth.groups()
    limit = limit and limit.casefold()
    counted = sum(int(match[1]) for text in winner.yaku if (match := YAKU_HAN.search(text)))
    if fu is not None:
        return {"han": int(han), "fu": int(fu)} if int(han) < 5 else {"han": int(han)}
    if counted >= 5:
        return {"han": counted}
    if limit in LIMITS:
        return {"limit": LIMITS[limit]}
    if limit is None:
        raise log_error(winner.worth[:30])
    return {"yakuman": 1}


def _changes(value: Any, seats: int) -> Four:
    changes = number_list(value)
    if changes is None or len(changes) < seats:
        raise log_error("deltas")
    return tuple(changes[:seats])


def _moved(changes: tuple[int, ...], riichi: tuple[int, ...]) -> Four:
    """The log's changes leave out the sticks put out; ours have them."""
    return tuple(change - 1000 * (seat in riichi) for seat, change in enumerate(changes))


def _paid(seats: tuple[int, ...], sides: list[SeatMoves], count: int) -> tuple[int, ...]:
    """Who paid a stick in a hand nobody won, after which there were `count` more. Where that is fewer than
    were declared, the last declaration was won on (three rons), and is not paid."""
    if not 0 <= count < len(seats):
        return seats
    last = [seat for seat in seats if sides[seat].last_discard_is_riichi]
    return tuple(seat for seat in seats if seat not in last[-(len(seats) - count) :])


def _points(value: Any, seats: int) -> tuple[float, ...] | None:
    """The points of `sc`, uma and all."""
    points = value[1 : 2 * seats : 2] if isinstance(value, list) else []
    if len(points) < seats or not all(
        type(number) in (int, float) and abs(number) < 10**6 for number in points
    ):
        return None
    return tuple(points)


def _final(value: Any, seats: int) -> Four | None:
    """The scores of `sc`: score and points of each seat in turn."""
    if not isinstance(value, list) or len(value) < 2 * seats:
        return None
    scores = number_list(value[: 2 * seats : 2])
    return None if scores is None else tuple(scores)
