"""The pages of a hand's worth: a game, a hand told tap by tap, what it comes to. Each step is an address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.base import Game
from mahjongclub.games.kit.context import BadDraft, Draft, Screen, StepPage, read_draft
from mahjongclub.games.kit.wording import hand_spelled, option_in_words, said
from mahjongclub.games.registry import find_game, game_of
from mahjongclub.games.registry import games as all_games
from mahjongclub.help.address import rules_query
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import visit
from mahjongclub.tables.rules_form import OptionsForm
from mahjongclub.tables.steps import follow_taps
from mahjongclub.tables.views.answers import told_address, told_apart
from mahjongclub.tables.views.entry import place_of

from .answer import answer_of
from .asked import PARTS, Asked, AskedForm, query_of_table
from .entry import WorthEntry, entry_of

#: a longer link makes a picture that no phone reads
LONGEST_PICTURE = 1200


@require_safe
def games(request: ClubRequest) -> HttpResponse:
    """Every game whose hands can be looked at."""
    rows = [{"key": game.key, "name": said(game.variant.name)} for game in all_games()]
    return render(request, "worth/games.html", {"games": rows})


@require_safe
def value(request: ClubRequest, variant: str) -> HttpResponse:
    """One hand: what is asked next of it, or what it comes to. 422 for an address that makes no sense."""
    form = AskedForm(game_called(variant), request.GET)
    place = entry_of(form.asked)
    screen, draft, fault = _screen(place, request.GET)
    errors = [*form.top_errors, *([fault] if fault else [])]
    status = 422 if form.errors or fault else screen.status
    context = {
        **_screen_context(place, screen, draft),
        "form": form,
        "draft": draft,
        "action": place.path,
        "carried": _carried(form, request.GET),
        "faults": errors,
        **_answer_context(request, place, screen),
    }
    return render(request, "worth/value.html", context, status=status)


def _changed_options(asked: Asked) -> list[tuple[str, str]]:
    """The options that are not as the preset has them, in words."""
    changed = asked.rules.changed_from(asked.preset.rules)
    return [
        (said(option.label), option_in_words(option, getattr(asked.rules, option.name)))
        for option in asked.rules.describe_options()
        if option.name in changed
    ]


def _carried(form: AskedForm, query: QueryDict) -> list[tuple[str, str]]:
    """What the form of rules and table sends along: the hand, and what it does not show."""
    hidden = [field.name for field in form.hidden_fields() if field.name != "rules"]
    return [(name, query.get(name, "")) for name in ("draft", *hidden) if query.get(name)]


def _screen(place: WorthEntry, query: QueryDict) -> tuple[Screen, Draft, str]:
    """The screen of the draft in a query, with what is wrong with that; then the screen is that of none."""
    game = place.asked.game
    try:
        draft = read_draft(query.get("draft", ""))
        return game.screen(place, game.with_typed(draft, query)), draft, ""
    except BadDraft:
        return game.screen(place, {}), {}, _("This address has no hand that could be read. Tell it below.")


def _screen_context(place: WorthEntry, screen: Screen, draft: Draft) -> dict[str, Any]:
    """What the sheets of the games ask for, and the seats that answer the question."""
    asked = place.asked
    drawn = asked.game.start_draw(place) if asked.game.start_draw and not draft else None
    taps = [(place.names[seat], tap) for seat, tap in sorted(screen.taps.items()) if tap.href]
    return {
        "asked": asked,
        "game": said(asked.variant.name),
        "preset": said(asked.preset.name),
        "changed": _changed_options(asked),
        "at": hand_spelled(asked.variant.label(place.before), honba=asked.game.has_honba)
        if asked.kept.keys() & PARTS.keys()
        else "",
        "screen": screen,
        "draw": (asked.game.draw_label, place.link(drawn)) if drawn is not None else None,
        "taps": taps,
        "board": {
            "game": asked.game,
            "screen": screen,
            "cancel_href": screen.cancel_href or place.leave_url,
            "cancel_leaves": True,
            "begin_href": place.leave_url,
            "label": asked.variant.label(place.before),
        },
        "options_href": asked.address("worth:options"),
        "sheet": screen.sheet,
        **(screen.sheet or {}),
    }


def _answer_context(request: HttpRequest, place: WorthEntry, screen: Screen) -> dict[str, Any]:
    """The answer of a screen with a settled hand, and its link; {} of any other."""
    sheet = screen.sheet or {}
    if "hand" not in sheet:
        return {}
    link = request.build_absolute_uri(place.link(sheet["draft"]))
    picture = segno.make(link, error="l").svg_inline(scale=4, border=4) if len(link) < LONGEST_PICTURE else ""
    return {
        "answer": answer_of(place, sheet["draft"], sheet["hand"]),
        "link": link,
        "picture": mark_safe(picture),
    }


@require_safe
def step(request: ClubRequest, variant: str, page: str) -> HttpResponse:
    """The page of a game's own step (tiles, patterns), as at a table."""
    game = game_called(variant)
    shown = game.pages.get(page)
    form = AskedForm(game, request.GET)
    place = entry_of(form.asked)
    if shown is None or form.errors:
        raise Http404(_("There is no such page."))

    def fragment(query: QueryDict) -> str:
        taken = shown(place, read_draft(query.get("draft", "")), query)
        return render_to_string(taken.fragment, taken.context, request)

    try:
        query = follow_taps(request.GET, request.path, fragment)
        found: StepPage = shown(place, read_draft(query.get("draft", "")), query)
    except BadDraft:
        return redirect(f"{place.path}?{request.GET.urlencode()}")  # it says there what is wrong
    if found.go:
        return redirect(found.go)
    alone = bool(request.htmx and request.htmx.target == found.target)
    template = found.fragment if alone else found.template
    answer = told_apart(render(request, template, found.context, status=found.status), fragment=alone)
    return told_address(answer, request.path, query) if "tap" in request.GET else answer


@require_safe
def options(request: ClubRequest, variant: str) -> HttpResponse:
    """The options of the rules, to change one by one; once they are sent the hand is shown by them."""
    asked_form = AskedForm(game_called(variant), request.GET)
    asked = asked_form.asked
    kept = {name: held for name, held in asked.kept.items() if name not in ("preset", "rules")}
    if draft := request.GET.get("draft"):
        kept["draft"] = draft
    shown = replace(asked.preset, rules=asked.rules)
    if "take" not in request.GET:
        return _options_page(request, asked, OptionsForm(asked.game.variant, shown), kept)
    form = OptionsForm(asked.game.variant, shown, request.GET)
    rules = form.read_rules(form.cleaned_data) if form.is_valid() else None
    if rules is None or form.errors:
        return _options_page(request, asked, form, kept, status=422)
    return redirect(replace(asked, kept=rules_query(asked.preset, rules)).address(**kept))


def _options_page(
    request: ClubRequest, asked: Asked, form: OptionsForm, kept: dict[str, str], status: int = 200
) -> HttpResponse:
    context = {
        "asked": asked,
        "form": form,
        "preset": asked.preset,
        "preset_name": said(asked.preset.name),
        "game": said(asked.variant.name),
        "kept": kept,
        "back_href": asked.address(**kept),
        "rules_text": asked.kept.get("rules", ""),
    }
    return render(request, "worth/options.html", context, status=status)


@require_safe
def why(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """From a line of a table's log to that hand, by the rules and at the table it was played."""
    access = visit(request, code)
    session = access.session
    place = place_of(access, number, insert=False) if 1 <= number <= session.listed else None
    if place is None:
        raise Http404(_("There is no such hand."))
    game = game_of(session)
    try:
        draft = recorded_draft(game, session.game.read_outcome(place.rules, place.recorded))
    except RuleError:
        raise Http404(_("There is no such hand.")) from None
    query = query_of_table(game, session.game.find_preset(session.preset), place.rules, place.before)
    asked = AskedForm(game, query).asked
    return redirect(entry_of(asked).link(draft))


def recorded_draft(game: Game, outcome: Any) -> Draft:
    """A settled hand as its screens read it: records may leave the source out of a self-draw."""
    draft = game.variant.write_outcome(outcome)
    if "wins" in draft:
        return {**draft, "wins": [{"from": None, **win} for win in draft["wins"]]}
    if draft["type"] == "win" and game.variant.wins_on_discards:
        return {"from": None, **draft}
    return draft


def game_called(key: str) -> Game:
    """The game an address names; Http404 where there is none."""
    try:
        return find_game(key)
    except KeyError:
        raise Http404(_("There is no such game.")) from None
