"""What is no archive, is damaged or means harm is refused with the reason, and nothing of it is stored."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import UUID
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.exchange.archive import container
from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.exchange.archive.container import BadArchive
from mahjongclub.seasons.models import Season
from mahjongclub.tables.models import Hand, Session

from .full_club import archive_of, small_club

Files = dict[str, bytes]


_made: Files = {}


@pytest.fixture
def files(db: None) -> Files:
    """The files of a small club's archive, by name; the club is made once."""
    if not _made:
        with ZipFile(archive_of(small_club())) as archive:
            _made.update({name: archive.read(name) for name in archive.namelist()})
    return dict(_made)


def packed(files: Files, **options: Any) -> io.BytesIO:
    """A zip of these files."""
    target = io.BytesIO()
    with ZipFile(target, "w", options.get("method", ZIP_DEFLATED)) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    target.seek(0)
    return target


def signed(files: Files) -> Files:
    """The manifest says again what the files are, as somebody who means harm would have it."""
    manifest = json.loads(files["manifest.json"])
    for name in manifest["files"]:
        content = files[name]
        digest = sha256(content).hexdigest()
        manifest["files"][name] = {"rows": content.count(b"\n"), "bytes": len(content), "sha256": digest}
    return {**files, "manifest.json": json.dumps(manifest).encode()}


def rows(files: Files, part: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[f"{part}.jsonl"].splitlines()]


def with_rows(files: Files, part: str, found: list[dict[str, Any]]) -> Files:
    text = "".join(json.dumps(row) + "\n" for row in found).encode()
    return signed({**files, f"{part}.jsonl": text})


#: what a seat said to a hand
WORD = {"by": None, "at": "2026-01-01T10:00:00+00:00"}


def changed(part: str, index: int = 0, **values: Any) -> Callable[[Files], Files]:
    """An archive of which one row says something else."""

    def change(files: Files) -> Files:
        found = rows(files, part)
        found[index] |= values
        return with_rows(files, part, found)

    return change


def first_hand(**values: Any) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        found = rows(files, "hands")
        found[0]["outcome"] |= values
        return with_rows(files, "hands", found)

    return change


def late_hand(outcome: Any) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        moment = "2026-01-01T10:00:00+00:00"
        session = rows(files, "sessions")[0]["n"]
        late = {"n": 1, "key": str(UUID(int=1)), "number": 9, "outcome": outcome, "device": 1}
        moments = {"entered_at": moment, "arrived_at": moment, "left_out_at": None}
        return with_rows(files, "late_hands", [{**late, **moments, "session": session}])

    return change


def manifest(**values: Any) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        return {**files, "manifest.json": json.dumps(json.loads(files["manifest.json"]) | values).encode()}

    return change


def club(**values: Any) -> Callable[[Files], Files]:
    """Another club than the one of the archive, told by the manifest."""

    def change(files: Files) -> Files:
        told = json.loads(files["manifest.json"])["club"]
        return manifest(club={**told, "origin": "f" * 32, **values})(files)

    return change


def without(part: str, count: int = 1) -> Callable[[Files], Files]:
    return lambda files: with_rows(files, part, rows(files, part)[:-count])


def twice(part: str) -> Callable[[Files], Files]:
    return lambda files: with_rows(files, part, rows(files, part) * 2)


def season(**values: Any) -> dict[str, Any]:
    return {
        "n": 1,
        "league": 1,
        "name": "Spring",
        "variant": "riichi",
        "starts": "2026-01-01",
        "ends": None,
    } | {
        **{"events": True, "counts": "dates", "least_matches": None, "most_matches": None},
        "scoring": {},
        "created_at": "2026-01-01T00:00:00+00:00",
        **values,
    }


def seasons(*found: dict[str, Any]) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        league = {"n": 1, "name": "League", "created_at": "2026-01-01T00:00:00+00:00"}
        return with_rows(with_rows(files, "leagues", [league]), "seasons", list(found))

    return change


def text(name: str, content: bytes) -> Callable[[Files], Files]:
    return lambda files: signed({**files, name: content})


#: longer than a line may be, and hard to press
LONG = b"".join(sha256(b"%d" % one).hexdigest().encode() for one in range(container.MOST_LINE // 60))

BAD: dict[str, tuple[Callable[[Files], Files], str]] = {
    "a path out of the directory": (lambda files: {**files, "../../etc/cron.d/x": b"x"}, "no archive has"),
    "an absolute path": (lambda files: {**files, "/etc/passwd": b"x"}, "no archive has"),
    "a file too many": (lambda files: {**files, "readme.txt": b"x"}, "no archive has"),
    "a file missing": (lambda files: {k: v for k, v in files.items() if k != "hands.jsonl"}, "is missing"),
    "a night missing": (lambda files: {k: v for k, v in files.items() if k != "nights.jsonl"}, "is missing"),
    "rules to begin with that are a list": (club(begins_with=[]), "does not say what it should"),
    "no manifest": (lambda files: {k: v for k, v in files.items() if k != "manifest.json"}, "is missing"),
    "another format": (manifest(format="chess club"), "no archive of a club"),
    "a later version": (manifest(version=2), "reads version 1"),
    "no club": (manifest(club=None), "does not say what it should"),
    "a manifest that is a list": (lambda files: {**files, "manifest.json": b"[]"}, "does not say"),
    "a manifest that is no JSON": (lambda files: {**files, "manifest.json": b"{"}, "no JSON"),
    "an address that is none": (club(slug="../x"), "The club itself"),
    "an unknown visibility": (club(visibility="all"), "does not say what it should"),
    "a club without a name": (club(name=""), "does not say what it should"),
    "other bytes than told": (
        lambda files: {**files, "evenings.jsonl": files["evenings.jsonl"].replace(b"Gand", b"Lens")},
        "its SHA-256 differs",
    ),
    "a line too few": (lambda files: {**files, "evenings.jsonl": b""}, "0 lines"),
    "a broken line": (text("evenings.jsonl", b'{"n": 1,\n'), "evenings.jsonl, line 1: no JSON"),
    "a line that is a list": (text("evenings.jsonl", b"[]\n"), "not a JSON object"),
    "nested without end": (text("evenings.jsonl", b"[" * 100_000 + b"\n"), "no JSON"),
    "a line without end": (text("evenings.jsonl", LONG + b"\n"), "longer than"),
    "a number that is none": (text("evenings.jsonl", b'{"n": NaN}\n'), "NaN"),
    "a number of 5,000 digits": (text("evenings.jsonl", b'{"n": ' + b"9" * 5000 + b"}\n"), "no JSON"),
    "NUL in a name": (changed("players", name="a\x00b"), "cannot be kept"),
    "half a character": (text("evenings.jsonl", b'{"n": "\\ud800"}\n'), "no JSON"),
    "not UTF-8": (text("evenings.jsonl", b'{"n": "\xff"}\n'), "no JSON"),
    "an unknown key": (changed("players", account=1), "“account” is missing, or should not be there"),
    "a number that is a text": (changed("evenings", n="1"), "no number of a row"),
    "a number beyond the database": (changed("evenings", n=2**63), "no number of a row"),
    "one number twice": (twice("evenings"), "there before"),
    "a name that is no text": (changed("players", name=5), "“name”"),
    "a name too long": (changed("players", name="x" * 201), "“name”"),
    "no name": (changed("players", name=""), "contradict"),
    "one name twice": (changed("players", 1, name="aiko"), "contradict"),
    "no day": (changed("evenings", date="2026-02-30"), "“date”"),
    "a day before all clubs": (changed("evenings", date="0001-01-01"), "“date”"),
    "a moment without a zone": (changed("sessions", started_at="2026-01-01T10:00:00"), "zone"),
    "a spelling of itself": (
        lambda f: changed("players", merged_into=rows(f, "players")[0]["n"])(f),
        "no other row",
    ),
    "a place that does not exist": (changed("seats", player=999_999), "not in the archive"),
    "an unknown game": (changed("sessions", variant="chess"), "variant"),
    "an unknown preset": (changed("sessions", preset="x"), "preset"),
    "an unknown option": (changed("sessions", rules={"x": 1}), "There is no option"),
    "rules that are a list": (changed("sessions", rules=[]), "sessions.jsonl, line 1"),
    "notes of another game": (changed("sessions", 1, pending={"winner": 9}), "winner.*is not known here"),
    "a code that is an address": (changed("sessions", code="../../admin"), "no code of a table"),
    "an end before the start": (changed("sessions", 0, started_at=None), "contradict|has none"),
    "a score made up": (changed("sessions", on_paper={"scores": [1, 2, 3, 4]}), "contradict|add up|has none"),
    "a seat too few": (without("seats"), "not all there"),
    "a table without seats": (without("seats", 4), "seats of 1 sessions are missing"),
    "a seat that does not exist": (changed("accesses", seat=5), "no such seat"),
    "hands left out": (lambda files: with_rows(files, "hands", rows(files, "hands")[1:]), "count from 1"),
    "hands cut off": (without("hands"), "hands of 1 sessions are missing"),
    "a hand that cannot be": (first_hand(wins=[{"winner": 0, "from": 0, "han": 3, "fu": 40}]), "hand 1"),
    "a hand of 10**30 han": (first_hand(wins=[{"winner": 0, "from": 1, "han": 10**30, "fu": 40}]), "hand 1"),
    "a hand that is a text": (changed("hands", outcome="x"), "hand 1"),
    "a late hand that cannot be": (late_hand({"type": "win"}), "late_hands.jsonl, line 1"),
    "a late hand that is a text": (late_hand("x"), "late_hands.jsonl, line 1"),
    "a change from the future": (changed("revisions", version=4000), "beyond"),
    "an unknown change": (changed("revisions", action="burn"), "unknown word"),
    "a change of nonsense": (
        changed("revisions", action="correct", before={"x": 1}),
        "revisions.jsonl, line 1",
    ),
    "words of nobody": (changed("hands", said={"9": {}}), "no such seat"),
    "words of a seat of six at a table of four": (changed("hands", said={"4": WORD}), "no such seat"),
    "going on without that seat": (
        changed("hands", said={"without": {**WORD, "seats": [4]}}),
        "hands.jsonl, line 1",
    ),
    "one season over another": (seasons(season(), season(n=2, name="Summer")), "count the same days"),
    "a scoring of nonsense": (seasons(season(scoring={"worth": "gold"})), "seasons.jsonl, line 1"),
    "a season in no league": (seasons(season(league=7)), "not in the archive"),
}


def counted() -> list[int]:
    return [model.objects.count() for model in (Club, Player, Evening, Session, Hand, Season, Device)]


@pytest.mark.parametrize("what", BAD)
def test_a_bad_archive_is_refused_and_nothing_is_stored(files: Files, what: str) -> None:
    change, reason = BAD[what]
    before = counted()
    with pytest.raises(BadArchive, match=reason):
        import_archive(packed(change(files)), slug="" if what == "an address that is none" else "second")
    assert counted() == before


def test_the_archive_itself_would_be_taken(files: Files) -> None:
    """What the cases above start from: else each of them would be refused for nothing."""
    assert import_archive(packed(signed(files)), slug="second").club.sessions.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04" + b"x" * 100])
def test_what_is_no_zip_is_refused(content: bytes) -> None:
    with pytest.raises(BadArchive, match="no zip file"):
        import_archive(io.BytesIO(content))


def test_a_bomb_is_not_unfolded(files: Files) -> None:
    bomb = packed(signed({**files, "evenings.jsonl": b" " * 20_000_000}))
    assert len(bomb.getvalue()) < 100_000
    with pytest.raises(BadArchive, match="unfold to more than 100 times"):
        import_archive(bomb, slug="second")


def test_more_than_the_limit_is_not_read(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_BYTES", 1000)
    with pytest.raises(BadArchive, match="would unfold"):
        import_archive(packed(files), slug="second")


def test_a_size_that_lies_is_found_out(files: Files) -> None:
    """The directory of the zip says less than the stream holds."""
    whole = packed(files).getvalue()
    size = len(files["evenings.jsonl"]).to_bytes(4, "little")
    at = whole.rindex(b"evenings.jsonl") - 46 + 24
    assert whole[at : at + 4] == size
    lie = whole[:at] + (10).to_bytes(4, "little") + whole[at + 4 :]
    with pytest.raises(BadArchive, match=r"damaged|lines"):
        import_archive(io.BytesIO(lie), slug="second")


def test_a_file_that_is_in_it_twice_is_refused(files: Files) -> None:
    target = packed(files)
    with ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("evenings.jsonl", b"")
    with pytest.raises(BadArchive, match="in it twice"):
        import_archive(target, slug="second")


def test_another_packing_or_a_password_is_refused(files: Files) -> None:
    with pytest.raises(BadArchive, match="encrypted, or packed in a way"):
        import_archive(packed(files, method=ZIP_BZIP2), slug="second")


def test_a_damaged_stream_is_refused(files: Files) -> None:
    whole = bytearray(packed(files).getvalue())
    info: ZipInfo = ZipFile(io.BytesIO(bytes(whole))).getinfo("hands.jsonl")
    at = info.header_offset + 60
    whole[at : at + 20] = b"\x00" * 20
    with pytest.raises(BadArchive, match=r"hands\.jsonl is damaged"):
        import_archive(io.BytesIO(bytes(whole)), slug="second")
