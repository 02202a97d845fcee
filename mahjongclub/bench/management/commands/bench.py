"""Measure the whole app and say what it came to."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ...goals import GOALS, SQLITE_ALONE
from ...scratch import scratch_database
from ...serving import ROOT
from ...stand import SETTINGS


class Command(BaseCommand):
    help = (
        "Measure how fast this version is on this machine: on scratch databases of its own, within five "
        "minutes on two cores. Nothing of this installation is read or changed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
        parser.add_argument(
            "--database-url",
            default="",
            metavar="URL",
            help="postgres://...: scratch databases are made beside this one (default: SQLite)",
        )
        parser.add_argument("--only", nargs="+", choices=GOALS, metavar="KEY", help="some figures alone")
        parser.add_argument(
            "--quick",
            action="store_true",
            help="everything a few times only, to see that it runs: no figures",
        )

    def handle(self, **options: Any) -> None:
        url = options["database_url"]
        if url and not url.startswith(("postgres://", "postgresql://")):
            raise CommandError(
                "--database-url takes the address of a PostgreSQL database; SQLite needs none."
            )
        asked = options["only"] or list(GOALS)
        with (
            tempfile.TemporaryDirectory(prefix="mahjongclub-bench-") as scratch,
            scratch_database(Path(scratch, "own"), url) as database,
        ):
            figures = measure(Path(scratch), url, database, asked, options["quick"])
        told = {
            "date": timezone.now().date().isoformat(),
            "machine": machine(),
            "database": "postgresql" if url else "sqlite",
            "quick": options["quick"],
            **{key: figures[key]["value"] for key in GOALS if key in figures},
            "goals": {key: goal for key, goal in GOALS.items() if key in figures and has_goal(key, url)},
            "details": figures,
        }
        self.stdout.write(json.dumps(told, indent=1) if options["json"] else as_table(told))
        if any(figure["reason"].startswith("FAILED") for figure in figures.values()):
            raise CommandError("Some figures could not be taken; what went wrong stands above.")


def measure(
    scratch: Path, url: str, database: dict[str, str], asked: list[str], quick: bool
) -> dict[str, dict[str, Any]]:
    """Have the figures measured by a process of its own, whose Django knows the scratch database alone."""
    environment = {
        **os.environ,
        **database,
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        # what an installation may have set would be measured with it
        **dict.fromkeys(("PUBLIC_URL", "ALLOWED_HOSTS", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "DEBUG"), ""),
        "LIVE_STREAMS_PER_ADDRESS": "1000000",
        "LOG_LEVEL": "ERROR",
    }
    words = ["--scratch", str(scratch), "--database-url", url, *(["--quick"] if quick else [])]
    done = subprocess.run(
        [sys.executable, "-m", "mahjongclub.bench", *words, "--only", *asked],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandError("The measuring broke off; what it said stands above.")
    figures: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return figures


def has_goal(key: str, url: str) -> bool:
    """Whether a figure should come to something on this database."""
    return GOALS[key] is not None and not (url and key in SQLITE_ALONE)


def machine() -> str:
    """What it was measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(errors="replace").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name, load = names[0] if names else platform.machine(), os.getloadavg()[0]
    return f"{os.cpu_count()} x {name}, Python {platform.python_version()}, load {load:.1f} at the end"


def as_table(told: dict[str, Any]) -> str:
    """The figures for a person."""
    lines = [f"{told['date']}, {told['machine']}, {told['database']}"]
    for key, figure in told["details"].items():
        value, goal = figure["value"], told["goals"].get(key)
        parts = [f"{key:<38} {figure['reason'] if value is None else value}"]
        if figure["low"] is not None:
            parts.append(f"({figure['low']:,} to {figure['high']:,})")
        if goal is not None:
            parts.append(f"goal {goal:,}" + (" MISSED" if value is not None and value > goal else ""))
        lines.append("   ".join(parts))
        if figure["beside"]:
            lines.append(f"{'':<40} {', '.join(f'{name} {one}' for name, one in figure['beside'].items())}")
    return "\n".join(lines)
