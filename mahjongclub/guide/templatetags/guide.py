"""The way from a page of the app to the page of the guide that answers its question."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..pages import PAGES, page_address

register = template.Library()


@register.simple_tag
def guide(name: str) -> SafeString:
    """Return a link to a page of the guide by its title: “Guide: A league”."""
    link = '<p class="help"><a class="inline-target" href="{}">{}</a></p>'
    return format_html(link, page_address(name), _("Guide: %(title)s") % {"title": PAGES[name]})
