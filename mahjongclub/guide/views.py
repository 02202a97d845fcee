"""The organiser's guide, a page at a time."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from .pages import CONTENTS, PAGES, TITLES, reading_language, render_page


@require_safe
def show_contents(request: HttpRequest) -> HttpResponse:
    """Show what the guide has."""
    return _render_page(request, CONTENTS)


@require_safe
def show_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show one page; 404 for a page that the guide lacks."""
    if page not in PAGES:
        raise Http404(_("The guide has no such page."))
    return _render_page(request, page)


def _render_page(request: HttpRequest, name: str) -> HttpResponse:
    """Return a page of the guide with the way to all the others."""
    return render(
        request,
        "guide/page.html",
        {
            "title": TITLES[name],
            "text": render_page(name),
            "text_language": reading_language(name),
            "is_contents": name == CONTENTS,
        },
    )
