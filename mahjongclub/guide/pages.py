"""The pages of the guide as they lie in docs/guide: English there, other languages in folders of their code.

A page is Markdown that reads well as a file too: it links to its neighbours as files and to its pictures in
docs/pictures/guide, and both become addresses here. Bold is what the app says: tests/test_guide.py finds each
such text in the app's catalogue. The views that show them stand at the end.
"""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

#: the titles, in the order in which the contents (README.md) list the pages
PAGES = {
    "first-evening": _("Your first evening"),
    "weekly-night": _("A weekly night"),
    "league": _("A league"),
    "event": _("An event"),
    "federation": _("An event for the federation"),
    "printing": _("Printing"),
    "wall": _("Wall and stream"),
    "members": _("Members and rights"),
    "backups": _("Backups"),
    "moving": _("Moving to another server"),
    "trouble": _("When something goes wrong"),
}
CONTENTS = "README"
TITLES = {CONTENTS: _("The organiser’s guide"), **PAGES}
#: how a page names another, and a picture
PAGE_FILE = re.compile(r"([\w-]+)\.md")
PICTURE_FILE = re.compile(r"(?:\.\./)+pictures/(guide/[\w-]+\.png)")
TITLE = re.compile(r"# .+\n")
SOURCE_LANGUAGE = "en"


def page_path(name: str, language: str) -> Path:
    """Return the file of a page in a language, which may not be there."""
    folder = Path(settings.BASE_DIR, "docs", "guide")
    return (folder if language == SOURCE_LANGUAGE else folder / language) / f"{name}.md"


def reading_language(name: str) -> str:
    """Return the language in which the reader gets a page: their own, or English where it lacks the page."""
    language = (get_language() or SOURCE_LANGUAGE).partition("-")[0]
    return language if page_path(name, language).is_file() else SOURCE_LANGUAGE


def page_address(name: str) -> str:
    """Return where the app shows a page."""
    return reverse("guide:contents") if name == CONTENTS else reverse("guide:page", args=[name])


def render_page(name: str) -> SafeString:
    """Return a page as HTML without its title, in the reader's language."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = page_path(name, reading_language(name)).read_text(encoding="utf-8")
    tokens = markdown.parse(TITLE.sub("", text, count=1))
    for token in tokens:
        for child in token.children or ():
            _readdress(child)
    return mark_safe(str(markdown.renderer.render(tokens, markdown.options, {})))


def _readdress(token: Token) -> None:
    """Lead links between files to pages of the app, and pictures to static files."""
    if token.type == "link_open" and (page := PAGE_FILE.fullmatch(str(token.attrs["href"]))):
        token.attrs["href"] = page_address(page[1])
    elif token.type == "image" and (picture := PICTURE_FILE.fullmatch(str(token.attrs["src"]))):
        token.attrs["src"] = static(picture[1])


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
