"""Run a command that runs pytest, and give each failed test of a browser or a server one second try.

    python tools/try_again.py LIST COMMAND...

Only tests below WAITING are tried again, once, each by itself and after all others. A test that passes then
is printed as FLAKY with both outcomes and appended to the file LIST. Anything else that fails, a session that
breaks off included, fails the command at once. `.ci/run` alone uses this; pytest loads this file as a plugin
to note what fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

#: where tests wait for browsers, servers and networks
WAITING = ("tests/browser/", "tests/live/", "tests/faults/")
NOTES = "TRY_AGAIN_NOTES"
#: pytest's exit status when all tests ran: all passed, or some failed
WHOLE = (0, 1)


def _note(entry: dict[str, Any]) -> None:
    with open(os.environ[NOTES], "a", encoding="utf-8") as notes:
        notes.write(json.dumps(entry) + "\n")


def _is_worker(config: Any) -> bool:
    return hasattr(config, "workerinput")


def pytest_sessionstart(session: Any) -> None:
    if not _is_worker(session.config):
        _note({"started": True})


def pytest_sessionfinish(session: Any, exitstatus: int) -> None:
    if not _is_worker(session.config):
        _note({"exit": int(exitstatus)})


def pytest_collectreport(report: Any) -> None:
    if report.failed:
        _note({"test": None, "outcome": f"{report.nodeid} cannot be collected"})


class _Reports:
    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            _note({"test": report.nodeid, "outcome": _last_line(str(report.longrepr), report.when)})


def pytest_configure(config: Any) -> None:
    # Workers send their reports to the session that started them, which notes each once.
    if not _is_worker(config):
        config.pluginmanager.register(_Reports())


def _last_line(text: str, when: str) -> str:
    errors = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    lines = errors or [line for line in text.splitlines() if line.strip()]
    return f"failed in {when}: {lines[0] if lines else 'no reason'}"[:300]


def _run(command: list[str]) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit status of a command, and what its pytest sessions noted."""
    with tempfile.TemporaryDirectory() as place:
        notes = Path(place, "notes")
        notes.touch()
        options = f"{os.environ.get('PYTEST_ADDOPTS', '')} -p tools.try_again".strip()
        environment = {**os.environ, "PYTEST_ADDOPTS": options, NOTES: str(notes)}
        status = subprocess.run(command, env=environment, check=False).returncode
        return status, [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]


def first_outcomes(entries: list[dict[str, Any]]) -> dict[str, str] | None:
    """Return the first outcome of each failed test; None unless all of them may be tried again."""
    ends = [entry["exit"] for entry in entries if "exit" in entry]
    if len(ends) != sum("started" in entry for entry in entries) or any(end not in WHOLE for end in ends):
        return None
    failures: dict[str, str] = {}
    for entry in entries:
        if "outcome" in entry:
            if not (entry["test"] or "").startswith(WAITING):
                return None
            failures.setdefault(entry["test"], entry["outcome"])
    return failures or None


def main(flaky_list: str, command: list[str]) -> int:
    """Run the command; return 0 only if each of its tests passed, at the second try at the latest."""
    status, entries = _run(command)
    failures = first_outcomes(entries)
    if status == 0 or failures is None:
        return status
    failed_again = 0
    for test, outcome in failures.items():
        status, entries = _run([sys.executable, "-m", "pytest", test])
        if status == 0:
            line = f"FLAKY {test}: first {outcome}; then passed"
            with open(flaky_list, "a", encoding="utf-8") as flaky:
                flaky.write(line + "\n")
        else:
            failed_again += 1
            second = (first_outcomes(entries) or {}).get(test, f"pytest ended with {status}")
            line = f"FAILED TWICE {test}: first {outcome}; then {second}"
        print(line, flush=True)
    return 1 if failed_again else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
