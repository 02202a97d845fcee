"""A club's archive for its owner: asked for, watched as it is made, fetched."""

from __future__ import annotations

from typing import Any, cast

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account

from ..archive.making import ask_for, carry_on, file_of
from ..export_model import Export


@require_POST
@club_page(Role.OWNER)
def begin(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Have an archive made; where one is being made already, that one is watched."""
    export = ask_for(visit.club, cast(Account, request.user))
    return redirect("exchange:archive", visit.club.slug, export.pk)


@require_safe
@never_cache
@club_page(Role.OWNER)
def archive(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """How far it is; the page asks again by itself, with script or without, and at last has the file."""
    export = get_object_or_404(Export, pk=number, club=visit.club)
    carry_on(export)
    template = "exchange/_archive.html" if request.htmx else "exchange/archive.html"
    return render(request, template, {"visit": visit, "club": visit.club, "export": export})


@require_safe
@never_cache
@club_page(Role.OWNER)
def fetch(request: ClubRequest, visit: ClubVisit, number: int) -> Any:
    """The file itself."""
    export = get_object_or_404(Export, pk=number, club=visit.club, failed=False, finished_at__isnull=False)
    try:
        file = open(file_of(export), "rb")  # noqa: SIM115  # the response closes it
    except FileNotFoundError:
        raise Http404("the file is gone") from None
    name = f"{visit.club.slug}-{export.created_at:%Y-%m-%d}.zip"
    answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    answer["Content-Encoding"] = "identity"  # packed already: once more would only lose its length
    return answer
