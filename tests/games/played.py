"""Hands of any game for the tests, from its own samples, and what is asked of a table by addresses alone."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from mahjongclub.games.base import Game
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.kit.sticks import STICK
from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from tests.server.page_forms import post_forms
from tests.tables.conftest import Phone

from .posted import as_posted

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")
LANGUAGES = ("en", "fr")


def players(game: Game) -> tuple[str, ...]:
    return NAMES[: game.variant.seats]


def dealt(game: Game, hands: int, seed: str = "") -> list[dict[str, Any]]:
    """So many hands of a session by the usual rules, the next after the last; none ends it."""
    variant, chance = game.variant, Random(f"{game.key}/{seed}")
    rules = variant.default_preset.rules
    state, outcomes = variant.start(rules, None), []
    while len(outcomes) < hands:
        drawn = game.samples.sample_hand(chance, rules, state, [1.0] * variant.seats)
        outcome = variant.read_outcome(rules, drawn)
        after = variant.settle(rules, state, outcome).after
        if after.ended is None:
            state = after
            outcomes.append(variant.outcome_to_json(outcome))
    return outcomes


def possible(game: Game, outcomes: Sequence[dict[str, Any]]) -> bool:
    """Whether the engine takes these hands one after the other, and the session goes on."""
    try:
        return settled(game, outcomes)["ended"] is None
    except RuleError:
        return False


def settled(game: Game, outcomes: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """What the command line makes of these hands."""
    record = {"format": 1, "variant": game.key, "players": list(players(game)), "hands": list(outcomes)}
    return replay(read_record({**record, **more})).to_json()


def scores_after(game: Game, outcomes: Sequence[dict[str, Any]]) -> list[int]:
    """The scores by the engine alone."""
    return list(settled(game, outcomes)["hands"][-1]["scores"])


def lying(table: TableState) -> int:
    """All points of a table: before the players, as sticks in the middle, and in the bank."""
    return sum(table.scores) + table.sticks * STICK + (table.bank or 0)


def text_of(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def told(answer: HttpResponse) -> str:
    """What a page says, for a test that fails."""
    main = text_of(answer).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())[:600]


def now(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def open_by_its_form(phone: Phone, game: Game, language: str = "en") -> Session:
    """Open a table as a person does: the form of the page with the names filled in, then the seats, then
    "Start the first hand"."""
    headers = {"accept-language": language}
    new = phone.get(reverse("tables:new"), {"variant": game.key}, headers=headers)
    form = next(one for one in post_forms(new.content.decode()) if "name-0" in one.fields)
    assert [name for name in form.fields if name.startswith("name-")] == [
        f"name-{seat}" for seat in range(game.variant.seats + game.variant.may_rotate)
    ]
    typed = {f"name-{seat}": name for seat, name in enumerate(players(game))}
    for button in ("choose", "game", "players", "draw", "start"):  # each asks for another page, or starts
        form.fields.pop(button, None)
    answer = phone.post(
        form.action, {**form.fields, "variant": game.key, "method": "order", **typed}, headers=headers
    )
    assert answer.status_code == 302, told(answer)
    session = Session.objects.latest("pk")
    seats = text_of(phone.get(answer["Location"], headers=headers))
    assert all(name in seats for name in players(game))
    start = reverse("tables:start", args=[session.code])
    assert start in {form.action for form in post_forms(seats)}
    assert phone.post(start).status_code == 302
    return now(session)


def confirm(
    phone: Phone, session: Session, outcome: dict[str, Any], number: int = 0, insert: bool = False
) -> None:
    """Confirm a whole hand as the form under its payments does, whatever its screen asks before."""
    answer = phone.confirm(session, outcome, number or None, **({"insert": "1"} if insert else {}))
    assert answer.status_code == 302, told(answer)


def type_hand(phone: Phone, game: Game, session: Session, outcome: dict[str, Any]) -> None:
    """Fill in the page for typing a hand, look at who pays whom, confirm what it shows."""
    address = reverse("tables:typed", args=[session.code])
    empty = phone.get(address)
    form = next(one for one in post_forms(empty.content.decode()) if "played" in one.fields)
    shown = {name: form.fields[name] for name in ("version", "played")}
    typed = as_posted(game.questions.initial(outcome))
    fields = {**{name: typed.getlist(name) for name in typed}, **shown, "key": str(uuid4())}
    looked = phone.post(address, {**fields, "step": "check"})
    assert looked.status_code == 200, told(looked)
    seen = re.search(r'name="looked" value="(.*?)">', text_of(looked))
    assert seen, told(looked)
    answer = phone.post(address, {**fields, "step": "record", "looked": seen[1]})
    assert answer.status_code == 302, told(answer)


def sent(fields: MultiValueDict[str, str]) -> list[tuple[str, str]]:
    """Fields as pairs, for what goes out as a query."""
    return [(name, value) for name in fields for value in fields.getlist(name)]


def send_form(phone: Phone, page: str, **own: Any) -> HttpResponse:
    """Send the one form of a page of its own (undo, close), as it stands there."""
    shown = phone.get(page)
    assert shown.status_code == 200
    form = next(one for one in post_forms(shown.content.decode()) if "version" in one.fields)
    answer = phone.post(form.action or page, {**form.fields, "key": str(uuid4()), **own}, follow=True)
    assert answer.status_code == 200, told(answer)
    return answer
