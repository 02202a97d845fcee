"""`{% once "a/_fragment.html" as name %}`: a fragment rendered one time, for what repeats it unchanged."""

from __future__ import annotations

from django import template
from django.template import RequestContext
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def once(context: RequestContext, name: str) -> SafeString:
    """The fragment as it reads here."""
    assert context.template is not None
    return context.template.engine.get_template(name).render(context)
