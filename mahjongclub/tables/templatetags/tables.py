"""What templates of tables ask for: addresses, points, words of the games, a fragment rendered once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.template import RequestContext
from django.template.context import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from mahjongclub.clubs.models import Account
from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.games.registry import find_game
from mahjongclub.help.address import help_address
from mahjongclub.help.glossary import term_in_words, terms_in

from ..claiming import claimable_players
from ..club_games import my_sessions, table_row
from ..models import Access, Session
from ..ranking import tenths_in_words

register = template.Library()


@register.simple_tag(takes_context=True)
def help_href(context: Context) -> str:
    """The address of the help: of the page's `session` where it has one."""
    session = context.get("session")
    if not isinstance(session, Session):
        return reverse("help:games")
    # a club's page shows games of tables the reader was never let in at
    return help_address(session, at_table="visit" not in context or context.get("access") is not None)


@register.simple_tag
def href(address: str, history: str = "push", at: str = "", leaves: bool = False) -> SafeString:
    """The attributes of a link that htmx follows: without script the browser follows the same address.

    `history` says what becomes of the address: "push" makes a step to go back to, "replace" none, "" leaves
    it to what the link stands in. `at` is the fragment that only the browser is sent to. A link that `leaves`
    is an ordinary one: the whole page is another.
    """
    link = format_html('href="{}{}"', address, at)
    if leaves:
        return link
    followed = format_html('{} hx-get="{}"', link, address)
    return format_html('{} hx-{}-url="true"', followed, history) if history else followed


@register.simple_tag(takes_context=True)
def rendered_fragment(context: RequestContext, name: str) -> SafeString:
    """Return the fragment rendered with this page's values: with `as` it can stand in several places."""
    assert context.template is not None
    return context.template.engine.get_template(name).render(context)


@register.simple_tag
def cached_fragment(fragment: str, values: Any) -> SafeString:
    """A fragment that shows these values and nothing else. Of many that are alike (what a hand is worth to
    whoever does not deal) one is drawn, in each language."""
    return _drawn(fragment, json.dumps(values), get_language())


@lru_cache(maxsize=64)
def _drawn(fragment: str, values: str, language: str | None) -> SafeString:
    return render_to_string(fragment, {"values": json.loads(values)})


@register.inclusion_tag("tables/_that_is_me.html", takes_context=True)
def guests_to_claim(context: RequestContext, access: Access) -> dict[str, object]:
    """The guests whom the visitor may claim; without an account, the way to one."""
    request = context["request"]
    account = request.user if isinstance(request.user, Account) else None
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "session": access.session,
        "signed_in": account is not None,
        "guests": claimable_players(access, account) if account is not None else [],
        "asks": access.may_score
        and (access.seat is not None or access.session.opener_id == access.device_id),
    }


GAMES_A_PAGE = 20


@register.inclusion_tag("tables/_my_games.html", takes_context=True)
def my_games(context: RequestContext) -> dict[str, object]:
    """The tables the visitor sat at, and those of this phone, by pages."""
    request = context["request"]
    page = Paginator(my_sessions(request), GAMES_A_PAGE).get_page(request.GET.get("page"))
    rows = [(table_row(session), "tables:end" if session.ended_at else "tables:table") for session in page]
    return {"request": request, "csrf_token": context.get("csrf_token"), "tables": rows, "page": page}


register.filter("points", points_in_words)
register.filter("tenths", tenths_in_words)


@register.filter
def in_rounds(variant: str) -> bool:
    """Whether what the log lists is a round; of no session it is a hand."""
    return find_game(variant).in_rounds


@register.inclusion_tag("tables/_terms.html")
def terms(words: str) -> dict[str, object]:
    """A line of terms; two words of one term are joined by an underscore ("nagashi_mangan")."""
    return {"terms": [term_in_words(word.replace("_", " ")) for word in words.split()]}


@register.filter
def form_texts(form: BaseForm) -> list[str]:
    """What a form says: labels, hints and choices, for `explain`."""
    texts = []
    for field in form.fields.values():
        choices = [label for _value, label in getattr(field, "choices", ())]
        texts += [str(text) for text in (field.label, field.help_text, *choices) if text]
    return texts


@register.filter
def each(rows: Iterable[Any], name: str) -> list[str]:
    """One text of each row, by its name or its number, for `explain`."""
    if name.isdecimal():
        return [str(row[int(name)]) for row in rows]
    return [str(row[name] if isinstance(row, Mapping) else getattr(row, name)) for row in rows]


@register.inclusion_tag("tables/_terms.html", takes_context=True)
def explain(context: Context, *texts: Any, again: bool = False) -> dict[str, object]:
    """A line of the terms that stand in these texts, or lists of texts.

    Each once on a page, unless `again`: where the texts lie folded, one of them may be read alone.
    """
    # of the whole page: what a template keeps for itself, its includes do not see
    explained: dict[str, int] = context.dicts[0].setdefault("explained", {})
    flat = [str(text) for group in texts for text in ([group] if isinstance(group, str) else group)]
    terms = []
    for key in terms_in(*flat):
        times = explained[key] = explained.get(key, 0) + 1
        term = term_in_words(key)
        if times == 1:
            terms.append(term)
        elif again:
            terms.append({**term, "id": f"{term['id']}-{times}"})
    return {"terms": terms}
