"""One address of a sheet in its three shapes: the page with the preview, its pictures, the PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.http import content_disposition_header
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest

from .options import SheetOptions
from .sheet import Sheet
from .typesetting import Unprintable, picture_pages, print_sheet

#: More pages are in the PDF alone: a phone need not load a season.
PAGES_SHOWN = 6

View = Callable[..., HttpResponse]


def sheet_paths(route: str, view: View, name: str) -> list[URLPattern]:
    """The addresses of a sheet: `name` is its page, `name`_pdf the file, `name`_page one picture.

    The view gets `part` and `page`, and hands them on to `answer`.
    """
    shown = require_safe(never_cache(view))
    return [
        path(route, shown, {"part": "page"}, name=name),
        path(f"{route}sheet.pdf", shown, {"part": "pdf"}, name=f"{name}_pdf"),
        path(f"{route}page-<int:page>.svg", shown, {"part": "picture"}, name=f"{name}_page"),
    ]


def answer(
    request: ClubRequest,
    form: SheetOptions,
    make: Callable[[dict[str, Any]], Sheet],
    part: str,
    page: int = 1,
    context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """What `make` makes of the options, in the shape asked for; 422 and the page again where it cannot be.

    `make` runs in the language of the sheet, the page in the reader's. `context` needs `back_href`,
    `back_label` and `heading`.
    """
    if not form.is_valid():
        return _page(request, form, context, status=422)
    with override(form.cleaned_data["language"]):
        sheet = make(form.cleaned_data)
    try:
        printed = print_sheet(sheet)
    except Unprintable as fault:
        return _page(request, form, context, status=422, unprintable=fault)
    if part == "pdf":
        name = content_disposition_header("download" in request.GET, sheet.download_name)
        return HttpResponse(
            printed.pdf, content_type="application/pdf", headers={"Content-Disposition": name or "inline"}
        )
    pages = picture_pages(sheet, printed)
    if part == "picture":
        if not 1 <= page <= len(pages):
            raise Http404("no such page")
        return HttpResponse(pages[page - 1], content_type="image/svg+xml")
    shown = range(1, min(len(pages), PAGES_SHOWN) + 1)
    return _page(request, form, context, sheet=sheet, printed=printed, count=len(pages), pages=shown)


def _page(
    request: ClubRequest,
    form: SheetOptions,
    context: Mapping[str, Any] | None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    shown = {"form": form, "query": request.GET.urlencode(), "here": request.path, **(context or {}), **more}
    return render(request, "sheets/sheet.html", shown, status=status)
