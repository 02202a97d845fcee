"""What every registered game can do, whatever it is called: a new game is in here by being registered.

The toy game of tests/games/toy stands for games of three and of five with nothing but the common answers.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import override

from mahjongclub.games.base import Game
from mahjongclub.games.kit.wording import points_in_words
from tests.offline.device import Engine, Handset, words
from tests.tables.conftest import Phone

from ..played import (
    confirm,
    dealt,
    now,
    open_by_its_form,
    players,
    scores_after,
    sent,
)
from ..posted import as_posted
from ..test_contract import HANDS, in_french_too


@in_french_too
def test_a_phone_without_network_plays_it_too(
    game: Game, phone: Phone, db: None, engine_of: Callable[[Game], Engine], language: str
) -> None:
    outcomes = dealt(game, HANDS)
    alone = Handset(engine_of(game), language=language)
    alone.open(game.key, *players(game))
    for number, outcome in enumerate(outcomes[:2], start=1):
        done = alone.hand(outcome)
        assert done["status"] == 302, words(done)
        assert alone.session["state"]["scores"] == scores_after(game, outcomes[:number])
    for number, outcome in enumerate(outcomes[2:], start=3):
        fields = sent(as_posted(game.questions.initial(outcome)))
        session = alone.session
        form = [*fields, ("version", session["version"]), ("played", number - 1), ("key", str(number) * 32)]
        done = alone.ask("POST", f"/t/{alone.code}/type/", [*form, ("queued", "1")])
        assert done["status"] == 302, words(done)
        assert alone.session["state"]["scores"] == scores_after(game, outcomes[:number])
    assert [{**hand, "at": ""} for hand in alone.record["hands"]] == [{**hand, "at": ""} for hand in outcomes]
    board = alone.get()
    assert f'<html lang="{language}"' in board["body"]

    # the server's table after the same hands says the same
    session = open_by_its_form(phone, game, language)
    for outcome in outcomes:
        confirm(phone, session, outcome)
    assert list(now(session).table.scores) == alone.session["state"]["scores"]
    with override(language):
        for score in now(session).table.scores:
            assert f">{points_in_words(score)}<" in board["body"]
