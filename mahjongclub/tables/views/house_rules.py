"""House rules: a preset copied, some options changed, a name. Sessions keep what they were opened with."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.wording import option_in_words, said
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Preset

from ..forms import game_and_preset_choices, playable_variant_or_first, playable_variants
from ..models import HouseRules
from ..rules_form import HouseRulesForm, asks_for_options, chosen_preset, house_rules_of, set_default_rules


@require_safe
@club_page(Role.MEMBER)
def list_house_rules(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every set of house rules, with what it changes in its preset."""
    rows = [
        {"own": rules_row, "game": said(find_variant(rules_row.variant).name), "changes": _changes(rules_row)}
        for rules_row in visit.club.house_rules.all()
    ]
    return show(request, visit, "tables/house_rules.html", {"rows": rows, "begins": _beginnings(visit)})


@require_POST
@club_page(Role.ORGANISER)
def save_default_rules(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Save what new tables begin with, by game. What was not touched stays as another phone left it."""
    touched = {}
    for row in _beginnings(visit):
        key = request.POST.get(f"begins-{row['key']}", "")
        if key in dict(row["offered"]) and key != request.POST.get(f"was-{row['key']}"):
            touched[row["key"]] = key
    set_default_rules(visit.club, touched)
    messages.success(request, _("Saved. New tables of the club begin with these rules."))
    return redirect("tables:house_rules", visit.club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def create_house_rules(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Choose a game and a preset to copy, change what the club plays otherwise, name it."""
    params = request.POST if request.method == "POST" else request.GET
    variant = playable_variant_or_first(params.get("variant", ""))
    preset, _own = chosen_preset(variant, None, params.get("preset", ""))
    choosing = asks_for_options(request, variant, preset)
    posted = request.POST if request.method == "POST" and not choosing else None
    form = HouseRulesForm(visit.club, None, variant, preset, posted)
    if choosing:
        form.initial["name"] = request.POST.get("name", "")
    house_rules = HouseRules(club=visit.club, variant=variant.key, preset=preset.key)
    return _page(request, visit, house_rules, form, preset)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def edit_house_rules(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Change a set of house rules for the tables to come."""
    house_rules = get_object_or_404(HouseRules, pk=number, club=visit.club)
    variant, rules_preset = find_variant(house_rules.variant), house_rules.as_preset()
    posted = request.POST if request.method == "POST" else None
    form = HouseRulesForm(
        visit.club, house_rules, variant, rules_preset, posted, initial={"name": house_rules.name}
    )
    return _page(request, visit, house_rules, form, rules_preset)


@require_POST
@club_page(Role.ORGANISER)
def delete_house_rules(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Delete a set of house rules; games played by it keep their rules."""
    HouseRules.objects.filter(pk=number, club=visit.club).delete()
    messages.success(request, _("The house rules are deleted. Games played by them keep them."))
    return redirect("tables:house_rules", visit.club.slug)


def _page(
    request: ClubRequest, visit: ClubVisit, house_rules: HouseRules, form: HouseRulesForm, preset: Preset
) -> HttpResponse:
    """Keep the rules where the form is whole, else show it."""
    if form.is_bound and form.is_valid() and form.rules is not None:
        house_rules.name, house_rules.rules = form.cleaned_data["name"], form.rules.to_json()
        first = house_rules._state.adding and not visit.club.begins_with.get(house_rules.variant)
        try:
            with transaction.atomic():
                house_rules.save()
                if first:
                    set_default_rules(visit.club, {house_rules.variant: house_rules.key})
        except IntegrityError:  # the same name in the same moment
            form.add_error("name", _("The club has rules of this name for this game."))
        else:
            if first:
                messages.success(
                    request, _("The house rules are saved. New tables of the club begin with them.")
                )
            else:
                messages.success(request, _("The house rules are saved. New tables can be opened with them."))
            return redirect("tables:house_rules", visit.club.slug)
    context = {
        "form": form,
        "own": house_rules,
        "game": said(form.variant.name),
        **game_and_preset_choices(form.variant, preset),
    }
    return show(request, visit, "tables/house_rules_form.html", context, status=422 if form.errors else 200)


def _beginnings(visit: ClubVisit) -> list[dict[str, Any]]:
    """For each game the rules that new tables may begin with, and those they do."""
    rows = []
    for variant in playable_variants():
        house = house_rules_of(variant, visit.club)
        offered = [(rules_row.key, rules_row.name) for rules_row in house]
        offered += [(preset.key, said(preset.name)) for preset in variant.presets]
        now, _own = chosen_preset(variant, visit.club, "")
        rows.append(
            {"key": variant.key, "name": said(variant.name), "offered": offered, "now": now.key, "own": house}
        )
    return sorted(rows, key=lambda row: not row["own"])


def _changes(house_rules: HouseRules) -> list[str]:
    """What these rules change in the preset they were copied from, in words."""
    preset = find_variant(house_rules.variant).find_preset(house_rules.preset)
    rules = house_rules.as_preset().rules
    return [
        _("%(what)s: %(value)s")
        % {"what": said(option.label), "value": option_in_words(option, getattr(rules, option.name))}
        for option in rules.describe_options()
        if getattr(rules, option.name) != getattr(preset.rules, option.name)
    ]
