"""A log settled by our engine, hand by hand, and what differs from the log's own scores.

The points of a winner are read from the tiles where the log shows them. Where that differs from what the log
says of the hand, the difference is told, and the game kept follows the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, zip_longest
from typing import Any

from mahjongclub.rules.game import RuleError, Settlement, TableState
from mahjongclub.rules.kit.riichi.settle import tile_value
from mahjongclub.rules.kit.riichi.value import limit_of
from mahjongclub.rules.record import close_table
from mahjongclub.rules.riichi import VARIANT as RIICHI
from mahjongclub.rules.sanma import VARIANT as SANMA
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text, with_subject

from ..unpacking import with_player_name
from .facts import MAHJONG_SOUL, TENHOU, GameLog, HandStart, TenhouHand, TenhouWin

#: rules that a room of Mahjong Soul chooses, in the order in which they are tried
VARIED: tuple[tuple[str, Any], ...] = (
    *(("tsumo", "split"), ("kiriage_mangan", True), ("multi_honba", "each"), ("bust", "off")),
    *(("agari_yame", "off"), ("west_extension", False)),
)
#: by how much final points may differ that were rounded
CLOSE = 0.051
#: what is played, by how many play
VARIANTS = {4: RIICHI, 3: SANMA}


@dataclass(frozen=True, slots=True)
class SettledHand:
    """One hand: `deltas` as our engine settles it (None where it cannot), `logged` as the log says."""

    label: str
    deltas: tuple[int, ...] | None
    logged: tuple[int, ...]


@dataclass(slots=True)
class SettledLog:
    """A whole log settled. `record` is the game as it is kept, following the log.

    `differences` are about points; `remarks` about how a hand is read where no point depends on it.
    `unkept` says why the game cannot be kept, None where it can.
    """

    rules: Any
    log: GameLog
    record: dict[str, Any]
    hands: list[SettledHand] = field(default_factory=list)
    differences: list[Text] = field(default_factory=list)
    remarks: list[Text] = field(default_factory=list)
    unkept: Text | None = None
    #: why it is a part of a game at most
    unfinished: Text | None = None

    @property
    def variant(self) -> Variant:
        """The game of this log."""
        return VARIANTS[len(self.log.names)]

    @property
    def matches_log(self) -> bool:
        """Whether every point is where the log has it."""
        return not self.differences

    def settle_hands(self) -> None:
        """Every hand in order, each on the table that the hands before it leave."""
        if self.unkept is not None:
            self.remarks.append(self.unkept)
        state = _table_of(self.log.hands[0].start, self.variant.start(self.rules, None))
        for hand, after in zip_longest(self.log.hands, self.log.hands[1:]):
            if not _same_table(state, hand.start):
                self._tables_differ(state, hand)
                state = _table_of(hand.start, state)  # each hand is judged by itself
            state = self._one(hand, state, after)
        self._end(state)

    def _one(self, hand: TenhouHand, state: TableState, after: TenhouHand | None) -> TableState:
        """One hand settled; gives the table after it, the log's own where ours cannot be known."""
        label = self.variant.label(state)
        try:
            kept_outcome, read = self._outcomes(hand, state, after)
            settlement = self._settle(state, kept_outcome)
            ours = settlement if read is kept_outcome else self._settle(state, read)
        except RuleError as fault:
            self.hands.append(SettledHand(label, None, hand.moved))
            refusal = with_player_name(fault.text, self.record["players"])
            self.differences.append(
                Text("{label}: our rules refuse this hand. {told}", label=label, told=refusal)
            )
            self.unkept = self.unkept or refusal
            return _table_of(after.start, state) if after else state
        self.record["hands"].append(kept_outcome)
        self.hands.append(SettledHand(label, ours.deltas, hand.moved))
        if ours.deltas != hand.moved:
            refusal = Text(
                "{label}: by our rules the points move {moves}, the log has {logged}.",
                label=label,
                moves=_signed(ours.deltas),
                logged=_signed(hand.moved),
            )
            self.differences.append(refusal)
        return settlement.after

    def _settle(self, state: TableState, outcome: Mapping[str, Any]) -> Settlement:
        return self.variant.settle(self.rules, state, self.variant.read_outcome(self.rules, outcome))

    def _outcomes(
        self, hand: TenhouHand, state: TableState, after: TenhouHand | None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The hand as it is kept, and as we read it from its tiles: mostly one and the same."""
        if hand.wins:
            return self._won(hand, state)
        outcome: dict[str, Any] = {"type": "abort", "reason": hand.abort}
        if hand.drawn:
            outcome = {"type": "draw", "tenpai": sorted(_tenpai(hand, state, after))}
            if hand.nagashi:
                outcome["nagashi"] = self._nagashi(outcome, hand, state)
        if hand.riichi:
            outcome["riichi"] = list(hand.riichi)
        return outcome, outcome

    def _won(self, hand: TenhouHand, state: TableState) -> tuple[dict[str, Any], dict[str, Any]]:
        entries = [_entry(win, win.value) for win in hand.wins]
        read = list(entries)
        for index, win in enumerate(hand.wins):
            if win.tiles is None:
                self._remark(state, Text("the log does not show the tiles."))
                continue
            tiles = _entry(win, {"tiles": win.tiles})
            value = self._read_tiles(hand, state, index, tiles)
            if value is None:
                continue
            if _same_value(self.rules, value, win.value):
                entries[index] = read[index] = tiles
            elif self.log.open_tanyao or not win.opened:
                # without open tanyao, which our engine always counts, an open hand is worth what the log says
                read[index] = tiles
                words = {"ours": _worth(value), "theirs": _worth(win.value)}
                self._remark(state, Text("from the tiles we read {ours}, the log says {theirs}.", **words))
        outcome: dict[str, Any] = {"type": "win", "wins": entries}
        if hand.riichi:
            outcome["riichi"] = list(hand.riichi)
        return outcome, outcome if read == entries else {**outcome, "wins": read}

    def _read_tiles(
        self, hand: TenhouHand, state: TableState, index: int, entry: dict[str, Any]
    ) -> dict[str, Any] | None:
        """What our engine reads in the tiles, None (and a remark) where it cannot read them."""
        wins = [entry if place == index else _entry(win, win.value) for place, win in enumerate(hand.wins)]
        outcome = {"type": "win", "wins": wins, "riichi": list(hand.riichi)}
        try:
            self._settle(state, outcome)
            value = tile_value(self.rules, state, self.variant.read_outcome(self.rules, outcome), index)
        except RuleError as fault:
            reason = with_player_name(fault.text, self.record["players"])
            self._remark(state, Text("the tiles of the winner cannot be read. {told}", told=reason))
            return None
        return {"yakuman": value.yakuman} if value.yakuman else {"han": value.han, "fu": value.fu}

    def _nagashi(self, draw: dict[str, Any], hand: TenhouHand, state: TableState) -> list[int]:
        """Who is paid: the fewest seats whose payments are those of the log, else who gained."""
        riichi = list(hand.riichi)
        for seats in chain.from_iterable(
            combinations(range(state.seats), count) for count in range(1, state.seats + 1)
        ):
            settlement = self._settle(state, {**draw, "riichi": riichi, "nagashi": list(seats)})
            if settlement.deltas == hand.moved:
                return list(seats)
        return [seat for seat in range(state.seats) if hand.moved[seat] > 0]

    def _tables_differ(self, state: TableState, hand: TenhouHand) -> None:
        ours, theirs = self._table_words(state), self._table_words(_table_of(hand.start, state))
        text = Text("Before {theirs}: by our rules it is {ours}.", theirs=theirs, ours=ours)
        if state.ended:
            text = Text("Before {theirs}: by our rules the game is over.", theirs=theirs)
        self.differences.append(text)
        if state.ended or not _same_table(replace(state, scores=hand.start.scores), hand.start):
            differently = Text("By our rules the game goes on differently after one of its hands.")
            self.unkept = self.unkept or differently

    def _end(self, state: TableState) -> None:
        """Whether the game ends where the log does, and with its scores."""
        stopped = state.ended is None
        if stopped:
            self.record["closed"] = True
            state = close_table(self.variant, state)
            self.remarks.append(Text("The log stops here; by our rules the game would go on."))
        rows = {row.seat: row for row in self.variant.rank(self.rules, state)}
        ours = tuple(rows[seat].score for seat in range(state.seats))
        lacking = ours != self.log.final if self.log.final is not None else state.round == 0
        if stopped and lacking and self.log.by_hands:
            hands = len(self.log.hands)
            self.unfinished = Text(
                "This is not a whole game: it goes on after {hands} of its hands. "
                "Choose the files of all its hands at once, or one that has all.",
                hands=hands,
            )
        if self.log.final is None:
            return
        points = tuple(float(rows[seat].tenths) / 10 for seat in range(state.seats))
        logged = self.log.points if self.log.preset == MAHJONG_SOUL and ours == self.log.final else None
        if logged and any(abs(score - other) > CLOSE for score, other in zip(points, logged, strict=True)):
            words = {"mine": _decimal(points), "theirs": _decimal(logged)}
            self.differences.append(
                Text("The final points are {mine} by our rules, {theirs} in the log.", **words)
            )
        if ours != self.log.final:
            mine, theirs = _plain(ours), _plain(self.log.final)
            self.differences.append(
                Text("At the end we count {mine}, the log {theirs}.", mine=mine, theirs=theirs)
            )

    def _table_words(self, state: TableState) -> str:
        return f"{self.variant.label(state)} ({_plain(state.scores)}; {state.sticks} × 1000)"

    def _remark(self, state: TableState, text: Text) -> None:
        self.remarks.append(with_subject(self.variant.label(state), text))


def settle_log(log: GameLog, preset: str = "") -> SettledLog:
    """Settle a log, from the hand it begins with. Only a whole game of known rules can be kept: those of its
    platform, or the `preset` that whoever brings it has chosen.

    Mahjong Soul lets a room choose some rules, of which its logs tell nothing. The first of VARIED is taken
    by which every point is where the log has it, and a remark says so.
    """
    reckoning = _reckon(log, preset or log.preset, {}, chosen=bool(preset))
    if preset or log.preset != MAHJONG_SOUL or (reckoning.matches_log and reckoning.unkept is None):
        return reckoning
    names = {option.name: option for option in reckoning.rules.describe_options()}
    for name, value in VARIED:
        if name not in names or getattr(reckoning.rules, name) == value:
            continue
        other = _reckon(log, log.preset, {name: value}, chosen=False)
        if other.matches_log and other.unkept is None:
            label = names[name].label
            other.remarks.insert(0, Text("By its points the room plays another rule: {rule}.", rule=label))
            return other
    return reckoning


def _reckon(log: GameLog, preset: str, more: Mapping[str, Any], *, chosen: bool) -> SettledLog:
    variant = VARIANTS[len(log.names)]
    rules = variant.find_preset(preset).rules
    options = {**log.rules, **more}
    if chosen or log.preset == MAHJONG_SOUL:
        options |= _starting_points(log, rules)
    record: dict[str, Any] = {
        "format": 1,
        "variant": variant.key,
        "preset": preset,
        "rules": options,
        "players": number_repeated_names(log.names),
        "hands": [],
    }
    rules = rules.with_options(options)
    odd = None if chosen else log.odd
    reckoning = SettledLog(rules, log, record, unkept=odd or _why_not_whole(log, rules.starting_points))
    reckoning.settle_hands()
    return reckoning


def unknown_rules_reason(log: GameLog) -> Text | None:
    """Return why nobody can tell the rules of a log: unknown words, or other points to begin with. None where
    they are known, and for a log of Tenhou's own form, which is not to be played otherwise.
    """
    usual = VARIANTS[len(log.names)].find_preset(log.preset).rules.starting_points
    other_points = log.preset == TENHOU and len({*log.hands[0].start.scores}) == 1
    if not log.by_hands or not (log.odd or other_points):
        return None
    return log.odd or _other_points(log, usual)


def guess_preset(log: GameLog) -> str:
    """The rules by which a log that does not tell them has most of its points where it says."""
    presets = VARIANTS[len(log.names)].presets
    order = {MAHJONG_SOUL: 0, TENHOU: 1}
    tried = [(settle_log(log, candidate.key), candidate.key) for candidate in presets]
    best = min(
        tried,
        key=lambda trial: (trial[0].unkept is not None, len(trial[0].differences), order.get(trial[1], 2)),
    )
    return best[1]


def _starting_points(log: GameLog, rules: Any) -> dict[str, int]:
    """The points a game began with, where the room chooses them; what they return to goes with them."""
    first = log.hands[0].start
    whole = (first.round, first.honba, first.sticks) == (0, 0, 0) and len({*first.scores}) == 1
    shift = first.scores[0] - rules.starting_points
    if not whole or not shift:
        return {}
    changed = {"starting_points": first.scores[0], "return_points": rules.return_points + shift}
    if rules.extension_target is not None:
        changed["extension_target"] = max(rules.extension_target, changed["return_points"])
    return changed


def number_repeated_names(names: Iterable[str]) -> list[str]:
    """The names, a repeated one with a number: every guest of Tenhou is called NoName.

    >>> number_repeated_names(["NoName", "Aiko", "NoName", "noname"])
    ['NoName', 'Aiko', 'NoName (2)', 'noname (3)']
    """
    seen: list[str] = []
    names_apart = []
    for name in names:
        seen.append(name.casefold())
        count = seen.count(seen[-1])
        names_apart.append(name if count == 1 else f"{name} ({count})")
    return names_apart


def _why_not_whole(log: GameLog, points: int) -> Text | None:
    first = log.hands[0].start
    if (first.round, first.honba, first.sticks) != (0, 0, 0):
        return Text(
            "The log does not begin with East 1: only whole games are imported. "
            "Choose the files of all its hands at once, or one that has all."
        )
    return _other_points(log, points)


def _other_points(log: GameLog, points: int) -> Text | None:
    if log.hands[0].start.scores == (points,) * len(log.names):
        return None
    return Text("These rules are not known: their games begin with {points} points each.", points=points)


def _entry(win: TenhouWin, value: Mapping[str, Any]) -> dict[str, Any]:
    entry = {"winner": win.seat, "from": win.source, **value}
    return entry if win.pao is None else {**entry, "pao": win.pao}


def _tenpai(hand: TenhouHand, state: TableState, after: TenhouHand | None) -> set[int]:
    """Who was tenpai. Where the log does not tell, riichi and the deal that follows do.

    A draw without payments of which it says no more was all tenpai if the dealer stays, else all noten.
    """
    if hand.tenpai is not None:
        return set(hand.tenpai) | set(hand.riichi)
    stays = after is not None and after.start.round == hand.start.round
    if hand.nagashi:
        return set(hand.riichi) | ({state.dealer} if stays else set())
    return set(range(state.seats)) if stays or hand.riichi else set()


def _same_value(rules: Any, ours: Mapping[str, Any], logged: Mapping[str, Any]) -> bool:
    """Whether both say the same. From 5 han on fu does not matter; 13 han may be called a yakuman."""
    if "yakuman" in ours:
        return bool(ours.get("yakuman") == logged.get("yakuman"))
    limit = limit_of(ours["han"], ours["fu"], rules)
    if "han" not in logged:
        return bool(limit == logged.get("limit", "yakuman") and logged.get("yakuman", 1) == 1)
    return bool(ours["han"] == logged["han"] and (ours["han"] >= 5 or ours["fu"] == logged.get("fu")))


def _worth(value: Mapping[str, Any]) -> Text:
    if "yakuman" in value:
        return Text("{times} yakuman", times=value["yakuman"])
    if "limit" in value:
        return Text.plain(value["limit"])
    if value.get("fu"):
        return Text("{han} han {fu} fu", han=value["han"], fu=value["fu"])
    return Text("{han} han", han=value["han"])


def _same_table(state: TableState, start: HandStart) -> bool:
    return state == _table_of(start, state)


def _table_of(start: HandStart, state: TableState) -> TableState:
    """The table the log shows, with what it does not show taken from ours."""
    return replace(
        state,
        round=start.round // state.seats,
        dealer=start.round % state.seats,
        honba=start.honba,
        sticks=start.sticks,
        scores=start.scores,
        ended=None,
    )


def _decimal(points: Iterable[float]) -> str:
    return " / ".join(f"{value:+.1f}".replace("-", "−") for value in points)


def _plain(points: tuple[int, ...]) -> str:
    return " / ".join(str(value) for value in points)


def _signed(points: tuple[int, ...]) -> str:
    return " / ".join(f"{value:+d}".replace("-", "−") if value else "0" for value in points)
