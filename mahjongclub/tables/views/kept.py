"""What a phone keeps to open without network: web app manifest, service worker, the page it falls back on."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.contrib.staticfiles.storage import HashedFilesMixin, staticfiles_storage
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.variants import VARIANTS

from .freshness import release

#: name, size in pixels and purpose; tools/draw_icons.py draws them
ICONS = (("app-192", 192, "any"), ("app-512", 512, "any"), ("maskable-512", 512, "maskable"))
HTMX = "django_htmx/htmx-2.min.js"
#: in the order they are imported
WORKER = (
    "queue_store",
    "queue_send",
    "engine_files",
    "engine_store",
    "engine_return",
    "worker_engine",
    "worker_pages",
    "worker_table",
    "worker_news",
    "worker_answers",
    "worker",
)


@require_safe
def manifest(request: ClubRequest) -> HttpResponse:
    """The app as a phone installs it, in the visitor's language."""
    icons = [
        {
            "src": static(f"icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": "mahjongclub",
        "short_name": "mahjongclub",
        "description": _("Keep the score beside the mahjong table"),
        "lang": get_language(),
        "start_url": reverse("tables:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f0e6",
        "theme_color": "#1f5c47",
        "icons": icons,
        "shortcuts": [
            {"name": _("New table"), "url": reverse("tables:new")},
            {"name": _("Help at the table"), "url": reverse("tables:help")},
        ],
    }
    answer = JsonResponse(told, content_type="application/manifest+json")
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
def worker(request: ClubRequest) -> HttpResponse:
    """The service worker: what to keep of this release, and the scripts that do it."""
    scripts = json.dumps([static(f"js/{name}.js") for name in WORKER])
    text = f"self.KEPT = {json.dumps(_kept(release()))};\nimportScripts(...{scripts});\n"
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def offline(request: ClubRequest) -> HttpResponse:
    """What is shown without network in place of a page that was not kept."""
    return render(request, "offline.html")


@cache
def _kept(version: str) -> dict[str, Any]:
    """The shell's files and the pages of every visitor."""
    finder = FileSystemFinder()
    names = sorted(path for path, _storage in finder.list([".*", "*.png"]))
    worker_only = {f"js/{name}.js" for name in WORKER if name.startswith("worker")}
    help_pages = [reverse("tables:help_game", args=[variant.key]) for variant in VARIANTS]
    return {
        "release": version,
        "hashed": isinstance(staticfiles_storage, HashedFilesMixin),
        "static": settings.STATIC_URL,
        "shell": [static(name) for name in [HTMX, *names] if name not in worker_only],
        "signs_out": reverse("account_logout"),
        "pages": [
            reverse("tables:home"),
            reverse("tables:offline"),
            reverse("tables:help"),
            *help_pages,
            reverse("offline:phone"),
        ],
    }
