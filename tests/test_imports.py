"""Imports run one way: who may know whom is written down here and held."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "mahjongclub"

# Every part of the project, and the parts it may import from.
MAY_KNOW: dict[str, set[str]] = {
    "rules": set(),
    "live": set(),
    "clubs": set(),
    "tables": {"rules", "clubs", "live"},
    "leagues": {"tables", "clubs", "rules"},
    "sheets": {"leagues", "tables", "clubs", "rules"},
    "exchange": {"leagues", "tables", "clubs", "rules"},
    "demo": {"leagues", "tables", "clubs", "rules"},
    "offline": {"tables", "clubs", "rules", "house"},
    "house": set(),
    # measures everything there is, beside the app's own settings and site map
    "bench": {"leagues", "tables", "clubs", "rules", "live", "demo", "settings"},
    # The files directly in the package put the parts together.
    "": {"live", "house", "offline", "wsgi"},
}
# The one library the engine may use, in the one module that reads tiles.
TILE_READING = "riichi_tiles.py"


def modules(part: str = "**") -> list[Path]:
    """Return the Python files of a part of the project, or of all of it."""
    return sorted((PACKAGE / part).rglob("*.py") if part != "**" else PACKAGE.rglob("*.py"))


def imported_names(path: Path) -> Iterator[str]:
    """Yield the absolute dotted name of everything a file imports."""
    package = ("mahjongclub", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def part_of(path: Path) -> str:
    """Return the part of the project a file belongs to, "" for the files that join them."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_from_the_parts_it_may_know(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_KNOW, f"say in MAY_KNOW whom {part} may import"
    known = {name.split(".")[1] for name in imported_names(path) if name.startswith("mahjongclub.")}
    assert known - {part} <= MAY_KNOW[part]


@pytest.mark.parametrize("path", modules("rules"), ids=lambda path: path.name)
def test_the_engine_needs_python_alone(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "mahjongclub"} | (
        {"mahjong"} if path.name == TILE_READING else set()
    )
    assert {name.split(".")[0] for name in imported_names(path)} <= allowed
