"""docs/adding-a-game.md shows the toy game as it is, and all of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.serving import ROOT

HERE = Path(__file__).parent
FILES = [HERE / "toy/engine.py", HERE / "toy/__init__.py", HERE / "toy/paper.typ", HERE / "registering.py"]
BLOCK = re.compile(r"^```(?:python|typst)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[str]:
    return BLOCK.findall(ROOT.joinpath("docs/adding-a-game.md").read_text(encoding="utf-8"))


def test_every_block_of_code_stands_in_the_toy_game_word_for_word() -> None:
    files = [path.read_text(encoding="utf-8") for path in FILES]
    assert len(blocks()) > 10
    assert [block for block in blocks() if not any(f"{block}\n" in file for file in files)] == []


def test_nothing_of_the_toy_game_is_left_out_but_its_imports() -> None:
    shown = "\n".join(blocks())
    for path in (HERE / "toy/engine.py", HERE / "toy/__init__.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body[1:]:
            if not isinstance(node, ast.Import | ast.ImportFrom):
                assert (ast.get_source_segment(text, node) or "") in shown, f"{path.name}:{node.lineno}"
