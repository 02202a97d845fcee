"""Install a list of pinned packages and say how far it is: `python tools/install.py LIST`.

pip alone is either silent for a minute or tells of every file. Nothing is fetched but files whose digest
stands in the list, and no dependency is looked for. On a terminal one line moves; a log has one line a list.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
#: pip's own names for what it begins with each package
STEP = re.compile(
    r"\s*(Collecting|Requirement already satisfied:|Building wheel for|Installing collected) (\S+)"
)
PACKAGE = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)


def install(path: str) -> int:
    """Install what `path` lists and return pip's exit code; what went wrong is pip's to say."""
    with open(path, encoding="utf-8") as file:
        whole = len(PACKAGE.findall(file.read()))
    # --use-pep517: what has no wheel is built as one; the old way prints that it is going away
    options = [
        "--no-deps",
        "--no-build-isolation",
        "--use-pep517",
        "--progress-bar",
        "off",
        "--require-hashes",
    ]
    command = [*PIP, *options, "--requirement", path]
    began, done, lines = time.monotonic(), 0, []
    print(f"{path}: {whole} packages", end="" if sys.stdout.isatty() else "\n", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line)
            step = STEP.match(line)
            if step is None:
                continue
            done += step[1] in ("Collecting", "Requirement already satisfied:")
            if sys.stdout.isatty():
                what = step[2].partition("==")[0] if step[1] != "Installing collected" else "unpacking"
                print(f"\r\033[K{path}: {min(done, whole)} of {whole}, {what}", end="", flush=True)
    seconds = time.monotonic() - began
    if pip.returncode:
        print(f"\n{''.join(lines[-20:])}", flush=True)
    elif sys.stdout.isatty():
        print(f"\r\033[K{path}: {whole} packages in {seconds:.0f} s", flush=True)
    return pip.returncode


if __name__ == "__main__":
    sys.exit(install(sys.argv[1]))
