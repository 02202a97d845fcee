"""The compose file: valid, every container confined, nothing but the proxy reachable from outside."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import pytest
import yaml

from tests.serving import ROOT

SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "DATABASE_URL")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text())["services"])


def test_every_container_is_confined_and_the_proxy_alone_is_reached_from_outside(
    services: dict[str, Any],
) -> None:
    assert {"app1", "app2", "postgres", "redis", "caddy"} <= services.keys()
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert bool(service.get("ports")) == (name == "caddy"), name
        assert service["cap_drop"] == ["ALL"], name
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else []), name
        assert not any("unconfined" in option for option in service["security_opt"]), name
        assert service["mem_limit"], name
        assert 0 < service["pids_limit"] <= 256, name
        assert service["ulimits"] == {"nofile": 65536, "core": 0}, name
        assert "privileged" not in service, name
    for name in ("postgres", "redis"):
        assert services[name]["user"] == name, "else its entry point begins as root"
        assert services[name]["networks"] == ["back"]
        assert services[name]["healthcheck"]["test"]


def test_no_secret_stands_in_the_compose_file(services: dict[str, Any]) -> None:
    found = [
        value
        for service in services.values()
        for name, value in service.get("environment", {}).items()
        if name in SECRETS
    ]
    assert len(found) >= len(SECRETS)
    assert all("${" in value for value in found)


def compose() -> list[str]:
    """The compose command of this machine; without one the test is skipped."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if (
            shutil.which(command[0])
            and not subprocess.run([*command, "version"], capture_output=True).returncode
        ):
            return command
    pytest.skip("NOT CHECKED by docker compose: there is none on this machine")
