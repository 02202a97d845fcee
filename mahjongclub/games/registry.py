"""The plain list of games as screens and paper know them, and the way to find one."""

from __future__ import annotations

from importlib import import_module

from django.http import Http404
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import VARIANTS, find_variant
from mahjongclub.rules.variant import Variant

from .base import Game
from .kit.context import TableSession

#: Where each game's GAME stands: a line a game.
GAMES = {
    "riichi": "mahjongclub.games.riichi",
    "sanma": "mahjongclub.games.sanma",
    "classical": "mahjongclub.games.classical",
    "taiwanese": "mahjongclub.games.taiwanese",
    "hongkong": "mahjongclub.games.hongkong",
    "american": "mahjongclub.games.american",
    "ten": "mahjongclub.games.ten",
    "six": "mahjongclub.games.six",
}


def find_game(key: str) -> Game:
    """The game of that key; KeyError where there is none."""
    game: Game = import_module(GAMES[key]).GAME
    return game


def find_variant_or_404(key: str) -> Variant:
    """Return the game an address names; Http404 where there is none."""
    try:
        return find_variant(key)
    except RuleError:
        raise Http404(_("There is no such game.")) from None


def paper_template_path(key: str) -> str:
    """The template of a game's blank score sheet, as a path from the root: `paper.typ` beside its code."""
    return f"{GAMES[key].replace('.', '/')}/paper"


def games() -> tuple[Game, ...]:
    """All games, in the order in which they are offered."""
    return tuple(find_game(key) for key in VARIANTS if key in GAMES)


def most_played_game() -> Game:
    """The game most clubs play: the first of the list."""
    return games()[0]


def game_of(session: TableSession) -> Game:
    """The game that is played in a session."""
    return find_game(session.variant)


def has_unrecorded_notes(session: TableSession) -> bool:
    """Whether the hand being played has notes that an undo or the end of the session would lose."""
    return game_of(session).notes_last(session.pending)
