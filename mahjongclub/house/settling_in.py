"""What a serving process does once before its first answer, so that no answer waits for it later."""

from __future__ import annotations

import gc

from django.urls import get_resolver


def settle_in() -> None:
    """Import every page, and have the garbage collector leave alone what is there for good.

    It would look through all of it every few hundred hands, for 80 ms in which nobody is answered.
    """
    get_resolver().url_patterns  # noqa: B018  # reading them imports the views
    gc.collect()
    gc.freeze()
