"""Imports run one way: who may know whom is written down here and held."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mahjongclub.rules.registry import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "mahjongclub"
#: what measures the package lies beside it
BENCHMARKS = ROOT / "benchmarks"

PLAYED = ("tables", "games", "clubs", "rules", "lists")
COMPETITIONS = ("rounds", "figures", "seasons", "events", "nights")

# Every part of the project, and the parts it may import from.
MAY_KNOW: dict[str, set[str]] = {
    "formats": set(),
    "rules": set(),
    "live": {"networks"},
    "clubs": {"networks", "lists"},
    "lists": set(),
    "games": {"rules"},
    "help": {"games", "rules", "clubs"},
    "tables": {"help", "games", "rules", "clubs", "live", "release"},
    "worth": {"tables", "help", "games", "clubs", "rules"},
    "displays": {"tables", "games", "clubs", "rules", "live", "release"},
    "pairing": {"rules"},
    "rounds": {"pairing", *PLAYED},
    "figures": {"pairing", *PLAYED},
    "seasons": {"figures", "rounds", "pairing", *PLAYED},
    "events": {"displays", "figures", "rounds", "pairing", *PLAYED},
    "nights": {"seasons", "figures", "rounds", "pairing", *PLAYED},
    # the tables of these five in the database, and what each result sets off in them
    "leagues": {"displays", *COMPETITIONS, "pairing", *PLAYED},
    "sheets": {"help", *COMPETITIONS, "pairing", *PLAYED, "release"},
    "exchange": {*COMPETITIONS, "leagues", "pairing", *PLAYED},
    "outbox": {"exchange", *COMPETITIONS, *PLAYED},
    "debts": {"tables", "games", "clubs", "rules"},
    "cards": {"tables", "games", "clubs", "rules"},
    "demo": {*COMPETITIONS, "pairing", *PLAYED, "server"},
    "guide": set(),
    "hosting": {"exchange", "tables", "clubs", "server", "__version__"},
    "offline": {"worth", "tables", "games", "clubs", "rules", "server", "languages", "release"},
    "server": {"rules"},
    # measures everything there is, beside the app's own settings and site map
    "benchmarks": {*COMPETITIONS, "tables", "games", "clubs", "rules", "live", "demo"}
    | {"settings", "command_line"},
    # The files directly in the package put the parts together.
    "": {"live", "server", "languages", "layout", "offline", "outbox", "hosting", "wsgi", "demo"}
    | {"cards", "clubs", "debts", "displays", "events", "guide", "help", "tables"}
    | {"command_line", "environment", "__version__"},
}
# The one library the engine may use, in the one module that reads tiles.
TILE_READING = "kit/riichi/tiles.py"


@cache
def parsed(path: Path) -> ast.Module:
    """Return the code of a file as a tree: each is read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


def modules(part: str = "**") -> list[Path]:
    """Return the Python files of a part of the project, or of all of it."""
    if part != "**":
        return sorted((PACKAGE / part).rglob("*.py"))
    return sorted([*PACKAGE.rglob("*.py"), *BENCHMARKS.rglob("*.py")])


def imported_names(path: Path, *, late: bool = True) -> Iterator[str]:
    """Yield the absolute dotted name of everything a file imports; without `late`, outside of functions."""
    package = path.relative_to(ROOT).parent.parts
    for node in imports(path)[0 if late else 1]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


@cache
def imports(path: Path) -> tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]:
    """Return the imports of a file: all of them, those that run as it is loaded, those inside functions.

    Each file is walked once for all tests, and only where an import can stand: among statements.
    """
    found: tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]] = ([], [], [])
    waiting: list[tuple[ast.AST, bool]] = [(parsed(path), False)]
    while waiting:
        node, late = waiting.pop()
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.Import | ast.ImportFrom):
            found[0].append(node)
            found[2 if late else 1].append(node)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, name, ())
            waiting += [(one, late) for one in below if isinstance(below, list)]
    return found


def part_of(path: Path) -> str:
    """Return the part of the project a file belongs to, "" for the files that join them."""
    top, *parts = path.relative_to(ROOT).parts
    if top == BENCHMARKS.name:
        return top
    return parts[0] if len(parts) > 1 else ""


def named(path: Path) -> str:
    """Return a file's name as these tests tell it."""
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).as_posix()


def test_a_module_imports_only_from_the_parts_it_may_know() -> None:
    assert {part_of(path) for path in modules()} <= set(MAY_KNOW), "say in MAY_KNOW whom a part may import"
    offenders = {
        f"{named(path)} imports from {other}"
        for path in modules()
        for other in filter(None, map(imported_part, imported_names(path)))
        if other not in {part_of(path), *MAY_KNOW[part_of(path)]}
    }
    assert offenders == set()


def imported_part(name: str) -> str:
    """Return the part of the project that an imported name belongs to, "" for a library."""
    top, _dot, inside = name.partition(".")
    return {"mahjongclub": inside.partition(".")[0], BENCHMARKS.name: BENCHMARKS.name}.get(top, "")


def test_engine_and_pairing_need_python_alone() -> None:
    offenders = {
        f"{named(path)} imports {library}"
        for path in [*modules("rules"), *modules("pairing")]
        for library in {name.split(".")[0] for name in imported_names(path)}
        if library not in sys.stdlib_module_names and library != "mahjongclub"
    }
    assert offenders == {f"rules/{TILE_READING} imports mahjong"}


def test_draws_are_tested_without_django() -> None:
    may_know_club = ("pytest", "hypothesis", "mahjongclub.pairing.", "mahjongclub.rules.")
    tests = sorted((Path(__file__).parent / "pairing").glob("*.py"))
    offenders = {
        f"{path.name} imports {name}"
        for path in tests
        for name in absolute_names(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith(may_know_club)
    }
    assert tests
    assert offenders == set()


def absolute_names(path: Path) -> Iterator[str]:
    """Yield what a file imports by its whole name."""
    for node in imports(path)[0]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


#: What belongs to one game, and the two lists of games; a reader of one game's logs is that game's too.
FINDERS = ("find_variant", "find_game")
GAMES_OWN = ("rules/registry.py", "games/registry.py", "exchange/tenhou/")


#: what a file has in it whose code names a game, and many that do not
SPELLED = re.compile(rf"""["'](?:{"|".join(VARIANTS)})["']""")


def is_a_games_own(path: Path) -> bool:
    """Tell whether a file may know which game it is for."""
    inside = named(path)
    own = any(inside.startswith(f"{part}/{key}/") for part in ("rules", "games") for key in VARIANTS)
    return own or inside.startswith(GAMES_OWN) or "migrations" in path.parts


def is_variant(key: ast.expr | None) -> bool:
    """Tell whether a dict's key says that its value is a game."""
    return isinstance(key, ast.Constant) and key.value == "variant"


def spelled_keys(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield every text of the code that is a game's key.

    "riichi" is a word of the record and a yaku too: in a dict, as an index, an argument, a question's name or
    an element of a list it is that word; compared, or given as a variant, it names the game.
    """
    words = set()
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            parts = [
                *node.keys,
                *(v for k, v in zip(node.keys, node.values, strict=True) if not is_variant(k)),
            ]
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.Call) and not ast.unparse(node.func).endswith(
            ("find_variant", "find_game")
        ):
            parts = [*node.args, *(each.value for each in node.keywords if each.arg == "name")]
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            parts = list(node.elts)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            parts = [node.left]
        words |= {id(part) for part in parts if part is not None}
    for node in ast.walk(tree):
        is_key = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in VARIANTS
        if is_key and (node.value != "riichi" or id(node) not in words):
            yield node


def test_a_shared_module_names_no_game() -> None:
    shared = [path for path in modules() if not is_a_games_own(path)]
    packages = tuple(f"mahjongclub.{part}.{key}" for part in ("rules", "games") for key in VARIANTS)
    spelled = [
        f"{named(path)}, line {node.lineno}: {node.value}"
        for path in shared
        if SPELLED.search(path.read_text(encoding="utf-8"))
        for node in spelled_keys(parsed(path))
    ]
    imported = [
        f"{named(path)} imports {name}"
        for path in shared
        for name in imported_names(path)
        if name.startswith(packages)
    ]
    assert spelled + imported == []


#: Imports inside functions: where they stand, what they fetch, and why they cannot stand on top. No others.
NOT_THERE_EVERYWHERE = "an installation may be without it"
LATE: dict[tuple[str, str], str] = {
    ("rules/kit/riichi/tiles.py", "mahjong"): "the engine needs Python alone until somebody enters tiles",
    ("server/readiness.py", "redis"): NOT_THERE_EVERYWHERE,
    ("live/relay.py", "redis"): NOT_THERE_EVERYWHERE,
    ("benchmarks/serving.py", "psycopg"): NOT_THERE_EVERYWHERE,
    ("benchmarks/measures.py", "playwright"): NOT_THERE_EVERYWHERE,
    ("server/management/commands/messages.py", "mahjongclub"): NOT_THERE_EVERYWHERE,
    ("command_line.py", "django"): "settings are read once the command has said where its data is",
    ("command_line.py", "mahjongclub"): "settings are read once the command has said where its data is",
}


def late_imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (file, library) of every import inside a function."""
    where = named(path)
    for node in imports(path)[2]:
        if isinstance(node, ast.Import):
            yield from ((where, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield where, (node.module or "").partition(".")[0] if not node.level else "mahjongclub"


def test_what_is_imported_stands_at_the_top() -> None:
    assert {late for path in modules() for late in late_imports(path)} == set(LATE)


def module_name(path: Path) -> str:
    """Return the dotted name of a file; a package's own for its `__init__`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph() -> dict[str, set[str]]:
    """Return what each module needs as it is loaded: what it imports, and the packages that is in.

    An import for types alone counts as well: who needs the other's types knows the other.
    """
    files = {module_name(path): path for path in modules()}
    graph: dict[str, set[str]] = {name: set() for name in files}
    for name, path in files.items():
        for wanted in imported_names(path, late=False):
            while wanted and wanted not in files:
                wanted = wanted.rpartition(".")[0]
            while wanted:
                if wanted in files and not f"{name}.".startswith(f"{wanted}."):
                    graph[name].add(wanted)
                wanted = wanted.rpartition(".")[0]
    return graph


def test_no_module_of_competitions_is_named_after_its_package() -> None:
    packages = ("pairing", *COMPETITIONS, "leagues")
    paths = [path for path in modules() if part_of(path) in packages]
    assert not [path for path in paths if path.name.startswith(part_of(path)[:-1])]


def test_no_module_needs_itself_by_way_of_others() -> None:
    graph = import_graph()
    # What is needed by nobody left, or needs nobody left, is in no circle; only circles remain.
    while lone := {name for name, needed in graph.items() if not needed & set(graph)}:
        graph = {name: needed for name, needed in graph.items() if name not in lone}
    circles = {name: sorted(needed & set(graph)) for name, needed in graph.items()}
    assert circles == {}


def test_every_example_in_a_docstring_is_run_as_a_test() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    paths = [ROOT / path for path in settings["testpaths"]]
    modules = [module for module in PACKAGE.rglob("*.py") if ">>> " in module.read_text()]
    assert modules
    assert [module for module in modules if not any(module.is_relative_to(path) for path in paths)] == []
