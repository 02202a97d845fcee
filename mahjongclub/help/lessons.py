"""The lessons that every game needs, made of what its `Teaching` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.games.kit.laid_tiles import SUIT_LABELS
from mahjongclub.games.kit.lessons import Example, Lesson, PicturedSeat, Teaching
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rules.variant import Variant

FROM = {
    "left": gettext_lazy("claimed from the player on the left"),
    "across": gettext_lazy("claimed from the player opposite"),
    "right": gettext_lazy("claimed from the player on the right"),
}
#: How three and four alike lie by whom one of them came from.
TURNED = {
    "left": ("5'55p", "5'555p"),
    "across": ("55'5p", "55'55p"),
    "right": ("555'p", "5555'p"),
}
#: The added kong of each place: the fourth tile lies on the claimed one.
ADDED = {"left": '5"55p', "across": '55"5p', "right": '555"p'}


def lessons_of(variant: Variant, teaching: Teaching, rules: Any) -> tuple[Lesson, ...]:
    """The lessons of a game by these rules, in the order a beginner needs them."""
    lessons = (
        _from_card(variant, teaching.sections(), rules) if teaching.sections else _common(teaching, rules)
    )
    if variant.seats > len("AB"):
        lessons.append(_turn(teaching, variant.seats))
    for lesson in lessons:
        if source := teaching.sources.get(lesson.key):
            object.__setattr__(lesson, "source", said(source))
    return (*lessons, *teaching.hands(rules))


def _common(teaching: Teaching, rules: Any) -> list[Lesson]:
    """The lessons of a game whose hands are sets and a pair."""
    river = [_river(teaching)] if teaching.river else []
    return [_tiles(teaching, rules), _hand(teaching), _claimed(teaching), *river]


def _from_card(variant: Variant, examples: Mapping[str, tuple[Example, ...]], rules: Any) -> list[Lesson]:
    """The sections of the rules card, each with its tiles in `examples`."""
    sections = find_game(variant.key).card(rules, variant.default_preset)
    return [
        Lesson(
            section.key,
            said(section.title),
            tuple(said(line) for line in section.lines),
            examples.get(section.key, ()),
            said(section.source),
        )
        for section in sections
    ]


def _tiles(teaching: Teaching, rules: Any) -> Lesson:
    tiles = getattr(rules, "tile_set", None)
    left_out = tiles.left_out if tiles else ()
    kinds = [
        Example(
            str(SUIT_LABELS["m"]),
            "".join(digit for digit in "123456789" if f"{digit}m" not in left_out) + "m",
        ),
        Example(str(SUIT_LABELS["p"]), "123456789p"),
        Example(str(SUIT_LABELS["s"]), "123456789s", _("The 1 is a bird.")),
    ]
    if teaching.honours:
        kinds += [
            Example(_("Winds"), "1234z", _("East, South, West, North.")),
            Example(_("Dragons"), "567z", _("White, green, red.")),
        ]
    if red_fives := getattr(rules, "red_fives", 0):
        reds = " ".join(f"0{suit}" for suit in "mps" if f"5{suit}" not in left_out)
        many = ngettext(
            "One is in the set. In a winning hand it adds a han.",
            "%(count)s are in the set. Each in a winning hand adds a han.",
            red_fives,
        )
        kinds.append(Example(_("Red fives"), reds, many % {"count": red_fives}))
    bonus = "flowers_seasons" if teaching.bonus else getattr(rules, "flowers", "none")
    if bonus != "none":
        seats = _("One of each only. The number is the seat’s: East 1, South 2, West 3, North 4.")
        kinds.append(Example(_("Flowers"), "1234f", seats))
    if bonus == "flowers_seasons":
        kinds.append(Example(_("Seasons"), "1234g", seats))
    lines = [_("There are four of each tile.")]
    if left_out:
        lines.append(_("The characters from 2 to 8 are left out."))
    if teaching.honours:
        lines.append(_("Winds and dragons are honours: they make no runs."))
    if bonus != "none":
        lines.append(_("Flowers and seasons belong to no set: they are laid down and replaced."))
    return Lesson("tiles", _("The tiles"), tuple(lines), tuple(kinds))


def _hand(teaching: Teaching) -> Lesson:
    chow, pung, kong, _drawn = map(str, teaching.sets)
    return Lesson(
        "hand",
        _("What a hand is"),
        (
            str(teaching.shape),
            _("In these pictures a frame marks the winning tile, a line what is laid open."),
        ),
        (
            Example(chow, "345s", _("Three in a row, of one suit.")),
            Example(pung, "777p", _("Three alike.")),
            Example(kong, "2222p", _("Four alike: one set; one more tile is drawn for it.")),
            Example(_("Pair"), "66s", _("Two alike.")),
            Example(_("A whole hand"), teaching.hand),
        ),
    )


def _claimed(teaching: Teaching) -> Lesson:
    kong = str(teaching.sets[2])
    laid = _("A set completed by a claim is laid face up before its player, and stays there.")
    lines = [
        _("A set completed with a tile from the wall stays hidden in the hand, but for a %(kong)s.")
        % {"kong": kong.lower()},
        laid,
    ]
    if teaching.turned:
        lines[1:] = [
            _("A set completed by a claim is laid face up, to the right of its player, and stays there."),
            _("One of its tiles lies on its side: its place tells from whom the tile came."),
        ]
    return Lesson("claimed", _("Claimed sets"), tuple(lines), tuple(_claims(teaching)))


def _claims(teaching: Teaching) -> Iterator[Example]:
    chow, pung, kong, drawn = map(str, teaching.sets)
    added = _("The fourth tile, drawn later, is laid on the one that was claimed.")
    if teaching.turned:
        for place in teaching.opponents:
            yield Example(f"{pung}, {FROM[place]}", TURNED[place][0])
        runs_from = teaching.opponents[0]
        if teaching.claims_runs:
            yield Example(
                f"{chow}, {FROM[runs_from]}",
                {"left": "7'68s", "across": "67'8s"}[runs_from],
                _("The 7 was claimed: it lies on its side, out of its order."),
            )
        for place in teaching.opponents:
            yield Example(f"{kong}, {FROM[place]}", TURNED[place][1])
        yield Example(_("%(kong)s added to a set") % {"kong": kong}, ADDED[teaching.opponents[-1]], added)
    else:
        if teaching.claims_runs:
            yield Example(chow, "678s")
        yield Example(pung, "555p")
        yield Example(kong, "5555p", _("Claimed, or the fourth tile added to a set laid open before."))
    yield Example(
        drawn,
        teaching.concealed_kong,
        _("All four were drawn: the hand stays closed."),
    )


def _river(teaching: Teaching) -> Lesson:
    return Lesson(
        "river",
        _("The river"),
        (
            _("Each player discards before them, inside the walls, from left to right in rows of six."),
            _(
                "The tile that declares riichi lies on its side. If another player claims it, the next "
                "discard lies on its side."
            ),
            _("A tile that was claimed leaves the river, but still counts as discarded by its player."),
        ),
        (Example(_("A river with a riichi on the eleventh discard"), teaching.river),),
    )


def _turn(teaching: Teaching, seats: int) -> Lesson:
    letters = "ABCDEF"[:seats]
    discarder = seats // 2
    kinds = {0: "claimer", 1: "next", discarder: "discarder"}
    kinds.update(dict.fromkeys(range(discarder + 1, seats), "jumped"))
    words = {
        "discarder": _("discards"),
        "claimer": _("claims"),
        "next": _("draws next"),
        "jumped": _("is jumped"),
    }
    placed = [
        PicturedSeat(
            letter,
            f"{100 * cos(pi / 2 - 2 * pi * place / seats):.0f}",
            f"{100 * sin(pi / 2 - 2 * pi * place / seats):.0f}",
            kind := kinds.get(place, ""),
            words.get(kind, ""),
        )
        for place, letter in enumerate(letters)
    ]
    who = {"discarder": letters[discarder], "pung": teaching.call}
    return Lesson(
        "turn",
        _("Whose turn it is"),
        (
            _("Play goes anticlockwise: after you, the player on your right. Tiles are drawn clockwise."),
            _(
                "After a claim, play continues from the player who claimed: the players between the "
                "discarder and that player lose their turn."
            ),
            _(
                "%(discarder)s discards a 1 of bamboos. A, who holds two, says “%(pung)s”, lays the "
                "three face up and discards. Now B draws: the players between %(discarder)s and A have "
                "lost their turn."
            )
            % who,
        ),
        (Example(_("What A lays down"), _turned_across(teaching)),),
        seats=tuple(placed),
    )


def _turned_across(teaching: Teaching) -> str:
    return "11'1s" if teaching.turned else "111s"
