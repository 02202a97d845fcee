"""Guess the score: a hand from the engine's test vectors, a guess, then the answer with its reasons.

Which hand it is and what was guessed stand in the address; nothing is stored.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.base import Game
from mahjongclub.games.kit.context import Draft, decode_draft
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import hand_label_in_words, points_in_words, said
from mahjongclub.games.registry import games as all_games
from mahjongclub.rules.figures import wins_of
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.record import PlayedHand

from .answer import answer_of
from .entry import WorthEntry, entry_of
from .table_query import TableQueryForm
from .views import find_game_or_404

#: by game, the query of each hand at its value page (`python -m tests.worth.make_hands`)
FILE = Path(__file__).with_name("hands.json")
LEVELS = {
    1: gettext_lazy("Choose what the winner gains"),
    2: gettext_lazy("Type what the winner gains"),
    3: gettext_lazy("Type what every player gains or loses"),
}
CHOICES = 4


@cache
def practice_hand_queries(key: str) -> list[str]:
    """The hands of a game to practise on; [] for a game without any."""
    hands: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return hands.get(key, [])


def practice_hand_at(game: Game, number: int) -> tuple[WorthEntry, Draft, PlayedHand]:
    """Return the hand of a number (from 1) as its entry, its draft and settled."""
    query = dict(parse_qsl(practice_hand_queries(game.key)[number - 1]))
    place = entry_of(TableQueryForm(game, query).table_query)
    draft = decode_draft(query["draft"])
    return place, draft, place.settle(draft)


def winner_of(game: Game, hand: PlayedHand) -> int:
    """Return the seat that won the hand."""
    return wins_of(game.variant.outcome_to_json(hand.outcome))[0][0]


class GuessForm(forms.Form):
    """The guess of a hand, by level; `is_right` once it is valid."""

    def __init__(self, game: Game, level: int, number: int, query: Mapping[str, str] | None) -> None:
        super().__init__(query, auto_id="guess-%s")
        self.place, self.draft, self.hand = practice_hand_at(game, number)
        deltas, winner = self.hand.settlement.deltas, winner_of(game, self.hand)
        names = self.place.names
        label = _("What does %(name)s gain?") % {"name": names[winner]}
        self.wanted = {"guess": deltas[winner]}
        if level == 1:
            gains = gain_choices(game, number, deltas[winner])
            self.fields["guess"] = forms.TypedChoiceField(
                label=label,
                coerce=int,
                choices=[(gain, points_in_words(gain)) for gain in gains],
                widget=forms.RadioSelect,
            )
        elif level == len(LEVELS):
            self.wanted = {f"guess-{seat}": delta for seat, delta in enumerate(deltas)}
            for seat, name in enumerate(names):
                self.fields[f"guess-{seat}"] = PointsField(label=name)
        else:
            self.fields["guess"] = PointsField(label=label)

    @property
    def is_right(self) -> bool:
        """Whether everything was guessed as it is."""
        return self.is_valid() and all(
            self.cleaned_data[name] == number for name, number in self.wanted.items()
        )


def gain_choices(game: Game, number: int, gain: int) -> list[int]:
    """The gain among others that hands of this game bring, the same for everybody who gets this hand."""
    others = {2 * gain, gain + max(1, gain // 2), max(1, gain // 2)} - {gain}
    numbers = random.Random(number).sample(
        range(len(practice_hand_queries(game.key))), k=min(8, len(practice_hand_queries(game.key)))
    )
    for other in numbers:
        hand = practice_hand_at(game, other + 1)[2]
        others.add(hand.settlement.deltas[winner_of(game, hand)])
    near = sorted(others - {gain}, key=lambda other: abs(other - gain))
    return sorted([gain, *near[: CHOICES - 1]])


@require_safe
def choose_practice_game(request: ClubRequest) -> HttpResponse:
    """Show every game that can be practised, at each level."""
    rows = [
        {
            "name": said(game.variant.name),
            "levels": [(level, label, practice_path(game, level)) for level, label in LEVELS.items()],
        }
        for game in all_games()
        if practice_hand_queries(game.key)
    ]
    return render(request, "worth/practice_games.html", {"games": rows})


@require_safe
def guess_score(request: ClubRequest, variant: str) -> HttpResponse:
    """Show one hand to guess; after the guess, what it is worth and why. Without a number a hand is drawn."""
    game = find_game_or_404(variant)
    hands = practice_hand_queries(game.key)
    level = whole_number(request.GET.get("level", "1"), 1)
    if level not in LEVELS or not hands:
        raise Http404(_("There is no such page."))
    if "hand" not in request.GET:
        return redirect(practice_path(game, level, random.SystemRandom().randrange(len(hands)) + 1))
    number = whole_number(request.GET["hand"], 4)
    if number is None or not 1 <= number <= len(hands):
        raise Http404(_("There is no such hand."))
    is_sent = "take" in request.GET
    form = GuessForm(game, level, number, request.GET if is_sent else None)
    guessed = is_sent and form.is_valid()
    context = {
        "form": form,
        "game": said(game.variant.name),
        "preset": said(form.place.table_query.preset.name),
        "at": hand_label_in_words(
            form.place.table_query.variant.label(form.place.before), honba=game.has_honba
        ),
        "dealer": form.place.names[form.place.before.dealer],
        "sticks": form.place.before.sticks,
        "label": LEVELS[level],
        "level": level,
        "number": number,
        "answer": answer_of(form.place, form.draft, form.hand),
        "guessed": guessed,
        "board": {"game": game},
        "value_href": form.place.link(form.draft),
        "next_href": practice_path(game, level, number % len(hands) + 1),
    }
    return render(request, "worth/practice.html", context, status=422 if is_sent and not guessed else 200)


def practice_path(game: Game, level: int, number: int | None = None) -> str:
    """A hand of a game to guess at a level; without a number one is drawn."""
    query = {"level": level} | ({} if number is None else {"hand": number})
    return f"{reverse('worth:practice', args=[game.key])}?{urlencode(query)}"
