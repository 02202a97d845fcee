"""The settings of a version that brings one app more."""

from mahjongclub.settings import *  # noqa: F403
from mahjongclub.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.server.upgrade"]
