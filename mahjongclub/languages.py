"""The languages of the app, here and on phones: a line each, and a folder in locale/ and rules/locale/.

How one is added is told in docs/adding-a-language.md.
"""

from django.utils.translation import gettext_lazy as _

LANGUAGES = [
    ("en", _("English")),
    ("fr", _("French")),
]
