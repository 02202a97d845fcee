"""One address of a sheet in its three shapes: the page with the preview, its pictures, the PDF."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.release import release

from .fonts import can_print
from .options import SheetOptions
from .sheet import Sheet
from .typesetting import Unprintable, print_png, print_sheet, svg_pages

#: More pages are in the PDF alone: a phone need not load a season.
PAGES_SHOWN = 6

View = Callable[..., HttpResponse]


def sheet_paths(route: str, view: View, name: str) -> list[URLPattern]:
    """The addresses of a sheet: `name` is its page, `name`_pdf the file, `name`_page one picture.

    The view gets `output` and `page`, and hands them on to `sheet_answer`.
    """
    safe_view = require_safe(never_cache(view))
    return [
        path(route, safe_view, {"output": "page"}, name=name),
        path(f"{route}sheet.pdf", safe_view, {"output": "pdf"}, name=f"{name}_pdf"),
        path(f"{route}page-<int:page>.svg", safe_view, {"output": "picture"}, name=f"{name}_page"),
    ]


def sheet_answer(
    request: ClubRequest,
    form: SheetOptions,
    make: Callable[..., Sheet],
    output: str,
    page: int,
    heading: str,
    back: tuple[str, str],
    about: str = "",
) -> HttpResponse:
    """What `make` makes of the options, in the shape asked for; 422 and the page again where it cannot be.

    `make` runs in the language of the sheet, the page in the reader's. `back` is an address and its words.
    """
    context = {"form": form, "heading": heading, "back": back, "about": about}
    if not form.is_valid():
        return _page(request, context, status=422)
    if not can_print():
        return _page(request, context, status=501)
    with override(form.cleaned_data["language"]):
        sheet = make(**form.cleaned_data)
    try:
        printed = print_sheet(sheet)
    except Unprintable as fault:
        return _page(request, {**context, "unprintable": fault}, status=422)
    if output == "pdf":
        name = content_disposition_header("download" in request.GET, sheet.download_name)
        return HttpResponse(
            printed.pdf, content_type="application/pdf", headers={"Content-Disposition": name or "inline"}
        )
    pages = svg_pages(sheet, printed)
    if output == "picture":
        if not 1 <= page <= len(pages):
            raise Http404("no such page")
        return HttpResponse(pages[page - 1], content_type="image/svg+xml")
    page_numbers = range(1, min(len(pages), PAGES_SHOWN) + 1)
    context |= {"sheet": sheet, "printed": printed, "count": len(pages), "pages": page_numbers}
    return _page(request, context)


def png_answer(request: ClubRequest, sheet: Sheet) -> HttpResponse:
    """The one page of a sheet as PNG, drawn again where anything on it has changed."""
    if not can_print():
        raise Http404("nothing is printed here")
    tag = f'"{blake2b(repr((release(), sheet)).encode(), digest_size=12).hexdigest()}"'
    answer = get_conditional_response(request, etag=tag) or HttpResponse(
        print_png(sheet),
        content_type="image/png",
        headers={"Content-Disposition": f'inline; filename="{sheet.file_name}.png"'},
    )
    answer["ETag"] = tag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _page(request: ClubRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    context |= {"query": request.GET.urlencode(), "here": request.path}
    return render(request, "sheets/sheet.html", context, status=status)
