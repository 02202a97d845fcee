"""Change the code in one place at a time, and see whether a test notices: shares for docs/architecture.md.

For each group of modules some changes are drawn by lot, by Cosmic Ray's operators: another comparison or
operator, a number one more or less, `and` for `or`, `not`, a loop left at once. Each is made in a copy of the
program, where the tests of the group run until one fails. It exits with 1 where a group notices fewer than
WANTED of a hundred.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import operator_names
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkResult

ROOT = Path(__file__).resolve().parents[1]
#: percent of the changes that each group should notice
WANTED = 95
#: seconds after which tests that do not end have noticed
PATIENCE = 900


@dataclass(frozen=True, slots=True)
class Group:
    """Modules, as patterns below `mahjongclub/`, and the tests, below `tests/`, that say what they do."""

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
        tuple(
            f"leagues/test_{name}.py"
            for name in (
                "rounds_opened", "lineups", "waiting", "checkin", "desk", "tournament_desk", "penalty_kinds",
                "team_league", "substitutes", "plan_by_hand", "night", "tournament",
            )
        ),
    ),
    "permissions": Group(
        ("clubs/club_access.py", "clubs/people/reach.py", "tables/access.py", "tables/visibility.py"),
        (
            "clubs/test_visits.py", "leagues/test_embargo.py", "rights", "tables/test_access.py",
            "clubs/test_club.py", "leagues/test_tournament_roles.py", "tables/test_club_tables.py",
        ),
    ),
    "ranking": Group(
        (
            "pairing/standings.py", "pairing/scoring.py", "pairing/cut.py",
            "tables/ranking.py", "events/ranking.py",
        ),
        (
            "pairing/test_standings.py", "pairing/test_cut.py", "leagues/test_tournament.py",
            "leagues/test_results_agree.py", "leagues/test_season_pages.py", "leagues/test_phases.py",
            "leagues/test_quota_of_rounds.py", "leagues/test_stages.py", "leagues/test_dutch_league.py",
        ),
    ),
}  # fmt: skip

#: an identity instead of an equality and back: what is compared so is None or one of an enumeration
SAME = ("Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot")


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
    """Yield from where to where, as (line, column), code has types, decorators and what types alone read."""
    for node in ast.walk(ast.parse(source)):
        silent: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef():
                silent += [node.returns, *node.decorator_list]
            case ast.ClassDef():
                silent += node.decorator_list
            case ast.arg():
                silent.append(node.annotation)
            case ast.AnnAssign():
                silent.append(node.annotation)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                silent.append(node)
        for place in silent:
            if place is not None:
                yield (place.lineno, place.col_offset), (place.end_lineno, place.end_col_offset)


def drawn(group: Group, count: int, lot: random.Random, scratch: Path) -> list[MutationSpec]:
    """Draw so many changes of a group's modules, each place of the code as likely as another."""
    modules = sorted(path for pattern in group.modules for path in Path("mahjongclub").glob(pattern))
    with use_db(str(scratch), WorkDB.Mode.create) as changes:
        init(modules, changes, {})
        wanted = operators()
        all_of_them = [
            item.mutations[0] for item in changes.work_items if item.mutations[0].operator_name in wanted
        ]
    silent = {module: list(silent_places(module.read_text())) for module in modules}
    places: dict[tuple[Path, tuple[int, int]], list[MutationSpec]] = {}
    for change in all_of_them:
        module = Path(change.module_path)
        if not any(first <= change.start_pos < last for first, last in silent[module]):
            places.setdefault((module, change.start_pos), []).append(change)
    chosen = lot.sample(sorted(places), min(count, len(places)))
    return [lot.choice(places[place]) for place in chosen]


def noticed(change: MutationSpec, group: Group) -> WorkResult:
    """Make this change, run the tests of its group until one fails, and take the change back."""
    tests = " ".join(f"tests/{name}" for name in group.tests)
    command = f"{sys.executable} -m pytest -q -x --tb=line -p no:cacheprovider -n 0 -m 'not nightly' {tests}"
    return mutate_and_test([change], command, PATIENCE)


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
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy)
        for name in asked.groups or GROUPS:
            group = GROUPS[name]
            changes = drawn(
                group, asked.each, random.Random(f"{name} {asked.lot}"), Path(scratch, f"{name}.sqlite")
            )
            seen = 0
            for change in changes:
                result = noticed(change, group)
                if result.test_outcome is not TestOutcome.SURVIVED:
                    seen += 1
                    continue
                print(f"{change.module_path}:{change.start_pos[0]}: nobody noticed {change.operator_name}")
                print(result.diff, flush=True)
            enough &= 100 * seen >= WANTED * len(changes)
            print(f"{name}: {seen} of {len(changes)} noticed", flush=True)
    return not enough


if __name__ == "__main__":
    sys.exit(main())
