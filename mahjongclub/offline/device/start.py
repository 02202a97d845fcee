"""How a worker begins: the app made ready, and the function that answers it."""

from __future__ import annotations

import json
import zoneinfo
from collections.abc import Callable

import django
from django.conf import settings

from . import ZONES, moments


def begin() -> Callable[[str], str]:
    """Make the app ready and give the function that answers a request, JSON in and out (`Phone.answer`)."""
    zoneinfo.reset_tzpath([str(settings.BASE_DIR / ZONES)])
    moments.keep()
    django.setup()
    from .answering import Phone  # models need the app to be ready

    phone = Phone()
    return lambda asked: json.dumps(phone.answer(json.loads(asked)))
