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


class CompiledFilesPacker:
    """The app's folder and the standard library again as zips, in which what was imported is compiled.

    Made in steps, as there is one thread, and somebody may be asking it meanwhile.
    """

    def __init__(self, app: str) -> None:
        self._app = Path(app)
        self._library = next(path for path in sys.path if path.endswith(".zip"))
        self._held = {place: io.BytesIO() for place in (app, self._library)}
        self._zips = {
            place: zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
            for place, buffer in self._held.items()
        }
        self._steps = self._all()

    def pack_next_file(self) -> bool:
        """Pack one more file; False once all are."""
        return next(self._steps, None) is not None

    def finished_zips(self) -> list[bytes]:
        """The app, and the standard library."""
        for made in self._zips.values():
            made.close()
        return [buffer.getvalue() for buffer in self._held.values()]

    def _all(self) -> Iterator[str]:
        compiled: set[str] = set()
        for name, module in list(sys.modules.items()):
            origin = str(getattr(getattr(module, "__spec__", None), "origin", None) or "")
            place = next((place for place in self._zips if origin.startswith(f"{place}/")), "")
            inside = origin.removeprefix(f"{place}/").removesuffix(".pyc").removesuffix(".py")
            code = _code(name, module) if place and origin not in compiled else None
            if code:
                compiled.add(origin)
                self._zips[place].writestr(f"{inside}.pyc", HEAD + marshal.dumps(code))
                yield origin
        for path in self._app.rglob("*"):
            if path.is_file() and path.suffix != ".pyc" and str(path) not in compiled:
                self._zips[str(self._app)].write(path, path.relative_to(self._app).as_posix())
                yield str(path)
        with zipfile.ZipFile(self._library) as library:
            for name in library.namelist():
                if f"{self._library}/{name}" not in compiled:
                    self._zips[self._library].writestr(name, library.read(name))
                    yield name


def _code(name: str, module: ModuleType) -> CodeType | None:
    loader: Any = module.__spec__ and module.__spec__.loader
    try:
        return loader.get_code(name) if loader else None
    except (ImportError, AttributeError, SyntaxError):
        return None
