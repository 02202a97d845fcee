"""Every game of the house, and the toy game at tables of three and of five."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mahjongclub.games.base import Game
from mahjongclub.games.registry import find_game
from tests.offline.device import Engine, unpack
from tests.serving import ROOT
from tests.tables.conftest import other_phone, phone, table, ten

from .registering import EVERY_GAME, TOYS, register_toy

__all__ = ["other_phone", "phone", "table", "ten"]


@pytest.fixture(params=EVERY_GAME)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A registered game."""
    if request.param not in TOYS:
        return find_game(request.param)
    register_toy(TOYS[request.param], monkeypatch.setattr, monkeypatch.setitem)
    return find_game("toy")


@pytest.fixture(scope="session")
def engine_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Game], Engine]]:
    """The engine of a phone that knows a game: one process for the house's, one for each toy."""
    folder = unpack(tmp_path_factory.mktemp("phone"))
    running: dict[str, Engine] = {}

    def engine(game: Game) -> Engine:
        registering = ""
        if game.key == "toy":
            registering = f"import tests.games.registering as r; r.register_toy({game.variant.seats})"
            _bring_toy(folder)
        if registering not in running:
            running[registering] = Engine(folder, registering)
        return running[registering]

    yield engine
    for one in running.values():
        one.stop()


def _bring_toy(folder: Path) -> None:
    """The toy's files beside the app's, as a release with that game would have them."""
    own = sorted(Path(__file__).parent.joinpath("toy").glob("*.py"))
    for path in (
        ROOT / "tests/__init__.py",
        *map(Path(__file__).with_name, ("__init__.py", "registering.py")),
        *own,
    ):
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
