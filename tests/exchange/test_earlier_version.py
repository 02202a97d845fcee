"""An archive and a database of the version before games were one value open today, with the same scores."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.clubs.models import Account
from mahjongclub.exchange.archive.bringing import bring_in
from mahjongclub.games.kit.wording import points_in_words
from tests.migrated import DATABASE, KEPT, ROOT, digest_of_migrations, in_turn, migrated_sqlite
from tests.searching import THOROUGH
from tests.server.shape import shape_of
from tests.tables.conftest import Phone

from .club_facts import club_facts

#: its README says which version made the files, and how
MADE = Path(__file__).parent / "before_one_value"
SLUG = "east-wind-club"
#: modules that migrations import
CALLED = re.compile(r"^(?:from|import) (mahjongclub\.[\w.]+)", re.MULTILINE)
#: what somebody does who starts today's program, in one process
THEN = f"""
import json, os, sys
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
django.setup()
from django.core.management import call_command
from tests.exchange.club_facts import club_facts
if len(sys.argv) > 1:
    print(json.dumps(club_facts("{SLUG}")))
    call_command("rebuild", verbosity=0, stdout=sys.stderr)
    print(json.dumps(club_facts("{SLUG}")))
else:
    call_command("migrate", verbosity=0)
"""


def migrated() -> Path:
    """The database after every migration since, which takes ten seconds: made once for these migrations and
    what they call, as tests/migrated.py makes an empty one; in `make thorough` anew."""
    called = {
        name
        for path in ROOT.glob("mahjongclub/*/migrations/*.py")
        for name in CALLED.findall(path.read_text())
    }
    digest = sha256((MADE / "club.sqlite3.xz").read_bytes() + digest_of_migrations().encode())
    for name in sorted(called):
        module = ROOT / name.replace(".", "/")
        digest.update((module / "__init__.py" if module.is_dir() else module.with_suffix(".py")).read_bytes())
    kept = KEPT / f"earlier-{digest.hexdigest()[:20]}"
    with in_turn():
        if THOROUGH or not kept.exists():
            for older in KEPT.glob("earlier-*"):
                shutil.rmtree(older)
            draft = KEPT / "earlier-draft"
            draft.mkdir()
            (draft / DATABASE).write_bytes(lzma.decompress((MADE / "club.sqlite3.xz").read_bytes()))
            today(draft)
            draft.rename(kept)
    return kept


def today(data_dir: Path, *words: str) -> str:
    """What today's program says that runs on this data."""
    environment = {**os.environ, "DATA_DIR": str(data_dir), "DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", THEN, *words], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def told_then() -> dict[str, Any]:
    """What the program of that time said of the club, as today's says it.

    Since then a minus is a keyboard's own, and a hidden name is hidden in its second spelling too.
    """
    text = lzma.decompress((MADE / "facts.json.xz").read_bytes()).decode()
    facts: dict[str, Any] = json.loads(text.replace("−", "-"))
    facts["people"] = [[name, hides or of == "(hidden)", of, at] for name, hides, of, at in facts["people"]]
    return facts


def same(told: dict[str, Any]) -> None:
    then = told_then()
    assert {game[0]["variant"] for game in then["games"]} == {
        "riichi",
        "classical",
        "taiwanese",
        "ten",
        "six",
    }
    since = {"nights", "begins_with", "counts_for", "sitters", "told apart", "rooms", "dues", "guests"}
    since.add("events count")
    since.add("stages")
    since.update(("hours", "late hands", "rounds", "matches", "drawn"))
    assert set(told) - set(then) == since, "known since"
    assert not told["told apart"]
    assert not told["dues"]
    assert not told["guests"]
    assert all(told["events count"]), "a season of then goes on counting what it counted"
    assert not any(told["rooms"])
    assert not any(told["hours"])
    assert not told["nights"]
    assert not told["sitters"]
    assert not told["late hands"]
    assert not any(part for tournament in told["stages"] for part in tournament[:3])
    told["rules"] = [  # house rules come in with the options they had, and the defaults of newer ones
        [variant, name, {option: rules[option] for option in had}]
        for (variant, name, rules), (_, _, had) in zip(told["rules"], then["rules"], strict=True)
    ]
    for season, before in zip(told["standings"], then["standings"], strict=True):
        season[3] = {option: season[3][option] for option in before[3]}  # scorings likewise
    told["ratings"] = sorted(
        json.dumps(json.loads(one)[:-1]) for one in told["ratings"]
    )  # without the streak
    for game, before in zip(told["games"], then["games"], strict=True):
        # records say what differs from the defaults too, not from their preset alone
        game[0]["rules"] = {option: game[0]["rules"][option] for option in before[0]["rules"]}
    told["months"] = sorted(
        json.dumps(json.loads(one)[:-1]) for one in told["months"]
    )  # without the seventh place
    for what, facts in then.items():
        assert told[what] == facts, what


@pytest.mark.django_db
def test_an_archive_of_the_earlier_version_comes_in_with_the_same_scores() -> None:
    owner = Account.objects.create_user("owner")
    with (MADE / "club.zip").open("rb") as file:
        brought = bring_in(file, owner=owner)
    assert brought.warnings == []
    assert brought.club.slug == SLUG
    same(club_facts(SLUG))
    phone = Phone()
    phone.force_login(owner)
    games = list(brought.club.sessions.all())
    for session in games if THOROUGH else {session.variant: session for session in games}.values():
        page = phone.get(f"/c/{SLUG}/games/{session.code}/")
        assert page.status_code == 200, session.variant
        shown = [points_in_words(seat.score) in page.content.decode() for seat in session.seats.all()]
        # sticks left at the end are the winner's, whose seat does not count them
        assert shown.count(False) <= bool(session.ended_at and session.state["sticks"]), session.variant


def test_a_database_of_the_earlier_version_migrates_and_says_the_same(tmp_path: Path) -> None:
    data = shutil.copytree(migrated(), tmp_path / "data")
    # a new database gets its tables at once, an older one step by step (tests/server/test_upgrading.py)
    assert shape_of(data / DATABASE) == shape_of(migrated_sqlite())
    brought, rebuilt = today(data, "told").splitlines()
    same(json.loads(brought))
    same(json.loads(rebuilt))
