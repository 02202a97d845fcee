"""No page of the organiser's guide is without somebody who walks it."""

from __future__ import annotations

from mahjongclub.guide.pages import CONTENTS, TITLES

from .nightly import test_walks, test_walks_in_trouble
from .test_walks import WALKS

#: whatever else is asked for, they are loaded, and have registered their walks
LOADED = (test_walks, test_walks_in_trouble)


def test_every_page_is_walked() -> None:
    assert WALKS.keys() | {CONTENTS} == TITLES.keys()
