"""Look the pinned packages up among the known holes: `python tools/audit.py`, a step of .ci/run.

A hole fails. Where no advisory service can be asked (no internet, a mirror without advisories), that is said
loudly and nothing fails: a build without internet must be possible, and must not look audited.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PINNED = Path(__file__).resolve().parent.parent / "requirements" / "test.txt"
SERVICES = ("pypi", "osv")
SECONDS = 90


def asked(service: str) -> list[dict[str, Any]]:
    """What a service says of every pinned package; nothing where it does not answer."""
    command = [
        *(sys.executable, "-m", "pip_audit", "--disable-pip", "--no-deps", "--progress-spinner", "off"),
        *("--format", "json", "--vulnerability-service", service, "--requirement", str(PINNED)),
    ]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        return list(json.loads(run.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return []


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def main() -> int:
    """Say what was found; 1 where a pinned package has a known hole."""
    for service in SERVICES:
        packages = asked(service)
        known = [package for package in packages if "skip_reason" not in package]
        if known:
            break
    else:
        say("*** NOT AUDITED: no advisory service could be asked; what is pinned may have known holes. ***")
        return 0
    for package in packages:
        if "skip_reason" in package:
            say(f"*** NOT AUDITED: {package['name']}: {package['skip_reason']} ***")
    holes = [(package, hole) for package in known for hole in package["vulns"]]
    for package, hole in holes:
        fixed = ", ".join(hole["fix_versions"]) or "no version yet"
        say(f"{package['name']} {package['version']}: {hole['id']}, fixed in {fixed}")
    say(f"{len(known)} of {len(packages)} pinned packages audited by {service}, {len(holes)} known holes.")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
