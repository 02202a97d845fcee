"""What stands below the board of Ten while a hand is played: the dice, then the phase and its taps."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.sticks import may_put_stick_out
from mahjongclub.rules.kit.tile_sets import tile_name
from mahjongclub.rules.ten.duel import LIVE_TILES, PLAIN_TILES, Duel
from mahjongclub.rules.ten.walls import first_dealer

from ..kit.context import EntryContext
from ..kit.wording import said


def duel_of(place: EntryContext) -> Duel:
    """Where the hand being played stands, by the session's notes."""
    return Duel.from_json(place.session.pending)


def is_first_dealer_dice_wanted(place: EntryContext) -> bool:
    """Whether the first dealer is still to be named: no dice thrown, nothing played, nothing noted."""
    session = place.session
    return not session.dice and not session.state["hands"] and not session.pending


def dice_line(place: EntryContext) -> tuple[str, ...]:
    """In the first hand: what the dice said."""
    dice = place.session.dice
    if not dice or place.session.state["hands"]:
        return ()
    name = place.isolated_short_names[first_dealer((dice[0], dice[1]))]
    return (_("Dice %(one)s + %(other)s: %(name)s deals") % {"one": dice[0], "other": dice[1], "name": name},)


def first_dealer_panel(place: EntryContext) -> dict[str, Any]:
    """The throw that names a wall, and with it the first dealer."""
    return {
        "template": "games/ten/_dice.html",
        "first_name": place.isolated_short_names[0],
        "faces": range(1, 7),
    }


def phase_panel(
    place: EntryContext, duel: Duel, *, win_href: str, draw_hrefs: dict[str, str]
) -> dict[str, Any]:
    """The phase the hand is in, with a button for everything that can come next."""
    rules, names = place.rules, place.isolated_short_names
    panel = {
        "template": "games/ten/_phase.html",
        "phase": duel.phase,
        "turn": duel.turn,
        "turns": rules.turns,
        "next_turn": duel.turn + 1 if duel.turn < rules.turns else None,
        "can_go_back": duel != Duel(),
        "draw_hrefs": draw_hrefs,
    }
    if duel.declared is None:
        players = [
            {"seat": seat, "name": name, "may_riichi": may_put_stick_out(rules, place.before, seat)}
            for seat, name in enumerate(names)
        ]
        return {**panel, "players": players}
    left = duel.draws_left(rules)
    return {
        **panel,
        "attacker": names[duel.declared],
        "defender": names[1 - duel.declared],
        "riichi": duel.riichi,
        "guess": len(duel.guesses) + (0 if left else 1),
        "named": rules.guesses,
        "draws_left": left,
        "draws": rules.draws,
        "wall_left": duel.wall_left,
        "most_wall": LIVE_TILES,
        "declined": len(duel.declined),
        "missed": [
            {"number": number, "tiles": [_tile(tile) for tile in guess]}
            for number, guess in enumerate(duel.guesses, start=1)
            if guess
        ],
        "tiles": [_tile(tile) for tile in PLAIN_TILES] if not left else [],
        "win_href": win_href,
    }


def _tile(tile: str) -> dict[str, str]:
    return {"tile": tile, "name": said(tile_name(tile)), "field": f"tile-{tile}"}
