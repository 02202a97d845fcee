"""Measure the house: `python tools/measure.py` prints the table of docs/architecture.md.

What a phone loads first is measured by `python -m tests.browser.weight`, which needs a browser.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mahjongclub"
sys.path.insert(0, str(ROOT))


def modules(below: Path = PACKAGE) -> list[Path]:
    """Return the Python files below a folder, migrations aside."""
    return sorted(path for path in below.rglob("*.py") if "migrations" not in path.parts)


def dotted(path: Path) -> str:
    """Return the name a module is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules of this project that a file imports as it is loaded."""
    package = dotted(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in _loaded(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inside = f"{module}.{alias.name}"
                if inside in known:
                    yield inside
                elif module in known:
                    yield module


def _loaded(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs as a module is imported: no body of a function, nothing for type checkers alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _loaded(node)


def circles() -> list[list[str]]:
    """Return the groups of modules that import each other, by Tarjan's way."""
    paths = {dotted(path): path for path in modules()}
    graph = {name: set(imports_of(path, set(paths))) - {name} for name, path in paths.items()}
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        waiting.append(name)
        for other in graph[name]:
            if other not in number:
                visit(other)
            if other in waiting:
                low[name] = min(low[name], low[other])
        if low[name] == number[name]:
            group = waiting[waiting.index(name) :]
            del waiting[waiting.index(name) :]
            if len(group) > 1:
                groups.append(sorted(group))

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in number:
            visit(name)
    return groups


def imports_inside_functions() -> list[str]:
    """Return "file:line" of every import of this project inside a function."""
    places = []
    for path in modules():
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.ImportFrom) and (
                        node.level or (node.module or "").startswith("mahjongclub")
                    ):
                        places.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return sorted(set(places))


def shared_files_that_name_a_game() -> list[str]:
    """Return the files outside of the games' own folders and registries that name one."""
    from tests.test_imports import is_a_games_own, spelled_keys

    return [
        str(path.relative_to(ROOT))
        for path in modules()
        if not is_a_games_own(path) and any(spelled_keys(ast.parse(path.read_text(encoding="utf-8"))))
    ]


def folders_of_a_game(key: str) -> int:
    """Return how many folders are a game's own; its style sheet lies beside the others in static/games/."""
    tops = [ROOT / top for top in ("mahjongclub", "templates", "static", "tests")]
    return len([path for top in tops for path in top.rglob(key) if path.is_dir() and "kit" not in path.parts])


def longest_template_line() -> int:
    """Return the columns of the longest line of a template."""
    return max(
        len(line) for path in (ROOT / "templates").rglob("*.*") for line in path.read_text().splitlines()
    )


#: what classes of a round of tables are named for, and the packages that draw rounds
ROUNDS = ("Round", "Table", "Seat", "Bye")
COMPETITIONS = ("pairing", "rounds", "seasons", "events", "nights")


#: the largest packages, of which the lines are shown
PACKAGES_SHOWN = 6


def part_of(path: Path) -> str:
    """Return the package of ours that a file lies in."""
    return path.relative_to(PACKAGE).parts[0]


def classes_of_rounds() -> list[str]:
    """Return the classes named for a round, a table, a seat or a bye of a competition."""
    return [
        node.name
        for path in modules()
        if part_of(path) in COMPETITIONS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith(ROUNDS)
    ]


def openers() -> list[Path]:
    """Return the files outside of `tables/` that open sessions."""
    opens = re.compile(r"\bopen_sessions?\(")
    return [path for path in modules() if part_of(path) != "tables" and opens.search(path.read_text())]


#: words that say nothing of what a variable holds: the style guide's, and participles like them
VAGUE_WORDS = (
    "asked begun course found given held kept known meant one own part said shown taken "
    "these thing those told wanted written"
)
VAGUE_NAMES = frozenset(VAGUE_WORDS.split())

SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def names_bound_in(scope: ast.AST) -> set[str]:
    """Return the names and attributes a function, class or module binds, those of its own functions aside."""
    names: set[str] = set()
    for node in ast.iter_child_nodes(scope):
        match node:
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case ast.Attribute(ctx=ast.Store()):
                names.add(node.attr)
            case ast.arg():
                names.add(node.arg)
        if not isinstance(node, SCOPES):
            names |= names_bound_in(node)
    return names


def vague_names() -> Counter[str]:
    """Return how many functions, classes and modules bind each vague name."""
    return Counter(
        name
        for path in modules()
        for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(scope, SCOPES)
        for name in names_bound_in(scope) & VAGUE_NAMES
    )


def place_of_definition(path: Path) -> str:
    """Return a module, or `rules` or `games` for what each game defines for itself, by one protocol."""
    from mahjongclub.rules.registry import VARIANTS

    top, *below = path.relative_to(PACKAGE).parts
    of_a_game = below[:1] != below[-1:] and (below[0] in VARIANTS or below[:2] == ["kit", "riichi"])
    return top if top in ("rules", "games") and of_a_game else str(path)


def names_used_more_than_once() -> list[str]:
    """Return the public functions and classes that several modules define, management commands aside."""
    places: dict[str, set[str]] = {}
    for path in modules():
        if "commands" not in path.parts:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, set()).add(place_of_definition(path))
    return sorted(name for name, defined in places.items() if len(defined) > 1)


def lines_with_untyped_dicts() -> int:
    """Return how many lines speak of a `dict[str, Any]`."""
    return sum("dict[str, Any]" in line for path in modules() for line in path.read_text().splitlines())


def lines_of_migrations() -> int:
    """Return how many lines the migrations have."""
    return sum(
        len(path.read_text().splitlines()) for path in PACKAGE.rglob("*.py") if "migrations" in path.parts
    )


def lines_of_a_game(key: str) -> int:
    """Return the lines of Python and templates in a game's own folders."""
    return sum(
        len(path.read_text().splitlines())
        for top in (PACKAGE, ROOT / "templates")
        for folder in top.rglob(key)
        if folder.is_dir() and "kit" not in folder.parts
        for path in folder.rglob("*")
        if path.suffix in (".py", ".html", ".txt", ".svg")
    )


def rows_of_plain_words() -> list[tuple[object, ...]]:
    """Return the rows about names, types and size; `before` is what stood when plain words were asked for."""
    return [
        ("names that say nothing of what they hold", "2,120", f"{vague_names().total():,}", "at most 600"),
        ("public names that several modules define", 229, len(names_used_more_than_once()), "at most 150"),
        ("lines with `dict[str, Any]`", 653, lines_with_untyped_dicts(), "fewer"),
        ("lines of migrations", "5,056", f"{lines_of_migrations():,}", "at most 1,900"),
        ("lines of `classical`, templates too", "5,442", f"{lines_of_a_game('classical'):,}", "fewer"),
        ("lines of `six`, templates too", "2,934", f"{lines_of_a_game('six'):,}", "fewer"),
    ]


def marks_that_thin() -> int:
    """Return in how many places the tests leave a case, a test or a fixture to `make nightly`."""
    return sum(path.read_text().count("mark.nightly") for path in (ROOT / "tests").rglob("*.py"))


def browser_tests() -> int:
    """Return how many tests of `make test` play in a browser."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "not nightly", "-p", "no:xdist"]
    places = [path for path in (ROOT / "tests").rglob("browser") if path.is_dir()]
    collected = subprocess.run(
        [*command, *map(str, places), str(ROOT / "tests" / "upgrade")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return collected.stdout.count("chromium")


def rows_of_the_suite() -> list[tuple[object, ...]]:
    """Return the rows about the tests; of the processes as the last whole `make test` counted them."""
    from tests.sets import PROCESSES

    lines = len((ROOT / "tests" / "conftest.py").read_text().splitlines())
    processes = PROCESSES.read_text().strip() if PROCESSES.exists() else "after `make test`"
    return [
        ("marks that leave a test to `make nightly`", 192, marks_that_thin(), "at most 20"),
        ("lines of `tests/conftest.py`", 259, lines, "at most 100"),
        ("processes that the tests of `make test` start", "", processes, "at most 25"),
        ("tests of `make test` in a browser", 313, browser_tests(), "at most 60"),
    ]


def main() -> None:
    from mahjongclub.rules.registry import VARIANTS

    lines = {path: len(path.read_text().splitlines()) for path in modules()}
    short = [path for path, count in lines.items() if count < 40 and path.name != "__init__.py"]
    folders = [folders_of_a_game(key) for key in VARIANTS]
    packages, fullest = Counter[str](), Counter(path.parent for path in lines)
    for path, count in lines.items():
        packages[part_of(path)] += count
    rows = [
        ("shared files that name a game", 34, len(shared_files_that_name_a_game()), "0"),
        ("folders a game lies in", "14-16", f"{min(folders)}-{max(folders)}", "4"),
        (
            "modules in `tables/`, migrations too",
            177,
            len([*(PACKAGE / "tables").rglob("*.py")]),
            "at most 90",
        ),
        ("modules under 40 lines", 87, len(short), "fewer than 40"),
        ("import circles", 2, len(circles()), "0"),
        ("imports of ours inside functions", "", len(imports_inside_functions()), "0"),
        ("lines of the largest package", "19,362", f"{max(packages.values()):,}", "at most 14,500"),
        ("modules in the fullest folder", 69, max(fullest.values()), "at most 40"),
        ("files named `tournament_*`", 29, len([p for p in lines if p.stem.startswith("tournament_")]), "0"),
        ("classes of a competition's rounds, tables, seats, byes", 11, len(classes_of_rounds()), "4"),
        ("files that open sessions outside of `tables/`", 5, len(openers()), "2"),
        ("longest line of a template", "", longest_template_line(), "120"),
        (
            "lines of Python, tests and migrations aside",
            "82,565",
            f"{sum(lines.values()):,}",
            "at most 76,000",
        ),
        *rows_of_plain_words(),
        *rows_of_the_suite(),
    ]
    print("| what | before | now | goal |\n| --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print("\n| package | lines |\n| --- | --- |")
    for package, count in packages.most_common(PACKAGES_SHOWN):
        print(f"| `{package}` | {count:,} |")


if __name__ == "__main__":
    main()
