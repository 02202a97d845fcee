"""The tables of this package as of 1.0, in place of the 5 migrations before: a database that has
them all has this one."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, ForeignKey, OneToOneField
from django.utils.timezone import now

from mahjongclub.outbox.channels.registry import channel_choices
from mahjongclub.outbox.models import Sealed

ACCOUNT = settings.AUTH_USER_MODEL
#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_channels_and_deliveries 0002_subscriptions_and_notices 0003_who_comes 0004_kinds_of_channels
0005_mail_about_entries
"""

DELIVERY_EVENT = [
    ("evening", "An evening is announced"),
    ("results", "The results of the night"),
    ("standings", "Standings have changed"),
    ("test", "Test message"),
]
DELIVERY_STATE = [
    ("waiting", "waits to be sent"),
    ("sent", "sent"),
    ("given_up", "given up"),
    ("nothing", "nothing new to tell"),
]
NOTICE_KIND = [
    ("hello", "Notifications are on"),
    ("seat", "Your table of the night"),
    ("round", "A round of a tournament begins"),
    ("hand", "Confirm a hand"),
    ("evening", "The evening is on"),
    ("comes", "An evening one comes to"),
    ("place", "A place is free"),
]

TABLES = [
    migrations.CreateModel(
        "Channel",
        [
            ID,
            ("kind", models.CharField(choices=channel_choices, max_length=10)),
            ("address", Sealed()),
            ("chat", models.CharField(blank=True, max_length=100)),
            ("secret", Sealed(blank=True)),
            ("events", models.JSONField(default=list)),
            ("language", models.CharField(max_length=10)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="channels")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="+")),
        ],
        {"ordering": ["pk"]},
    ),
    migrations.CreateModel(
        "Delivery",
        [
            ID,
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("due_at", models.DateTimeField(db_index=True, default=now, null=True)),
            ("taken_until", models.DateTimeField(null=True)),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("name", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
            ("event", models.CharField(choices=DELIVERY_EVENT, max_length=10)),
            ("about", models.JSONField(default=list)),
            ("asked", models.BooleanField(default=False)),
            ("state", models.CharField(choices=DELIVERY_STATE, default="waiting", max_length=10)),
            ("answer", models.CharField(blank=True, max_length=20)),
            ("digest", models.CharField(blank=True, max_length=64)),
            ("ended_at", models.DateTimeField(null=True)),
            ("channel", ForeignKey("outbox.channel", CASCADE, related_name="deliveries")),
        ],
        {"verbose_name_plural": "deliveries", "ordering": ["-pk"]},
    ),
    migrations.CreateModel(
        "EntryMail",
        [
            ID,
            ("address", Sealed()),
            ("language", models.CharField(max_length=10)),
            ("agreed_at", models.DateTimeField(auto_now_add=True)),
            ("told", models.CharField(blank=True, default="", max_length=60)),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("entrant", OneToOneField("leagues.entrant", CASCADE, related_name="mail")),
        ],
    ),
    migrations.CreateModel(
        "Subscription",
        [
            ID,
            ("endpoint", Sealed()),
            ("public_key", Sealed()),
            ("shared_secret", Sealed()),
            ("language", models.CharField(max_length=10)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("account", ForeignKey(ACCOUNT, CASCADE, null=True, related_name="subscriptions")),
            ("device", OneToOneField("clubs.device", CASCADE, related_name="subscription")),
        ],
    ),
    migrations.CreateModel(
        "Notice",
        [
            ID,
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("due_at", models.DateTimeField(db_index=True, default=now, null=True)),
            ("taken_until", models.DateTimeField(null=True)),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("kind", models.CharField(choices=NOTICE_KIND, max_length=10)),
            ("about", models.JSONField(default=list)),
            ("expires_at", models.DateTimeField()),
            ("subscription", ForeignKey("outbox.subscription", CASCADE, related_name="notices")),
        ],
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("outbox", name) for name in REPLACED.split()]
    dependencies = [
        ("clubs", "0001_initial"),
        ("leagues", "0001_initial"),
        migrations.swappable_dependency(ACCOUNT),
    ]
    operations = TABLES
