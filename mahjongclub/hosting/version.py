"""Which version this is, how it was installed, and the commands that bring a newer one."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from mahjongclub import __version__

#: what the image sets: nothing within a container can tell how it is built anew
IN_IMAGE = "MAHJONGCLUB_IMAGE"


@dataclass(frozen=True, slots=True)
class UpgradeInstructions:
    """How this installation came about, and what brings the next version, a command a line."""

    installed_as: str | Promise
    commands: tuple[str, ...]

    @property
    def script(self) -> str:
        """The commands as they are typed, a line each."""
        return "\n".join(self.commands)


CHECKOUT = UpgradeInstructions(_("A copy of the source (git)"), ("git pull", "make run"))
IMAGE = UpgradeInstructions(_("A container"), ("git pull", "docker compose up --detach --build"))
UVX = UpgradeInstructions(_("uvx, for one run"), ("uvx mahjongclub@latest serve",))
UV = UpgradeInstructions(_("A tool of uv"), ("uv tool upgrade mahjongclub", "mahjongclub serve"))
PIPX = UpgradeInstructions(_("A tool of pipx"), ("pipx upgrade mahjongclub", "mahjongclub serve"))
PIP = UpgradeInstructions(
    _("A package in an environment"), ("pip install --upgrade mahjongclub", "mahjongclub serve")
)


def upgrade_instructions() -> UpgradeInstructions:
    """Return the way to upgrade that fits where the code lies."""
    if os.environ.get(IN_IMAGE):
        return IMAGE
    if settings.IS_CHECKOUT:
        return CHECKOUT
    place = sys.prefix.replace(os.sep, "/")
    if "/uv/tools/" in place:
        return UV
    if "/uv/" in place:
        return UVX
    return PIPX if "/pipx/" in place else PIP


def server_facts() -> dict[str, object]:
    """Return what the page of the server says of itself."""
    return {
        "version": __version__,
        "upgrade": upgrade_instructions(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "database": connection.display_name,
        "data_dir": str(settings.DATA_DIR),
    }
