"""Templates are laid out for those who read them; a phone is sent none of their layout."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

DJANGO = r"\{%.*?%\}|\{\{.*?\}\}"
#: a tag of HTML, with what Django fills in
TAG = re.compile(
    rf"""<[a-z](?:{DJANGO}|"(?:{DJANGO}|[^"])*"|'(?:{DJANGO}|[^'])*'|[^>"'])*>""", re.DOTALL | re.IGNORECASE
)
LINE_BREAK = re.compile(r"[ \t]*\n[ \t]*")
INDENTATION = re.compile(r"(?<=\n)[ \t]+")
#: lines of nothing but logic, which say nothing themselves
WORDS = "if|elif|else|endif|for|empty|endfor|with|endwith|load|block|endblock"
LOGIC = re.compile(rf"(?<=\n)((?:\{{% (?:{WORDS})\b(?:(?!%\}})[^\n])*%\}})+)\n")
#: what is said to those who read the template, on lines of its own
COMMENT = re.compile(r"(?<=\n)(?:\{#[^\n]*#\}|\{% comment %\}.*?\{% endcomment %\})\n", re.DOTALL)


def flatten_template(source: str) -> str:
    """The template without indentation and comments, each of its tags on one line; a page shows the same."""
    if "<pre" in source or "<textarea" in source:
        return source
    flat = INDENTATION.sub("", TAG.sub(lambda tag: LINE_BREAK.sub(" ", tag[0]), source))
    return LOGIC.sub(r"\1", COMMENT.sub("", flat))


def script_without_comments(source: str) -> str:
    """A script that stands in a page: its lines without comments."""
    return "".join(f"{line}\n" for line in map(str.strip, source.splitlines()) if not line.startswith("//"))


class FlatTemplateLoader(filesystem.Loader):
    """The project's own templates, laid flat."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return script_without_comments(source) if origin.name.endswith(".js") else flatten_template(source)
