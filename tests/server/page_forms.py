"""What a browser without script would send from a page: the forms on it, filled in as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageForm:
    """Where a form is sent ("" is its own page), and its fields: name -> values, the buttons' too.

    `files` names the fields that take a file, `choices` what each list to choose from offers.
    """

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.select: tuple[str, list[str]] | None = None
        self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(PageForm(given.get("action", "") if given.get("method") == "post" else "no"))
        if not self.forms:
            return
        name, fields = given.get("name", ""), self.forms[-1].fields
        if tag in ("input", "button", "textarea", "select") and name:
            fields.setdefault(name, [])
        if given.get("type") == "file":
            self.forms[-1].files.add(name)
        elif tag == "input" and name:
            tickable = given.get("type") in ("radio", "checkbox")
            ticked = not tickable or "checked" in given
            fields[name] += [given.get("value", "on" if tickable else "")] * ticked
        elif tag == "button" and name:
            fields[name] = [given.get("value", "")]
        elif tag == "select":
            self.select = (name, [])
        elif tag == "option" and self.select:
            self.forms[-1].choices.setdefault(self.select[0], []).append(given.get("value", ""))
            if "selected" in given:
                fields[self.select[0]].append(given.get("value", ""))
        self.textarea = name if tag == "textarea" else ""

    def handle_data(self, data: str) -> None:
        if self.textarea and self.forms:
            self.forms[-1].fields[self.textarea] = [data.strip()]


def post_forms(page: str) -> list[PageForm]:
    """The forms of a page that are sent by POST."""
    return [form for form in all_forms(page) if form.action != "no"]


def all_forms(page: str) -> list[PageForm]:
    """The forms of a page, those sent by GET too."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms
