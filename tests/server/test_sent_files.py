"""Static files beside Django: named, compressed, kept and asked for again as whitenoise has them."""

from __future__ import annotations

from pathlib import Path

import brotli
import pytest
from django.test import Client
from whitenoise.responders import StaticFile

from mahjongclub.server.sent_files import SendFilesMiddleware, security_headers

from .asgi_asking import Answer, ask_app

NAME = "/static/js/theme.0123456789ab.js"


async def no_page(scope: dict, receive: object, send: object) -> None:
    raise AssertionError("a page was asked for")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "theme.js"
    path.write_bytes(b"say(1);\n" * 20_000)
    path.with_suffix(".js.br").write_bytes(brotli.compress(path.read_bytes()))
    return path


def ask(file: Path, method: str = "GET", path: str = NAME, **headers: str) -> Answer:
    found = StaticFile(str(file), [("Cache-Control", "max-age=1, immutable")], {"br": f"{file}.br"})
    app = SendFilesMiddleware(no_page, lambda asked: found if asked == NAME else None)  # type: ignore[arg-type]
    return ask_app(app, path, method, **headers)


def test_a_file_comes_whole_or_compressed_or_not_at_all(file: Path) -> None:
    whole, small = ask(file), ask(file, accept_encoding="br")
    assert whole.body == brotli.decompress(small.body) == file.read_bytes()
    assert small.headers["content-encoding"] == "br"
    assert "immutable" in whole.headers["cache-control"]
    assert ask(file, if_none_match=whole.headers["etag"]).status == 304
    assert ask(file, if_modified_since=whole.headers["last-modified"]).status == 304
    assert ask(file, range="bytes=0-3").body == b"say("
    assert ask(file, range="bytes=999999-").status == 416
    assert ask(file, "HEAD").body == b""
    assert ask(file, "DELETE").status == 405


def test_it_is_used_as_pages_allow(file: Path, client: Client) -> None:
    page, sent = client.get("/no-such-page/").headers, ask(file).headers
    for name in ("X-Content-Type-Options", "Referrer-Policy"):
        assert sent[name.lower()] == page[name]


def test_behind_tls_it_comes_by_https_alone(file: Path, settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    with pytest.raises(AssertionError, match="a page was asked for"):  # which leads to https
        ask(file)
    settings.SECURE_HSTS_SECONDS = 3600
    security_headers.cache_clear()
    assert "max-age=3600" in security_headers("https")["Strict-Transport-Security"]
    security_headers.cache_clear()
