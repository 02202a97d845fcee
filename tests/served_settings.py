"""The settings of the servers that tests start: the app's own, but a password is checked in no time."""

from django.conf.global_settings import PASSWORD_HASHERS as REAL

from mahjongclub.settings import *  # noqa: F403

# The real way takes a quarter of a second on purpose; a password that was kept so is still known.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *REAL]
