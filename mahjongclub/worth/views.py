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
from mahjongclub.games.kit.context import BadDraft, Draft, Screen, StepPage, decode_draft
from mahjongclub.games.kit.wording import hand_label_in_words, option_in_words, said
from mahjongclub.games.registry import find_game, game_of
from mahjongclub.games.registry import games as all_games
from mahjongclub.help.address import rules_query
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import visit_table
from mahjongclub.tables.rules_form import OptionsForm
from mahjongclub.tables.steps import follow_taps
from mahjongclub.tables.views.answers import vary_on_htmx, with_replaced_url
from mahjongclub.tables.views.entry import table_entry

from .answer import answer_of
from .entry import WorthEntry, entry_of
from .table_query import PARTS, TableQuery, TableQueryForm, query_of_table

#: a longer link makes a picture that no phone reads
LONGEST_PICTURE = 1200


@require_safe
def choose_worth_game(request: ClubRequest) -> HttpResponse:
    """Show every game whose hands can be valued."""
    rows = [{"key": game.key, "name": said(game.variant.name)} for game in all_games()]
    return render(request, "worth/games.html", {"games": rows})


@require_safe
def value_hand(request: ClubRequest, variant: str) -> HttpResponse:
    """Show one hand: the next question about it, or its worth. 422 for an address that makes no sense."""
    form = TableQueryForm(find_game_or_404(variant), request.GET)
    place = entry_of(form.table_query)
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


def _changed_options(table_query: TableQuery) -> list[tuple[str, str]]:
    """The options that are not as the preset has them, in words."""
    changed = table_query.rules.changed_from(table_query.preset.rules)
    return [
        (said(option.label), option_in_words(option, getattr(table_query.rules, option.name)))
        for option in table_query.rules.describe_options()
        if option.name in changed
    ]


def _carried(form: TableQueryForm, query: QueryDict) -> list[tuple[str, str]]:
    """Return what the form of rules and table sends along: the hand, and fields that it does not show."""
    hidden = [field.name for field in form.hidden_fields() if field.name != "rules"]
    return [(name, query.get(name, "")) for name in ("draft", *hidden) if query.get(name)]


def _screen(place: WorthEntry, query: QueryDict) -> tuple[Screen, Draft, str]:
    """Return the screen and the draft of a query; where it cannot be read, those of no hand, and why."""
    game = place.table_query.game
    try:
        draft = decode_draft(query.get("draft", ""))
        return game.screen(place, game.with_typed_values(draft, query)), draft, ""
    except BadDraft:
        return game.screen(place, {}), {}, _("This address has no hand that could be read. Enter it below.")


def _screen_context(place: WorthEntry, screen: Screen, draft: Draft) -> dict[str, object]:
    """Return what the sheets of the games ask for, and the seats that answer the question."""
    table_query = place.table_query
    drawn = table_query.game.drawn_hand(place) if table_query.game.drawn_hand and not draft else None
    taps = [(place.names[seat], tap) for seat, tap in sorted(screen.taps.items()) if tap.href]
    return {
        "table_query": table_query,
        "game": said(table_query.variant.name),
        "preset": said(table_query.preset.name),
        "changed": _changed_options(table_query),
        "at": hand_label_in_words(table_query.variant.label(place.before), honba=table_query.game.has_honba)
        if table_query.params.keys() & PARTS.keys()
        else "",
        "screen": screen,
        "draw": (table_query.game.draw_label, place.link(drawn)) if drawn is not None else None,
        "taps": taps,
        "board": {
            "game": table_query.game,
            "screen": screen,
            "cancel_href": screen.cancel_href or place.cancel_url,
            "cancel_leaves": True,
            "begin_href": place.cancel_url,
            "label": table_query.variant.label(place.before),
        },
        "options_href": table_query.address("worth:options"),
        "sheet": screen.sheet,
        **(screen.sheet or {}),
    }


def _answer_context(request: HttpRequest, place: WorthEntry, screen: Screen) -> dict[str, object]:
    """Return the answer of a screen with a settled hand, and its link; {} of any other."""
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
def show_step(request: ClubRequest, variant: str, page: str) -> HttpResponse:
    """Show the page of a game's own step (tiles, patterns), as at a table."""
    game = find_game_or_404(variant)
    make_page = game.pages.get(page)
    form = TableQueryForm(game, request.GET)
    place = entry_of(form.table_query)
    if make_page is None or form.errors:
        raise Http404(_("There is no such page."))

    def fragment(query: QueryDict) -> str:
        step = make_page(place, decode_draft(query.get("draft", "")), query)
        return render_to_string(step.fragment, step.context, request)

    try:
        query = follow_taps(request.GET, request.path, fragment)
        step: StepPage = make_page(place, decode_draft(query.get("draft", "")), query)
    except BadDraft:
        return redirect(f"{place.path}?{request.GET.urlencode()}")  # it says there what is wrong
    if step.go:
        return redirect(step.go)
    alone = bool(request.htmx and request.htmx.target == step.target)
    template = step.fragment if alone else step.template
    answer = vary_on_htmx(render(request, template, step.context, status=step.status), fragment=alone)
    return with_replaced_url(answer, request.path, query) if "tap" in request.GET else answer


@require_safe
def change_options(request: ClubRequest, variant: str) -> HttpResponse:
    """Change the options of the rules one by one, and show the hand by them."""
    query_form = TableQueryForm(find_game_or_404(variant), request.GET)
    table_query = query_form.table_query
    carried = {name: value for name, value in table_query.params.items() if name not in ("preset", "rules")}
    if draft := request.GET.get("draft"):
        carried["draft"] = draft
    preset = replace(table_query.preset, rules=table_query.rules)
    if "take" not in request.GET:
        return _options_page(request, table_query, OptionsForm(table_query.game.variant, preset), carried)
    form = OptionsForm(table_query.game.variant, preset, request.GET)
    rules = form.read_rules(form.cleaned_data) if form.is_valid() else None
    if rules is None or form.errors:
        return _options_page(request, table_query, form, carried, status=422)
    return redirect(replace(table_query, params=rules_query(table_query.preset, rules)).address(**carried))


def _options_page(
    request: ClubRequest,
    table_query: TableQuery,
    form: OptionsForm,
    carried: dict[str, str],
    status: int = 200,
) -> HttpResponse:
    context = {
        "table_query": table_query,
        "form": form,
        "preset": table_query.preset,
        "preset_name": said(table_query.preset.name),
        "game": said(table_query.variant.name),
        "carried": carried,
        "back_href": table_query.address(**carried),
        "rules_text": table_query.params.get("rules", ""),
    }
    return render(request, "worth/options.html", context, status=status)


@require_safe
def open_hand_value(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """Lead from a line of a table's log to that hand, by the rules and at the table it was played."""
    access = visit_table(request, code)
    session = access.session
    place = table_entry(access, number, insert=False) if 1 <= number <= session.row_count else None
    if place is None:
        raise Http404(_("There is no such hand."))
    game = game_of(session)
    try:
        draft = recorded_draft(game, session.game.read_outcome(place.rules, place.recorded))
    except RuleError:
        raise Http404(_("There is no such hand.")) from None
    query = query_of_table(game, session.game.find_preset(session.preset), place.rules, place.before)
    table_query = TableQueryForm(game, query).table_query
    return redirect(entry_of(table_query).link(draft))


def recorded_draft(game: Game, outcome: Any) -> Draft:
    """Return a settled hand as its screens read it: records may leave the source out of a self-draw."""
    draft = game.variant.outcome_to_json(outcome)
    if "wins" in draft:
        return {**draft, "wins": [{"from": None, **win} for win in draft["wins"]]}
    if draft["type"] == "win" and game.variant.wins_on_discards:
        return {"from": None, **draft}
    return draft


def find_game_or_404(key: str) -> Game:
    """Return the game that an address names; Http404 where there is none."""
    try:
        return find_game(key)
    except KeyError:
        raise Http404(_("There is no such game.")) from None
