"""Measure the whole app and say what it came to."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ...measures import GOALS, MEASURES, Figure, NotMeasured
from ...serving import ROOT, SETTINGS, Stand, scratch_database
from ...tables import copy_up_to

#: what an installation may have set would be measured with it
UNSET = ("PUBLIC_URL", "ALLOWED_HOSTS", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "DEBUG")


class Command(BaseCommand):
    help = (
        "Measure how fast this version is on this machine: on scratch databases of its own, within five "
        "minutes on two cores. Nothing of this installation is read or changed."
    )
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
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
        # for the processes that the bench starts, whose database is a scratch one
        parser.add_argument("--measure-in", type=Path, help=argparse.SUPPRESS)
        parser.add_argument("--copy-up-to", type=int, help=argparse.SUPPRESS)

    def handle(self, **options: Any) -> None:
        url, asked, quick = options["database_url"], options["only"] or list(GOALS), options["quick"]
        if url and not url.startswith(("postgres://", "postgresql://")):
            raise CommandError(
                "--database-url takes the address of a PostgreSQL database; SQLite needs none."
            )
        if options["copy_up_to"]:
            self.stderr.write(f"{copy_up_to(options['copy_up_to']):,} hands")
        elif options["measure_in"]:
            measured = self.measure(Stand(options["measure_in"], url, quick), asked)
            self.stdout.write(json.dumps(measured))
        else:
            self.tell(self.have_measured(url, asked, quick), url, quick, options["json"])

    def have_measured(self, url: str, asked: list[str], quick: bool) -> dict[str, dict[str, Any]]:
        """Have the figures measured by a process whose Django knows the scratch database alone."""
        with (
            tempfile.TemporaryDirectory(prefix="mahjongclub-bench-") as scratch,
            scratch_database(Path(scratch, "own"), url) as database,
        ):
            words = ["--database-url", url, *(["--quick"] if quick else []), "--only", *asked]
            ours = {
                "DJANGO_SETTINGS_MODULE": SETTINGS,
                "LIVE_STREAMS_PER_ADDRESS": "1000000",
                "LOG_LEVEL": "ERROR",
            }
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks", "bench", "--measure-in", scratch, *words],
                cwd=ROOT,
                env={**os.environ, **dict.fromkeys(UNSET, ""), **database, **ours},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                text=True,
                check=False,
            )
        if done.returncode:
            raise CommandError("The measuring broke off; what it said stands above.")
        return dict(json.loads(done.stdout))

    def measure(self, stand: Stand, asked: list[str]) -> dict[str, dict[str, Any]]:
        """Measure one thing after the other on this process's database; progress goes to standard error."""
        call_command("migrate", interactive=False, verbosity=0)
        figures: dict[str, Figure] = {}
        with stand.closing:
            for measure, keys in MEASURES.items():
                if not set(keys) & set(asked):
                    continue
                began = time.monotonic()
                self.stderr.write(f"{', '.join(keys)} … ", ending="")
                self.stderr.flush()
                try:
                    figures.update(zip(keys, measure(stand), strict=True))
                except NotMeasured as fault:
                    figures.update(dict.fromkeys(keys, Figure(None, reason=str(fault))))
                except Exception as fault:  # the other figures are told all the same
                    traceback.print_exc()
                    found = Figure(None, reason=f"FAILED: {fault or type(fault).__name__}")
                    figures = {**dict.fromkeys(keys, found), **figures}
                self.stderr.write(f"{time.monotonic() - began:.0f} s")
        return {key: asdict(figures[key]) for key in asked}

    def tell(self, figures: dict[str, dict[str, Any]], url: str, quick: bool, as_json: bool) -> None:
        """Print the figures for a person or a program; CommandError where one could not be taken."""
        goals = {key: goal for key, goal in GOALS.items() if key in figures and goal is not None}
        told = {
            "date": timezone.now().date().isoformat(),
            "machine": machine(),
            "database": "postgresql" if url else "sqlite",
            "quick": quick,
            **{key: figures[key]["value"] for key in GOALS if key in figures},
            "goals": goals,
            "details": figures,
        }
        self.stdout.write(json.dumps(told, indent=1) if as_json else as_table(told))
        if any(figure["reason"].startswith("FAILED") for figure in figures.values()):
            raise CommandError("Some figures could not be taken; what went wrong stands above.")


def machine() -> str:
    """What it was measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8", errors="replace").splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    name, load = next(names, platform.machine()), os.getloadavg()[0]
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
