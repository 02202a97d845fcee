"""The engine's test vectors in this Python; tests/browser/test_engine.py settles the same in Chromium."""

from __future__ import annotations

from collections import Counter

from mahjongclub.rules.registry import variants

from .vectors import disagrees, settled, vectors


def test_every_record_comes_to_what_is_written_down() -> None:
    told = [vector for vector in vectors() if settled(vector["record"]) != vector["result"]]
    assert told == [], "if the rules changed: python -m tests.offline.make_vectors, and read what changed"


def test_what_sources_tell_is_what_is_written_down() -> None:
    """Published tables, and games worked out by hand in docs/rules/: typed, computed by nothing here."""
    known = [vector for vector in vectors() if "known" in vector]
    assert len(known) >= 150
    assert {vector["record"]["variant"] for vector in known} == {variant.key for variant in variants()}
    assert [vector["from"] for vector in known if disagrees(vector["known"], vector["result"])] == []


def test_there_are_games_of_every_variant() -> None:
    count = Counter(v["record"]["variant"] for v in vectors() if "error" not in v["result"])
    assert sum(count.values()) >= 500
    assert set(count) == {variant.key for variant in variants()}
    assert min(count.values()) >= 30
