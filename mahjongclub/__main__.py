"""`python -m mahjongclub`, where the command itself is not on the path."""

import sys

from mahjongclub.command_line import main

if __name__ == "__main__":
    sys.exit(main())
