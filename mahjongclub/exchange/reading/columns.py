"""Which column of a spreadsheet is what: guessed from the headings, and changed on screen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from mahjongclub.rules.game import Variant

from .spreadsheets import Sheet

WIDE, LONG = "wide", "long"

#: words of headings, without accents
DATES = ("date", "day", "jour", "played", "quand")
GAMES = ("game", "partie", "session", "match", "table", "no", "id", "numero")
PLAYERS = ("player", "joueur", "joueuse", "name", "nom", "pseudo", "seat", "place", "qui")
SCORES = ("score", "points", "point", "final", "pts", "total", "result", "resultat")
WINDS = ("est", "sud", "ouest", "nord", "east", "south", "west", "north")
STICKS = ("stick", "sticks", "kyotaku", "riichi", "batons", "baton", "batonnets")
BANKS = ("bank", "banque")


@dataclass(frozen=True, slots=True)
class Part:
    """Something a column can be: its key in the form, its words, and whether a sheet must have it."""

    key: str
    label: str
    needed: bool = True


def parts_of(variant: Variant, layout: str, *, sticks: bool, bank: bool) -> list[Part]:
    """What the columns of a sheet can be, in the order of the form."""
    parts: list[Part] = []
    if layout == LONG:
        parts += [Part("game", _("Which game")), Part("player", _("Player")), Part("score", _("Points"))]
    else:
        for seat in range(variant.seats):
            number = {"number": seat + 1}
            parts += [
                Part(f"player-{seat}", _("Player %(number)s") % number),
                Part(f"score-{seat}", _("Points of player %(number)s") % number),
            ]
    parts.append(Part("date", _("Date"), needed=False))
    if sticks:
        parts.append(Part("sticks", _("Riichi sticks left on the table"), needed=False))
    if bank:
        parts.append(Part("bank", _("Points left in the bank")))
    return parts


def guess_layout(sheet: Sheet) -> str:
    """A row a game where several columns look like players, or like points; else a row a player."""
    players, scores = _players_and_scores(sheet)
    return WIDE if len(players) > 1 or len(scores) > 1 else LONG


def guess_columns(sheet: Sheet, parts: list[Part]) -> dict[str, int]:
    """The column of each part that a heading gives away; every column is taken once."""
    players, scores = _players_and_scores(sheet)
    guesses = {
        "date": _like(sheet, DATES),
        "game": _like(sheet, GAMES),
        "player": players,
        "score": scores,
        "sticks": _like(sheet, STICKS),
        "bank": _like(sheet, BANKS),
    }
    found: dict[str, int] = {}
    for part in parts:
        kind = part.key.partition("-")[0]
        columns = [column for column in guesses[kind] if column not in found.values()]
        if columns:
            found[part.key] = columns[0]
    return found


def _players_and_scores(sheet: Sheet) -> tuple[list[int], list[int]]:
    """Columns of players and of points. What stands before points is a player, be it called by a wind;
    what has no heading behind a wind is points."""
    players, scores = _like(sheet, PLAYERS), _like(sheet, SCORES)
    if not players and len(scores) > 1:
        players = [column - 1 for column in scores if column]
    winds = _like(sheet, WINDS)
    if not players and not scores and len(winds) > 1:
        bare = [column + 1 for column in winds if sheet.heads[column + 1 : column + 2] == ("",)]
        players, scores = winds, bare
    return players, scores


def _like(sheet: Sheet, words: tuple[str, ...]) -> list[int]:
    """The columns with such a word in their heading, in their order. Points of a player are points."""
    found = []
    for column, head in enumerate(sheet.heads):
        said = _words(head)
        if words is PLAYERS and _has(said, SCORES):
            continue
        if _has(said, words):
            found.append(column)
    return found


def _has(said: list[str], words: tuple[str, ...]) -> bool:
    return any(one == word or one == f"{word}s" for one in said for word in words)


def _words(head: str) -> list[str]:
    """The words of a heading, and letters before a number: "Joueur1" is "joueur"."""
    plain = unicodedata.normalize("NFKD", head.casefold())
    return re.findall(r"[^\W\d_]+", "".join(sign for sign in plain if not unicodedata.combining(sign)))


def chosen_columns(sheet: Sheet, parts: list[Part], form: Mapping[str, str]) -> dict[str, int]:
    """The columns a form names, by part; what names no column of the sheet is left out."""
    found = {}
    for part in parts:
        text = form.get(f"column-{part.key}", "")
        if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(sheet.heads):
            found[part.key] = int(text)
    return found
