"""The one settings file. Every variable of the environment it reads is told in docs/operations.md."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from mahjongclub.environment import (
    backup_directory,
    boolean_setting,
    database_settings,
    demo_token,
    env,
    get_or_create_data_directory,
    get_or_create_secret_key,
    integer_setting,
    log_format,
    log_level,
    mail_settings,
    metrics_token,
    public_address,
    redis_address,
    seconds_setting,
    security_contact,
    time_zone,
    trusted_proxies,
)
from mahjongclub.languages import LANGUAGES as LANGUAGES
from mahjongclub.layout import script_without_comments

#: the code; and where templates/, static/ and locale/ stand: in it once installed, beside it in a checkout
PACKAGE_DIR = Path(__file__).resolve().parent
IS_CHECKOUT = not (PACKAGE_DIR / "templates").is_dir()
BASE_DIR = PACKAGE_DIR.parent if IS_CHECKOUT else PACKAGE_DIR
#: how a command is typed in this installation's terminal: PROGRAM restore FILE
PROGRAM = ".venv/bin/mahjongclub" if IS_CHECKOUT else "mahjongclub"

# How long a request waits for its turn at the database; then it answers 503, and a phone keeps its hand.
DATABASE_WAIT_SECONDS = seconds_setting("DATABASE_WAIT_SECONDS", 5.0)
# Whether a server that runs sends what waits in the outbox; a test asks the app of the server without one.
SENDS_OUTBOX = True
# Whether figures of many games follow in slices, after what changed them; a test may want them at once.
COUNTS_IN_SLICES = True
# Whether files that somebody sends are read in a process of their own; a test of what is in them need not.
READS_FILES_APART = True
#: what is one tap away from a table comes in its page
STEPS_WITH_PAGE = True
DATA_DIR = get_or_create_data_directory(BASE_DIR if IS_CHECKOUT else None)
BACKUP_DIR = backup_directory(DATA_DIR)
SECRET_KEY = get_or_create_secret_key(DATA_DIR / "secret_key")
DEBUG = boolean_setting("DEBUG", False)

# Where it is served. Without PUBLIC_URL: plain HTTP for the phones of a local network.
PUBLIC_URL = public_address()
BEHIND_TLS = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[urlsplit(PUBLIC_URL).hostname] if PUBLIC_URL else [])
LOCAL_NETWORK = not ALLOWED_HOSTS
if LOCAL_NETWORK:
    # A wildcard for Django, narrowed by LocalHostsOnlyMiddleware: its own list cannot say "any LAN address".
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
CSRF_FAILURE_VIEW = "mahjongclub.server.refused_forms.refused_form_response"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 31_536_000
#: stands in every page; no other script within a page runs
FIRST_SCRIPT = script_without_comments((BASE_DIR / "templates" / "first.js").read_text(encoding="utf-8"))
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
    "mahjongclub.server.watching.RequestLogMiddleware",
    *(["mahjongclub.server.headers.UntrustedProxyMiddleware"] if BEHIND_TLS else []),
    "django.middleware.security.SecurityMiddleware",
    *(["mahjongclub.server.hosts.LocalHostsOnlyMiddleware"] if LOCAL_NETWORK else []),
    "django.middleware.gzip.GZipMiddleware",
    "mahjongclub.server.compressing.compress_by_brotli",
    "csp.middleware.CSPMiddleware",
    "mahjongclub.server.headers.PermissionsAndRobotsMiddleware",
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
    "mahjongclub.hosting.refusing.ClubRefusedMiddleware",
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
                    [
                        "mahjongclub.layout.FlatTemplateLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "mahjongclub.clubs.accounts.adapter.passkeys_context",
                "mahjongclub.clubs.readers.reader_context",
                "mahjongclub.offline.installed.engine_release_context",
                "mahjongclub.sheets.fonts.printing_missing_context",
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
MAIL = mail_settings()
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
SECOND_FACTOR_REQUIRED = boolean_setting("SECOND_FACTOR_REQUIRED", False)
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Without TLS a browser makes passkeys on localhost alone; the origin is then not https.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not BEHIND_TLS

DATABASES = {"default": database_settings(DATA_DIR, DATABASE_WAIT_SECONDS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# How long a connection is waited for (server/patience.py).
HEAD_SECONDS = seconds_setting("HEAD_SECONDS", 15.0)
SEND_SECONDS = seconds_setting("SEND_SECONDS", 30.0)

# A hall full of phones behind one router shares one address.
LIVE_STREAMS_PER_SESSION = integer_setting("LIVE_STREAMS_PER_SESSION", 64)
LIVE_STREAMS_PER_ADDRESS = integer_setting("LIVE_STREAMS_PER_ADDRESS", 512)
TABLES_PER_ADDRESS = integer_setting("TABLES_PER_ADDRESS", 200)

# Several processes tell each other over Redis what changed; without it there is one process.
REDIS_URL = redis_address()

# What is uploaded lies there while it is read, and not where memory may stand for a disk.
FILE_UPLOAD_TEMP_DIR = DATA_DIR

# It counts requests for the rate limits, and a restart may forget those.
CACHES = {
    "default": {
        "BACKEND": "mahjongclub.server.counts.RedisOrLocalCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "mahjongclub",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# How long nothing more must have happened until the results of a night, or changed standings, are told.
TELL_AFTER_SECONDS = seconds_setting("TELL_AFTER_SECONDS", 1800.0)
# For trials and tests: messages may go to this machine too, and without TLS, but nowhere else in its network.
TELL_THIS_MACHINE = boolean_setting("TELL_THIS_MACHINE", False)

# What `make offline` fetched for phones that settle by themselves.
OFFLINE_DIR = Path(env.str("OFFLINE_DIR", "") or DATA_DIR / "offline").expanduser().resolve()

# Counts and times for whoever watches the server; without a token there is no address for them.
METRICS_TOKEN = metrics_token()

# In a demonstration alone: whoever has the link with it is the made-up club's organiser.
DEMO_TOKEN = demo_token()

# Whom to tell of a hole, for /.well-known/security.txt; without it there is no such address.
SECURITY_CONTACT = security_contact()

# How long a minute of the tables' clocks lasts: a demonstration or a test plays the hour in seconds.
CLOCK_SECONDS_PER_MINUTE = seconds_setting("CLOCK_SECONDS_PER_MINUTE", 60.0)

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
    "mahjongclub.server.joined_files.StaticFilesFinder",
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
    "filters": {"request": {"()": "mahjongclub.server.log_lines.RequestIdAndRouteFilter"}},
    "formatters": {
        "text": {
            "class": "mahjongclub.server.log_lines.TextFormatter",
            "format": "{asctime} {levelname:<7} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S",
            "style": "{",
        },
        "json": {"class": "mahjongclub.server.log_lines.JsonFormatter"},
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
