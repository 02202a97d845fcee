"""Everything of a release, into dist/: wheel, sdist, bill of materials, notes and checksums (`make release`).

RELEASING.md says what comes before and after. Nothing is published and no tag is set here.
"""

from __future__ import annotations

import hashlib
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
#: semantic versions: https://semver.org
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?")
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
#: 100 characters after the dash of a line
LONGEST_LINE = 102


class NotReady(Exception):
    """Why this is no release yet."""


def release_notes(changelog: str, version: str) -> str:
    """Return the section of a version in CHANGELOG.md. NotReady where it is missing or badly formed."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    if not sections or not sections[0].startswith(f"{version} ("):
        raise NotReady(f"The first section of CHANGELOG.md must be “## {version} (YYYY-MM-DD)”.")
    title, _break, text = sections[0].partition("\n")
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", title):
        raise NotReady(f"“## {title}” has no date like (2027-01-31).")
    kinds = re.findall(r"^### (.+)$", text, flags=re.MULTILINE)
    if not kinds or not set(kinds) <= set(KINDS):
        raise NotReady(f"The section {version} needs headings of {', '.join(KINDS)}, and has {kinds}.")
    long = [line for line in text.splitlines() if len(line) > LONGEST_LINE]
    if long:
        raise NotReady(f"A line is longer than {LONGEST_LINE} characters: {long[0]}")
    return text.strip() + "\n"


def check_version(version: str, tags: list[str]) -> None:
    """Raise NotReady where a version is no semantic one, or was released already."""
    if not VERSION.fullmatch(version):
        raise NotReady(f"{version} is no semantic version, such as 1.0.0.")
    if f"v{version}" in tags:
        raise NotReady(f"{version} is released already: the tag v{version} is there.")


def run(*command: str) -> str:
    """Run a command at the top of the repository and return what it prints."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def check_tree() -> None:
    """Raise NotReady where something is not committed, or a migration is missing."""
    if run("git", "status", "--porcelain"):
        raise NotReady("Something is not committed: git status.")
    try:
        run(sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")
    except subprocess.CalledProcessError as fault:
        raise NotReady(f"A migration is missing:\n{fault.stdout}") from None


def build_files(version: str, notes: str) -> list[Path]:
    """Build what is published, each file with the version in its name."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    run("make", "wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(DIST))
    run("make", "sbom", f"SBOM={DIST / f'mahjongclub-{version}.cdx.json'}")
    (DIST / f"mahjongclub-{version}-notes.md").write_text(notes, encoding="utf-8")
    return sorted(path for path in DIST.iterdir() if version in path.name)


def build_image(version: str) -> str:
    """Build the image where Docker is there; say what was done."""
    if shutil.which("docker") is None:
        return "Docker is not here: build the image elsewhere, `docker build --tag mahjongclub .`"
    run("docker", "build", "--tag", f"mahjongclub:{version}", ".")
    return f"The image mahjongclub:{version} is built."


def main() -> int:
    """Build the release of the version in mahjongclub/__init__.py; exit with 1 where it is not ready."""
    version = runpy.run_path(str(ROOT / "mahjongclub" / "__init__.py"))["__version__"]
    try:
        check_version(version, run("git", "tag", "--list").split())
        notes = release_notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
        check_tree()
    except NotReady as fault:
        print(fault, file=sys.stderr)
        return 1
    files = build_files(version, notes)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print("".join(sums), end="")
    if "--image" in sys.argv:
        print(build_image(version))
    print(f"Tag it: git tag --sign v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
