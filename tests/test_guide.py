"""The organiser's guide says what the app says, in every language, and the app leads to each of its pages.

What a page has in bold is a text of the app, word for word; a number stands for what the app fills in.
`tests/guide` walks every page by these names.
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override

from mahjongclub.command_line import COMMANDS, OTHERS
from mahjongclub.guide.pages import CONTENTS, PAGES, TITLES, page_address, page_path, render_page
from mahjongclub.languages import LANGUAGES
from mahjongclub.server import catalogue
from mahjongclub.server.compiled_texts import translated_languages
from tests.serving import ROOT

GUIDE = ROOT / "docs" / "guide"
PICTURES = ROOT / "docs" / "pictures" / "guide"
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)]+)\)")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
STEP = re.compile(r"^(\d+)\. ", re.MULTILINE)
#: what the app fills into a text
FILLED_IN = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
MOST_LINES = 90
MOST_BYTES_OF_PICTURES = 1_500_000
WRITTEN = [
    pytest.param(name, language, id=f"{language}-{name}")
    for language, _name in LANGUAGES
    for name in TITLES
    if page_path(name, language).is_file()
]
each_page = pytest.mark.parametrize(("name", "language"), WRITTEN)


def text_of(name: str, language: str) -> str:
    return page_path(name, language).read_text(encoding="utf-8")


def without_code(text: str) -> str:
    return CODE.sub("", BLOCK.sub("", text))


def bold_texts(name: str, language: str) -> list[str]:
    """Return what a page has in heavy type, in its order."""
    return [" ".join(found.split()) for found in BOLD.findall(without_code(text_of(name, language)))]


@cache
def app_texts(language: str) -> dict[str, set[str]]:
    """Return every text of the app in a language, each with the English texts that it says."""
    texts: dict[str, set[str]] = {}
    for domain in catalogue.DOMAINS:
        for message in catalogue.read_catalogue(
            translated_languages()[0] if language == "en" else language, domain
        ):
            if message.id:
                forms = message.id if isinstance(message.id, tuple) else (message.id,)
                for form in forms if language == "en" else catalogue.translations(message):
                    texts.setdefault(" ".join(form.split()), set()).add(forms[0])
    return texts


@cache
def patterns(language: str) -> list[tuple[re.Pattern[str], set[str]]]:
    """Return the texts into which the app fills something, each with its English: numbers may stand there."""
    found = []
    for text, sources in app_texts(language).items():
        parts = FILLED_IN.split(text)
        if len(parts) > 1 and any(letter.isalpha() for part in parts for letter in part):
            found.append((re.compile(r"\d+".join(map(re.escape, parts))), sources))
    return found


def sources_of(text: str, language: str) -> set[str]:
    """Return the English texts of the app that are said so; none where the app says no such thing."""
    filled_in = (sources for pattern, sources in patterns(language) if pattern.fullmatch(text))
    return app_texts(language).get(text, set()).union(*filled_in)


def test_the_guide_has_its_pages_and_no_others() -> None:
    for language in ("en", *translated_languages()):
        folder = page_path(CONTENTS, language).parent
        if folder.is_dir():
            assert {path.stem for path in folder.glob("*.md")} == set(TITLES), language


@each_page
def test_a_page_has_the_title_by_which_the_app_links_to_it(name: str, language: str) -> None:
    with override(language):
        assert text_of(name, language).startswith(f"# {TITLES[name]}\n")


@each_page
def test_a_page_is_short_and_its_steps_are_numbered(name: str, language: str) -> None:
    text = text_of(name, language)
    assert len(text.splitlines()) <= MOST_LINES
    for section in text.split("\n## "):
        steps = [int(number) for number in STEP.findall(section)]
        assert steps == list(range(1, len(steps) + 1)), section


@each_page
def test_what_stands_in_heavy_type_is_what_the_app_says(name: str, language: str) -> None:
    assert [text for text in bold_texts(name, language) if not sources_of(text, language)] == []


@pytest.mark.parametrize("language", translated_languages())
@pytest.mark.parametrize("name", TITLES)
def test_a_translated_page_names_what_the_english_page_names(name: str, language: str) -> None:
    if page_path(name, language).is_file():
        pairs = zip(bold_texts(name, "en"), bold_texts(name, language), strict=True)
        others = [pair for pair in pairs if not sources_of(pair[0], "en") & sources_of(pair[1], language)]
        assert others == []


@each_page
def test_links_and_pictures_lead_somewhere(name: str, language: str) -> None:
    path = page_path(name, language)
    for is_picture, words, target in LINK.findall(text_of(name, language)):
        assert words.strip()
        assert Path(path.parent, target).resolve().is_file(), target
        if is_picture:
            assert Path(path.parent, target).resolve().parent == PICTURES
        else:
            assert target.removesuffix(".md") in TITLES, target


def test_every_picture_is_shown_and_together_they_are_small() -> None:
    shown = {Path(target).name for name in TITLES for _, _, target in LINK.findall(text_of(name, "en"))}
    there = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert there.keys() <= shown
    assert sum(there.values()) <= MOST_BYTES_OF_PICTURES


@each_page
def test_commands_and_addresses_are_those_of_the_app(name: str, language: str) -> None:
    text = text_of(name, language)
    for line in "".join(BLOCK.findall(text)).splitlines():
        program, command, *rest = line.split()
        assert program == "mahjongclub"
        assert command in COMMANDS or (command == OTHERS and rest[0] in get_commands())
    for code in CODE.findall(BLOCK.sub("", text)):
        if code.startswith("/"):
            try:
                resolve(code)
            except Resolver404:
                pytest.fail(f"no such address: {code}")


@each_page
def test_a_page_is_shown_in_the_app_with_its_pictures(name: str, language: str) -> None:
    answer = Client().get(page_address(name), headers={"accept-language": language})
    shown = answer.content.decode()
    assert answer.status_code == 200
    assert f'<article lang="{language}">' in shown
    for text in bold_texts(name, language):
        assert f"<strong>{html.escape(text, quote=False)}</strong>" in " ".join(shown.split()).replace(
            "&quot;", '"'
        )
    assert ".md" not in shown
    for is_picture, _words, target in LINK.findall(text_of(name, language)):
        if is_picture:
            assert f"/guide/{Path(target).stem}." in shown
        else:
            assert f'href="{page_address(Path(target).stem)}"' in shown


def test_a_language_without_a_page_reads_it_in_english(tmp_path: Path, settings: object) -> None:
    settings.BASE_DIR = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "docs" / "guide").mkdir(parents=True)
    (tmp_path / "docs" / "guide" / "league.md").write_text("# A league\n\nIn English <b>only</b>.\n")
    with override("fr"):
        assert render_page("league") == "<p>In English &lt;b&gt;only&lt;/b&gt;.</p>\n"


def test_an_unknown_page_is_not_found() -> None:
    assert Client().get("/guide/nobody/").status_code == 404


def test_the_contents_list_every_page_in_its_order() -> None:
    for language in ("en", *translated_languages()):
        if page_path(CONTENTS, language).is_file():
            listed = re.findall(r"^- \[(.+)\]\(([\w-]+)\.md\)", text_of(CONTENTS, language), re.MULTILINE)
            with override(language):
                assert [(words, page) for words, page in listed] == [
                    (str(PAGES[page]), page) for page in PAGES
                ]


LINKED = re.compile(r"\{% guide \"([\w-]+)\" %\}|\{% url 'guide:page' '([\w-]+)' %\}|\"/guide/([\w-]+)/\"")


def test_every_page_of_the_guide_is_linked_where_its_question_arises() -> None:
    linked = {
        "".join(found)
        for path in (ROOT / "templates").rglob("*.html")
        for found in LINKED.findall(path.read_text(encoding="utf-8"))
    }
    assert linked == set(PAGES)
