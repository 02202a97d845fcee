"""systemd's units: confined, bounded, and behind TLS heard of on this machine alone."""

from __future__ import annotations

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
