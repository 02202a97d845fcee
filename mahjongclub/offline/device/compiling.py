"""What Python made of its sources at a phone's first start, packed so that the next one compiles nothing."""

from __future__ import annotations

import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

#: what stands before the code where nobody looks for the source: the magic number, no flags, time or size
HEAD = importlib.util.MAGIC_NUMBER + bytes(12)


class Pack:
    """The app's folder again as a zip, imported modules compiled, those of the standard library with them.

    Made in steps, as there is one thread, and somebody may be asking it meanwhile.
    """

    def __init__(self, app: str, before: frozenset[str] = frozenset()) -> None:
        """`before`: the modules that a start has before it looks into the app's folder."""
        self._held = io.BytesIO()
        self._zip = zipfile.ZipFile(self._held, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
        self._app = Path(app)
        self._before = before
        self._steps = self._all()

    def step(self) -> bool:
        """Pack one more file; False once all are."""
        return next(self._steps, None) is not None

    def whole(self) -> bytes:
        self._zip.close()
        return self._held.getvalue()

    def _all(self) -> Iterator[str]:
        compiled: set[str] = set()
        for name, module in list(sys.modules.items()):
            place = self._place(name, module)
            code = _code(name, module) if place else None
            if code and place not in compiled:
                compiled.add(place)
                self._zip.writestr(f"{place}.pyc", HEAD + marshal.dumps(code))
                yield place
        for path in self._app.rglob("*"):
            inside = path.relative_to(self._app).as_posix()
            if path.is_file() and path.suffix != ".pyc" and inside.removesuffix(".py") not in compiled:
                self._zip.write(path, inside)
                yield inside

    def _place(self, name: str, module: ModuleType) -> str:
        """Where a module goes, without its ending; "" for what is found elsewhere all the same."""
        origin = str(getattr(getattr(module, "__spec__", None), "origin", None) or "")
        if origin.startswith(f"{self._app}/"):
            return origin.removeprefix(f"{self._app}/").removesuffix(".pyc").removesuffix(".py")
        # of the standard library what is one file: of a package, the rest would not be found any more
        alone = ".zip/" in origin and "." not in name and not hasattr(module, "__path__")
        return name if alone and name not in self._before else ""


def _code(name: str, module: ModuleType) -> CodeType | None:
    loader: Any = module.__spec__ and module.__spec__.loader
    try:
        return loader.get_code(name) if loader else None
    except (ImportError, AttributeError, SyntaxError):
        return None
