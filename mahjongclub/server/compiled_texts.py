"""The translated texts as gettext reads them (.mo), compiled from what translators edit (.po) in a checkout.

A wheel has them compiled (tools/wheel_files.py): an installation writes nothing into itself. There are two
domains: what the app says through Django (locale/), what the engine says as `Text` (rules/locale/).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import to_locale

from mahjongclub.rules.catalogue_file import compile_catalogue

from .systems import replace_file

#: where each domain's catalogues lie
FOLDERS: dict[str, Callable[[], Path]] = {
    "django": lambda: Path(settings.LOCALE_PATHS[0]),
    "rules": lambda: Path(settings.PACKAGE_DIR, "rules", "locale"),
}


def translated_languages() -> list[str]:
    """Return the languages that need a catalogue: all but the one of the source."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def po_path(domain: str, language: str) -> Path:
    """Return the file of a language's texts, as translators edit it."""
    return FOLDERS[domain]() / to_locale(language) / "LC_MESSAGES" / f"{domain}.po"


def compile_stale_catalogues() -> list[Path]:
    """Write the compiled catalogues that are older than their texts; return those written."""
    targets = []
    for domain in FOLDERS:
        for language in translated_languages():
            source = po_path(domain, language)
            target = source.with_suffix(".mo")
            if not source.exists() or (
                target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns
            ):
                continue
            # aside and moved into place: processes that start at once never read half a file
            draft = target.with_suffix(f".{os.getpid()}")
            draft.write_bytes(compile_catalogue(source.read_text(encoding="utf-8")))
            replace_file(draft, target)
            targets.append(target)
    return targets
