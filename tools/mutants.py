"""Change the code in one place at a time, and see whether a test notices: shares for docs/architecture.md.

For each group of modules some changes are drawn by lot, by Cosmic Ray's operators: another comparison or
operator, a number one more or less, `and` for `or`, `not`, a loop left at once. With each those tests of the
group run that reach the changed function, the fastest first, until one fails (tools/mutated.py). It exits
with 1 where a group notices fewer than WANTED of a hundred.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.plugins import get_operator, operator_names
from mutated import FRESH, NOTICED, SURVIVED

ROOT = Path(__file__).resolve().parents[1]
#: percent of the changes that each group should notice
WANTED = 95
#: seconds after which a test that does not end has noticed, in a process of its own
PATIENCE = 120
PYTEST = (sys.executable, "-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", "-n", "0")


@dataclass(frozen=True, slots=True)
class Group:
    """Modules, as patterns below `mahjongclub/`, and the tests, below `tests/`, that say what they do.

    Of rules and pairing the examples in docstrings are tests too, as in `make test`.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]


ENGINES = [f"games/{engine.parent.name}/engine" for engine in sorted(ROOT.glob("tests/games/*/engine"))]
GROUPS = {
    "rules": Group(
        ("rules/**/*.py",),
        ("rules", *ENGINES),
    ),
    "pairing": Group(
        ("pairing/*.py",),
        ("pairing", "leagues/test_every_round.py", "leagues/test_tournament.py", "leagues/test_byes.py"),
    ),
    "rounds": Group(
        ("rounds/**/*.py",),
        (
            "server/test_migrations.py",
            *(
                f"leagues/test_{name}.py"
                for name in (
                    "round_forms", "waiting", "checkin", "penalty_kinds", "desk", "rounds_opened",
                    "team_league", "lineups", "tournament_desk", "substitutes", "plan_by_hand", "night",
                    "tournament", "round_changes", "team_form", "corrected_rows", "late_hands",
                )
            ),
        ),
    ),
    "permissions": Group(
        ("clubs/club_access.py", "clubs/people/reach.py", "tables/access.py", "tables/visibility.py"),
        (
            "clubs/test_visits.py", "clubs/test_reach.py", "tables/test_access.py",
            "tables/test_who_scores.py", "rights", "leagues/test_embargo.py", "clubs/test_club.py",
            "leagues/test_tournament_roles.py", "tables/test_club_tables.py",
        ),
    ),
    "ranking": Group(
        (
            "pairing/standings.py", "pairing/scoring.py", "pairing/cut.py",
            "tables/ranking.py", "events/ranking.py",
        ),
        (
            "pairing/test_standings.py", "pairing/test_cut.py", "tables/test_ranking_words.py",
            "tables/test_end.py",
            "leagues/test_rankings_by_hand.py", "leagues/test_stage_rankings_by_hand.py",
            "leagues/test_results_agree.py", "leagues/test_stages.py",
            "leagues/test_tournament.py", "leagues/test_season_pages.py", "leagues/test_phases.py",
            "leagues/test_quota_of_rounds.py", "leagues/test_dutch_league.py",
        ),
    ),
}  # fmt: skip

#: an identity instead of an equality and back: what is compared so is None or one of an enumeration
SAME = ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot")


@cache
def operators() -> set[str]:
    """Return the names of the operators that change what a program does."""
    changing = (
        "Comparison",
        "BinaryOperator",
        "UnaryOperator",
        "Number",
        "True",
        "False",
        "And",
        "Or",
        "Not",
        "Loop",
    )
    return {
        name
        for name in operator_names()
        if any(word in name for word in changing) and not name.endswith(SAME)
    }


def silent_places(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield from where to where, as (line, column), code has types, decorators and what types alone read.

    `strict=` of a zip is among them: it says what is so anyhow.
    """
    for node in ast.walk(ast.parse(source)):
        silent: list[ast.expr | ast.stmt | None] = []
        match node:
            case ast.FunctionDef():
                silent += [node.returns, *node.decorator_list]
            case ast.ClassDef():
                silent += node.decorator_list
            case ast.keyword(arg="strict"):
                silent.append(node.value)
            case ast.arg():
                silent.append(node.annotation)
            case ast.AnnAssign():
                silent.append(node.annotation)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                silent.append(node)
        for place in silent:
            if place is not None:
                end = place.end_lineno or place.lineno, place.end_col_offset or place.col_offset
                yield (place.lineno, place.col_offset), end


def modules_of(group: Group) -> list[Path]:
    """Return the modules of a group."""
    return sorted(path for pattern in group.modules for path in Path("mahjongclub").glob(pattern))


def tests_of(group: Group) -> list[str]:
    """Return the files and folders of a group's tests."""
    folders = {"/".join(module.parts[:2]) for module in modules_of(group)}
    examples = folders & {"mahjongclub/rules", "mahjongclub/pairing"}
    return [*(f"tests/{name}" for name in group.tests), *sorted(examples)]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a module, as tools/mutated.py reads it: the place is its line and column."""

    module: str
    place: tuple[int, int]
    operator: str
    source: str
    diff: str


#: how far something is searched: one more or one less takes time, and nothing that comes out tells it
UNCHANGED = "# pragma: no mutate"
CHANGED_NODES = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.For, ast.If, ast.IfExp)


def lines_that_do(source: str) -> set[int]:
    """Return the lines with something to change, less those marked as how far something is searched."""
    marked = {number for number, line in enumerate(source.splitlines(), 1) if line.endswith(UNCHANGED)}
    changing = {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, CHANGED_NODES)
        or (isinstance(node, ast.Constant) and isinstance(node.value, (int, float)))
    }
    return changing - marked


def drawn(group: Group, count: int, lot: random.Random) -> list[Change]:
    """Draw so many changes of a group's modules, each line of the code as likely as another."""
    sources = {module: module.read_text() for module in modules_of(group)}
    lines = sorted({(module, line) for module in sources for line in lines_that_do(sources[module])})
    lot.shuffle(lines)
    changes = (changed(module, sources[module], line, lot) for module, line in lines)
    return list(islice((change for change in changes if change is not None), count))


@cache
def nodes_of(source: str) -> list[tuple[int, int, Any]]:
    """Return the nodes of a module's code with their first and last line, to be read alone."""
    return [(node.start_pos[0], node.end_pos[0], node) for node in ast_nodes(get_ast(source))]


@cache
def operations() -> list[tuple[str, Any]]:
    """Return the operators by name."""
    return [(name, get_operator(name)()) for name in sorted(operators())]


def changed(module: Path, source: str, line: int, lot: random.Random) -> Change | None:
    """Return a change at a place of this line, None where there is none to make."""
    silent = list(silent_places(source))
    #: by place the operator, the number of the node, and which of its changes
    places: dict[tuple[int, int], list[tuple[str, int, int]]] = {}
    for number, (first_line, last_line, node) in enumerate(nodes_of(source)):
        if not first_line <= line <= last_line:
            continue
        for name, operator in operations():
            for index, (place, _end) in enumerate(operator.mutation_positions(node)):
                if place[0] == line and not any(first <= place < last for first, last in silent):
                    places.setdefault(place, []).append((name, number, index))
    if not places:
        return None
    place = lot.choice(sorted(places))
    name, number, index = lot.choice(places[place])
    tree = get_ast(source)
    node = next(islice(ast_nodes(tree), number, None))
    parent = node.parent
    position = next(at for at, child in enumerate(parent.children) if child is node)
    parent.children[position] = get_operator(name)().mutate(node, index)
    written = tree.get_code()
    try:
        compile(written, module, "exec")
    except SyntaxError:
        return None
    diff = difflib.unified_diff(source.splitlines(), written.splitlines(), lineterm="", n=2)
    return Change(str(module), place, name, written, "\n".join(list(diff)[2:]))


def outcomes(changes: list[Change], group: Group, scratch: Path) -> list[str]:
    """Make these changes one after the other, and return of each whether a test notices."""
    asked = scratch / "changes.json"
    words = {"modules": list(map(str, modules_of(group))), "changes": list(map(asdict, changes))}
    asked.write_text(json.dumps(words))
    subprocess.run(
        [*PYTEST, "-s", "-m", "not nightly", "-p", "mutated", *tests_of(group)],
        env={**os.environ, "PYTHONPATH": f".{os.pathsep}tools", "MUTANTS": str(asked)},
        check=True,
    )
    found = []
    for change, told in zip(changes, json.loads(asked.read_text())["changes"], strict=True):
        if told["outcome"] == FRESH:
            told["outcome"] = outcome_in_fresh_process(change, told["tests"], scratch)
            print(f"{change.module}:{change.place[0]}: {told['outcome']}: {change.operator}", flush=True)
            print(change.diff if told["outcome"] == SURVIVED else "", flush=True)
        found.append(told["outcome"])
    return found


def outcome_in_fresh_process(change: Change, tests: list[str], scratch: Path) -> str:
    """Make this change in its file, run these tests until one fails, and take the change back."""
    names = scratch / "tests"
    names.write_text("\n".join(tests))
    module = Path(change.module)
    before = module.read_text()
    module.write_text(change.source)
    try:
        process = subprocess.run(
            [*PYTEST, "-x", "-p", "mutated", "-o", f"faulthandler_timeout={PATIENCE}", f"@{names}"],
            env={
                **os.environ,
                "PYTHONPATH": f"{Path.cwd()}{os.pathsep}tools",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    finally:
        module.write_text(before)
    return NOTICED if process.returncode else SURVIVED


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=20, help="so many changes of each group")
    parser.add_argument("--lot", default="", help="another word draws others")
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], default=[], help="only these")
    asked = parser.parse_args()
    enough = True
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "copy")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "var", "dist", ".*_cache"))
        if (kept := ROOT / "var/tests").exists():
            shutil.copytree(kept, copy / "var/tests")
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy)
        for name in asked.groups or GROUPS:
            group = GROUPS[name]
            changes = drawn(group, asked.each, random.Random(f"{name} {asked.lot}"))
            seen = outcomes(changes, group, Path(scratch)).count(NOTICED)
            enough &= 100 * seen >= WANTED * len(changes)
            print(f"{name}: {seen} of {len(changes)} noticed", flush=True)
    return not enough


if __name__ == "__main__":
    sys.exit(main())
