"""Who is told: phones looking at a table hear that it has a new version, and nothing more."""

from mahjongclub.live.bell import set_alarm_reader
from mahjongclub.live.publishing import publish_version

from .publishing import live_token

__all__ = ["live_token", "publish_version", "set_alarm_reader"]
