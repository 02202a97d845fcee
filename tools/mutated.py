"""A plugin of pytest for tools/mutants.py: changes functions in place, and says whether a test notices.

The tests are collected once. For each change this process forks: the child gives the functions of the module
their changed code and runs the tests that reach the changed function, the fastest first, until one fails.
Which tests reach what, and how long they take, is told by a child in which every function says when it runs.
What runs while modules are read, constants among it, cannot be changed so: it is left to a fresh process,
which runs the other tests too, since a field of a model is read by those that call no function of its module.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest

ROOT = Path(__file__).resolve().parents[1]
#: seconds after which a test that does not end has noticed, beside ten times what it takes without a change
PATIENCE = 60
NOTICED, SURVIVED, FRESH = "noticed", "survived", "fresh"
#: the status of a child in which a test failed
FAILED = 10
#: the file with the changes to make, "" in a fresh process, which has one change in its modules
ASKED = os.environ.get("MUTANTS", "")

at_import: set[str] = set()
failed: list[str] = []
seconds: dict[str, float] = defaultdict(float)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module, an inner one after the one it stands in."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def function_at(module: str, place: tuple[int, int]) -> str | None:
    """Return the module and line of the innermost function whose body has this (line, column), if any."""
    name = None
    for node in functions(ast.parse((ROOT / module).read_text())):
        begin, end = node.body[0], node.end_lineno or node.lineno
        if (begin.lineno, begin.col_offset) <= place and place[0] <= end:
            name = f"{module}:{first_line(node)}"
    return name


def first_line(function: ast.FunctionDef) -> int:
    """Return the line at which its code begins: that of its first decorator."""
    return min([function.lineno, *(node.lineno for node in function.decorator_list)])


def replace_code(module: str, changed: CodeType) -> None:
    """Give the functions of a module, wherever they are kept, the code they have in `changed`."""
    codes: dict[tuple[str, int], CodeType | None] = {}

    def look_in(code: CodeType) -> None:
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                key = inner.co_qualname, inner.co_firstlineno
                codes[key] = None if key in codes else inner  # of two on one line nobody knows which is which
                look_in(inner)

    look_in(changed)
    gc.unfreeze()  # the tests keep from the collector what is there before them
    file = str(ROOT / module)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == file:
            code = codes.get((function.__qualname__, function.__code__.co_firstlineno))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code


def marked(module: str) -> CodeType:
    """Return the code of a module in which every function says by its line that it runs."""
    tree = ast.parse((ROOT / module).read_text())
    for function in functions(tree):
        call = ast.parse(f"__import__('builtins').mark_function({f'{module}:{first_line(function)}'!r})").body
        for node in ast.walk(call[0]):
            ast.copy_location(node, function.body[0])
        at = 1 if ast.get_docstring(function) is not None else 0
        function.body[at:at] = call
    return compile(tree, str(ROOT / module), "exec")


def in_child(work: Callable[[], int]) -> int | None:
    """Return the status with which a forked child ends, None where a signal ended it."""
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setpgid(0, 0)
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            status = work()
        finally:
            os._exit(status)
    _child, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None


def run_tests(tests: list[pytest.Item], patience: Callable[[pytest.Item], float]) -> Iterator[pytest.Item]:
    """Run tests, and yield each once it has run."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for test, following in zip_longest(tests, tests[1:]):
        signal.alarm(round(patience(test)))
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        yield test


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds[report.nodeid] += report.duration
    if report.failed:
        failed.append(report.nodeid)


def find_reached(tests: list[pytest.Item], modules: list[str], found: Path) -> int:
    """Run all tests, and write for each that passes its seconds and the functions it reaches."""
    reached: set[str] = set()
    sys.modules["builtins"].mark_function = reached.add  # type: ignore[attr-defined]
    for module in modules:
        replace_code(module, marked(module))
    reached_by: dict[str, list[str]] = {}
    for test in run_tests(tests, lambda _test: 3600):
        reached_by[test.nodeid] = sorted(reached)
        reached.clear()
    found.write_text(
        json.dumps({name: (seconds[name], reached_by[name]) for name in reached_by if name not in failed})
    )
    return 0


def _note_import(frame: FrameType, event: str, _argument: object) -> None:
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(f"{ROOT}/mahjongclub/"):
        at_import.add(f"{code.co_filename.removeprefix(f'{ROOT}/')}:{code.co_firstlineno}")


if ASKED:
    sys.setprofile(_note_import)


def pytest_collection_finish() -> None:
    sys.setprofile(None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a fresh process keep the tests in the order they were named, the fastest first."""
    order = {name: number for number, name in enumerate(config.args)}
    items.sort(key=lambda test: order.get(test.nodeid, 0))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    if not ASKED:
        return None
    asked = json.loads(Path(ASKED).read_text())
    found = Path(ASKED).with_name("reached.json")
    for module in asked["modules"]:
        # views are read with the first request: their functions would be changed before they are there
        import_module(module.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    if in_child(lambda: find_reached(session.items, asked["modules"], found)) != 0:
        raise AssertionError("the tests do not run as they are")
    reached: dict[str, tuple[float, list[str]]] = json.loads(found.read_text())
    print(f"{len(reached)} of {len(session.items)} tests pass as they are", flush=True)
    fastest_first = sorted(
        (test for test in session.items if test.nodeid in reached), key=lambda test: reached[test.nodeid][0]
    )
    for change in asked["changes"]:
        module, line = change["module"], change["place"][0]
        function = function_at(module, tuple(change["place"]))

        def is_reached(test: pytest.Item, module: str = module, function: str | None = function) -> bool:
            names = reached[test.nodeid][1]
            return function in names if function else any(name.startswith(f"{module}:") for name in names)

        chosen = [test for test in fastest_first if is_reached(test)]
        if function is None or function in at_import:
            others = [test for test in fastest_first if test not in chosen]
            outcome, change["tests"] = FRESH, [test.nodeid for test in (*chosen, *others)]
        else:
            outcome, change["tests"] = outcome_of(chosen, change, reached), [test.nodeid for test in chosen]
        change["outcome"] = outcome
        print(f"{module}:{line}: {outcome} of {len(chosen)} tests: {change['operator']}", flush=True)
        if outcome == SURVIVED:
            print(change["diff"], flush=True)
    Path(ASKED).write_text(json.dumps(asked))
    return True


def outcome_of(
    tests: list[pytest.Item], change: dict[str, str], reached: dict[str, tuple[float, list[str]]]
) -> str:
    """Whether one of these tests fails with this change, or does not end; FRESH where nobody can say."""

    def run() -> int:
        replace_code(change["module"], compile(change["source"], str(ROOT / change["module"]), "exec"))
        for _test in run_tests(tests, lambda test: PATIENCE + 10 * reached[test.nodeid][0]):
            if failed:
                return FAILED
        return 0

    if not tests:
        return SURVIVED
    return {0: SURVIVED, FAILED: NOTICED, None: NOTICED}.get(in_child(run), FRESH)
