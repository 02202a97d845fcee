"""What every figure of the pages means, one tap away."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: key -> the figure's name and its definition
DEFINITIONS: dict[str, tuple[str | Promise, str | Promise]] = {
    "games": (_("games"), _("Games played to their end, or stopped and ranked by the players.")),
    "points": (
        _("points"),
        _(
            "The sum of final points, as the ranking of each table shows them: in riichi after uma and oka, "
            "in thousands."
        ),
    ),
    "points_a_game": (_("points per game"), _("The sum of final points divided by the games.")),
    "average_place": (
        _("average place"),
        _("The places added up and divided by the games: 1 would be always first."),
    ),
    "places": (_("places"), _("How many games ended at each place. Players who tie hold the same place.")),
    "hands": (
        _("hands played"),
        _(
            "Hands that ended with a win or a draw. An error (chombo, false win) is replayed and does "
            "not count."
        ),
    ),
    "win_rate": (_("hands won"), _("Won hands out of all hands played.")),
    "deal_in_rate": (
        _("deal-ins"),
        _("Hands in which the player’s discard won for somebody, out of all hands played."),
    ),
    "self_draw_rate": (_("self-drawn"), _("Self-drawn wins, out of all the player’s wins.")),
    "riichi_rate": (
        _("riichi"),
        _("Hands in which the player put out a riichi stick, out of all hands played."),
    ),
    "riichi_win_rate": (_("riichi that won"), _("Wins after a riichi, out of all the player’s riichi.")),
    "tenpai_rate": (_("tenpai at draws"), _("Draws that ended in tenpai, out of all the player’s draws.")),
    "hand_value": (
        _("average hand"),
        _("What the player’s winning hands were worth on average, without honba and riichi sticks."),
    ),
    "deal_in_value": (_("average deal-in"), _("What deal-ins cost on average, without honba.")),
    "best_hand": (_("best hand"), _("The most one winning hand was worth, without honba and sticks.")),
    "faults": (_("faults"), _("Chombo and false wins.")),
    "streak": (
        _("streaks"),
        _("Games in a row at the first place, and away from the last one, among the games that are named."),
    ),
    "ahead": (_("ahead"), _("Games with the better place, out of those played together.")),
    "difference": (
        _("difference"),
        _("The player’s final points less the opponent’s, added up over the games played together."),
    ),
    "games_together": (_("games together"), _("Games both played to the end at one table.")),
    "level": (_("level"), _("Games both ended at the same place.")),
    "fed": (
        _("dealt in to the other"),
        _("Hands in which the player’s discard won for the other, where hands were recorded."),
    ),
    "fed_rate": (_("dealt in, share"), _("Those hands out of all hands both played at one table.")),
    "fed_points": (_("dealt in, cost"), _("What those hands cost together, without honba.")),
    "adjustments": (
        _("adjustments"),
        _(
            "Points that an organiser added or removed, outside the games: a penalty, a bonus. Each "
            "has its day and its reason, which everybody may read; the total already includes them."
        ),
    ),
    "strength": (
        _("skill"),
        _(
            "How well somebody is expected to place, estimated from who came before whom (Plackett-Luce). "
            "Everybody begins at 25."
        ),
    ),
    "uncertainty": (
        _("uncertainty"),
        _("The true skill very probably lies this close to the estimate. Every game narrows it."),
    ),
    "safe": (
        _("lower bound"),
        _("The list goes by the estimate less three deviations: a skill that is almost surely reached."),
    ),
    "r": (
        _("R"),
        _(
            "Begins at 1500. Each game brings +30, +10, −10 or −30 by place (other numbers of players: equal "
            "steps), corrected by a fortieth of the difference to the table’s average, and weighs less as "
            "games add up: the formula Tenhou publishes."
        ),
    ),
    "dan": (
        _("dan"),
        _(
            "The rank Tenhou would give: nine kyū, then ten dan. The first two places bring points, the last "
            "one costs more with every rank; at the second number the next rank begins. A game of one wind "
            "moves two thirds."
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class FigureTerm:
    """A figure explained on a page, whose `id` is its place there."""

    id: str
    word: str | Promise
    meaning: str | Promise


def definitions_of(*keys: str) -> list[FigureTerm]:
    """These figures with their definitions, for `leagues/_terms.html`."""
    return [FigureTerm(key, *DEFINITIONS[key]) for key in keys]
