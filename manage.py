#!/usr/bin/env python
"""Django's command line for this project."""

import gc
import os
import sys


def main() -> None:
    """Run the management command named on the command line."""
    # What is imported stays. To look through it for garbage, again and again, took an eighth of every start.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
    from django.core.management import execute_from_command_line

    from mahjongclub.server.page_threads import with_room

    with_room(execute_from_command_line, sys.argv)


if __name__ == "__main__":
    main()
