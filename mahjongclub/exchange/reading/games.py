"""One game on its way in, whatever file it came from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from operator import attrgetter
from typing import Any

from django.utils import timezone as zone

from mahjongclub.clubs.nights import night_of
from mahjongclub.rules.game import Preset, RuleError, Text, Variant
from mahjongclub.rules.record import Record, Replay, read_record, replay
from mahjongclub.tables.models import HouseRules

from ..refusing import Refused, with_name
from ..tenhou.facts import Log
from ..tenhou.files import identity_in
from ..tenhou.reckoning import reckon

JAPAN = timezone(timedelta(hours=9))


@dataclass(frozen=True, slots=True)
class Paper:
    """The end of a game without hands: its rules and final points, as `tables.paper` keeps them."""

    variant: Variant
    preset: Preset
    house_rules: HouseRules | None
    final: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game that is to be kept: its record, or a paper. `names` are those of the file, in seat order.

    `began` is None where the file does not say when. `identity` and `fingerprint` tell it from others.
    `scores` are those it ended with, `over` whether it has ended. `line` is where a spreadsheet has it.
    """

    source: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool = True
    began: datetime | None = None
    ended: datetime | None = None
    record: Record | None = None
    paper: Paper | None = None
    identity: str = ""
    fingerprint: str = ""
    differences: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    line: int | None = None

    @property
    def variant(self) -> Variant:
        """What was played."""
        played = self.record or self.paper
        assert played is not None
        return played.variant

    @property
    def day(self) -> date:
        """The day it counts for: today's where the file names none."""
        return zone.localdate(self.began or zone.now())

    @property
    def night(self) -> date:
        """The day of the evening it would belong to, which lasts past midnight."""
        return night_of(self.began or zone.now())


def games_of_logs(logs: Sequence[Log], file: str) -> list[Incoming]:
    """Tenhou's logs as games. Refused where one of them cannot be kept whole."""
    games = []
    for number, log in enumerate(logs, start=1):
        source = file if len(logs) == 1 else f"{file}#{number}"
        reckoning = reckon(log)
        if reckoning.unkept is not None:
            why = [reckoning.unkept, *reckoning.differences[:1]]
            raise Refused.because(
                f"{source}: {' '.join(one.en for one in why)}",
                f"{source} : {' '.join(one.fr for one in why)}",
            )
        identity = identity_in(log.identity) or (identity_in(file) if len(logs) == 1 else "")
        games.append(
            replace(
                game_of_record(reckoning.record, source),
                began=_hour_of(identity),
                identity=identity,
                fingerprint=log.fingerprint,
                differences=tuple(reckoning.differences),
                remarks=tuple(reckoning.remarks),
            )
        )
    return games


def game_of_record(data: Any, source: str, line: int | None = None) -> Incoming:
    """A game record as a game. Refused where it cannot be settled."""
    try:
        record = read_record(data)
        played = replay(record)
    except RuleError as fault:
        raise _refusal(fault, data, source, line) from None
    identity = data.get("id") or ""
    return Incoming(
        source,
        record.players,
        _scores_of(played),
        over=played.state.ended is not None,
        began=_moment(data.get("started")),
        ended=_moment(data.get("ended")),
        record=record,
        identity=identity,
        fingerprint=fingerprint_of(data),
        line=line,
    )


def _scores_of(played: Replay) -> tuple[int, ...]:
    """What lies before each player: once the game is over, with sticks that were left on the table."""
    if played.standings is None:
        return played.state.scores
    return tuple(row.score for row in sorted(played.standings, key=attrgetter("seat")))


def fingerprint_of(data: Mapping[str, Any]) -> str:
    """The same for the same record, whatever the order of its keys."""
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _refusal(fault: RuleError, data: Any, source: str, line: int | None) -> Refused:
    told = with_name(fault.text, data.get("players") if isinstance(data, Mapping) else None)
    en, fr = (f", hand {fault.hand}", f", partie {fault.hand}") if fault.hand else ("", "")
    at = f" ({fault.field})" if fault.field else ""
    return Refused.because(f"{source}{en}{at}: {told.en}", f"{source}{fr}{at} : {told.fr}", line)


def _moment(text: str | None) -> datetime | None:
    """A moment of a record, in the server's zone where it names none; None for one no calendar here has."""
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    try:
        aware = zone.make_aware(moment) if zone.is_naive(moment) else moment
        return aware.astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _hour_of(identity: str) -> datetime | None:
    """When a game of Tenhou began, to the hour: its name begins with it, in Japan's time."""
    try:
        return datetime.strptime(identity[:10], "%Y%m%d%H").replace(tzinfo=JAPAN)
    except ValueError:
        return None
