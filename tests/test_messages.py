"""Everything a person reads is there in every language."""

import io
import re
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from django.conf import settings

from mahjongclub.rules.catalogue_file import compile_catalogue
from mahjongclub.server import catalogue
from mahjongclub.server.compiled_texts import translated_languages

#: every catalogue of every language
KEPT = pytest.mark.parametrize(
    ("domain", "language"),
    [(domain, language) for domain in catalogue.DOMAINS for language in translated_languages()],
    ids=lambda part: getattr(part, "name", part),
)
# What code puts into a text: %(name)s, %s, {name}; and the tags around parts of it.
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sd]\b|\{\w*\}|</?[a-z][^>]*>")


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id[0] if isinstance(message.id, tuple) else message.id


@KEPT
def test_the_catalogue_holds_the_texts_of_the_source_and_no_others(
    domain: catalogue.CatalogueDomain, language: str
) -> None:
    kept = catalogue.read_catalogue(language, domain)
    written = {key(message) for message in kept if message.id}
    needed = {key(message) for message in catalogue.gather_texts(domain) if message.id}
    assert needed - written == set(), "run: make messages, then translate"
    assert written - needed == set(), "run: make messages"
    assert not kept.obsolete, "run: make messages"


@KEPT
def test_every_text_is_translated(domain: catalogue.CatalogueDomain, language: str) -> None:
    kept = [message for message in catalogue.read_catalogue(language, domain) if message.id]
    assert [message.id for message in kept if not all(catalogue.translations(message))] == []
    assert [message.id for message in kept if message.fuzzy] == []


@KEPT
def test_translations_keep_what_the_code_fills_in(domain: catalogue.CatalogueDomain, language: str) -> None:
    for message in catalogue.read_catalogue(language, domain):
        if not message.id:
            continue
        # The last form of either language is the one that says the number.
        source = message.id[-1] if isinstance(message.id, tuple) else message.id
        assert placeholders(catalogue.translations(message)[-1]) == placeholders(source), message.id
        for form in catalogue.translations(message):
            assert set(placeholders(form)) <= set(placeholders(source)), message.id


#: what texts put between quotation marks that is no button or heading of ours
NO_LABEL = re.compile(
    r"[^A-Za-z]+|Player no\. 7|.*[0-9;].*|from URL|subscribe|record|backup|serve|Semi-final"
    r"|A newer SQLite|Spring tournament"
)
QUOTED = re.compile("“([^”%{]+)”")


@pytest.mark.parametrize("language", translated_languages())
def test_what_a_text_calls_a_button_or_a_heading_is_called_so(language: str) -> None:
    """A text that says “Share the table” leads nowhere where nothing is called so any more."""
    app = next(domain for domain in catalogue.DOMAINS if domain.name == "django")
    labels: dict[str, set[str]] = {}
    texts: list[tuple[str, str]] = []
    for message in catalogue.read_catalogue(language, app):
        source = message.id if isinstance(message.id, tuple) else (message.id,)
        said = [text.replace("\u00ad", "") for text in catalogue.translations(message)]
        texts += zip(source, said, strict=False)
        labels.setdefault(source[0], set()).add(said[0])
    named = [(label, source, said) for source, said in texts for label in QUOTED.findall(source)]
    named = [row for row in named if not NO_LABEL.fullmatch(row[0])]
    assert [source for label, source, _said in named if label not in labels] == []
    wrong = [said for label, _source, said in named if not any(name in said for name in labels[label])]
    assert wrong == []


def test_no_template_puts_a_sign_of_its_own_behind_words() -> None:
    """French has a blank before a colon: {% translate ":" context "after a word" %} says it."""
    sign = re.compile(r"(?:\}\}|%\}|</(?:a|b|bdi|i|q|small|span|strong)>)[:!](?=[\s<{\"]|$)", re.MULTILINE)
    told = re.compile(
        r"\{% blocktranslate.*?\{% endblocktranslate %\}|\{% comment.*?\{% endcomment %\}", re.DOTALL
    )
    found = [
        f"{path.name}: {match[0]}"
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        for match in sign.finditer(told.sub("{% told %}", path.read_text()))
    ]
    assert found == []


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
    found = {(message.context, message.id) for message in catalogue.gather_texts() if message.id}
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
    path = catalogue.APP.path("fr")

    source.write_text('_("Hand")\n_("Gone")\n')
    catalogue.update_catalogue("fr")
    path.write_text(path.read_text().replace('msgid "Hand"\nmsgstr ""', 'msgid "Hand"\nmsgstr "Donne"'))
    source.write_text('\n\n_("Hand")\n_("Hands")\n')
    catalogue.update_catalogue("fr")
    kept = {message.id: message.string for message in catalogue.read_catalogue("fr") if message.id}
    assert kept == {"Hand": "Donne", "Hands": ""}

    before = path.read_bytes()
    catalogue.update_catalogue("fr")
    assert path.read_bytes() == before


def test_gathering_reads_the_words_of_the_engine(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "mahjongclub").mkdir()
    (tmp_path / "mahjongclub" / "game.py").write_text(
        'a = Text("One " "sentence, {number}.", number=3)\nb = Text.at("of", "East’s wall")\n'
        'c = Text.counted("{count} tile", "{count} tiles", 2)\nd = about_seat(1, "{who} wins.")\n'
        'e = Text.plain("Chen")\n'
    )
    found = {
        (message.context, message.id) for message in catalogue.gather_texts(catalogue.RULES) if message.id
    }
    assert found == {
        (None, "One sentence, {number}."),
        ("of", "East’s wall"),
        (None, ("{count} tile", "{count} tiles")),
        (None, "{who} wins."),
    }


def test_a_text_put_together_in_the_call_is_no_text_for_translators(tmp_path, settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "mahjongclub").mkdir()
    (tmp_path / "mahjongclub" / "game.py").write_text('a = Text(f"{name} wins.")\n')
    with pytest.raises(ValueError, match="written out"):
        catalogue.gather_texts(catalogue.RULES)


@pytest.mark.parametrize("language", translated_languages())
def test_a_fresh_checkout_reads_the_catalogue_as_the_app_compiles_it(language: str) -> None:
    path = catalogue.RULES.path(language)
    built = io.BytesIO()
    write_mo(built, catalogue.read_catalogue(language, catalogue.RULES))
    theirs = GNUTranslations(io.BytesIO(built.getvalue()))
    ours = GNUTranslations(io.BytesIO(compile_catalogue(path.read_text(encoding="utf-8"))))
    for message in catalogue.read_catalogue(language, catalogue.RULES):
        for count in (1, 2, 21) if isinstance(message.id, tuple) else ():
            assert ours.ngettext(*message.id, count) == theirs.ngettext(*message.id, count)
        if isinstance(message.id, str) and message.id:
            place = message.context
            said = ours.pgettext(place, message.id) if place else ours.gettext(message.id)
            assert said == (theirs.pgettext(place, message.id) if place else theirs.gettext(message.id))
