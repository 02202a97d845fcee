"""What the environment says, read and checked; ImproperlyConfigured names what cannot be read."""

import contextlib
import logging
import math
import os
import re
import secrets
from collections.abc import Callable
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path
from tzlocal import get_localzone_name

env = environ.Env()
Value = TypeVar("Value")


def from_environment(name: str, read: Callable[[str], Value], default: Value, expected: str) -> Value:
    """Return a variable of the environment as `read` reads it; unset or empty is the default."""
    text = env.str(name, "").strip()
    if not text:
        return default
    try:
        return read(text)
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{name} is {text!r}, expected {expected}.") from error


def boolean_setting(name: str, default: bool) -> bool:
    """Return a variable that is a word for yes or for no."""
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}
    return from_environment(name, lambda text: {**words, "0": False}[text.lower()], default, "true or false")


def integer_setting(name: str, default: int) -> int:
    """Return a variable that is a whole number."""
    return from_environment(name, int, default, "a whole number")


def seconds_setting(name: str, default: float) -> float:
    """Return a variable that is a length of time in seconds, more than 0."""

    def read(text: str) -> float:
        if not 0 < float(text) <= 86_400:
            raise ValueError(text)
        return float(text)

    return from_environment(name, read, default, "seconds, more than 0")


def log_level(default: str) -> str:
    """Return LOG_LEVEL as logging knows it."""
    names = {name: name for name in logging.getLevelNamesMapping()}
    return from_environment("LOG_LEVEL", lambda text: names[text.upper()], default, "a level like INFO")


def time_zone() -> str:
    """Return the name of the zone in which the server thinks: TIME_ZONE, else that of the machine."""
    expected = "a zone like Europe/Paris"
    return from_environment("TIME_ZONE", lambda text: ZoneInfo(text).key, machine_time_zone(), expected)


def machine_time_zone() -> str:
    """Return the name of the zone that the machine is set to; UTC where it is set to none."""
    try:
        return ZoneInfo((get_localzone_name() or "UTC").removeprefix("Etc/")).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def default_data_directory(checkout: Path | None) -> Path:
    """Return where data is kept without DATA_DIR. RuntimeError where the user has no home."""
    return checkout / "var" if checkout else user_data_path("mahjongclub", appauthor=False)


def get_or_create_data_directory(checkout: Path | None) -> Path:
    """Return the directory of everything this installation keeps, made where it is missing.

    Without DATA_DIR it is var/ of a checkout, else where the system keeps what a user's programs keep.
    """
    try:
        path = Path(env.str("DATA_DIR", "") or default_data_directory(checkout)).expanduser().resolve()
    except RuntimeError as error:  # a user without a home
        raise ImproperlyConfigured(f"There is no folder for data: set DATA_DIR ({error}).") from error
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR {path} cannot be made: {error}") from error
    return path


def _write_own(path: Path, text: str) -> None:
    """Write a file that is not there yet, for its owner alone."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


def get_or_create_secret_key(path: Path) -> str:
    """Return SECRET_KEY, or the key this installation made for itself on its first start."""
    if secret_key := env.str("SECRET_KEY", ""):
        return str(secret_key)
    if not path.exists():
        # Written aside and linked into place: two processes starting at once agree on one key.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        _write_own(draft, secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except (OSError, AttributeError, NotImplementedError):  # a disk without links, such as a USB stick
            with contextlib.suppress(FileExistsError):
                _write_own(path, draft.read_text(encoding="utf-8"))
        finally:
            draft.unlink()
    if key := path.read_text(encoding="utf-8").strip():
        return key
    raise ImproperlyConfigured(f"{path} is empty: remove it to get a new key, or set SECRET_KEY.")


def backup_directory(data: Path) -> Path:
    """Return BACKUP_DIR, where backups are put, or `backups` in the data directory; made once needed."""
    return Path(env.str("BACKUP_DIR", "") or data / "backups").expanduser().resolve()


def metrics_token() -> str:
    """Return METRICS_TOKEN, which opens the address of the metrics; "" without one: there is no address."""
    token = str(env.str("METRICS_TOKEN", "")).strip()
    if token and len(token) < 16:  # not shown: it is a secret
        raise ImproperlyConfigured("METRICS_TOKEN must have 16 characters at least.")
    return token


def demo_token() -> str:
    """Return DEMO_TOKEN, which `mahjongclub demo` draws for its own process; "" everywhere else."""
    token = str(env.str("DEMO_TOKEN", "")).strip()
    if token and len(token) < 16:
        raise ImproperlyConfigured("DEMO_TOKEN must have 16 characters at least: mahjongclub demo draws it.")
    return token


def log_format() -> str:
    """Return LOG_FORMAT: `text` for people, or `json`, one object a line, for machines."""
    return from_environment(
        "LOG_FORMAT", lambda text: {"text": "text", "json": "json"}[text], "text", "text or json"
    )


def public_address() -> str:
    """Return PUBLIC_URL as scheme and host without a trailing slash, or "" on a local network."""
    url = str(env.str("PUBLIC_URL", "")).rstrip("/")
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(f"PUBLIC_URL is {url!r}, expected the form https://mahjong.example.org")
    return url


def trusted_proxies() -> list[str]:
    """Return FORWARDED_ALLOW_IPS, addresses and networks, or ["*"]; a proxy on this machine by default."""

    def read(text: str) -> list[str]:
        addresses = [network.strip() for network in text.split(",")]
        for address in addresses:
            if address != "*":
                ip_network(address)
        return ["*"] if "*" in addresses else addresses

    expected = "addresses or networks separated by commas, or *"
    return from_environment("FORWARDED_ALLOW_IPS", read, ["127.0.0.1", "::1"], expected)


def security_contact() -> str:
    """Return SECURITY_CONTACT, whom to tell of a hole, as an address of mail or of a page; "" without one."""

    def read(text: str) -> str:
        if re.fullmatch(r"[^\s@:/]+@[^\s@:/]+", text):
            return f"mailto:{text}"
        if re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*|tel:\+[\d-]+", text):
            return text
        raise ValueError(text)

    return from_environment(
        "SECURITY_CONTACT", read, "", "a mail address or the https:// address of a page with one"
    )


def database_settings(data: Path, wait_seconds: float) -> dict[str, object]:
    """Return the database of DATABASE_URL (SQLite or PostgreSQL), or SQLite in the directory `data`."""
    url = env.str("DATABASE_URL", "") or f"sqlite:///{quote(str(data / 'mahjongclub.sqlite3'))}"
    # No error tells the URL: it holds a password. What reads one without a kind warns with all of it.
    if not url.startswith(("sqlite:", "postgres:", "postgresql:", "psql:", "pgsql:")):
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    try:
        config = dict(env.db_url_config(url))
    except (environ.ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured("DATABASE_URL cannot be read as sqlite:/// or postgres://.") from error
    engine = config.get("ENGINE", "").rpartition(".")[2]
    config["CONN_MAX_AGE"] = None  # a connection for each page thread: 2.7 ms a request, not 4.2
    if engine == "sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": wait_seconds,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;",
        }
    else:
        config["CONN_HEALTH_CHECKS"] = True
        # A database that is gone is noticed: as it is called, and where it stops answering on the wire.
        patience = {
            "connect_timeout": max(2, math.ceil(wait_seconds)),
            "tcp_user_timeout": math.ceil(wait_seconds * 1000),
            **{"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3},
        }
        config["OPTIONS"] = {**patience, **config.get("OPTIONS", {})}
    return config


def mail_settings() -> dict[str, object]:
    """Return Django's mail settings of EMAIL_URL, {} without one: no page then offers mail."""
    url = str(env.str("EMAIL_URL", "")).strip()
    if not url:
        return {}
    try:
        config = dict(env.email_url_config(url))
    except (
        environ.ImproperlyConfigured,
        ValueError,
        KeyError,
    ) as error:  # without the URL: it holds a password
        raise ImproperlyConfigured(
            "EMAIL_URL cannot be read as smtp+tls://user:password@host:587."
        ) from error
    options = config.pop("OPTIONS", {})
    return {**config, **(options if isinstance(options, dict) else {})}


def redis_address() -> str:
    """Return REDIS_URL, "" without one."""
    url = str(env.str("REDIS_URL", "")).strip()
    if url and not url.startswith(("redis://", "rediss://", "unix://")):  # not shown: it may hold a password
        raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
    if url and find_spec("redis") is None:
        raise ImproperlyConfigured("REDIS_URL needs the redis package: install mahjongclub[server].")
    return url
