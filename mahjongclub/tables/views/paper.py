"""A result brought home on paper, entered by its final points."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest

from .. import paper as keeping
from ..belonging import Belonging, belongings_of
from ..forms import playable
from ..house_rules import house_rules_of, preset_of
from ..paper_form import PaperForm
from ..wording import said
from .home import known_names


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.SCORER)
def new_result(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Game and rules, date, players and points; the points must add up."""
    asked = request.POST if request.method == "POST" else request.GET
    known = {one.key: one for one in playable()}
    variant = known.get(asked.get("variant", ""), playable()[0])
    preset, own = preset_of(variant, visit.club, asked.get("preset", ""))
    choosing = "choose" in request.POST
    offered = [one for one in belongings_of(request) if one.club == visit.club]
    form = PaperForm(
        variant,
        preset,
        request.POST if request.method == "POST" and not choosing else None,
        evenings=[("", _("No evening"))] + [(one.word, one.title) for one in offered if one.evening],
        initial={name: asked[name] for name in asked if name.startswith(("name-", "score-", "belongs"))},
    )
    if form.is_bound and form.is_valid():
        chosen = next((one for one in offered if one.word == form.cleaned_data["belongs"]), None)
        belonging = chosen or Belonging(visit.club)
        day = belonging.evening.date if belonging.evening else form.cleaned_data["date"]
        device = request.visitor.device()
        session = keeping.keep_result(device, belonging, variant, preset, own, form.names, form.final, day)
        messages.success(request, _("The result is kept."))
        return redirect("tables:club_game", visit.club.slug, session.code)
    context = {
        "visit": visit,
        "club": visit.club,
        "form": form,
        "variants": [
            {"key": one.key, "name": said(one.name), "chosen": one is variant} for one in playable()
        ],
        "presets": [
            {"key": one.key, "name": said(one.name), "chosen": one.key == preset.key}
            for one in variant.presets
        ],
        "house_rules": house_rules_of(variant, visit.club),
        "preset_key": preset.key,
        "known_names": known_names(request, visit.club),
    }
    return render(request, "tables/new_result.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def delete_result(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """Take a result entered by mistake away, to be entered anew. A table with hands is never deleted so."""
    if keeping.delete_result(visit.club, code):
        messages.success(request, _("The result is deleted."))
    return redirect("tables:club_games", visit.club.slug)
