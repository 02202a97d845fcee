"""The environment, read by a fresh process each time."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT


def manage(data_dir: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with nothing in its environment but what is given."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    show = "from django.conf import settings; print(settings.SECRET_KEY)"
    first = manage(tmp_path, "shell", "-v", "0", "-c", show).stdout
    again = manage(tmp_path, "shell", "-v", "0", "-c", show).stdout
    assert first == again
    assert len(first.strip()) > 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("environment", "listens"),
    [
        ({}, "0.0.0.0"),
        ({"PUBLIC_URL": "http://mahjong.example.org"}, "0.0.0.0"),
        ({"PUBLIC_URL": "https://mahjong.example.org"}, "127.0.0.1"),
        ({"PUBLIC_URL": "https://mahjong.example.org", "HOST": "192.168.1.20"}, "192.168.1.20"),
    ],
)
def test_behind_tls_it_listens_on_this_machine_alone(
    tmp_path: Path, environment: dict[str, str], listens: str
) -> None:
    """What `serve` listens on without --host, as systemd's unit starts it."""
    show = "from django.core.management import load_command_class as load; "
    show += "print(load('mahjongclub.server', 'serve').create_parser('', 'serve').parse_args([]).host)"
    assert manage(tmp_path, "shell", "-v", "0", "-c", show, **environment).stdout.strip() == listens


def test_behind_tls_the_deployment_check_is_clean(tmp_path: Path) -> None:
    check = manage(
        tmp_path, "check", "--deploy", "--fail-level", "WARNING", PUBLIC_URL="https://mahjong.example.org"
    )
    assert check.returncode == 0, check.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "mahjong.example.org"),
        ("PUBLIC_URL", "https://example.org/mahjong"),
        ("DATABASE_URL", "mysql://localhost/x"),
        ("DATABASE_URL", "nonsense"),
        ("REDIS_URL", "localhost:6379"),
        ("EMAIL_URL", "http://user:password@localhost"),
        ("DEBUG", "maybe"),
        ("LIVE_STREAMS_PER_SESSION", "many"),
        ("TIME_ZONE", "Europe/Nowhere"),
        ("LOG_LEVEL", "loud"),
        ("FORWARDED_ALLOW_IPS", "127.0.0.1, caddy"),
        ("HEAD_SECONDS", "soon"),
    ],
)
def test_a_wrong_variable_stops_the_start_and_is_named(tmp_path: Path, name: str, value: str) -> None:
    check = manage(tmp_path, "check", **{name: value})
    assert check.returncode != 0
    last_line = check.stderr.strip().splitlines()[-1]
    assert name in last_line, check.stderr
    # The address of a database, a Redis or a mail server holds its password and is not shown.
    secret = name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL")
    assert (value in last_line) == (not secret), check.stderr
