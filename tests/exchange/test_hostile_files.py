"""Files made to do harm, damaged, half written, or of games that are not ours: refused with the reason."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from mahjongclub.clubs.models import Player
from mahjongclub.exchange.models import Upload
from mahjongclub.exchange.unpacking import MOST_BYTES, MOST_UNPACKED
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.exchange.tenhou_situations import SITUATIONS

from .tenhou_logs import EVEN, Played, json_of, xml_of

GOOD = xml_of(SITUATIONS["ron"])
ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]><mjloggm>&j;</mjloggm>"
)
OUTSIDE = b'<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><mjloggm><GO type="9"/>&x;</mjloggm>'


def changed(**more: Any) -> bytes:
    """A good JSON log with some of its parts changed."""
    return json.dumps({**json.loads(json_of(SITUATIONS["ron"])), **more}).encode()


def with_result(result: Any) -> bytes:
    log = json.loads(json_of(SITUATIONS["ron"]))
    log["log"][0][-1] = result
    return json.dumps(log).encode()


def archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


LOGS: dict[str, tuple[bytes, str]] = {
    "entities that grow": (ENTITIES, "definitions of its own"),
    "a file of the server": (OUTSIDE, "definitions of its own"),
    "not well-formed": (GOOD[:-20], "not well-formed"),
    "a log that breaks off": (
        b'<mjloggm><GO type="9"/><UN n0="A" n1="B" n2="C" n3="D"/>'
        b'<INIT seed="0,0,0" ten="250,250,250,250" oya="0"/></mjloggm>',
        "breaks off in hand 1",
    ),
    "other XML": (b"<html><body/></html>", "no Tenhou log"),
    "letters nobody knows": (b'<?xml version="1.0" encoding="shift_jis"?><mjloggm/>', "cannot be read"),
    "half a gzip": (gzip.compress(GOOD)[:-12], "breaks off"),
    "a damaged gzip": (b"\x1f\x8b" + b"rubbish" * 9, "damaged"),
    "a gzip bomb": (gzip.compress(b" " * (MOST_UNPACKED + 1)), "too large once unpacked"),
    "many small bombs": (gzip.compress(b"<" * 4_000_000) * 5, "too large once unpacked"),
    "an endless file": (b"<" * (MOST_BYTES + 1), "too large"),
    "nothing": (b"  \n", "empty"),
    "three players by their bit": (xml_of(SITUATIONS["ron"], type_=9 | 16), "INIT: “ten”"),
    "three players by their names": (GOOD.replace(b'n3="Dina"', b'n3=""'), "UN: “n3”"),
    "a type of two numbers": (GOOD.replace(b'type="9"', b'type="9,1"'), "GO: “type”"),
    "no rules": (GOOD.replace(b'<GO type="9" lobby="0"/>', b""), "not known: no GO"),
    "a tile that is none": (GOOD.replace(b'machi="', b'machi="9'), "There is no tile"),
    "a meld that is none": (GOOD.replace(b" machi=", b' m="65536" machi='), "There is no meld"),
    "a seat that is none": (GOOD.replace(b'fromWho="3"', b'fromWho="4"'), "fromWho"),
    "numbers without end": (GOOD.replace(b"250,250", b"9" * 99 + b",250"), "ten"),
    "a dealer out of turn": (GOOD.replace(b'<INIT seed="0,', b'<INIT seed="1,'), "seed"),
    "a name that is no text": (GOOD.replace(b"Aiko", b"%ff%fe"), "n0"),
    "JSON that breaks off": (json_of(SITUATIONS["ron"]).rpartition(b"[")[0], "not JSON"),
    "JSON nested without end": (b'{"log":' + b"[" * 200_000, "not JSON"),
    "numbers that are none": (b'{"log": [NaN]}', "not JSON"),
    "three names": (changed(name=["A", "B", "C"]), "“scores”"),
    "three players by the words": (changed(rule={"disp": "三鳳南喰赤"}), "not known: disp"),
    "too many red fives": (changed(rule={"aka": 9}), "not known: aka"),
    "no hands": (changed(log=[]), "“log”"),
    "hands that are none": (changed(log=[[1, 2, 3]]), "“log”"),
    "points of words": (changed(log=[[[0, 0, 0], ["x"] * 4, [], [], *[[]] * 12, ["全員不聴"]]]), "“scores”"),
    "an end nobody knows": (with_result(["花見"]), "花見"),
    "a winner who is no seat": (with_result(["和了", [0, 0, 0, 0], [7, 0, 0, "30符1飜1000点"]]), "和了"),
    "a worth that is none": (with_result(["和了", [0, 0, 0, 0], [1, 0, 1, "priceless"]]), "priceless"),
    "a record that cannot be": (
        json.dumps(
            {"format": 1, "variant": "riichi", "players": ["A", "B", "C", "D"], "hands": [{"type": "rain"}]}
        ).encode(),
        "hand 1",
    ),
    "a record of a game nobody plays": (
        b'{"format": 1, "variant": "chess", "players": [], "hands": []}',
        "must be one of: riichi",
    ),
    "a list of nothing": (b"[]", "no game"),
}
#: compared like any other, but no games to keep: pieces, and rules that nobody has told us
PIECES: dict[str, tuple[bytes, str]] = {
    "rules with chips": (xml_of(SITUATIONS["ron"], type_=9 | 512), "not known: GO type 521"),
    "rules of a lobby": (GOOD.replace(b'lobby="0"', b'lobby="9" csrule="0,1,2"'), "not known: GO rule"),
    "rules of another house": (changed(rule={"disp": "MyMahjong"}, sc=None), "not known: “MyMahjong”"),
    "other points to begin with": (xml_of([Played(scores=(30000,) * 4)]), "begin with 25,000"),
    "a single hand of the South": (xml_of([Played(round=5)]), "does not begin with East 1"),
}
SHEETS: dict[str, tuple[bytes, str]] = {
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "spreadsheet cannot be read"),
    "one line": (b"date,player", "row of headings"),
    "far too long": (b"a,b\n" + b"1,2\n" * 5001, "too long"),
    "far too wide": (b"a," * 61 + b"z\n" + b"1," * 61 + b"9\n", "too wide"),
    "a cell without end": (b"a,b\n1," + b"x" * 301, "cell is too long"),
    "an archive of something else": (archive({"readme.txt": b"hello"}), "spreadsheet cannot be read"),
    "half an archive": (archive({"content.xml": b"<a/>" * 99})[:-30], "spreadsheet cannot be read"),
    "an archive that grows": (
        archive({"content.xml": b"<a/>", "x": b"0" * (MOST_UNPACKED + 1)}),
        "too large",
    ),
    "very many parts": (archive({f"{n}": b"" for n in range(600)} | {"content.xml": b""}), "too large"),
    "a sheet with entities": (archive({"content.xml": ENTITIES}), "definitions of its own"),
    "a sheet that reads files": (archive({"xl/workbook.xml": OUTSIDE}), "definitions of its own"),
    "in wide letters": (
        archive({"content.xml": '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>'.encode("utf-16")}),
        "definitions of its own",
    ),
    "no sheet in the book": (archive({"xl/workbook.xml": b"<a/>"}), "spreadsheet cannot be read"),
    "rubbish for content": (archive({"content.xml": b"<office"}), "spreadsheet cannot be read"),
}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.mark.parametrize("what", [*LOGS, *PIECES, *SHEETS])
def test_a_bad_file_is_refused_with_the_reason_and_nothing_is_stored(house: ClubHouse, what: str) -> None:
    data, reason = {**LOGS, **PIECES, **SHEETS}[what]
    chosen = [SimpleUploadedFile("good.xml", GOOD), SimpleUploadedFile("bad", data)]
    answer = house.phone("organiser").post(house.url("import/"), {"chosen": chosen[what in SHEETS :]})
    shown = answer.content.decode()
    assert answer.status_code == 422, shown
    assert reason in shown or "This file is empty" in shown
    assert 'aria-invalid="true"' in shown
    assert (Upload.objects.count(), Session.objects.count(), Player.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("what", [what for what in LOGS if "record" not in what and "list" not in what])
def test_the_command_refuses_a_bad_log_too(house: ClubHouse, tmp_path: Any, capsys: Any, what: str) -> None:
    data, reason = LOGS[what]
    path = tmp_path / "bad.log"
    path.write_bytes(data)
    for more in (["--json"], ["--club", house.club.slug]):
        with pytest.raises(CommandError):
            call_command("import_tenhou", str(path), *more)
        said = capsys.readouterr()
        assert said.out == ""
        assert reason in said.err
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("what", PIECES)
def test_a_piece_of_a_game_is_compared_but_not_kept(
    house: ClubHouse, tmp_path: Any, capsys: Any, what: str
) -> None:
    data, reason = PIECES[what]
    path = tmp_path / "piece.log"
    path.write_bytes(data)
    call_command("import_tenhou", str(path), "--json")
    said = capsys.readouterr()
    line = json.loads(said.out)
    assert (line["equal"], len(line["hands"])) == (True, 1)
    assert reason in said.err
    with pytest.raises(CommandError):
        call_command("import_tenhou", str(path), "--club", house.club.slug)
    assert capsys.readouterr().err.count(reason) == 1
    assert Session.objects.count() == 0


def test_of_several_files_the_good_ones_are_kept_by_the_command(
    house: ClubHouse, tmp_path: Any, capsys: Any
) -> None:
    good, bad = tmp_path / "good.xml", tmp_path / "bad.xml"
    good.write_bytes(GOOD)
    bad.write_bytes(ENTITIES)
    with pytest.raises(CommandError, match="1 of 2 files refused"):
        call_command("import_tenhou", str(bad), str(good), "--club", house.club.slug)
    assert Session.objects.count() == 1
    call_command("import_tenhou", str(good), "--club", house.club.slug)
    assert "known already" in capsys.readouterr().out
    assert Session.objects.count() == 1


def test_the_command_prints_a_line_a_game(tmp_path: Any, capsys: Any) -> None:
    path = tmp_path / "two.jsonl"
    tampered = json_of(SITUATIONS["ron"]).replace(b"[0, 2000, 0, -2000]", b"[0, 2100, 0, -2100]")
    path.write_bytes(json_of(SITUATIONS["counter and stick"]) + b"\n" + tampered)
    call_command("import_tenhou", str(path), "--json")
    said = capsys.readouterr()
    first, second = [json.loads(line) for line in said.out.splitlines()]
    assert first == {
        "source": f"{path}#1",
        "equal": True,
        "hands": [
            {"label": "E1", "deltas": [1500, -1500, 500, -1500], "logged": [1500, -1500, 500, -1500]},
            {"label": "E1-1", "deltas": [-2300, 3300, 0, 0], "logged": [-2300, 3300, 0, 0]},
        ],
    }
    assert second["equal"] is False
    assert second["hands"][0] == {"label": "E1", "deltas": [0, 2000, 0, -2000], "logged": [0, 2100, 0, -2100]}
    assert "the log has 0 / +2100 / 0 / −2100" in said.err


def test_a_log_that_goes_on_after_the_end_is_compared_but_not_kept(
    house: ClubHouse, tmp_path: Any, capsys: Any
) -> None:
    """Somebody is below zero after the first hand, which ends a game of Tenhou."""
    first = SITUATIONS["yakuman"][0]
    scores = tuple(score + change for score, change in zip(EVEN, first.whole, strict=True))
    path = tmp_path / "on.xml"
    path.write_bytes(xml_of([first, Played(round=1, scores=scores)]))
    call_command("import_tenhou", str(path), "--json")
    line = json.loads(capsys.readouterr().out)
    assert (line["equal"], [hand["label"] for hand in line["hands"]]) == (False, ["E1", "E2"])
    with pytest.raises(CommandError):
        call_command("import_tenhou", str(path), "--club", house.club.slug)
    assert "the game is over" in capsys.readouterr().err
    assert Session.objects.count() == 0


def test_what_the_tiles_say_is_told_where_the_log_says_more(house: ClubHouse) -> None:
    """The log claims 3 han for a hand of pinfu and tanyao; the points it moves fit its claim."""
    data = GOOD.replace(b'yaku="7,1,8,1"', b'yaku="7,1,8,1,9,1"').replace(
        b'ten="30,2000,0"', b'ten="30,3900,0"'
    )
    data = data.replace(b"250,0,250,20,250,0,250,-20", b"250,0,250,39,250,0,250,-39")
    phone = house.phone("organiser")
    address = phone.post(house.url("import/"), {"chosen": [SimpleUploadedFile("x.xml", data)]})["Location"]
    shown = phone.get(address).content.decode()
    assert "from the tiles we read 2 han 30 fu, the log says 3 han" in shown
    assert "by our rules the points move 0 / +2000 / 0 / −2000" in shown
    phone.post(address, {"keep": "1"})
    assert Session.objects.get().state["scores"] == [25000, 28900, 25000, 21100]  # the game as it was played


def test_odd_letters_are_read(house: ClubHouse) -> None:
    rows = "Date;Name 1;Score 1;Name 2;Score 2;Name 3;Score 3;Name 4;Score 4\n"
    rows += "1.3.2026;Zoé;40000;Jürgen;30000;Łucja;20000;Ana;10000\n"
    phone = house.phone("organiser")
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        text = rows if encoding != "cp1252" else rows.replace("Ł", "L")
        file = SimpleUploadedFile("s.csv", text.encode(encoding))
        address = phone.post(house.url("import/"), {"chosen": [file]})["Location"]
        assert "Zoé" in phone.get(address).content.decode()


def test_many_files_together_are_too_much(house: ClubHouse) -> None:
    chosen = [SimpleUploadedFile(f"{n}.xml", b"<" * MOST_BYTES) for n in range(4)]
    answer = house.phone("organiser").post(house.url("import/"), {"chosen": chosen})
    assert answer.status_code == 422
    assert "too large" in answer.content.decode()
    many = [SimpleUploadedFile(f"{n}.xml", GOOD) for n in range(51)]
    answer = house.phone("organiser").post(house.url("import/"), {"chosen": many})
    assert answer.status_code == 422
    assert "Too many files" in answer.content.decode()
