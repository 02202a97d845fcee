"""Who is told: phones looking at a table hear that it has a new version, and nothing more."""

from mahjongclub.live.bell import tell_alarms_by
from mahjongclub.live.publishing import publish

from .publishing import live_token

__all__ = ["live_token", "publish", "tell_alarms_by"]
