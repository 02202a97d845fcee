"""Answers compressed by brotli for who takes it, and by gzip for others."""

from __future__ import annotations

import gzip

import brotli  # type: ignore[import-untyped]
import pytest
from django.test import Client

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("taken", "packed"), [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("br", "br")]
)
def test_a_page_is_compressed_as_its_browser_takes_it(client: Client, taken: str, packed: str) -> None:
    answer = client.get("/help/", headers={"accept-encoding": taken})
    assert answer["Content-Encoding"] == packed
    assert "Accept-Encoding" in answer["Vary"]
    assert int(answer["Content-Length"]) == len(answer.content)
    page = UNPACK[packed](answer.content)
    assert b"</html>" in page
    assert len(answer.content) < len(page) / 2


@pytest.mark.django_db
def test_how_long_an_answer_is_says_little_of_what_is_in_it(client: Client) -> None:
    lengths = {len(client.get("/help/", headers={"accept-encoding": "br"})["X-Padding"]) for _ in range(20)}
    assert len(lengths) > 3


@pytest.mark.django_db
def test_what_is_neither_a_page_nor_json_is_not_for_brotli(client: Client) -> None:
    assert not client.get("/manifest.webmanifest", headers={"accept-encoding": "br"}).has_header("X-Padding")
