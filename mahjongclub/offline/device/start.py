"""How a worker begins: its clock put right, the app made ready, and the functions that answer it."""

from __future__ import annotations

import json
import zoneinfo
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import django
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay

from . import ZONES

#: found by its name: its models need the app to be ready
PHONE = "mahjongclub.offline.device.answering.PhoneApp"
#: by how many seconds the server's clock is ahead of this phone's; each request says it
ahead = 0.0


def server_now() -> datetime:
    """The moment, by the server's clock."""
    return datetime.now(tz=UTC) + timedelta(seconds=ahead)


def start_phone_app() -> Callable[[str], str]:
    """Make the app ready; give the function that answers a request, JSON in and out (`PhoneApp`)."""
    zoneinfo.reset_tzpath([str(settings.BASE_DIR / ZONES)])
    timezone.now = server_now  # before the models are made: their defaults are this function itself
    django.setup()
    phone = import_string(PHONE)()
    return lambda request_text: json.dumps(phone.answer_request(json.loads(request_text)))


def replay_record_json(record_json: str) -> str:
    """Replay a game record, JSON in and out: its result, or the `error` with its hand and field."""
    try:
        result = replay(read_record(json.loads(record_json))).to_json()
    except RuleError as fault:
        result = {"error": {"code": fault.code, "hand": fault.hand, "field": fault.field}}
    return json.dumps(result)
