"""A whole sheet kept as one game record, in one session."""

from __future__ import annotations

from datetime import date, datetime, time
from hashlib import sha256

from django.utils import timezone

from mahjongclub.clubs.models import Device

from ..belonging import Belonging
from ..entry.place import write_draft
from ..models import HouseRules, Session
from ..whole_record import WholeRecord, store_record
from .running import Typed


def keep_sheet(
    typed: Typed,
    names: list[str],
    day: date,
    belonging: Belonging,
    house_rules: HouseRules | None,
    device: Device,
    key: str,
) -> Session:
    """Keep the sheet as a game played at noon of its day. Raises RuleError; then nothing is kept.

    The same sheet sent twice from one page (`key`) is kept once; another sheet typed into a page that was
    come back to is another game.
    """
    written = write_draft({"names": names, "hands": typed.hands, "day": str(day), "for": belonging.word})
    noon = timezone.make_aware(datetime.combine(day, time(12)))
    return store_record(
        WholeRecord(
            record=typed.record(names, house_rules.preset if house_rules else typed.preset.key),
            began=noon,
            belonging=belonging,
            house_rules=house_rules,
            once=f"sheet:{key}:{sha256(written.encode()).hexdigest()}" if key else "",
        ),
        device,
    )
