"""`manage.py offline`: what it installs, what it refuses, what it says; and the bundle beside it."""

from __future__ import annotations

import io
import json
import os
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from mahjongclub.offline import bundle as bundles
from mahjongclub.offline import fetching, installed, views
from tests.offline.device import files
from tests.server.asgi_asking import ask

FILES = (*installed.PYODIDE_FILES, installed.LOCK)


@pytest.fixture
def place(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty OFFLINE_DIR, and static files that need no collecting."""
    settings.OFFLINE_DIR, settings.DATA_DIR = tmp_path / "offline", tmp_path / "data"
    settings.DATA_DIR.mkdir()
    monkeypatch.setattr("mahjongclub.server.joined_files.collect_static_if_changed", lambda: False)
    monkeypatch.setattr(installed, "bundle_files", files)
    monkeypatch.setattr(installed, "zip_of_files", packed_once)
    yield settings.OFFLINE_DIR
    installed._packed.clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package like npm's, small, whose digest is the pinned one."""
    path = tmp_path / "pyodide.tgz"
    path.write_bytes(packed_by_npm())
    monkeypatch.setattr(fetching, "INTEGRITY", fetching.npm_integrity(path.read_bytes()))
    return path


_packed: dict[str, bytes] = {}


def packed_once(content: dict[str, bytes]) -> bytes:
    """The bundle of these files; that they make the same each time is a test of its own."""
    name = bundles.files_digest(content)
    if name not in _packed:
        _packed[name] = bundles.zip_of_files(content)
    return _packed[name]


@cache
def packed_by_npm() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        for name in (*FILES, "../../outside", "console.html"):
            content = b'{"packages": {"numpy": {}}, "info": {}}' if name == installed.LOCK else name.encode()
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return held.getvalue()


def run(*arguments: str) -> str:
    said = io.StringIO()
    call_command("offline", *arguments, stdout=said)
    return said.getvalue()


def test_a_package_brought_by_hand_is_installed(place: Path, package: Path, client: Client) -> None:
    said = run("--package", str(package))
    folder = place / f"pyodide-{fetching.VERSION}"
    assert {path.name for path in folder.iterdir() if path.suffix != ".br"} == set(FILES)
    assert (
        json.loads((folder / installed.LOCK).read_text())["packages"] == {}
    )  # nothing to fetch from elsewhere
    told = client.get("/offline/engine.json").json()
    assert told["release"] in said
    for file in told["files"]:
        answer = ask(file["path"])
        assert answer.status == 200
        assert len(answer.body) == file["bytes"]
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert not (place.parent / "outside").exists()


def test_another_package_is_refused_to_the_byte(place: Path, package: Path) -> None:
    package.write_bytes(package.read_bytes() + b"\0")
    with pytest.raises(CommandError, match=r"is not Pyodide .* Nothing was installed"):
        run("--package", str(package))
    assert installed.installed_pyodide_version() == ""


def test_a_package_that_is_not_there_is_named(place: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.tgz cannot be read"):
        run("--package", "none.tgz")


def test_without_npm_it_says_what_to_do(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match=r"apt install npm.*npm pack pyodide@.*--package"):
        run()


def test_older_versions_and_bundles_go_and_the_last_two_stay(place: Path, package: Path) -> None:
    (place / "pyodide-0.1.0").mkdir(parents=True)
    (place / "pyodide-0.1.0" / installed.LOCK).write_text("{}")
    os.utime(place / "pyodide-0.1.0" / installed.LOCK, (0, 0))
    for number in range(3):
        (place / f"{number:020x}.zip").write_bytes(b"")
        os.utime(place / f"{number:020x}.zip", (number, number))
    run("--package", str(package))
    assert [path.name for path in place.glob("pyodide-*")] == [f"pyodide-{fetching.VERSION}"]
    engine = installed.get_or_pack_engine()
    assert engine
    assert {path.name for path in place.glob("*.zip")} == {engine.bundle_path, f"{2:020x}.zip"}
    assert installed.fetchable_file(f"{2:020x}.zip")  # a phone may still be fetching it


def test_a_folder_that_cannot_be_written_is_read(place: Path, package: Path, settings: Any) -> None:
    """A container's image: this release's bundle is found there, another lies in the data directory."""
    run("--package", str(package))
    packed = installed.get_or_pack_engine()
    assert packed
    bundle = place / packed.bundle_path
    content = bundle.read_bytes()
    installed._packed.clear()
    assert installed.get_or_pack_engine() == packed
    bundle.rename(place / f"{1:020x}.zip")
    installed._packed.clear()
    real, settings.OFFLINE_DIR = place, place.parent / "image"
    settings.OFFLINE_DIR.mkdir()
    (settings.OFFLINE_DIR / f"pyodide-{fetching.VERSION}").symlink_to(real / f"pyodide-{fetching.VERSION}")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            installed, "write_atomically", refuse_in(settings.OFFLINE_DIR, installed.write_atomically)
        )
        assert installed.get_or_pack_engine() == packed
    assert (settings.DATA_DIR / "offline" / packed.bundle_path).read_bytes() == content


def refuse_in(folder: Path, write: Any) -> Any:
    def written(path: Path, content: bytes) -> None:
        if path.parent == folder:
            raise PermissionError(30, "Read-only file system")
        write(path, content)

    return written


def test_no_page_waits_for_the_bundle(place: Path, package: Path, client: Client) -> None:
    run("--package", str(package))
    installed._packed.clear()  # as a server starts
    assert client.get("/offline/engine.json").json() == {}
    assert "being made ready" in client.get("/phone/").content.decode()
    assert installed.get_or_pack_engine()
    assert "Offline scoring is installed" in client.get("/phone/").content.decode()


def test_the_page_of_the_phone_says_where_it_is_not_installed(place: Path, client: Client) -> None:
    page = client.get("/phone/").content.decode()
    assert "Offline scoring is not installed." in page
    assert "make offline" in page
    french = client.get("/phone/", headers={"Accept-Language": "fr"}).content.decode()
    assert "n’est pas installé" in french
    assert client.get("/offline/engine.json").json() == {}
    assert 'href="/phone/"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    "path",
    ["", "x", "../secret_key", "%2e%2e/secret_key", "pyodide-314.0.7/package.json", f"{0:020x}.zip"],
)
def test_nothing_else_is_served(place: Path, client: Client, path: str) -> None:
    (place.parent / "secret_key").write_text("canary")
    assert client.get(f"/offline/engine/{path}").status_code == 404
    assert ask(f"/offline/engine/{path}", host="localhost").status == 404


def test_the_worker_has_a_policy_of_its_own_and_no_page_has_it(
    place: Path, package: Path, client: Client
) -> None:
    run("--package", str(package))
    worker = ask(client.get("/offline/engine.json").json()["worker"])
    assert worker.headers["content-type"] == "text/javascript"
    assert worker.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    )
    assert "unsafe" not in client.get("/phone/")["Content-Security-Policy"]


def test_a_file_is_sent_as_it_is_taken(place: Path, package: Path, client: Client) -> None:
    """Compressed where it says so, not again to who has it, a part to who asks for a part, none of HEAD."""
    run("--package", str(package))
    name = f"pyodide-{fetching.VERSION}/pyodide.asm.wasm"
    (place / name).write_bytes(b"wasm" * 50_000)
    (place / f"{name}.br").write_bytes(brotli.compress(b"wasm" * 50_000))
    path = f"/offline/engine/{name}"
    whole, small = ask(path), ask(path, accept_encoding="gzip, br")
    assert small.headers["content-encoding"] == "br"
    assert brotli.decompress(small.body) == whole.body
    assert whole.headers["vary"] == "Accept-Encoding"
    again = ask(path, if_none_match=whole.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    part = ask(path, range="bytes=2-5")
    assert (part.status, part.body) == (206, whole.body[2:6])
    head = ask(path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(whole.body))
    assert ask(path, "POST").status == 405
    assert ask(f"{path}.br", host="localhost").status == 404


def test_the_same_release_is_the_same_file(
    place: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "bundle_files", bundles.bundle_files)
    monkeypatch.setattr(installed, "zip_of_files", bundles.zip_of_files)
    run("--package", str(package))
    engine = installed.get_or_pack_engine()
    assert engine
    first = (place / engine.bundle_path).read_bytes()
    (place / engine.bundle_path).unlink()
    installed._packed.clear()
    assert installed.get_or_pack_engine() == engine
    assert (place / engine.bundle_path).read_bytes() == first
    with zipfile.ZipFile(io.BytesIO(first)) as bundle:
        names = set(bundle.namelist())
    assert {
        "mahjongclub/rules/kit/riichi/settle.py",
        "templates/tables/table.html",
        "elsewhere.json",
    } <= names
    assert not [name for name in names if "migrations/0" in name or name.startswith("mahjongclub/server")]


def test_a_server_started_again_has_the_engine_at_once(
    place: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("--package", str(package))
    made = installed.get_or_pack_engine()
    installed._packed.clear()
    monkeypatch.setattr(installed, "bundle_files", lambda: pytest.fail("it was packed anew"))
    installed.load_or_pack_engine_in_background()
    assert installed.packed_engine() == made is not None


@pytest.mark.parametrize("told", ["", "[]", "{}", '{"of": "other code", "engine": null}'])
def test_what_was_packed_of_other_code_is_packed_anew(place: Path, package: Path, told: str) -> None:
    run("--package", str(package))
    made = installed.get_or_pack_engine()
    installed._packed.clear()
    (installed.settings.DATA_DIR / installed.REMEMBERED).write_text(told)
    assert not installed._recall()
    assert installed.get_or_pack_engine() == made


def test_a_phone_is_told_the_digest_of_every_file_it_fetches(
    place: Path, package: Path, client: Client
) -> None:
    run("--package", str(package))
    installed.get_or_pack_engine()
    views.engine_file_sha256.cache_clear()
    files = {file["path"]: file["sha256"] for file in client.get("/offline/engine.json").json()["files"]}
    for path, digest in files.items():
        if "engine_worker" not in path:
            assert sha256(ask(path).body).hexdigest() == digest
    assert sum(map(bool, files.values())) == len(FILES) + 1  # and the bundle
    views.engine_file_sha256.cache_clear()
