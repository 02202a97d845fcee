"""Python as on Windows: put this folder on PYTHONPATH, and modules that Windows lacks cannot be imported."""

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

HIDDEN = ("fcntl", "resource", "termios", "pwd", "grp")


class Hidden(MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


sys.meta_path.insert(0, Hidden())
for module in HIDDEN:
    sys.modules.pop(module, None)
