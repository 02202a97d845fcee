"""The cards of the help: set-up (the throw, then the walls, the break and the deal), and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import WIND_NAMES, option_in_words, said
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import WINDS
from mahjongclub.rules.kit.walls import Dice, Position, SetUp, named_wind

from .address import DEALERS, HelpQuery, Throw, seat_choices
from .glossary import GLOSSARY as GLOSSARY
from .picture import Picture, legend, picture_in_words, side_name


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option of the rules and what it says, in the reader's language."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class CardSection:
    """A section of the rules card in the reader's language."""

    key: str
    title: str
    source: str
    lines: list[str]
    ordered: bool
    options: list[ShownOption]


def rules_card(help_query: HelpQuery) -> list[CardSection]:
    """The sections of the card in the reader's language, each with the options that turn it."""
    options = {option.name: option for option in help_query.rules.describe_options()}
    return [
        CardSection(
            key=section.key,
            title=said(section.title),
            source=said(section.source),
            lines=[said(line) for line in section.lines],
            ordered=section.ordered,
            options=[
                ShownOption(
                    label=said(options[name].label),
                    value=option_in_words(options[name], getattr(help_query.rules, name)),
                )
                for name in section.options
            ],
        )
        for section in find_game(help_query.variant.key).card(help_query.rules, help_query.preset)
    ]


#: Where the page jumps to after a die has been tapped.
ANCHOR = "#set-up"


@dataclass(frozen=True, slots=True)
class ChoiceLink:
    """A choice that a tap makes; `key` is its place on the page."""

    key: str
    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """Links of which one is chosen."""

    legend: str
    links: list[ChoiceLink]
    help: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die to be tapped: each face with its link, and whether it is the one told."""

    title: str
    key: str
    faces: list[tuple[int, str, bool]]


@dataclass(frozen=True, slots=True)
class ThrowRow:
    """A throw of two dice: `roll_href` is the link that throws them, `total` None until both are told."""

    name: str
    title: str
    roll_href: str
    total: int | None
    dice: list[Die]


def set_up_card(help_query: HelpQuery) -> dict[str, object]:
    """What templates/help/game.html shows: throws to tap, choices, and the table once they lie."""
    card: dict[str, object] = {
        "throws": [_throw_row(help_query, name) for name in _throws_to_ask(help_query)],
        "choices": _choices(help_query),
        "source": said(help_query.variant.walls.source),
        "again": help_query.link(dice="", second="") if help_query.throws else None,
    }
    if table := table_for(help_query):
        card |= {
            "steps": [
                said(step) for step in help_query.variant.walls.steps_in_words(help_query.rules, table)
            ],
            "picture": Picture(table, _below(help_query)),
            "seen": _seen_from(help_query),
            "described": picture_in_words(table),
            "legend": legend(table),
            "takes": [_take_in_words(table, seat, tiles) for seat, tiles in table.deal],
            "thrown": [{"dice": dice, "total": sum(dice)} for dice in table.thrown],
        }
    return card


def table_for(help_query: HelpQuery) -> SetUp | None:
    """The table as set up, None until every die has been told."""
    thrown = [_whole(help_query.throws.get(name)) for name in help_query.throw_names]
    if None in thrown:
        return None
    dice, second = thrown[0], thrown[1] if len(thrown) > 1 else None
    assert dice is not None
    rules = help_query.rules
    own_wall = help_query.params.get("break") == "own"
    if own_wall:
        rules = replace(rules, first_break="own_wall")
    dealer = 0
    walls = help_query.variant.walls
    if walls.first_dealer is not None:
        chosen = help_query.params.get("dealer")
        dealer = DEALERS.index(chosen) if chosen else walls.first_dealer(dice)
    return walls.set_up_by(rules, dice, dealer=dealer, second=second, first_hand=own_wall)


def _whole(throw: Throw | None) -> Dice | None:
    if throw is None or throw[0] is None or throw[1] is None:
        return None
    return throw[0], throw[1]


def _throws_to_ask(help_query: HelpQuery) -> tuple[str, ...]:
    """The second throw is asked for once the first one names who makes it."""
    return help_query.throw_names if _whole(help_query.throws.get("dice")) else ("dice",)


def _throw_row(help_query: HelpQuery, name: str) -> ThrowRow:
    first, second = help_query.throws.get(name, (None, None))
    throws: tuple[tuple[str, int | None, Callable[[int], str]], ...] = (
        (_("First die"), first, lambda face: f"{face}-{second or ''}"),
        (_("Second die"), second, lambda face: f"{first or ''}-{face}"),
    )
    return ThrowRow(
        name=name,
        title=_thrower(help_query, name),
        roll_href=help_query.link(roll=name),
        total=first + second if first and second else None,
        dice=[
            Die(
                title=title,
                key=f"{name}-{number}",
                faces=[
                    (face, help_query.link(**{name: thrown(face)}), face == shown_face)
                    for face in range(1, 7)
                ],
            )
            for number, (title, shown_face, thrown) in enumerate(throws, start=1)
        ],
    )


def _thrower(help_query: HelpQuery, name: str) -> str:
    if name == "second":
        dice = _whole(help_query.throws.get("dice"))
        assert dice is not None
        return _("%(wind)s, the dominant wind, throws again") % {"wind": WIND_NAMES[named_wind(dice)]}
    if help_query.variant.walls.first_dealer is not None:
        return _("Throw two dice")
    if help_query.params.get("break") == "own":
        return _("The last throw made for the places")
    return _("East throws")


def _choices(help_query: HelpQuery) -> list[ChoiceRow]:
    """The options of the set-up itself, each as a row of links."""
    walls, rows = help_query.variant.walls, []
    options = {option.name: option for option in help_query.rules.describe_options()}
    if walls.bonus_tiles:
        flowers = options["flowers"]
        words = {word: said(flowers.choices[word]) for word in walls.bonus_tiles}
        rows.append(_choice_row(help_query, "flowers", said(flowers.label), words, help_query.rules.flowers))
    if walls.may_break_own:
        first = options["first_break"]
        words = {"": said(first.choices["dice"]), "own": said(first.choices["own_wall"])}
        row = _choice_row(help_query, "break", said(first.label), words, help_query.params.get("break", ""))
        rows.append(replace(row, help=said(first.help)))
    if walls.first_dealer is not None:
        words = {"": _("first hand: by the dice"), "east": _("East"), "west": _("West")}
        rows.append(
            _choice_row(help_query, "dealer", _("Dealer"), words, help_query.params.get("dealer", ""))
        )
    return rows


def _below(help_query: HelpQuery) -> int:
    """The wall at the bottom of the picture: the reader's own, East's where nothing is told."""
    place = help_query.params.get("seat", "E")
    return WINDS.index(place) if place in WINDS else int(place) - 1


def _seen_from(help_query: HelpQuery) -> ChoiceRow:
    """The seats the picture can be seen from."""
    words = {place: str(WIND_NAMES.get(place, place)) for place in seat_choices(help_query.variant)}
    if "1" in words:
        words["1"] = str(WIND_NAMES["E"])
    return _choice_row(
        help_query, "seat", _("Seen from"), words, help_query.params.get("seat", next(iter(words)))
    )


def _choice_row(
    help_query: HelpQuery, name: str, title: str, words: Mapping[str, str], chosen: str
) -> ChoiceRow:
    links = [
        ChoiceLink(
            key=f"{name}-{word}",
            label=label,
            href=help_query.link(**{name: word}),
            chosen=word == chosen,
        )
        for word, label in words.items()
    ]
    return ChoiceRow(title, links)


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
    wall = table.wall_of(seat)
    if table.walls[wall].wind:
        return side_name(table, wall)
    return _("Seat %(number)s from East") % {"number": wall + 1}
