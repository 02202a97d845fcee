"""`python -m mahjongclub.bench`: the measuring itself, on the scratch database of its environment.

Started by `manage.py bench`, which makes that database; progress goes to standard error, the figures as JSON
to standard output.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from pathlib import Path

import django

from .goals import GOALS


def main() -> int:
    django.setup()
    from django.core.management import call_command

    from .figures import Figure, not_measured
    from .parts import PARTS
    from .stand import Stand

    parser = argparse.ArgumentParser(prog="python -m mahjongclub.bench")
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="*", default=list(GOALS))
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0)
    stand = Stand(options.scratch, options.database_url, options.quick)
    figures: dict[str, Figure] = {}
    with stand.closing:
        for part in PARTS:
            if not set(part.keys) & set(options.only):
                continue
            began = time.monotonic()
            sys.stderr.write(f"{', '.join(part.keys)} … ")
            sys.stderr.flush()
            try:
                figures.update(part.measure(stand))
            except Exception as fault:  # the other figures are told all the same
                traceback.print_exc()
                found = not_measured(f"FAILED: {fault or type(fault).__name__}")
                figures.update({key: found for key in part.keys if key not in figures})
            sys.stderr.write(f"{time.monotonic() - began:.0f} s\n")
    json.dump({key: figures[key].to_json() for key in options.only}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
