"""What is sent of our scripts and style sheets: each joined into one file, everything but the comments."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finder

from mahjongclub.server.joined_files import (
    JoinedStorage,
    JoiningError,
    joined_source,
    modules_in_order,
    without_comments,
)

STATIC = Path(settings.BASE_DIR) / "static"
OURS = sorted([*STATIC.rglob("css/**/*.css"), *STATIC.glob("games/*.css"), *STATIC.rglob("js/**/*.js")])
ENTRIES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/*.js"))
SHEETS = sorted(path.relative_to(STATIC).as_posix() for path in [*STATIC.glob("*/*.css")])


def write(root: Path, **files: str) -> None:
    """Write scripts of these names; `__` stands for the slash."""
    for name, text in files.items():
        path = root / "js" / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_comments_and_indents_go() -> None:
    script = "// Says it.\n(() => {\n  let due = 1; // not yet\n  // one more\n  say(due);\n})();\n"
    assert without_comments("js/say.js", script) == "(() => {\nlet due = 1;\nsay(due);\n})();\n"
    assert (
        without_comments("css/say.css", "/* On\n   two lines. */\n.a { color: red; }\n")
        == ".a { color: red; }\n"
    )
    sheet = ".a {\n  top: 0;\n}\n\n.b { top: 1; }\n"
    assert without_comments("css/say.css", sheet) == ".a {\ntop: 0;\n}\n.b { top: 1; }\n"


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
    assert without_comments("js/say.js", line + "\n") == line + "\n"


def test_a_string_over_several_lines_is_left_alone() -> None:
    script = "run(`\n  // of the text\n`);\n"
    assert without_comments("js/run.js", script) == script


def test_every_file_keeps_its_code() -> None:
    assert [path for path in OURS if not keeps_its_code(path)] == []


def keeps_its_code(path: Path) -> bool:
    """Tell whether what is sent of a file is the file, but for comments and empty room."""
    written = path.read_text()
    sent = without_comments(f"{path.parent.name}/{path.name}", written)
    if len(sent) > len(written):
        return False
    if path.suffix == ".css":
        has_rules = "{" in sent or "@import" in sent
        return "/*" not in sent and sent.count("{") == sent.count("}") and has_rules
    code = [line for line in map(str.strip, written.splitlines()) if not line.startswith(("//", "/** @"))]
    left = sent.splitlines()
    if len(left) == len(written.splitlines()):  # it was left alone
        return True
    return len(left) == len(code) and all(
        then.startswith(now) and bool(now) == bool(then) for now, then in zip(left, code, strict=True)
    )


def test_an_entry_is_sent_with_its_modules_in_the_order_of_the_imports(tmp_path: Path) -> None:
    write(
        tmp_path,
        table='import "./queue/send.js";\nimport "./live/stream.js";\n',
        queue__send='import { all as every, put } from "./store.js";\nevery(put);\n',
        queue__store="export const all = () => [];\nexport async function put(item) {\n}\n",
        live__stream='import { put } from "../queue/store.js";\nput(1);\n',
    )
    assert modules_in_order(tmp_path, "js/table.js") == [
        "js/queue/store.js",
        "js/queue/send.js",
        "js/live/stream.js",
        "js/table.js",
    ]
    assert joined_source(tmp_path, "js/table.js").splitlines() == [
        "(() => {",
        '"use strict";',
        "const joined = self.joined ??= {};",
        'joined["queue/store"] ??= (() => {',
        "const all = () => [];",
        "async function put(item) {",
        "}",
        "return { all, put };",
        "})();",
        'joined["queue/send"] ??= (() => {',
        'const { all: every, put } = joined["queue/store"];',
        "every(put);",
        "return {};",
        "})();",
        'joined["live/stream"] ??= (() => {',
        'const { put } = joined["queue/store"];',
        "put(1);",
        "return {};",
        "})();",
        'joined["table"] ??= (() => {',
        "return {};",
        "})();",
        "})();",
    ]


def test_what_another_entry_brings_is_not_sent_again(tmp_path: Path) -> None:
    write(
        tmp_path,
        shared='import "./queue/store.js";\n',
        queue='import "./shared.js";\nimport "./queue/send.js";\n',
        queue__store="export const all = () => [];\n",
        queue__send='import { all } from "./store.js";\nall();\n',
    )
    assert modules_in_order(tmp_path, "js/queue.js") == ["js/queue/send.js", "js/queue.js"]
    assert "const all" not in joined_source(tmp_path, "js/queue.js")
    assert "const all" in joined_source(tmp_path, "js/shared.js")


@pytest.mark.parametrize(
    ("module", "fault"),
    [
        ('import { b } from "./gone.js";\n', "js/part/gone.js: cannot be read"),
        ('import { b } from "./b.js";\n', "js/part/a.js: ./b.js exports no b"),
        ('import "./a.js";\n', "js/part/a.js: imports itself: js/entry.js → js/part/a.js → js/part/a.js"),
        ('import "./c.js";\n', "imports itself: .*a.js → js/part/c.js → js/part/a.js"),
        ('import "../other.js";\n', "js/part/a.js: ../other.js: only an entry may import another"),
        ('import b from "./b.js";\n', 'js/part/a.js: not understood: import b from "./b.js";'),
        ('import * as b from "./b.js";\n', "not understood: import"),
        ("import { b } from './b.js';\n", "not understood: import"),
        ("export default 1;\n", "not understood: export default 1;"),
        ("export let count = 1;\n", "not understood: export let count = 1;"),
        ('export { all } from "./b.js";\n', "not understood: export"),
        ('import "../../../secret.js";\n', "cannot be read"),
    ],
)
def test_whoever_writes_what_is_not_understood_is_told(tmp_path: Path, module: str, fault: str) -> None:
    write(
        tmp_path,
        entry='import "./part/a.js";\n',
        other="go();\n",
        part__a=module,
        part__b="export const all = 1;\n",
        part__c='import "./a.js";\n',
    )
    with pytest.raises(JoiningError, match=fault):
        joined_source(tmp_path, "js/entry.js")


def test_a_script_that_is_imported_when_it_is_needed_stays_so(tmp_path: Path) -> None:
    write(tmp_path, entry='const { load } = await import("./far.js");\nimport("./near.js").then(load);\n')
    assert 'await import("./far.js")' in joined_source(tmp_path, "js/entry.js")


def test_a_style_sheet_is_sent_with_those_it_imports_each_once(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "css" / "a.css").write_text("/* Colours. */\n.a {\n  top: 0;\n}\n")
    (tmp_path / "css" / "b.css").write_text('@import "a.css";\n.b { top: 1; }\n')
    (tmp_path / "games" / "six.css").write_text(
        '@import "../css/b.css";\n@import "../css/a.css";\n.c { top: 2; }'
    )
    assert joined_source(tmp_path, "games/six.css") == ".a {\ntop: 0;\n}\n.b { top: 1; }\n.c { top: 2; }\n"
    (tmp_path / "css" / "b.css").write_text("@import url(a.css) print;\n")
    with pytest.raises(JoiningError, match=r"css/b\.css: not understood: @import url"):
        joined_source(tmp_path, "css/b.css")


def test_every_file_of_ours_can_be_joined_and_brings_all_its_parts() -> None:
    for name in [*ENTRIES, *SHEETS]:
        sent = joined_source(STATIC, name)
        assert not re.search(r"^(?:import [{\"]|export |@import)", sent, re.MULTILINE), name
        if name.endswith(".js"):
            assert sent.count("??= (() => {") == len(modules_in_order(STATIC, name)) > 0, name


def test_no_module_lies_about_unused() -> None:
    used = {part for entry in ENTRIES for part in modules_in_order(STATIC, entry)}
    written = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("js/**/*.js")}
    assert written - used == {"js/engine/worker.js"}  # the one that is sent by itself


def test_modules_are_found_in_their_entries_alone() -> None:
    names = [name for name, _storage in get_finder(settings.STATICFILES_FINDERS[0]).list(None)]
    assert {"js/table.js", "css/site.css", "games/ten.css", "icons/favicon.svg"} <= set(names)
    assert not [name for name in names if name.count("/") > 1 and name.startswith(("css/", "js/"))]
    found = finders.find("js/table.js")
    assert Path(found).read_text() == joined_source(STATIC, "js/table.js")
    assert not finders.find("js/live/stream.js")
    assert finders.find("icons/favicon.svg") == str(STATIC / "icons" / "favicon.svg")


def test_an_entry_is_as_new_as_its_newest_module(tmp_path: Path) -> None:
    write(tmp_path, entry='import "./part/a.js";\n', part__a="a();\n")
    storage = JoinedStorage(location=tmp_path)
    before = storage.get_modified_time("js/entry.js")
    os.utime(tmp_path / "js" / "part" / "a.js", (before.timestamp() + 60, before.timestamp() + 60))
    assert (storage.get_modified_time("js/entry.js") - before).total_seconds() == pytest.approx(60, abs=1)
