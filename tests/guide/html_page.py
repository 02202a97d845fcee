"""A page as somebody reads it: its links, buttons and fields, found by the words that stand on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
#: what nobody reads on a page
UNSEEN = {"script", "style", "template", "noscript", "head"}
#: what is typed or chosen
FIELDS = {"input", "select", "textarea"}
TICKED = {"radio", "checkbox"}


@dataclass
class Node:
    """An element of a page, with what is in it in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parent: Node | None = field(default=None, repr=False)
    inside: list[Node | str] = field(default_factory=list, repr=False)

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def nodes(self, *tags: str) -> Iterator[Node]:
        """Yield the elements below of these tags, of any without."""
        for child in self.inside:
            if isinstance(child, Node):
                if not tags or child.tag in tags:
                    yield child
                yield from child.nodes(*tags)

    def around(self, *tags: str) -> Node | None:
        """Return the nearest element around of these tags."""
        node = self.parent
        while node is not None and node.tag not in tags:
            node = node.parent
        return node

    @property
    def text(self) -> str:
        """What is read in it, with single spaces; where a long word may be parted is not read."""
        return " ".join("".join(self._texts()).replace("\xad", "").split())

    def _texts(self) -> Iterator[str]:
        for child in self.inside:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSEEN and "hidden" not in child.attributes:
                yield " "
                yield from child._texts()
                yield " "


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.node = Node("page")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("p", "li", "option", "dt", "dd", "tr", "td", "th") and self.node.tag == tag:
            self.handle_endtag(tag)
        node = Node(tag, {name: value or "" for name, value in attrs}, self.node)
        self.node.inside.append(node)
        if tag not in VOID:
            self.node = node

    def handle_endtag(self, tag: str) -> None:
        node: Node | None = self.node
        while node is not None and node.tag != tag:
            node = node.parent
        if node is not None and node.parent is not None:
            self.node = node.parent

    def handle_data(self, data: str) -> None:
        self.node.inside.append(data)


def read_page(source: str) -> Node:
    """Return the whole of a page."""
    reader = _Reader()
    reader.feed(source)
    return reader.root


def says(shown: str, name: str) -> bool:
    """Whether what is shown begins with a name, which a number or an explanation may follow."""
    return re.match(rf"{re.escape(name)}(?!\w)", shown.lstrip("←→✓ ")) is not None


def words_on(node: Node) -> list[str]:
    """Return the words by which a link, a button or a heading is known."""
    return [words for words in (node.text, node.get("aria-label"), node.get("title")) if words]


def field_of(page: Node, label: Node) -> Node | None:
    """Return the field that a label names: the one in it, or the one it points to."""
    if wanted := label.get("for"):
        return next((node for node in page.nodes(*FIELDS) if node.get("id") == wanted), None)
    return next(label.nodes(*FIELDS), None)


def fields_named(page: Node, name: str) -> list[Node]:
    """Return the fields whose label says a name: whole before beginning so, under a legend as well."""
    labels = [(label.text, field_of(page, label)) for label in page.nodes("label")]
    labels += [(node.get("aria-label"), node) for node in page.nodes(*FIELDS)]
    labels += [
        (legend.text, node)
        for legend in page.nodes("legend", "summary")
        for node in (legend.parent.nodes(*FIELDS) if legend.parent else ())
    ]
    found = [(words, node) for words, node in labels if node is not None and says(words, name)]
    return [node for words, node in sorted(found, key=lambda pair: pair[0] != name)]


def pressable(page: Node, name: str) -> list[Node]:
    """Return the links, buttons and openings that a name stands on: those it stands on alone first."""
    found = [
        (min(len(words) for words in words_on(node) if says(words, name)), node)
        for node in page.nodes("a", "button", "summary")
        if any(says(words, name) for words in words_on(node)) and "disabled" not in node.attributes
    ]
    return [node for _length, node in sorted(found, key=lambda pair: pair[0])]


def form_of(page: Node, node: Node) -> Node | None:
    """Return the form to which a field or a button belongs."""
    if wanted := node.get("form"):
        return next((form for form in page.nodes("form") if form.get("id") == wanted), None)
    return node.around("form")


def sent_values(page: Node, form: Node) -> dict[str, list[str]]:
    """Return what a form sends as it stands, without its buttons and files."""
    values: dict[str, list[str]] = {}
    for node in page.nodes(*FIELDS):
        name, kind = node.get("name"), node.get("type")
        if not name or "disabled" in node.attributes or form_of(page, node) is not form:
            continue
        if node.tag == "select":
            options = list(node.nodes("option"))
            chosen = [option for option in options if "selected" in option.attributes]
            if not chosen and "multiple" not in node.attributes:
                chosen = options[:1]
            values.setdefault(name, []).extend(option_value(option) for option in chosen)
        elif node.tag == "textarea":
            values.setdefault(name, []).append("".join(part for part in node.inside if isinstance(part, str)))
        elif kind in TICKED:
            if "checked" in node.attributes:
                values.setdefault(name, []).append(node.attributes.get("value", "on"))
        elif kind not in ("file", "submit", "button", "image"):
            values.setdefault(name, []).append(node.get("value"))
    return values


def option_value(option: Node) -> str:
    """Return what an option sends."""
    return option.attributes.get("value", option.text)
