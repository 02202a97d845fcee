"""Help at the table: choose a game; its set-up card, rules card and points tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.controls import roll
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game, find_variant_or_404
from mahjongclub.rules.registry import variants

from .address import Asked, read_address
from .app import QUESTIONS
from .cards import ANCHOR, rules_card, set_up_card
from .glossary import words_of
from .lessons import lessons_of
from .preset_source import source_in_words

#: How long a browser may show a card it has kept without asking, and while or where asking fails (seconds).
FRESH = 600
KEPT = 24 * 3600


@require_safe
def games(request: ClubRequest) -> HttpResponse:
    """Every game there is help for."""
    rows = [{"key": one.key, "name": said(one.name), "seats": one.seats} for one in variants()]
    return _kept(render(request, "help/games.html", {"games": rows}))


@require_safe
def app(request: ClubRequest) -> HttpResponse:
    """How the app is used at the table: short answers to what people ask while they play."""
    return _kept(render(request, "help/app.html", {"questions": QUESTIONS}))


@require_safe
def game(request: ClubRequest, variant: str) -> HttpResponse:
    """One game's cards, by the rules and the throw in the address; 422 where these make no sense."""
    found = find_variant_or_404(variant)
    asked = read_address(found, request.GET.dict())
    if (rolled := request.GET.get("roll")) in asked.throw_names:
        thrown = redirect(asked.link(**{rolled: "-".join(map(str, roll()))}) + ANCHOR)
        patch_cache_control(thrown, no_store=True)
        return thrown
    sections, tables = rules_card(asked), find_game(found.key).points(asked.rules)
    context = {
        "asked": asked,
        "game": said(found.name),
        "preset": said(asked.preset.name) if len(found.presets) > 1 or "rules" in asked.kept else "",
        "changed": "rules" in asked.kept,
        "set_up": set_up_card(asked),
        "sections": sections,
        "source": source_in_words(asked.preset.source),
        "set_up_open": bool(asked.throws) or not asked.table,
        "words": words_of(sections, tables),
        "pictures": f"{reverse('help:tiles', args=[found.key])}{asked.rules_query}",
        "in_pictures": _in_pictures(asked),
        "tables": tables,
        "presets": _presets(asked),
    }
    answer = render(request, "help/game.html", context, status=422 if asked.faults else 200)
    return answer if asked.faults else _kept(answer)


@require_safe
def tiles(request: ClubRequest, variant: str) -> HttpResponse:
    """One game in tiles: its hands, how claimed sets are laid, whose turn it is; 422 as above."""
    found = find_variant_or_404(variant)
    asked = read_address(found, request.GET.dict())
    lessons = lessons_of(found, find_game(found.key).teaching, asked.rules)
    context = {"asked": asked, "game": said(found.name), "lessons": lessons}
    answer = render(request, "help/tiles.html", context, status=422 if asked.faults else 200)
    return answer if asked.faults else _kept(answer)


def _in_pictures(asked: Asked) -> list[dict[str, str]]:
    """What the pictures show by name, and where, for the search."""
    lessons = lessons_of(asked.variant, find_game(asked.variant.key).teaching, asked.rules)
    return [
        *({"name": lesson.title, "anchor": lesson.key} for lesson in lessons),
        *(
            {"name": str(example.name), "anchor": f"hand-{example.key}"}
            for lesson in lessons
            for example in lesson.examples
            if example.key
        ),
    ]


def _presets(asked: Asked) -> list[dict[str, Any]]:
    """The sets of rules the cards can be read by; not beside a table's own."""
    if asked.table or len(asked.variant.presets) < 2:
        return []
    return [
        {
            "name": said(one.name),
            "href": asked.link(preset=one.key, rules=""),
            "key": one.key,
            "chosen": one is asked.preset and "rules" not in asked.kept,
        }
        for one in asked.variant.presets
    ]


def _kept(answer: HttpResponse) -> HttpResponse:
    """Let the browser keep a card: a hall's connection may be gone when it is wanted again."""
    patch_cache_control(answer, private=True, max_age=FRESH, stale_while_revalidate=KEPT, stale_if_error=KEPT)
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    return answer
