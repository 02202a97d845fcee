"""The settings of a server that is measured: the app's own, and the floor view beside its addresses."""

from mahjongclub.settings import *  # noqa: F403

ROOT_URLCONF = "mahjongclub.bench.floor"
