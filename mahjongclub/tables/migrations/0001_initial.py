"""The tables of this package as of 1.0, in place of the 24 migrations before: a database that has
them all has this one."""

from django.db import migrations, models
from django.db.models import (
    CASCADE,
    PROTECT,
    SET_NULL,
    CheckConstraint,
    ForeignKey,
    OneToOneField,
    Q,
    UniqueConstraint,
)
from django.utils.timezone import now

from mahjongclub.clubs.name_keys import NameKey
from mahjongclub.tables.addresses import new_link_code

#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_sessions_and_hands 0002_clock 0003_access_asks_seat 0004_all_agree 0005_sessions_of_a_club
0006_house_rules 0007_evening_clock 0008_results_corrected 0009_clock_words 0010_spoken_codes_hashed
0011_house_rules_keys 0012_fill_house_rules_keys 0013_house_rules_differ_in_every_script
0014_given_to_a_club 0015_what_is_to_pay 0016_seats_swapped_with_scores 0017_where_a_game_begins
0018_players_who_sit_down 0019_the_referee_is_called 0020_who_speaks_for_a_seat
0021_until_when_phones_write 0022_unnamed_players_of_ten 0023_seven_at_a_table 0024_hands_that_come_late
"""

REVISION_ACTION = [
    ("record", "hand recorded"),
    ("correct", "hand corrected"),
    ("insert", "hand inserted"),
    ("delete", "hand deleted"),
    ("undo", "last hand undone"),
    ("swap", "seats swapped"),
    ("move", "seats swapped, with hands and scores"),
    ("during", "during the hand"),
    ("close", "session closed"),
    ("continue", "session continued"),
    ("dice", "dice thrown for the first dealer"),
    ("begun", "begun elsewhere"),
    ("clock", "clock set"),
    ("start", "clock started"),
    ("pause", "clock paused"),
    ("resume", "clock going again"),
    ("agreeing", "agreement of all seats"),
    ("agree", "agreed"),
    ("without", "gone on without agreement"),
    ("result", "result corrected"),
    ("referee", "referee"),
    ("seat", "the seat of another phone"),
]
CLOCK_AT_END = [
    ("finish", "finish what is in play"),
    ("one_more", "finish what is in play, then play one more"),
]

TABLES = [
    migrations.CreateModel(
        "EveningClock",
        [
            ID,
            ("minutes", models.PositiveSmallIntegerField()),
            ("alarms", models.JSONField(blank=True, default=list)),
            ("hides", models.BooleanField(default=True)),
            ("started_at", models.DateTimeField(blank=True, null=True)),
            ("deadline", models.DateTimeField(blank=True, null=True)),
            ("paused_at", models.DateTimeField(blank=True, null=True)),
            ("pause_reason", models.CharField(blank=True, max_length=200)),
            ("evening", OneToOneField("clubs.evening", CASCADE, related_name="clock")),
        ],
    ),
    migrations.CreateModel(
        "HouseRules",
        [
            ID,
            ("variant", models.CharField(max_length=20)),
            ("preset", models.CharField(max_length=40)),
            ("name", models.CharField(max_length=80)),
            ("name_key", NameKey(max_length=240, of="name")),
            ("rules", models.JSONField()),
            ("changed_at", models.DateTimeField(auto_now=True)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="house_rules")),
        ],
        {
            "ordering": ["variant", "name"],
            "constraints": [
                UniqueConstraint(fields=("club", "variant", "name_key"), name="one_house_rules_per_name"),
                CheckConstraint(condition=~Q(name=""), name="house_rules_have_a_name"),
            ],
        },
    ),
    migrations.CreateModel(
        "Session",
        [
            ID,
            ("code", models.CharField(default=new_link_code, max_length=20, unique=True)),
            ("variant", models.CharField(max_length=20)),
            ("preset", models.CharField(max_length=40)),
            ("rules", models.JSONField()),
            ("seat_draw", models.JSONField(default=dict)),
            ("dice", models.JSONField(blank=True, null=True)),
            ("given", models.JSONField(blank=True, null=True)),
            ("rotation", models.CharField(blank=True, max_length=10)),
            ("begun", models.JSONField(blank=True, null=True)),
            ("on_paper", models.JSONField(blank=True, null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("started_at", models.DateTimeField(blank=True, null=True)),
            ("ended_at", models.DateTimeField(blank=True, null=True)),
            ("closed", models.BooleanField(default=False)),
            ("extra_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("phones_until", models.DateTimeField(blank=True, null=True)),
            ("embargoed", models.BooleanField(default=False)),
            ("of_round", models.BooleanField(default=False)),
            ("called_at", models.DateTimeField(blank=True, null=True)),
            ("version", models.PositiveIntegerField(default=0)),
            ("access_generation", models.PositiveSmallIntegerField(default=1)),
            ("state", models.JSONField()),
            ("pending", models.JSONField(blank=True, default=dict)),
            ("to_pay", models.JSONField(blank=True, default=dict)),
            ("agreeing", models.BooleanField(default=False)),
            ("seat_requests", models.JSONField(blank=True, default=dict)),
            ("club", ForeignKey("clubs.club", SET_NULL, blank=True, null=True, related_name="sessions")),
            (
                "evening",
                ForeignKey("clubs.evening", SET_NULL, blank=True, null=True, related_name="sessions"),
            ),
            (
                "house_rules",
                ForeignKey("tables.houserules", SET_NULL, blank=True, null=True, related_name="sessions"),
            ),
            ("opener", ForeignKey("clubs.device", SET_NULL, null=True, related_name="opened")),
            ("previous", ForeignKey("tables.session", SET_NULL, null=True, related_name="rematches")),
        ],
        {
            "constraints": [
                CheckConstraint(
                    condition=Q(ended_at__isnull=True) | Q(started_at__isnull=False),
                    name="a_session_ends_after_it_started",
                )
            ]
        },
    ),
    migrations.CreateModel(
        "Seat",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("score", models.BigIntegerField(default=0)),
            ("player", ForeignKey("clubs.player", PROTECT, related_name="seats")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="seats")),
        ],
        {
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("session", "number"), name="one_player_per_seat"),
                CheckConstraint(condition=Q(number__lt=7), name="seat_is_at_the_table"),
            ],
        },
    ),
    migrations.CreateModel(
        "Revision",
        [
            ID,
            ("key", models.UUIDField()),
            ("version", models.PositiveIntegerField()),
            ("action", models.CharField(choices=REVISION_ACTION, max_length=10)),
            ("hand_number", models.PositiveIntegerField(blank=True, null=True)),
            ("before", models.JSONField(blank=True, null=True)),
            ("after", models.JSONField(blank=True, null=True)),
            ("made_at", models.DateTimeField(default=now)),
            ("made_by", ForeignKey("clubs.device", SET_NULL, null=True, related_name="+")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="revisions")),
        ],
        {
            "ordering": ["version"],
            "constraints": [
                UniqueConstraint(fields=("session", "key"), name="one_change_per_key"),
                UniqueConstraint(fields=("session", "version"), name="one_change_per_version"),
            ],
        },
    ),
    migrations.CreateModel(
        "LateHand",
        [
            ID,
            ("key", models.UUIDField()),
            ("number", models.PositiveIntegerField()),
            ("outcome", models.JSONField()),
            ("entered_at", models.DateTimeField()),
            ("arrived_at", models.DateTimeField(auto_now_add=True)),
            ("left_out_at", models.DateTimeField(blank=True, null=True)),
            ("device", ForeignKey("clubs.device", SET_NULL, null=True, related_name="+")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="late_hands")),
        ],
        {
            "ordering": ["session", "number", "pk"],
            "constraints": [UniqueConstraint(fields=("session", "key"), name="one_late_hand_per_key")],
        },
    ),
    migrations.CreateModel(
        "JoinCode",
        [
            ID,
            ("code_hash", models.CharField(max_length=64, unique=True)),
            ("number", models.PositiveIntegerField(default=0)),
            (
                "role",
                models.CharField(
                    choices=[("scorer", "keeps the score"), ("viewer", "watches")], max_length=10
                ),
            ),
            ("expires_at", models.DateTimeField()),
            ("session", ForeignKey("tables.session", CASCADE, related_name="join_codes")),
        ],
        {"constraints": [UniqueConstraint(fields=("session", "role"), name="one_join_code_per_role")]},
    ),
    migrations.CreateModel(
        "Hand",
        [
            ID,
            ("number", models.PositiveIntegerField()),
            ("outcome", models.JSONField()),
            ("result", models.JSONField()),
            ("entered_at", models.DateTimeField(default=now)),
            ("changed_at", models.DateTimeField(blank=True, null=True)),
            ("awaits", models.BooleanField(default=False)),
            ("said", models.JSONField(blank=True, default=dict)),
            ("entered_by", ForeignKey("clubs.device", SET_NULL, null=True, related_name="+")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="hands")),
        ],
        {
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("session", "number"), name="one_hand_per_number"),
                CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        "Clock",
        [
            ID,
            ("minutes", models.PositiveSmallIntegerField()),
            ("alarms", models.JSONField(blank=True, default=list)),
            ("hides", models.BooleanField(default=True)),
            ("started_at", models.DateTimeField(blank=True, null=True)),
            ("deadline", models.DateTimeField(blank=True, null=True)),
            ("paused_at", models.DateTimeField(blank=True, null=True)),
            ("pause_reason", models.CharField(blank=True, max_length=200)),
            ("at_end", models.CharField(choices=CLOCK_AT_END, default="finish", max_length=10)),
            ("last_hand", models.PositiveIntegerField(blank=True, null=True)),
            ("session", OneToOneField("tables.session", CASCADE, related_name="clock")),
        ],
        {
            "constraints": [
                CheckConstraint(
                    condition=Q(deadline__isnull=True, started_at__isnull=True)
                    | Q(deadline__isnull=False, started_at__isnull=False),
                    name="a_started_clock_has_a_deadline",
                ),
                CheckConstraint(
                    condition=Q(paused_at__isnull=True) | Q(started_at__isnull=False),
                    name="only_a_started_clock_is_paused",
                ),
            ]
        },
    ),
    migrations.CreateModel(
        "Access",
        [
            ID,
            (
                "role",
                models.CharField(
                    choices=[("scorer", "keeps the score"), ("viewer", "watches")], max_length=10
                ),
            ),
            ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("asks_seat", models.BooleanField(default=False)),
            ("by_club", models.BooleanField(default=False)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("device", ForeignKey("clubs.device", CASCADE, related_name="accesses")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="accesses")),
        ],
        {
            "constraints": [
                UniqueConstraint(fields=("session", "device"), name="one_access_per_device"),
                CheckConstraint(
                    condition=Q(seat__isnull=True) | Q(seat__lt=7), name="access_seat_is_at_the_table"
                ),
                CheckConstraint(
                    condition=Q(seat__isnull=True) | ~Q(role="viewer"), name="a_viewer_has_no_seat"
                ),
            ]
        },
    ),
    migrations.CreateModel(
        "Sitter",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("player", ForeignKey("clubs.player", PROTECT, related_name="sittings")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="sitters")),
        ],
        {
            "ordering": ["number"],
            "constraints": [UniqueConstraint(fields=("session", "number"), name="one_sitter_per_number")],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("tables", name) for name in REPLACED.split()]
    dependencies = [("clubs", "0001_initial")]
    operations = TABLES
