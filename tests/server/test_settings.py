"""The environment, as a start reads it."""

import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command, load_command_class

from mahjongclub.server.management.commands.serve import time_zone_in_words

from .read_settings import put_on, read_settings


def test_the_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first, again = (read_settings(tmp_path)["SECRET_KEY"] for _start in range(2))
    assert first == again
    assert len(first.strip()) > 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["Łukasz Żółć", "a+b", "table #1", "what?", "100%25"])
def test_the_database_lies_in_the_data_folder_whatever_signs_that_has(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    database = read_settings(folder)["DATABASES"]["default"]["NAME"]
    assert database == str(folder / "mahjongclub.sqlite3")


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
    tmp_path: Path, settings: Any, environment: dict[str, str], listens: str
) -> None:
    """What `serve` listens on without --host, as systemd's unit starts it."""
    put_on(settings, tmp_path, **environment)
    serve = load_command_class("mahjongclub.server", "serve").create_parser("", "serve")
    assert serve.parse_args([]).host == listens


def test_behind_tls_the_deployment_check_is_clean(tmp_path: Path, settings: Any) -> None:
    put_on(settings, tmp_path, PUBLIC_URL="https://mahjong.example.org")
    call_command("check", deploy=True, fail_level="WARNING")


def test_a_start_says_which_time_zone_and_whose(settings: Any) -> None:
    settings.TIME_ZONE, settings.TIME_ZONE_SAID = "Europe/Lisbon", False
    assert "Europe/Lisbon, that of this machine" in time_zone_in_words()
    settings.TIME_ZONE_SAID = True
    assert "Europe/Lisbon, by TIME_ZONE" in time_zone_in_words()


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
    with pytest.raises(ImproperlyConfigured, match=name) as told:
        read_settings(tmp_path, **{name: value})
    # The address of a database, a Redis or a mail server holds its password and is not shown.
    secret = name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL")
    assert (value in str(told.value)) == (not secret), told.value


def test_the_address_of_a_database_without_its_kind_shows_no_password(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    with pytest.raises(ImproperlyConfigured, match="must begin with sqlite:/// or postgres://"):
        read_settings(tmp_path, DATABASE_URL="//user:hush@127.0.0.1/club")
    assert not [one for one in recwarn if "hush" in str(one.message)]
