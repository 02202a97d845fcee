"""Everything a person reads is there in every language."""

import re

import pytest
from babel.messages.catalog import Message

from mahjongclub.house import catalogue

LANGUAGES = catalogue.translated_languages()
# What code puts into a text: %(name)s, %s, {name}; and the tags around parts of it.
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}|</?[a-z][^>]*>")


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id[0] if isinstance(message.id, tuple) else message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_the_texts_of_the_source_and_no_others(language: str) -> None:
    kept = catalogue.read(language)
    written = {key(message) for message in kept if message.id}
    needed = {key(message) for message in catalogue.gather() if message.id}
    assert needed - written == set(), "run: make messages, then translate"
    assert written - needed == set(), "run: make messages"
    assert not kept.obsolete, "run: make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    kept = [message for message in catalogue.read(language) if message.id]
    assert [message.id for message in kept if not all(catalogue.translations(message))] == []
    assert [message.id for message in kept if message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_what_the_code_fills_in(language: str) -> None:
    for message in catalogue.read(language):
        if not message.id:
            continue
        # The last form of either language is the one that says the number.
        source = message.id[-1] if isinstance(message.id, tuple) else message.id
        assert placeholders(catalogue.translations(message)[-1]) == placeholders(source), message.id
        for form in catalogue.translations(message):
            assert set(placeholders(form)) <= set(placeholders(source)), message.id


def test_gathering_reads_code_and_templates(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "mahjongclub").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "mahjongclub" / "views.py").write_text(
        "from django.utils.translation import gettext_lazy as _, ngettext, pgettext\n"
        'a = _("Lazy")\nb = ngettext("one hand", "%(n)s hands", 2)\nc = pgettext("wind", "East")\n'
    )
    (tmp_path / "templates" / "page.html").write_text(
        '{% load i18n %}\n<p title="{% translate "Draw" context "seats" %}">a "\n{{ x|default:_("none") }}\n'
        "{% blocktranslate count n=n trimmed %}\n  One stick\n{% plural %}\n  {{ n }} sticks\n"
        "{% endblocktranslate %}</p>\n\t<b>100%</b>{% blocktranslate %}Hi {{ name }}{% endblocktranslate %}\n"
    )
    found = {(message.context, message.id) for message in catalogue.gather() if message.id}
    assert found == {
        (None, "Lazy"),
        (None, ("one hand", "%(n)s hands")),
        ("wind", "East"),
        ("seats", "Draw"),
        (None, "none"),
        (None, ("One stick", "%(n)s sticks")),
        (None, "Hi %(name)s"),
    }


def test_updating_keeps_translations_drops_what_is_gone_and_settles(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    (tmp_path / "mahjongclub").mkdir()
    source = tmp_path / "mahjongclub" / "views.py"
    path = catalogue.catalogue_path("fr")

    source.write_text('_("Hand")\n_("Gone")\n')
    catalogue.update("fr")
    path.write_text(path.read_text().replace('msgid "Hand"\nmsgstr ""', 'msgid "Hand"\nmsgstr "Donne"'))
    source.write_text('\n\n_("Hand")\n_("Hands")\n')
    catalogue.update("fr")
    kept = {message.id: message.string for message in catalogue.read("fr") if message.id}
    assert kept == {"Hand": "Donne", "Hands": ""}

    before = path.read_bytes()
    catalogue.update("fr")
    assert path.read_bytes() == before
