#!/usr/bin/env python
"""Django's command line for this project, in a checkout."""

import sys

from mahjongclub.command_line import run_management

if __name__ == "__main__":
    run_management(sys.argv)
