"""Help at the table: choose a game; its set-up card, rules card and points tables."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.controls import roll_dice
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game, find_variant_or_404
from mahjongclub.rules.registry import variants

from .address import HelpQuery, read_address
from .app import QUESTIONS
from .cards import ANCHOR, ChoiceLink, rules_card, set_up_card
from .glossary import game_terms
from .lessons import lessons_of
from .preset_source import source_in_words

#: How long a browser may show a stored card without asking, and while or where asking fails (seconds).
FRESH = 600
STALE = 24 * 3600


@require_safe
def show_help_games(request: ClubRequest) -> HttpResponse:
    """Show every game there is help for."""
    rows = [{"key": game.key, "name": said(game.name), "seats": game.seats} for game in variants()]
    return _with_caching(render(request, "help/games.html", {"games": rows}))


@require_safe
def show_app_help(request: ClubRequest) -> HttpResponse:
    """Show how the app is used at the table: short answers to what people ask while they play."""
    return _with_caching(render(request, "help/app.html", {"questions": QUESTIONS}))


@require_safe
def show_game(request: ClubRequest, variant: str) -> HttpResponse:
    """Show the cards of a game, by the rules and the throw in the address; 422 where these make no sense."""
    game = find_variant_or_404(variant)
    help_query = read_address(game, request.GET.dict())
    if (rolled := request.GET.get("roll")) in help_query.throw_names:
        thrown = redirect(help_query.link(**{rolled: "-".join(map(str, roll_dice()))}) + ANCHOR)
        patch_cache_control(thrown, no_store=True)
        return thrown
    sections, tables = rules_card(help_query), find_game(game.key).points(help_query.rules)
    context = {
        "help_query": help_query,
        "game": said(game.name),
        "preset": said(help_query.preset.name)
        if len(game.presets) > 1 or "rules" in help_query.params
        else "",
        "changed": "rules" in help_query.params,
        "set_up": set_up_card(help_query),
        "sections": sections,
        "source": source_in_words(help_query.preset.source),
        "set_up_open": bool(help_query.throws) or not help_query.table_code,
        "words": game_terms(
            (line for section in sections for line in (section.title, *section.lines)), tables
        ),
        "pictures": f"{reverse('help:tiles', args=[game.key])}{help_query.rules_and_table_query}",
        "in_pictures": _in_pictures(help_query),
        "tables": tables,
        "presets": _presets(help_query),
    }
    answer = render(request, "help/game.html", context, status=422 if help_query.faults else 200)
    return answer if help_query.faults else _with_caching(answer)


@require_safe
def show_lessons_in_tiles(request: ClubRequest, variant: str) -> HttpResponse:
    """Show one game in tiles: its hands, how claimed sets are laid, whose turn it is; 422 as above."""
    game = find_variant_or_404(variant)
    help_query = read_address(game, request.GET.dict())
    lessons = lessons_of(game, find_game(game.key).teaching, help_query.rules)
    context = {"help_query": help_query, "game": said(game.name), "lessons": lessons}
    answer = render(request, "help/tiles.html", context, status=422 if help_query.faults else 200)
    return answer if help_query.faults else _with_caching(answer)


def _in_pictures(help_query: HelpQuery) -> list[dict[str, str]]:
    """Return what the pictures show, by name and place, for the search."""
    lessons = lessons_of(help_query.variant, find_game(help_query.variant.key).teaching, help_query.rules)
    return [
        *({"name": lesson.title, "anchor": lesson.key} for lesson in lessons),
        *(
            {"name": str(example.name), "anchor": f"hand-{example.key}"}
            for lesson in lessons
            for example in lesson.examples
            if example.key
        ),
    ]


def _presets(help_query: HelpQuery) -> list[ChoiceLink]:
    """Return the sets of rules the cards can be read by; not beside a table's own."""
    if help_query.table_code or len(help_query.variant.presets) < 2:
        return []
    return [
        ChoiceLink(
            label=said(preset.name),
            href=help_query.link(preset=preset.key, rules=""),
            key=preset.key,
            chosen=preset is help_query.preset and "rules" not in help_query.params,
        )
        for preset in help_query.variant.presets
    ]


def _with_caching(answer: HttpResponse) -> HttpResponse:
    """Let the browser keep a card: a hall's connection may be gone when it is wanted again."""
    patch_cache_control(
        answer, private=True, max_age=FRESH, stale_while_revalidate=STALE, stale_if_error=STALE
    )
    patch_vary_headers(answer, ("Cookie", "Accept-Language"))
    return answer
