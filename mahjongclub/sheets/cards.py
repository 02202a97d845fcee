"""The points tables and the rules card of a game on paper: the same sources as the help at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.games.kit.paper import NONE, PointsTable, Row
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.help.address import HelpQuery
from mahjongclub.help.cards import CardSection, rules_card
from mahjongclub.help.preset_source import source_in_words

from .columns import estimated_section_lines, estimated_table_lines, in_columns, left_column_count, size_on
from .options import SheetOptions
from .sheet import Sheet, WrittenText, printable_text


class CardOptions(SheetOptions):
    """By which rules: a preset, or (from a table) rules that the address carries."""

    preset = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    rules = forms.CharField(required=False, widget=forms.HiddenInput)
    table = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, help_query: HelpQuery, typed: Mapping[str, Any]) -> None:
        self.help_query = help_query
        super().__init__(typed)

    def add_fields(self) -> None:
        """A choice of presets where there are several and no table's own rules."""
        variant = self.help_query.variant
        if len(variant.presets) < 2 or "rules" in self.help_query.params:
            self.fields["preset"].widget = forms.HiddenInput()
        self.fields["preset"].choices = [(preset.key, said(preset.name)) for preset in variant.presets]  # type: ignore[attr-defined]
        self.fields["preset"].initial = self.help_query.preset.key


def typed_points_sheet(help_query: HelpQuery, *, paper: str, language: str) -> Sheet:
    """Every table of points of a game, as many pages as it takes."""
    title = _("Points tables: %(game)s") % {"game": said(help_query.variant.name)}
    tables = find_game(help_query.variant.key).points(help_query.rules)
    data = {
        "subtitle": rules_name_in_words(help_query),
        "source": next(iter(_sources(help_query)), None),  # at the foot of each page: the tables fill it
        "size": size_on(paper, find_game(help_query.variant.key).paper.points_size),
        "pages": [_page(group, help_query) for group in _pages(tables, help_query.variant.key)],
    }
    return Sheet("points", title, language, paper, slugify(title), data)


def rules_sheet(help_query: HelpQuery, *, paper: str, language: str) -> Sheet:
    """The rules card, with what these rules say where they turn a section."""
    title = _("Rules card: %(game)s") % {"game": said(help_query.variant.name)}
    printed = find_game(help_query.variant.key).paper
    size = size_on(paper, printed.rules_size)
    sections = rules_card(help_query)
    parts = [
        [section for section in sections if (section.key in printed.second_rules) == second]
        for second in (False, True)
    ]
    data = {
        "subtitle": rules_name_in_words(help_query),
        "sources": _sources(help_query),
        "size": size,
        "pages": [
            {
                "wide": [],
                **in_columns(
                    [_section(section, help_query) for section in group],
                    [estimated_section_lines(section, size) for section in group],
                ),
            }
            for group in parts
            if group
        ],
        "here": _("In these rules:"),
    }
    return Sheet("rules_card", title, language, paper, slugify(title), data)


def _section(section: CardSection, help_query: HelpQuery) -> dict[str, object]:
    """A section as it is printed: the book of the card stands at its head and is not repeated."""
    book = help_query.preset.source.title if help_query.preset.source else None
    source = _("Source: %(source)s") % {"source": section.source}
    return {
        **asdict(section),
        "options": [
            {"label": _("%(option)s: ") % {"option": option.label}, "value": option.value}
            for option in section.options
        ],
        "source": None if book and section.source == said(book) else _printed(source, help_query),
    }


def _sources(help_query: HelpQuery) -> list[WrittenText]:
    """What the rules follow, and what could not be read of it, a line each."""
    source = source_in_words(help_query.preset.source)
    if source is None:
        return []
    lines = [_("Source: %(source)s") % {"source": source.line}, source.link, source.unread]
    return [_printed(line, help_query) for line in lines if line]


def _printed(text: str, help_query: HelpQuery) -> WrittenText:
    """A line that may hold a title in another script; without its font the rules are named instead."""
    stand_in = _("Source: %(source)s") % {"source": said(help_query.preset.name)}
    return printable_text(text, han=find_game(help_query.variant.key).paper.han, stand_in=stand_in)


def rules_name_in_words(help_query: HelpQuery) -> str:
    """The name of the rules, with a word where they are changed."""
    name = said(help_query.preset.name)
    return _("%(rules)s, with changes") % {"rules": name} if "rules" in help_query.params else name


def _pages(tables: Sequence[PointsTable], variant: str) -> list[list[PointsTable]]:
    """The tables of each page; one that would stand alone in two columns is parted."""
    narrow = [table for table in tables if not table.wide]
    if len(narrow) == 1:
        return [[*(table for table in tables if table.wide), *_halves(narrow[0])]]
    later = find_game(variant).paper.second_page
    pages = [[table for table in tables if (table.key in later) == second] for second in (False, True)]
    return [page for page in pages if page]


def _halves(table: PointsTable) -> list[PointsTable]:
    """The table for two columns: its rows parted where each column has as many lines."""
    at = left_column_count([1 + len(row.small) for row in table.rows])
    return [replace(table, rows=table.rows[:at], notes=()), replace(table, title="", rows=table.rows[at:])]


def _page(tables: Sequence[PointsTable], help_query: HelpQuery) -> dict[str, object]:
    """Tables over the whole width, then those in the left and in the right column."""
    narrow = [table for table in tables if not table.wide]
    return {
        "wide": [_table(table, help_query) for table in tables if table.wide],
        **in_columns(
            [_table(table, help_query) for table in narrow],
            [estimated_table_lines(table) for table in narrow],
        ),
    }


def _table(table: PointsTable, help_query: HelpQuery) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [_row(row, help_query) for row in table.rows],
        "notes": list(table.notes),
        "wide": table.wide,
    }


def _row(row: Row, help_query: HelpQuery) -> dict[str, object]:
    han = find_game(help_query.variant.key).paper.han
    return {
        "head": row.head,
        "other": [
            {"name": printable_text(name.text, han=han, stand_in=NONE), "language": name.language[:2]}
            for name in row.other
        ],
        "small": list(row.small),
        "cells": [list(cell) for cell in row.cells],
    }
