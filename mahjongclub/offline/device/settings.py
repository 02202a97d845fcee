"""The app's settings on a phone: the tables alone, on a database in memory, with nobody else to let in."""

from pathlib import Path

from mahjongclub.languages import LANGUAGES as LANGUAGES

BASE_DIR = Path(__file__).resolve().parents[3]
# Signs nothing that a server would believe: cookies and links of a phone's own answers stay on the phone.
SECRET_KEY = "only this phone"
DEBUG = False
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "mahjongclub.clubs",
    "mahjongclub.tables",
]
MIDDLEWARE = [
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "mahjongclub.offline.device.elsewhere.PhoneDeviceMiddleware",
]
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
ROOT_URLCONF = "mahjongclub.offline.device.elsewhere"
AUTH_USER_MODEL = "clubs.Account"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["mahjongclub.layout.FlatTemplateLoader"])],
            # of parts that stay with the server
            "libraries": dict.fromkeys(
                ("cards", "counting", "debts", "outbox", "title_picture"),
                "mahjongclub.offline.device.elsewhere",
            ),
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "mahjongclub.offline.device.elsewhere.anonymous_user_and_token_context",
            ],
        },
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# A worker's only thread.
DATABASE_WAIT_SECONDS = 0
STEPS_WITH_PAGE = False

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "mahjongclub.formats"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STORAGES = {"staticfiles": {"BACKEND": "mahjongclub.offline.device.elsewhere.ServerAddressStorage"}}

SESSION_COOKIE_SECURE = False
TABLES_PER_ADDRESS = 10_000
REDIS_URL = ""
LIVE_STREAMS_PER_SESSION = LIVE_STREAMS_PER_ADDRESS = 0
CLOCK_SECONDS_PER_MINUTE = 60.0

# To the browser's console.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django": {"handlers": [], "propagate": True}, "django.request": {"level": "ERROR"}},
}
