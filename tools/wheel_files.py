"""What a wheel holds beside the package's own files: templates, static files, guide, and the texts compiled.

The repository has `templates/`, `static/`, `locale/` and the guide in `docs/` at its top; in a wheel they are
folders of the package, so that an installation is one folder. Hatchling runs this (pyproject.toml). It needs
Python alone.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static", "docs/guide", "docs/pictures/guide")
#: where translators' files lie, and where an installation has what is compiled from them
CATALOGUES = {"locale": "mahjongclub/locale", "mahjongclub/rules/locale": "mahjongclub/rules/locale"}


class WheelFiles(BuildHookInterface[Any]):
    """Adds to a wheel what the package lacks; what runs from the checkout needs none of it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        included = build_data["force_include"]
        for folder in FOLDERS:
            included[str(root / folder)] = f"mahjongclub/{folder}"
        self.scratch = Path(tempfile.mkdtemp(prefix="mahjongclub-texts-"))
        if self.root not in sys.path:  # what builds a wheel knows this file alone
            sys.path.insert(0, self.root)
        from mahjongclub.rules.catalogue_file import compile_catalogue

        for source, target in CATALOGUES.items():
            for path in sorted((root / source).rglob("*.po")):
                inside = path.relative_to(root / source).with_suffix(".mo")
                draft = self.scratch / target / inside
                draft.parent.mkdir(parents=True, exist_ok=True)
                draft.write_bytes(compile_catalogue(path.read_text(encoding="utf-8")))
                included[str(draft)] = f"{target}/{inside.as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.scratch, ignore_errors=True)
