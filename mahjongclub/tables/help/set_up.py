"""The set-up card: the throw as it was rolled or tapped, then the walls, the break and the deal."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.ten import first_dealer
from mahjongclub.rules.wall import BONUS_TILES, Dice, Position, SetUp, deal_order, named_wind, set_up_for
from mahjongclub.rules.wall_steps import sources, steps

from ..board import WIND_NAMES
from ..wording import said
from .address import DEALERS, Asked, Throw
from .picture import Picture, described, legend, side_name

#: Where the page jumps to after a die has been tapped.
ANCHOR = "#set-up"
_chance = random.SystemRandom()


def roll() -> str:
    """Two dice thrown by the server, as an address writes them."""
    return f"{_chance.randint(1, 6)}-{_chance.randint(1, 6)}"


def set_up_card(asked: Asked) -> dict[str, Any]:
    """What templates/tables/_help_set_up.html shows: throws to tap, choices, and the table once they lie."""
    card: dict[str, Any] = {
        "throws": [_throw_row(asked, name) for name in _throws_to_ask(asked)],
        "choices": _choices(asked),
        "source": said(sources(asked.variant.key)),
        "again": asked.link(dice="", second="") if asked.throws else None,
    }
    if table := table_for(asked):
        card |= {
            "steps": [said(step) for step in steps(table)],
            "picture": Picture(table),
            "described": described(table),
            "legend": legend(table),
            "replaces": table.dead or asked.variant.key == "six",
            "takes": [_take_in_words(table, seat, tiles) for seat, tiles in deal_order(table)],
            "thrown": [{"dice": dice, "total": sum(dice)} for dice in table.thrown],
        }
    return card


def table_for(asked: Asked) -> SetUp | None:
    """The table as set up, None until every die has been told."""
    thrown = [_whole(asked.throws.get(name)) for name in asked.throw_names]
    if None in thrown:
        return None
    dice, second = thrown[0], thrown[1] if len(thrown) > 1 else None
    assert dice is not None
    rules = asked.rules
    own_wall = asked.kept.get("break") == "own"
    if own_wall:
        rules = replace(rules, first_break="own_wall")
    dealer = 0
    if asked.variant.key == "ten":
        chosen = asked.kept.get("dealer")
        dealer = DEALERS.index(chosen) if chosen else first_dealer(dice)
    return set_up_for(asked.variant.key, rules, dice, dealer=dealer, second=second, first_hand=own_wall)


def _whole(throw: Throw | None) -> Dice | None:
    if throw is None or throw[0] is None or throw[1] is None:
        return None
    return throw[0], throw[1]


def _throws_to_ask(asked: Asked) -> tuple[str, ...]:
    """The second throw is asked for once the first one names who makes it."""
    return asked.throw_names if _whole(asked.throws.get("dice")) else ("dice",)


def _throw_row(asked: Asked, name: str) -> dict[str, Any]:
    first, second = asked.throws.get(name, (None, None))
    faces = range(1, 7)
    return {
        "name": name,
        "title": _thrower(asked, name),
        "roll": asked.link(roll=name),
        "total": first + second if first and second else None,
        "dice": [
            {
                "title": _("First die"),
                "key": f"{name}-1",
                "faces": [
                    {
                        "die": face,
                        "href": asked.link(**{name: f"{face}-{second or ''}"}),
                        "chosen": face == first,
                    }
                    for face in faces
                ],
            },
            {
                "title": _("Second die"),
                "key": f"{name}-2",
                "faces": [
                    {
                        "die": face,
                        "href": asked.link(**{name: f"{first or ''}-{face}"}),
                        "chosen": face == second,
                    }
                    for face in faces
                ],
            },
        ],
    }


def _thrower(asked: Asked, name: str) -> str:
    if name == "second":
        dice = _whole(asked.throws.get("dice"))
        assert dice is not None
        return _("%(wind)s, the dominant wind, throws again") % {"wind": WIND_NAMES[named_wind(dice)]}
    if asked.variant.key == "ten":
        return _("Throw two dice")
    if asked.kept.get("break") == "own":
        return _("The last throw made for the places")
    return _("East throws")


def _choices(asked: Asked) -> list[dict[str, Any]]:
    """The options of the set-up itself, each as a row of links."""
    if asked.variant.key == "taiwanese":
        options = {option.name: option for option in asked.rules.describe_options()}
        labels = options["flowers"].choices
        return [
            {
                "legend": said(options["flowers"].label),
                "links": [
                    {
                        "key": f"flowers-{word}",
                        "label": said(labels[word]),
                        "href": asked.link(flowers=word),
                        "chosen": asked.rules.flowers == word,
                    }
                    for word in BONUS_TILES
                ],
            },
            {
                "legend": said(options["first_break"].label),
                "help": said(options["first_break"].help),
                "links": [
                    {
                        "key": f"break-{word}",
                        "label": said(options["first_break"].choices[choice]),
                        "href": asked.link(**{"break": word}),
                        "chosen": asked.kept.get("break", "") == word,
                    }
                    for word, choice in (("", "dice"), ("own", "own_wall"))
                ],
            },
        ]
    if asked.variant.key == "ten":
        labels = {"": _("first hand: by the dice"), "east": _("East"), "west": _("West")}
        return [
            {
                "legend": _("Dealer"),
                "links": [
                    {
                        "key": f"dealer-{word}",
                        "label": label,
                        "href": asked.link(dealer=word),
                        "chosen": asked.kept.get("dealer", "") == word,
                    }
                    for word, label in labels.items()
                ],
            }
        ]
    return []


def _take_in_words(table: SetUp, seat: int, tiles: tuple[Position, ...]) -> dict[str, str]:
    """Who takes which tiles: "East", "West’s wall 8, 9"."""
    places: list[str] = []
    wall = None
    for tile in tiles:
        whole = Position(tile.wall, tile.stack, not tile.top) in tiles
        if whole and not tile.top:
            continue
        spot = str(tile.stack)
        if not whole:
            spot += " " + (_("top") if tile.top else _("bottom"))
        if tile.wall != wall:
            spot = _("%(wall)s, stack %(stack)s") % {"wall": said(table.walls[tile.wall].name), "stack": spot}
        wall = tile.wall
        places.append(spot)
    return {"who": _seat_name(table, seat), "tiles": ", ".join(places), "count": str(len(tiles))}


def _seat_name(table: SetUp, seat: int) -> str:
    if table.variant == "six":
        step = (seat - table.dealer) % 6
        return _("East") if step == 0 else _("Seat %(number)s from East") % {"number": step + 1}
    if table.variant == "ten":
        return _("East") if seat == 0 else _("West")
    return side_name(table, (seat - table.dealer) % 4)
