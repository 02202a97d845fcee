"""What an uploaded file is, and each game in it on its way in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from itertools import count
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Protocol

from django.utils import timezone as zone

from mahjongclub.clubs.club_model import night_of
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.on_paper import PaperResult
from mahjongclub.rules.record import Record, Replay, read_record, replay
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.rules.words import Text, with_subject
from mahjongclub.tables.access import check_record_length
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.sitters import KIND

from ..tenhou.facts import SOUL_IDENTITY, GameLog, is_placeholder_name
from ..tenhou.files import (
    VIEWER,
    game_identity_in,
    game_links,
    group_pieces_by_game,
    json_values,
    log_file_url,
    merge_logs,
    read_logs,
)
from ..tenhou.json6 import is_json_log, is_raw_soul_record
from ..tenhou.mjlog import looks_like_xml
from ..tenhou.reckoning import VARIANTS, guess_preset, settle_log, unknown_rules_reason
from ..unpacking import (
    MOST_GAMES,
    FileRefused,
    decode_text,
    gunzip_if_packed,
    too_many_games_error,
    with_player_name,
)
from .spreadsheets import ImportSheet, Worksheet, encoding_choices, read_spreadsheet, worksheet_choices

MOST_FILES = 50
#: how a message of a chat begins, which looks like JSON
MESSAGE = re.compile(r"\[[0-9]{1,4}[./-]\s?[0-9]{1,2}[./-]|\[[0-9]{1,2}:[0-9]{2}")
JAPAN = timezone(timedelta(hours=9))
#: letters of a file's name by which nameless people are called
LONGEST_FILE = 100
NO_PRESETS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PaperGame:
    """The end of a game without hands: its rules and final points, as `tables.paper` keeps them."""

    variant: Variant
    preset: Preset
    house_rules: HouseRules | None
    final: PaperResult


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game that is to be kept: its record, or a paper. `names` are those of the file, in seat order.

    `began` is None where the file does not say when. `identity` and `fingerprint` tell it from others.
    `scores` are those it ended with, `over` whether it has ended. `line` is where a spreadsheet has it.
    `asks` says why nobody can tell its rules; `nameless` are names that stand for people nobody has named.
    """

    source: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool = True
    began: datetime | None = None
    ended: datetime | None = None
    record: Record | None = None
    paper: PaperGame | None = None
    identity: str = ""
    fingerprint: str = ""
    differences: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    line: int | None = None
    asks: Text | None = None
    nameless: frozenset[str] = frozenset()

    @property
    def variant(self) -> Variant:
        """What was played."""
        played = self.record or self.paper
        assert played is not None
        return played.variant

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names of all who sat there: those at the beginning, then whoever sat down later."""
        hands = self.record.hands if self.record is not None else ()
        return (*self.names, *(hand["player"] for hand in hands if hand["type"] == KIND))

    @property
    def day_or_today(self) -> date:
        """The day it counts for: today's where the file names none."""
        return zone.localdate(self.began or zone.now())

    @property
    def evening_date(self) -> date:
        """The day of the evening it would belong to, which lasts past midnight."""
        return night_of(self.began or zone.now())


def games_of_logs(
    logs: Sequence[GameLog], file: str, presets: Mapping[str, str] = NO_PRESETS
) -> list[IncomingGame]:
    """Logs as games. Refused where one of them cannot be kept whole.

    `presets` are the rules, by game, of logs that do not say theirs. Nameless people are called by the file.
    """
    games = []
    chosen = {**presets}
    for number, log in enumerate(logs, start=1):
        source = file if len(logs) == 1 else f"{file}#{number}"
        asks = unknown_rules_reason(log)
        variant = VARIANTS[len(log.names)].key
        if asks is not None and variant not in chosen:
            chosen[variant] = guess_preset(log)
        named = _with_places(log, source) if log.has_nameless_players else log
        reckoning = settle_log(named, chosen[variant] if asks is not None else "")
        if (unkept := reckoning.unkept or reckoning.unfinished) is not None:
            reasons = (*([asks] if asks is not None else []), unkept, *reckoning.differences[:1])
            raise FileRefused(with_subject(source, Text.joined(*reasons)))
        identity = game_identity_in(log.identity) or (game_identity_in(file) if len(logs) == 1 else "")
        games.append(
            replace(
                game_of_record(reckoning.record, source),
                began=_hour_of(identity),
                identity=identity,
                fingerprint=log.fingerprint,
                differences=tuple(reckoning.differences),
                remarks=tuple(reckoning.remarks),
                asks=asks,
                nameless=frozenset({*named.names} - {*log.names}),
            )
        )
    return games


def _with_places(log: GameLog, source: str) -> GameLog:
    """A log whose people without a name are called by its file and their seats."""
    file = source[-LONGEST_FILE:]
    names = (
        f"{file} #{seat}" if is_placeholder_name(name) else name
        for seat, name in enumerate(log.names, start=1)
    )
    return replace(log, names=tuple(names))


def game_of_record(data: Any, source: str) -> IncomingGame:
    """A game record as a game. Refused where it cannot be settled."""
    try:
        record = read_record(data)
        check_record_length(record)
        played = replay(record)
    except RuleError as fault:
        raise _refusal(fault, data, source) from None
    return IncomingGame(
        source,
        record.players,
        _scores_of(played),
        over=played.state.ended is not None,
        began=_moment(data.get("started")),
        ended=_moment(data.get("ended")),
        record=record,
        identity=data.get("id") or "",
        # the same for the same record, whatever the order of its keys
        fingerprint=sha256(json.dumps(data, sort_keys=True).encode()).hexdigest(),
    )


def _scores_of(played: Replay) -> tuple[int, ...]:
    """What lies before each player: once the game is over, with sticks that were left on the table."""
    if played.standings is None:
        return played.state.scores
    return tuple(row.score for row in sorted(played.standings, key=attrgetter("seat")))


def _refusal(fault: RuleError, data: Any, source: str) -> FileRefused:
    text = with_player_name(fault.text, data.get("players") if isinstance(data, Mapping) else None)
    at = Text("{file}, hand {hand}", file=source, hand=fault.hand) if fault.hand else Text.plain(source)
    if fault.field:
        at = Text.joined(at, Text.plain(f"({fault.field})"))
    return FileRefused(with_subject(at, text))


def _moment(text: str | None) -> datetime | None:
    """A moment of a record, in the active zone where it names none; None for one no calendar here has."""
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    try:
        aware = zone.make_aware(moment) if zone.is_naive(moment) else moment
        return aware.astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _hour_of(identity: str) -> datetime | None:
    """When a game began: Tenhou's name of it begins with its hour in Japan, Mahjong Soul's with its day."""
    try:
        if SOUL_IDENTITY.match(identity):
            return datetime.strptime(identity[:6], "%y%m%d").replace(hour=12, tzinfo=UTC)
        return datetime.strptime(identity[:10], "%Y%m%d%H").replace(tzinfo=JAPAN)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class FileContents:
    """What files hold: games, or one sheet whose columns are yet to be told.

    `undated` says whether some game does not tell when it was played.
    """

    games: tuple[IncomingGame, ...] = ()
    undated: bool = False
    sheet: ImportSheet | None = None
    name: str = ""
    #: encodings in which a sheet can be read, where there are several, each with words of it
    encodings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: the sheets of the file, where there are several, and which of them `sheet` is
    worksheets: tuple[Worksheet, ...] = ()
    worksheet: int = 0


class SentFile(Protocol):
    """The name and the bytes of a file, as somebody sent it."""

    name: Any
    content: Any


def read_files(
    files: Iterable[SentFile],
    default_start: datetime | None = None,
    presets: Mapping[str, str] = NO_PRESETS,
    encoding: str = "",
    worksheet: int = 0,
) -> FileContents:
    """Read every file. Refused, with the file's name, where one cannot be; a sheet comes alone.

    `default_start` is when games were played that do not say it themselves, `presets` their rules, by game,
    `encoding` the one chosen for a sheet, and `worksheet` which of several it is.
    """
    files = list(files)
    games: list[list[IncomingGame]] = []
    pieces: list[tuple[int, GameLog]] = []
    for number, file in enumerate(files):
        try:
            data = gunzip_if_packed(bytes(file.content))
            if not looks_like_games(data):
                check_no_links(data)
                sheet = read_spreadsheet(data, encoding, worksheet)
                if len(files) > 1:
                    raise FileRefused(Text("One spreadsheet at a time: its columns must be told first."))
                return FileContents(
                    undated=True,
                    sheet=sheet,
                    name=file.name,
                    encodings=tuple(encoding_choices(data)),
                    worksheets=worksheet_choices(data),
                    worksheet=worksheet,
                )
            records, logs = _records_and_logs(file.name, data)
            games.append(records)
            pieces += [(number, log) for log in logs]
            if sum(map(len, games)) + len(pieces) > MOST_GAMES:
                raise too_many_games_error()
        except FileRefused as fault:
            raise _named(file.name, fault) from None
    logged = _logged_games(files, pieces, presets)
    all_games = [game for number in range(len(files)) for game in (*games[number], *logged.get(number, ()))]
    undated = any(game.began is None for game in all_games)
    return FileContents(
        tuple(replace(game, began=game.began or default_start) for game in all_games), undated
    )


def looks_like_games(data: bytes) -> bool:
    """Whether unpacked bytes are meant as logs or records, whatever is wrong with them; else as a sheet."""
    start = data[:400].decode("utf-8", "replace").replace("\0", "").lstrip("\ufeff\ufffd \t\r\n")
    is_chat = MESSAGE.match(start) is not None
    return looks_like_xml(data) or (start.startswith(("{", "[")) and not is_chat) or bool(VIEWER.match(start))


def check_no_links(data: bytes) -> None:
    """Raise FileRefused for a text of links to games: nothing is fetched from elsewhere."""
    try:
        links = game_links(decode_text(data))
    except FileRefused:
        return  # no text
    if links:
        raise FileRefused(
            Text(
                "This file has links, and this server downloads nothing. Open {link} in your "
                "browser, save what it shows as a file, and choose that file here; likewise each other link.",
                link=log_file_url(links[0])[:LONGEST_FILE],
            )
        )


def _records_and_logs(name: str, data: bytes) -> tuple[list[IncomingGame], list[GameLog]]:
    """Return the game records of a file and its logs, one of which is empty."""
    text = "" if looks_like_xml(data) else decode_text(data).strip()
    if text and not VIEWER.match(text):
        values = json_values(text)
        if len(values) > MOST_GAMES:
            raise too_many_games_error()
        if any(is_raw_soul_record(value) for value in values):
            raise FileRefused(
                Text(
                    "This is the record as Mahjong Soul keeps it. Its downloaders also write the form of "
                    "tenhou.net/6, which can be read: choose that file."
                )
            )
        if not any(is_json_log(value) for value in values):
            if not values:
                raise FileRefused(Text("There is no game in the file."))
            single = len(values) == 1
            sources = (name if single else f"{name}#{number}" for number in count(1))
            return [game_of_record(v, source) for v, source in zip(values, sources, strict=False)], []
    return [], read_logs(data)


def _logged_games(
    files: Sequence[SentFile], pieces: Sequence[tuple[int, GameLog]], presets: Mapping[str, str]
) -> dict[int, list[IncomingGame]]:
    """Return the games of logs by the number of the file in which they begin; each piece has its file's."""
    games_by_file: dict[int, list[tuple[GameLog, list[int]]]] = {}
    for places in group_pieces_by_game([log for _number, log in pieces]):
        numbers = [pieces[place][0] for place in places]
        games_by_file.setdefault(numbers[0], []).append(
            (merge_logs([pieces[place][1] for place in places]), numbers)
        )
    games_of_files = {}
    for number, games in games_by_file.items():
        name = files[number].name
        try:
            incoming = games_of_logs([log for log, _numbers in games], name, presets)
        except FileRefused as fault:
            raise _named(name, fault) from None
        games_of_files[number] = [
            _with_files(game, [files[file_number].name for file_number in dict.fromkeys(numbers)])
            for game, (_log, numbers) in zip(incoming, games, strict=True)
        ]
    return games_of_files


def _with_files(game: IncomingGame, names: Sequence[str]) -> IncomingGame:
    """A game that says from which files it was put together, where there are several."""
    if len(names) == 1:
        return game
    remark = Text("Put together from {count} files: {names}.", count=len(names), names=", ".join(names))
    return replace(game, remarks=(*game.remarks, remark))


def _named(name: str, fault: FileRefused) -> FileRefused:
    """The refusal with the file's name before it, where it does not begin with it already."""
    if str(fault.text).startswith(name):
        return fault
    text = with_subject(Text("line {line}", line=fault.line), fault.text) if fault.line else fault.text
    return FileRefused(with_subject(name, text), fault.line)
