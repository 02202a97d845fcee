"""Say which lines of templates are too long: `python tools/columns.py 120 templates`."""

import sys
from pathlib import Path


def too_wide(most: int, folder: Path) -> list[str]:
    """File and line of what goes beyond that many columns."""
    return [
        f"{path}:{number}: {len(line)} columns, at most {most}"
        for path in sorted(folder.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > most
    ]


if __name__ == "__main__":
    found = too_wide(int(sys.argv[1]), Path(sys.argv[2]))
    sys.exit("\n".join(found) or None)
