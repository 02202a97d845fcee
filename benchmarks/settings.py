"""The settings of what is measured: the app's own, the commands of this folder and the floor view."""

from mahjongclub.settings import *  # noqa: F403
from mahjongclub.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "benchmarks"]
ROOT_URLCONF = "benchmarks.floor"
