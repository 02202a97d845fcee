"""The tables of this package as of 1.0, in place of the 4 migrations before: a database that has
them all has this one."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, ForeignKey, OneToOneField, Q, UniqueConstraint

from mahjongclub.clubs.row_secrets import new_secret

ACCOUNT = settings.AUTH_USER_MODEL
#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_archives_and_calendars 0002_origins_and_uploads 0003_calendar_secrets 0004_fill_calendar_secrets
"""


TABLES = [
    migrations.CreateModel(
        "Arrival",
        [
            ID,
            ("origin", models.CharField(db_index=True, max_length=32)),
            ("archived_at", models.DateTimeField()),
            ("arrived_at", models.DateTimeField(auto_now_add=True)),
            ("club", OneToOneField("clubs.club", CASCADE, related_name="arrival")),
        ],
    ),
    migrations.CreateModel(
        "CalendarLink",
        [
            ID,
            ("secret", models.CharField(default=new_secret, editable=False, max_length=32)),
            ("generation", models.PositiveIntegerField(default=None, editable=False, null=True)),
            ("club", OneToOneField("clubs.club", CASCADE, related_name="calendar_link")),
        ],
    ),
    migrations.CreateModel(
        "EveningChange",
        [
            ID,
            ("sequence", models.PositiveIntegerField(default=0)),
            ("changed_at", models.DateTimeField(auto_now=True)),
            ("told", models.JSONField(default=list)),
            ("evening", OneToOneField("clubs.evening", CASCADE, related_name="change")),
        ],
    ),
    migrations.CreateModel(
        "Export",
        [
            ID,
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("token", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
            ("run", models.UUIDField(null=True)),
            ("alive_at", models.DateTimeField(null=True)),
            ("rows_done", models.PositiveBigIntegerField(default=0)),
            ("rows", models.PositiveBigIntegerField(default=0)),
            ("size", models.PositiveBigIntegerField(null=True)),
            ("finished_at", models.DateTimeField(null=True)),
            ("failed", models.BooleanField(default=False)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="exports")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="+")),
        ],
        {"ordering": ["-pk"]},
    ),
    migrations.CreateModel(
        "Upload",
        [
            ("key", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("account", ForeignKey(ACCOUNT, CASCADE, related_name="uploads")),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="uploads")),
        ],
    ),
    migrations.CreateModel(
        "UploadedFile",
        [
            ID,
            ("name", models.CharField(max_length=200)),
            ("content", models.BinaryField()),
            ("upload", ForeignKey("exchange.upload", CASCADE, related_name="files")),
        ],
    ),
    migrations.CreateModel(
        "Origin",
        [
            ID,
            ("source", models.CharField(max_length=200)),
            ("identity", models.CharField(blank=True, max_length=200)),
            ("fingerprint", models.CharField(max_length=64)),
            ("differences", models.JSONField(default=list)),
            ("brought_at", models.DateTimeField(auto_now_add=True)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="origins")),
            ("session", OneToOneField("tables.session", CASCADE, related_name="origin")),
        ],
        {
            "ordering": ["-pk"],
            "constraints": [
                UniqueConstraint(fields=("club", "fingerprint"), name="one_game_per_fingerprint"),
                UniqueConstraint(
                    condition=~Q(identity=""), fields=("club", "identity"), name="one_game_per_identity"
                ),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("exchange", name) for name in REPLACED.split()]
    dependencies = [
        ("clubs", "0001_initial"),
        ("tables", "0001_initial"),
        migrations.swappable_dependency(ACCOUNT),
    ]
    operations = TABLES
