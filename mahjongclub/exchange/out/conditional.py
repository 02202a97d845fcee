"""Answers that are sent once: with the tag of what they say, and 304 to whoever has it."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def answer_once(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer with its ETag, or 304. It is asked for again each time: names are hidden at once."""
    answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
    answer["Cache-Control"] = "no-cache"
    found = get_conditional_response(request, answer["ETag"], response=answer)
    assert found is not None
    if found is not answer:
        found["Cache-Control"] = "no-cache"
    return found
