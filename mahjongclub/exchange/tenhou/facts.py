"""What a log says, whichever form it came in, and by which rules it was played: Tenhou's bits, or words.

Seats are ours: 0 is the first dealer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from mahjongclub.rules.words import Text

from ..unpacking import FileRefused

#: Bits of GO's `type`. Rooms (0x20, 0x80), speed (0x40) and playing people (0x01) change no rule.
NO_RED, NO_OPEN_TANYAO, TWO_WINDS, THREE_PLAYERS = 0x02, 0x04, 0x08, 0x10
KNOWN = 0xFF
#: red fives by how many play: one of each suit that has a five
USUAL_REDS = {4: 3, 3: 2}

#: "三鳳南喰赤－": how many play, the room, the winds, open tanyao, red fives, speed.
WORDS = re.compile(
    r"[四三]?(?:[般上特鳳若銀琥孔]|若銀|琥珀|孔雀|鳳凰|特上|上級|一般|個室)?([東南])(喰?)(赤?)速?[-－]*"
)

TENHOU, MAHJONG_SOUL = "tenhou", "mahjong-soul"
#: Mahjong Soul's name of a game, which begins with its day: 210618-0b2ea3d4-….
SOUL_IDENTITY = re.compile(r"([0-9]{2})([01][0-9])([0-3][0-9])-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: what its rooms, friends' rooms and tournaments are called, in its languages
SOUL_ROOMS = re.compile(
    r"[銅铜銀银金玉]の?[之の][間间]|王座|友人[戦场場]|大会[戦战]|[赛賽]事|段位|雀魂|じゃんたま"
    r"|mahjong ?soul|maj-?soul|\b(?:bronze|silver|gold|jade|throne)\b|friendly|tour?nament|casual",
    re.IGNORECASE,
)
SOUL_RANKS = re.compile(
    r"(?:初心|雀士|雀傑|雀豪|雀聖|雀杰|雀圣|魂天|novice|adept|expert|master|saint|celestial)\b.*|"
    r"(?:初心|雀士|雀傑|雀豪|雀聖|雀杰|雀圣|魂天).*",
    re.IGNORECASE,
)
#: the winds that are played, as the words about rules name them
WINDS = re.compile(r"(東|东|\beast|tonpuu)|(南|半[荘庄]|\bsouth|hanchan)", re.IGNORECASE)

Four = tuple[int, ...]


def is_placeholder_name(name: str) -> bool:
    """Whether a name of a log is nobody's: of Tenhou's guests, or what its editor begins with (Aさん).

    >>> is_placeholder_name("NoName"), is_placeholder_name("Bさん"), is_placeholder_name("Bo")
    (True, True, False)
    """
    return re.fullmatch(r"|noname|[a-dａ-ｄ]さん", name.strip().casefold()) is not None


@dataclass(frozen=True, slots=True)
class HandStart:
    """The table as a hand begins: `round` counts deals from 0 (East 1), points are whole points."""

    round: int
    honba: int
    sticks: int
    scores: Four


@dataclass(frozen=True, slots=True)
class TenhouWin:
    """One winner. `value` is the hand's worth as a record writes it (han and fu, yakuman, a limit).

    `tiles` is its `tiles` object where the log shows them; `opened` whether a meld is open.
    """

    seat: int
    source: int | None
    pao: int | None
    value: Mapping[str, Any]
    tiles: Mapping[str, Any] | None = None
    opened: bool = False


@dataclass(frozen=True, slots=True)
class TenhouHand:
    """One hand: how it began, who paid a stick, how it ended, and what moved, sticks included.

    Exactly one of `wins`, `abort` and `drawn` says the end. `tenpai` is None where the log does not tell;
    `nagashi` says that somebody is paid for it, `moved` tells whom.
    """

    start: HandStart
    riichi: tuple[int, ...]
    moved: Four
    wins: tuple[TenhouWin, ...] = ()
    abort: str | None = None
    drawn: bool = False
    tenpai: tuple[int, ...] | None = None
    nagashi: bool = False


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game. `rules` are what differs from our preset; `final` the scores it ended with, where it says so.

    `identity` is the platform's own name of the log, "" where the log does not carry it. `odd` is what of its
    rules nobody has told us: whoever brings it says by which it was played. `preset` are the rules as far as
    we know, `points` the final points it tells of. A log `by_hands` may lack some: it was put together.
    """

    names: tuple[str, ...]
    rules: Mapping[str, Any]
    open_tanyao: bool
    hands: tuple[TenhouHand, ...]
    final: Four | None = None
    identity: str = ""
    odd: Text | None = None
    preset: str = TENHOU
    points: tuple[float, ...] | None = None
    by_hands: bool = False

    @property
    def has_nameless_players(self) -> bool:
        """Whether it does not say of everybody who sat there: Tenhou calls each of its guests NoName."""
        return any(is_placeholder_name(name) for name in self.names)

    @property
    def fingerprint(self) -> str:
        """The same for the same game, in whichever form: who played, and how points moved."""
        facts = [self.names, *((hand.start, hand.riichi, hand.moved) for hand in self.hands)]
        return sha256(repr(facts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class PlayedRules:
    """`rules` are the options that differ from our preset of so many `seats`, `red` whether fives are red.

    `odd` says which of its rules nobody has told us, None where all are known.
    """

    rules: Mapping[str, Any]
    red: bool
    open_tanyao: bool
    odd: Text | None = None
    seats: int = 4
    preset: str = TENHOU


def _played(
    two_winds: bool, reds: int, open_tanyao: bool, odd: Text | None, seats: int, preset: str = TENHOU
) -> PlayedRules:
    rules: dict[str, Any] = {}
    if not two_winds:
        rules["rounds"] = 1
    if reds != USUAL_REDS[seats]:
        rules["red_fives"] = reds
    return PlayedRules(rules, reds > 0, open_tanyao, odd, seats, preset)


def deal_number(tenhou_count: int, seats: int) -> int | None:
    """Which deal it is from 0, where Tenhou counts four a round whoever plays; None for one there is not.

    >>> deal_number(5, 4), deal_number(5, 3), deal_number(3, 3)
    (5, 4, None)
    """
    winds, place = divmod(tenhou_count, 4)
    return winds * seats + place if place < seats else None


def rules_of_type_bits(bits: int) -> PlayedRules:
    """The rules of GO's `type`.

    >>> rules_of_type_bits(9 | 16)
    PlayedRules(rules={}, red=True, open_tanyao=True, odd=None, seats=3, preset='tenhou')
    >>> rules_of_type_bits(1 | 2 | 4).rules
    {'rounds': 1, 'red_fives': 0}
    """
    seats = 3 if bits & THREE_PLAYERS else 4
    odd = unknown_rules_text(f"GO type {bits}") if bits & ~KNOWN or bits < 0 else None
    reds = 0 if bits & NO_RED else USUAL_REDS[seats]
    return _played(bool(bits & TWO_WINDS), reds, not bits & NO_OPEN_TANYAO, odd, seats)


def is_of_mahjong_soul(data: Mapping[str, Any]) -> bool:
    """Whether a JSON log is of Mahjong Soul: by its name, its room, or the ranks of its players."""
    rule, title, ranks = data.get("rule"), data.get("title"), data.get("dan")
    words = [rule.get("disp")] if isinstance(rule, Mapping) else []
    words += title[:1] if isinstance(title, list) else []
    by_room = any(isinstance(word, str) and SOUL_ROOMS.search(word) for word in words)
    by_rank = isinstance(ranks, list) and any(
        isinstance(rank, str) and SOUL_RANKS.fullmatch(rank.strip()) for rank in ranks
    )
    ref = data.get("ref")
    return by_room or by_rank or (isinstance(ref, str) and SOUL_IDENTITY.match(ref) is not None)


def rules_of_mahjong_soul(rule: Mapping[str, Any], seats: int, last_deal: int) -> PlayedRules:
    """The rules of a game of Mahjong Soul, whose rooms have many names, with the winds after them.

    Where no wind is named, `last_deal`, the last deal that was played (from 0), says how many there were.
    """
    display = rule.get("disp") or ""
    words = display if isinstance(display, str) else ""
    named = [match.lastindex for match in WINDS.finditer(words)]
    two_winds = named[-1] == 2 if named else last_deal >= seats
    reds = _red_fives(rule)
    if reds is None:
        reds = 0 if re.search(r"aka nashi|no red", words, re.IGNORECASE) else 3
    if seats == 3:
        reds = min(reds, USUAL_REDS[3])
    return _played(two_winds, reds, True, None, seats, MAHJONG_SOUL)


def rules_of_json_log(rule: Mapping[str, Any], seats: int) -> PlayedRules:
    """The rules of a JSON log's `rule` for so many players.

    `disp` says them, and `aka` or `aka51` to `aka53` how many red fives there are.

    Without `disp` (the log editor writes none) it is the ordinary game of two winds, and so it is taken where
    the words are others (makers of logs write their own name there).
    """
    display = rule.get("disp") or ""
    if not isinstance(display, str):
        raise FileRefused(unknown_rules_text("disp"))
    words = re.sub(r"\s", "", display)
    if ("三" if seats == 4 else "四") in words:
        raise FileRefused(unknown_rules_text("disp"))
    match = WORDS.fullmatch(words) if words else None
    odd = unknown_rules_text(f"“{display[:40]}”") if words and match is None else None
    reds = _red_fives(rule)
    if reds is None:
        reds = 3 if match is None or match[3] else 0
    if seats == 3:
        reds = min(reds, USUAL_REDS[3])  # a red five of characters is named, and is not among the tiles
    return _played(match is None or match[1] == "南", reds, match is None or bool(match[2]), odd, seats)


def _red_fives(rule: Mapping[str, Any]) -> int | None:
    """How many red fives, None where the log does not count them; `aka` 1 is one of each suit."""
    counts = [rule.get(f"aka{code}") for code in (51, 52, 53)]
    if any(count is not None for count in counts):
        first, two, three = (count or 0 for count in counts)
        if (first, two, three) in ((0, 0, 0), (1, 1, 1), (1, 2, 1), (0, 1, 1), (0, 2, 1), (0, 2, 2)):
            return int(first + two + three)
        raise FileRefused(unknown_rules_text("aka51, aka52, aka53"))
    count = rule.get("aka")
    if count is None:
        return None
    in_play = {0: 0, 1: 3, 3: 3, 4: 4}
    if isinstance(count, int) and count in in_play:
        return in_play[count]
    raise FileRefused(unknown_rules_text("aka"))


def unknown_rules_text(what: str) -> Text:
    """Return why nobody can tell the rules of a game."""
    return Text("These rules are not known: {what}.", what=what)
