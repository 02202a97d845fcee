"""`python -m benchmarks COMMAND`: management commands of the app and of this folder, with its settings."""

import os
import sys

from mahjongclub.command_line import run_management_command

from .serving import SETTINGS

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    run_management_command(["python -m benchmarks", *(sys.argv[1:] or ["help"])])
