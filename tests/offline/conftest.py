"""One phone's engine for all who ask it: a process, which takes seconds to begin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.made_up_language import CODE, make_catalogues
from tests.offline.device import Engine, unpack

#: one phone opens what many open here: what counts towards its limit is forgotten before each question
FORGET = """
from django.core.cache import cache
asked = answer
def answer(line):
    cache.clear()
    return asked(line)
"""


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Its app has one language more, for who looks for words in no catalogue: a line, and a folder in each
    place."""
    folder = unpack(tmp_path_factory.mktemp("phone"))
    make_catalogues(folder / "locale", folder / "mahjongclub" / "rules" / "locale")
    listed = folder / "mahjongclub" / "languages.py"
    listed.write_text(listed.read_text().replace("LANGUAGES = [", f'LANGUAGES = [("{CODE}", "{CODE}"), '))
    running = Engine(folder, FORGET)
    yield running
    running.stop()
