"""What is sent of our scripts and style sheets: everything but the comments."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from mahjongclub.house.bare_files import bare

STATIC = Path(settings.BASE_DIR) / "static"
OURS = sorted([*STATIC.glob("css/*.css"), *STATIC.glob("js/*.js")])


def test_comments_and_indents_go() -> None:
    script = "// Says it.\n(() => {\n  let due = 1; // not yet\n  // one more\n  say(due);\n})();\n"
    assert bare("js/say.js", script) == "(() => {\nlet due = 1;\nsay(due);\n})();\n"
    assert bare("css/say.css", "/* On\n   two lines. */\n.a { color: red; }\n") == ".a { color: red; }\n"


@pytest.mark.parametrize(
    "line",
    [
        'go("https://example.org/"); say("a; // b");',
        "const place = /^\\/(offline|help)\\//;",
        "say(`; // ${name}`);",
        "import('//elsewhere');",
    ],
)
def test_what_only_looks_like_a_comment_stays(line: str) -> None:
    assert bare("js/say.js", line + "\n") == line + "\n"


def test_a_string_over_several_lines_is_left_alone() -> None:
    script = "run(`\n  // of the text\n`);\n"
    assert bare("js/run.js", script) == script


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_every_file_keeps_its_code(path: Path) -> None:
    written = path.read_text()
    sent = bare(f"{path.parent.name}/{path.name}", written)
    assert len(sent) <= len(written)
    if path.suffix == ".css":
        assert "/*" not in sent
        assert sent.count("{") == sent.count("}") > 0
        return
    code = [line for line in map(str.strip, written.splitlines()) if not line.startswith("//")]
    left = sent.splitlines()
    if len(left) < len(written.splitlines()):  # else it was left alone
        assert len(left) == len(code)
        assert all(then.startswith(now) for now, then in zip(left, code, strict=True))
        assert all(bool(now) == bool(then) for now, then in zip(left, code, strict=True))
