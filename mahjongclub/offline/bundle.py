"""What a phone needs to answer by itself, in one file: engine, tables, templates, texts and their libraries.

Its name is the digest of what is in it, so that a phone knows which rules it has.
"""

from __future__ import annotations

import importlib.util
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finder
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from mahjongclub.release import release

from .device import ANSWERED, ELSEWHERE, STATIC_NAMES, ZONES

#: parts of the app that run on a phone
PARTS = ("formats", "rules", "lists", "games", "clubs", "live", "help", "tables", "worth", "offline")
#: and what joins them
JOINING = (
    "mahjongclub/__init__.py",
    "mahjongclub/languages.py",
    "mahjongclub/layout.py",
    "mahjongclub/networks.py",
    "mahjongclub/release.py",
    "mahjongclub/worth/hands.json",
)
LIBRARIES = ("asgiref", "django", "django_htmx", "mahjong", "prometheus_client", "segno", "sqlparse")
#: of Django, what a phone never reaches
NOT_DJANGO = (
    *(f"contrib/{app}" for app in ("admin", "admindocs", "flatpages", "gis", "postgres", "redirects")),
    *(f"contrib/{app}" for app in ("sessions", "sitemaps", "syndication")),
    *(f"db/backends/{kind}" for kind in ("mysql", "oracle", "postgresql")),
    *("conf/app_template", "conf/project_template", "test/", "core/servers", "core/management/commands"),
    *("core/mail/backends", "core/cache/backends/db", "core/cache/backends/memcached"),
    *("core/cache/backends/redis", "forms/jinja2", "views/templates", "utils/feedgenerator", "utils/archive"),
    *(f"contrib/{app}/management/commands" for app in ("auth", "contenttypes", "staticfiles")),
    *(f"contrib/{app}/migrations" for app in ("auth", "contenttypes", "sites")),
    *(
        f"db/migrations/{module}"
        for module in ("autodetector", "optimizer", "questioner", "serializer", "writer")
    ),
)
#: and of the others
NOT_LIBRARIES = (
    *("prometheus_client/parser", "prometheus_client/multiprocess"),
    *("prometheus_client/aiohttp", "prometheus_client/twisted", "prometheus_client/bridge"),
    *("segno/cli", "segno/helpers", "asgiref/server", "asgiref/wsgi"),
)
#: languages of our own, whose formats and words Django brings
LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)
#: the script that runs it, which is served with a policy of its own
WORKER = "engine_worker"
WORKER_SOURCE = "static/js/engine/worker.js"
#: a fixed day, so that the same content is the same file
THE_SAME_DAY = (2026, 1, 1, 0, 0, 0)
#: the file of a time zone without a change (RFC 8536): one kind of time, no offset, called UTC
UTC = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 0, 0, 0) + b"UTC\0"


def bundle_files() -> dict[str, bytes]:
    """Every file of the bundle by its path in it."""
    here, package = settings.BASE_DIR, settings.PACKAGE_DIR
    code = (path for subfolder in PARTS for path in (package / subfolder).rglob("*.py"))
    kinds = ("*.html", "*.js", "tables/*.html", "worth/*.html", "games/*/*.html")
    pages = ((here / "templates").glob(kind) for kind in kinds)
    texts = (here / "locale").rglob("*.mo")
    ours = (
        *(package.parent / name for name in JOINING),
        *(path for path in code if not {"migrations", "management"} & {*path.parts}),
        *(package / "rules" / "locale").rglob("*.mo"),
    )
    packed_files = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in ours}
    beside = (*chain.from_iterable(pages), *texts)
    packed_files.update({path.relative_to(here).as_posix(): path.read_bytes() for path in beside})
    for library in LIBRARIES:
        packed_files.update(_library(library))
    files = [name for name, _storage in get_finder(settings.STATICFILES_FINDERS[0]).list(None)]
    packed_files[STATIC_NAMES] = _json({name: static(name) for name in [*files, "django_htmx/htmx-2.min.js"]})
    packed_files[f"{WORKER}.js"] = (here / WORKER_SOURCE).read_bytes()
    packed_files[f"{ZONES}/UTC"] = UTC
    packed_files[ELSEWHERE] = _json([list(row) for row in sorted(set(_addresses(get_resolver())))])
    return packed_files


def bundle_fingerprint(pyodide_version: str) -> str:
    """What changes with anything that may change the bundle, without reading all of it."""
    libraries = [version(name) for name in LIBRARIES]
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    collected = manifest.read_bytes() if manifest.exists() else b""
    site_map = (settings.INSTALLED_APPS, bool(settings.MAIL))  # which addresses there are
    sources = (pyodide_version, release(), libraries, sha256(collected).hexdigest(), site_map)
    return sha256(repr(sources).encode()).hexdigest()


def zip_of_files(files: dict[str, bytes]) -> bytes:
    """The bundle as a zip, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, THE_SAME_DAY), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def files_digest(files: dict[str, bytes]) -> str:
    """What tells these files from any others."""
    hasher = sha256()
    for name, content in sorted(files.items()):
        hasher.update(f"{name} {len(content)} {sha256(content).hexdigest()}\n".encode())
    return hasher.hexdigest()[:20]


def _library(name: str) -> Iterator[tuple[str, bytes]]:
    spec = importlib.util.find_spec(name)
    assert spec is not None, name
    assert spec.origin is not None, name
    root = Path(spec.origin).parent
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).as_posix()
        if name == "django" and (inside.startswith(NOT_DJANGO) or not _spoken(inside)):
            continue
        if f"{name}/{inside}".startswith(NOT_LIBRARIES):
            continue
        if path.suffix == ".py" or (name == "django" and path.suffix in (".html", ".mo")):
            yield f"{name}/{inside}", path.read_bytes()


def _spoken(inside: str) -> bool:
    """Whether a file of Django belongs to no language, or to one of ours."""
    _before, separator, after = inside.partition("locale/")
    return not separator or after.partition("/")[0] in LANGUAGES or "/" not in after


def _addresses(resolver: Any, before: str = "", namespace: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Kind, namespace, name and route of everything that has a name and that no phone answers."""
    for pattern in resolver.url_patterns:
        route = str(pattern.pattern)
        kind = "path" if isinstance(pattern.pattern, RoutePattern) else "re_path"
        if isinstance(pattern, URLResolver):
            if pattern.namespace not in ANSWERED and kind == "path":
                yield from _addresses(pattern, before + route, pattern.namespace or namespace)
        elif isinstance(pattern, URLPattern) and pattern.name:
            if kind == "re_path" and before:
                continue  # a route of both kinds: nothing at a table leads there
            yield kind, namespace, pattern.name, before + route


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
