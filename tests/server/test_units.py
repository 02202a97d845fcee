"""systemd's units: confined, bounded, and behind TLS heard of on this machine alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.serving import ROOT

UNITS = ["mahjongclub@.service", "mahjongclub-backup.service"]
#: what every unit of ours says
WANTED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelLogs": "yes",
    "RestrictNamespaces": "yes",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "SystemCallArchitectures": "native",
    "MemoryMax": "1G",
    "LimitCORE": "0",
    "UMask": "0077",
}
#: of 100, systemd’s own measure (lower is safer): 17 and 15 on systemd 252; 38 and 85 before
MOST_EXPOSED = 20


def said(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (ROOT / "deploy" / unit).read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_confined_and_bounded(unit: str) -> None:
    told = said(unit)
    assert {name: told.get(name) for name in WANTED} == {name: [value] for name, value in WANTED.items()}
    assert told["SystemCallFilter"] == ["@system-service", "~@privileged"]
    port = ["CAP_NET_BIND_SERVICE"] if "@" in unit else [""]
    assert told["CapabilityBoundingSet"] == port
    assert int(told["TasksMax"][0]) <= 256


def test_the_app_decides_where_it_listens() -> None:
    """By PUBLIC_URL: a unit that named 0.0.0.0 let everybody come around the proxy."""
    (command,) = said(UNITS[0])["ExecStart"]
    assert "--host" not in command
    assert not any("HOST=" in value for value in said(UNITS[0])["Environment"])


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_takes_it_for_safe(unit: str, tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("NOT CHECKED by systemd-analyze: there is none on this machine")
    copy = tmp_path / unit.replace("@", "@8000")
    shutil.copy(ROOT / "deploy" / unit, copy)
    command = [
        "systemd-analyze",
        "security",
        "--offline=yes",
        "--no-pager",
        f"--threshold={MOST_EXPOSED}",
        str(copy),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout[-300:] + run.stderr
