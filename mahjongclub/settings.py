"""The one settings file. Every variable of the environment it reads is told in docs/operations.md."""

import contextlib
import logging
import math
import os
import re
import secrets
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path
from tzlocal import get_localzone_name

from mahjongclub.languages import LANGUAGES as LANGUAGES
from mahjongclub.layout import bare_script

#: the code; and where templates/, static/ and locale/ stand: in it once installed, beside it in a checkout
PACKAGE_DIR = Path(__file__).resolve().parent
IS_CHECKOUT = not (PACKAGE_DIR / "templates").is_dir()
BASE_DIR = PACKAGE_DIR.parent if IS_CHECKOUT else PACKAGE_DIR
#: how a command is typed in this installation's terminal: PROGRAM restore FILE
PROGRAM = ".venv/bin/mahjongclub" if IS_CHECKOUT else "mahjongclub"
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


def yes_or_no(name: str, default: bool) -> bool:
    """Return a variable that is a word for yes or for no."""
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}
    return from_environment(name, lambda text: {**words, "0": False}[text.lower()], default, "true or false")


def whole_setting(name: str, default: int) -> int:
    """Return a variable that is a whole number."""
    return from_environment(name, int, default, "a whole number")


def seconds(name: str, default: float) -> float:
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
    return from_environment("TIME_ZONE", lambda text: ZoneInfo(text).key, machine_zone(), expected)


def machine_zone() -> str:
    """Return the name of the zone that the machine is set to; UTC where it is set to none."""
    try:
        return ZoneInfo((get_localzone_name() or "UTC").removeprefix("Etc/")).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def usual_data_directory() -> Path:
    """Return where data is kept without DATA_DIR. RuntimeError where the user has no home."""
    return BASE_DIR / "var" if IS_CHECKOUT else user_data_path("mahjongclub", appauthor=False)


def data_directory() -> Path:
    """Return the directory of everything this installation keeps, made where it is missing.

    Without DATA_DIR it is var/ of a checkout, else where the system keeps what a user's programs keep.
    """
    try:
        path = Path(env.str("DATA_DIR", "") or usual_data_directory()).expanduser().resolve()
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


def kept_secret_key(path: Path) -> str:
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


def backup_directory() -> Path:
    """Return BACKUP_DIR, where backups are put, or `backups` in the data directory; made once needed."""
    return Path(env.str("BACKUP_DIR", "") or DATA_DIR / "backups").expanduser().resolve()


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


def database() -> dict[str, object]:
    """Return the database of DATABASE_URL (SQLite or PostgreSQL), or SQLite in the data directory."""
    url = env.str("DATABASE_URL", "") or f"sqlite:///{quote(str(DATA_DIR / 'mahjongclub.sqlite3'))}"
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
            "timeout": DATABASE_WAIT_SECONDS,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;",
        }
    else:
        config["CONN_HEALTH_CHECKS"] = True
        # A database that is gone is noticed: as it is called, and where it stops answering on the wire.
        patience = {
            "connect_timeout": max(2, math.ceil(DATABASE_WAIT_SECONDS)),
            "tcp_user_timeout": math.ceil(DATABASE_WAIT_SECONDS * 1000),
            **{"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3},
        }
        config["OPTIONS"] = {**patience, **config.get("OPTIONS", {})}
    return config


def mail_server() -> dict[str, object]:
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


# How long a request waits for its turn at the database; then it answers 503, and a phone keeps its hand.
DATABASE_WAIT_SECONDS = seconds("DATABASE_WAIT_SECONDS", 5.0)
# Whether a server that runs sends what waits in the outbox; a test asks the app of the server without one.
SENDS_OUTBOX = True
# Whether figures of many games follow in slices, after what changed them; a test may want them at once.
COUNTS_IN_SLICES = True
# Whether files that somebody sends are read in a process of their own; a test of what is in them need not.
READS_FILES_APART = True
#: what is one tap away from a table comes in its page
STEPS_WITH_PAGE = True
DATA_DIR = data_directory()
BACKUP_DIR = backup_directory()
SECRET_KEY = kept_secret_key(DATA_DIR / "secret_key")
DEBUG = yes_or_no("DEBUG", False)

# Where it is served. Without PUBLIC_URL: plain HTTP for the phones of a local network.
PUBLIC_URL = public_address()
BEHIND_TLS = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[urlsplit(PUBLIC_URL).hostname] if PUBLIC_URL else [])
LOCAL_NETWORK = not ALLOWED_HOSTS
if LOCAL_NETWORK:
    # A wildcard for Django, narrowed by LocalHostsOnly: Django's own list cannot say "any LAN address".
    ALLOWED_HOSTS = ["*"]
# Who may say where a visitor is and whether they came by https: uvicorn takes it from these alone.
TRUSTED_PROXIES = trusted_proxies()
# Behind TLS there is a proxy, and nobody should come around it.
HOST = env.str("HOST", "").strip() or ("127.0.0.1" if BEHIND_TLS else "0.0.0.0")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_TLS
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = BEHIND_TLS
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore the header over plain HTTP and warn about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "mahjongclub.server.refused_forms.refused_form"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 31_536_000
#: stands in every page; no other script within a page runs
FIRST_SCRIPT = bare_script((BASE_DIR / "templates" / "first.js").read_text(encoding="utf-8"))
FIRST_DIGEST = b64encode(sha256(FIRST_SCRIPT.encode()).digest()).decode()
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, f"'sha256-{FIRST_DIGEST}'"],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

INSTALLED_APPS = [
    "mahjongclub.clubs.support_apps.SupportConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "mahjongclub.server",
    "mahjongclub.clubs",
    "mahjongclub.tables",
    "mahjongclub.leagues",
    "mahjongclub.sheets",
    "mahjongclub.exchange",
    "mahjongclub.outbox",
    "mahjongclub.debts",
    "mahjongclub.cards",
    "mahjongclub.offline",
    "mahjongclub.guide",
    "mahjongclub.demo",
]
MIDDLEWARE = [
    "mahjongclub.server.watching.Watching",
    *(["mahjongclub.server.headers.ProxyNotBelieved"] if BEHIND_TLS else []),
    "django.middleware.security.SecurityMiddleware",
    *(["mahjongclub.server.hosts.LocalHostsOnly"] if LOCAL_NETWORK else []),
    "django.middleware.gzip.GZipMiddleware",
    "mahjongclub.server.compressing.compress_by_brotli",
    "csp.middleware.CSPMiddleware",
    "mahjongclub.server.headers.PolicyHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "mahjongclub.clubs.time_zones.ClubZoneMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "mahjongclub.clubs.readers.NoStoreMiddleware",
    "mahjongclub.clubs.devices.DeviceMiddleware",
    "mahjongclub.hosting.refusing.QuotaExceededMiddleware",
    "mahjongclub.server.trouble.DatabaseUnavailableMiddleware",
]
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # spares a table and a query
# A visitor who is not signed in gets no session: it begins with the sign-in, and then lasts half a year.
SESSION_COOKIE_AGE = 182 * 24 * 3600
ROOT_URLCONF = "mahjongclub.urls"
WSGI_APPLICATION = "mahjongclub.wsgi.application"
ASGI_APPLICATION = "mahjongclub.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["mahjongclub.layout.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "mahjongclub.clubs.accounts.adapter.passkeys",
                "mahjongclub.clubs.readers.reader",
                "mahjongclub.offline.installed.engine_of_release",
                "mahjongclub.sheets.fonts.printing",
            ],
        },
    }
]

# Accounts: name and password, passkeys, and by mail (codes, a lost password) only where mail is set up.
AUTH_USER_MODEL = "clubs.Account"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "account_login", "/me/", "/"
MAIL = mail_server()
globals().update(MAIL)
EMAIL_TIMEOUT = 10  # seconds a page's thread waits for the mail server
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", "") or "mahjongclub@localhost"
ACCOUNT_ADAPTER = "mahjongclub.clubs.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "mahjongclub.clubs.accounts.forms.SignInForm",
    "signup": "mahjongclub.clubs.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"} if MAIL else {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email"] if MAIL else []), "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(MAIL)
ACCOUNT_EMAIL_SUBJECT_PREFIX = "mahjongclub: "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = bool(MAIL)
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 1
# Codes on paper come with the app, not with a passkey: `second_factor` makes them.
MFA_SUPPORTED_TYPES = ["totp", "webauthn"]
MFA_ADAPTER = "mahjongclub.clubs.accounts.second_factor.SecondFactorAdapter"
MFA_TOTP_TOLERANCE = 1  # steps of 30 seconds: somebody types slowly, or this machine's clock is a little off
SECOND_FACTOR_REQUIRED = yes_or_no("SECOND_FACTOR_REQUIRED", False)
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Without TLS a browser makes passkeys on localhost alone; the origin is then not https.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not BEHIND_TLS

DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# How long a connection is waited for (server/patience.py).
HEAD_SECONDS = seconds("HEAD_SECONDS", 15.0)
SEND_SECONDS = seconds("SEND_SECONDS", 30.0)

# A hall full of phones behind one router shares one address.
LIVE_STREAMS_PER_SESSION = whole_setting("LIVE_STREAMS_PER_SESSION", 64)
LIVE_STREAMS_PER_ADDRESS = whole_setting("LIVE_STREAMS_PER_ADDRESS", 512)
TABLES_PER_ADDRESS = whole_setting("TABLES_PER_ADDRESS", 200)

# Several processes tell each other over Redis what changed; without it there is one process.
REDIS_URL = redis_address()

# What is uploaded lies there while it is read, and not where memory may stand for a disk.
FILE_UPLOAD_TEMP_DIR = DATA_DIR

# It counts requests for the rate limits, and a restart may forget those.
CACHES = {
    "default": {
        "BACKEND": "mahjongclub.server.counts.SharedCounts",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "mahjongclub",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# How long nothing more must have happened until the results of a night, or changed standings, are told.
TELL_AFTER_SECONDS = seconds("TELL_AFTER_SECONDS", 1800.0)
# For trials and tests: messages may go to this machine too, and without TLS, but nowhere else in its network.
TELL_THIS_MACHINE = yes_or_no("TELL_THIS_MACHINE", False)

# What `make offline` fetched for phones that settle by themselves.
OFFLINE_DIR = Path(env.str("OFFLINE_DIR", "") or DATA_DIR / "offline").expanduser().resolve()

# Counts and times for whoever watches the server; without a token there is no address for them.
METRICS_TOKEN = metrics_token()

# In a demonstration alone: whoever has the link with it is the made-up club's organiser.
DEMO_TOKEN = demo_token()

# Whom to tell of a hole, for /.well-known/security.txt; without it there is no such address.
SECURITY_CONTACT = security_contact()

# How long a minute of the tables' clocks lasts: a demonstration or a test plays the hour in seconds.
CLOCK_SECONDS_PER_MINUTE = seconds("CLOCK_SECONDS_PER_MINUTE", 60.0)

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "mahjongclub.formats"
USE_TZ = True
TIME_ZONE = time_zone()
TIME_ZONE_SAID = bool(env.str("TIME_ZONE", ""))

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_FINDERS = [
    "mahjongclub.server.joined_files.JoinedFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
]
# The pictures of the organiser's guide lie beside its pages.
STATICFILES_DIRS = [("guide", BASE_DIR / "docs" / "pictures" / "guide")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no font or image of ours is shown elsewhere

LOG_FORMAT = log_format()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "mahjongclub.server.log_lines.OfRequest"}},
    "formatters": {
        "text": {
            "class": "mahjongclub.server.log_lines.TextLine",
            "format": "{asctime} {levelname:<7} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S",
            "style": "{",
        },
        "json": {"class": "mahjongclub.server.log_lines.JsonLine"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": log_level("WARNING")},
    "loggers": {
        "mahjongclub": {"level": log_level("INFO")},
        # A line a request is for machines to read.
        "mahjongclub.requests": {"level": log_level("INFO") if LOG_FORMAT == "json" else "WARNING"},
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Every 404 and refused form would be a line; 500s still are.
        "django.request": {"level": "ERROR"},
        # A mistyped host name or a probe from the internet is no fault of ours.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        "uvicorn.error": {"level": "ERROR"},
    },
}
