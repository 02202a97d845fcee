#!/usr/bin/env python
"""Django's command line for this project, in a checkout."""

import sys

from mahjongclub.command_line import run_management_command

if __name__ == "__main__":
    run_management_command(sys.argv)
