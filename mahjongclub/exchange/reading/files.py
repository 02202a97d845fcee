"""What an uploaded file is, and the games in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mahjongclub.rules.game import Text

from ..refusing import Refused
from ..tenhou.files import VIEWER, json_values, read_logs
from ..tenhou.json6 import is_json_log
from ..tenhou.mjlog import is_mjlog
from ..unpacking import decode, unpack
from .games import Incoming, game_of_record, games_of_logs
from .spreadsheets import Sheet, read_sheet

MOST_FILES = 50
MOST_GAMES = 1000


@dataclass(frozen=True, slots=True)
class Given:
    """A file as it came."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """What files hold: games, or one sheet whose columns are yet to be told.

    `undated` says whether some game does not tell when it was played.
    """

    games: tuple[Incoming, ...] = ()
    undated: bool = False
    sheet: Sheet | None = None
    name: str = ""


def contents_of(files: Sequence[Given], began: datetime | None = None) -> Contents:
    """Read every file. Refused, with the file's name, where one cannot be; a sheet comes alone.

    `began` is when games were played that do not say it themselves.
    """
    games: list[Incoming] = []
    for file in files:
        try:
            data = unpack(file.content)
            if not is_games(data):
                return _only_sheet(files, file, data)
            games += _games(file.name, data)
        except Refused as fault:
            raise _named(file.name, fault) from None
    if len(games) > MOST_GAMES:
        raise too_many()
    undated = any(game.began is None for game in games)
    return Contents(tuple(replace(game, began=game.began or began) for game in games), undated)


def is_games(data: bytes) -> bool:
    """Whether unpacked bytes are meant as logs or records, whatever is wrong with them; else as a sheet."""
    start = data[:400].decode("utf-8", "replace").replace("\0", "").lstrip("\ufeff\ufffd \t\r\n")
    return is_mjlog(data) or start.startswith(("{", "[")) or bool(VIEWER.match(start))


def too_many() -> Refused:
    """The refusal of more games than are taken at once."""
    return Refused.because(
        f"These are too many games: {MOST_GAMES} at once.", f"Trop de sessions : {MOST_GAMES} à la fois."
    )


def _games(name: str, data: bytes) -> list[Incoming]:
    if is_mjlog(data):
        return games_of_logs(read_logs(data), name)
    text = decode(data).strip()
    if VIEWER.match(text):
        return games_of_logs(read_logs(data), name)
    values = json_values(text)
    if len(values) > MOST_GAMES:
        raise too_many()
    if any(is_json_log(value) for value in values):
        return games_of_logs(read_logs(data), name)
    if not values:
        raise Refused.because("There is no game in it.", "Il ne contient aucune session.")
    sources = [name] if len(values) == 1 else [f"{name}#{number}" for number in range(1, len(values) + 1)]
    return [game_of_record(value, source) for value, source in zip(values, sources, strict=True)]


def _only_sheet(files: Sequence[Given], file: Given, data: bytes) -> Contents:
    sheet = read_sheet(data)
    if len(files) > 1:
        raise Refused.because(
            "One spreadsheet at a time: its columns must be told first.",
            "Une feuille à la fois : il faut d’abord nommer ses colonnes.",
        )
    return Contents(undated=True, sheet=sheet, name=file.name)


def _named(name: str, fault: Refused) -> Refused:
    """The refusal with the file's name before it, where it does not begin with it already."""
    if fault.text.en.startswith(name):
        return fault
    en, fr = (f" line {fault.line}:", f" ligne {fault.line} :") if fault.line else ("", "")
    return Refused(Text(f"{name}:{en} {fault.text.en}", f"{name} :{fr} {fault.text.fr}"), fault.line)
