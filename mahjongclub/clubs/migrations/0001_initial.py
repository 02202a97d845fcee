"""The tables of this package as of 1.0, in place of the 32 migrations before: a database that has
them all has this one."""

from django.conf import settings
from django.contrib.auth.models import UserManager
from django.db import migrations, models
from django.db.models import (
    CASCADE,
    SET_NULL,
    CheckConstraint,
    ForeignKey,
    OneToOneField,
    Q,
    UniqueConstraint,
)
from django.utils.timezone import now

from mahjongclub.clubs.name_keys import NameKey
from mahjongclub.clubs.naming import well_formed_name
from mahjongclub.clubs.row_secrets import new_secret, nobodys_hash
from mahjongclub.clubs.time_zones import server_zone

ACCOUNT = settings.AUTH_USER_MODEL
#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_devices_and_players 0002_accounts_and_clubs 0003_wall_links 0004_readable_account_names
0005_owner_link 0006_merged_players 0007_name_keys 0008_fill_name_keys 0009_names_differ_in_every_script
0010_row_secrets 0011_fill_row_secrets 0012_row_secrets_differ 0013_known_devices 0014_claimed_by_seat
0015_who_was_claimed_by_seat 0016_spellings_hide_too 0017_hidden_names_are_nobodys 0018_erasures
0019_rules_to_begin_with 0020_members_may_open_tables 0021_whose_a_result_is 0022_room_of_an_evening
0023_people_told_apart 0024_dues 0025_host_choices 0026_guests_of_events 0027_evening_times
0028_room_and_locks 0029_forms_sent_once 0030_time_zone 0031_amounts_of_dues 0032_settle_up
"""

CLUB_VISIBILITY = [("private", "Private: organisers only"), ("members", "Members only"), ("public", "Public")]
CLUB_COUNTS_FOR = [("began", "The player who sat there first"), ("ended", "The player who sat there last")]
WHO_MAY = [("open", "Everybody"), ("invited", "By invitation"), ("closed", "Nobody")]
HOSTINVITATION_GIVES = [
    ("account", "Create an account"),
    ("club", "To create a club, with an account"),
]
ROLES = [("owner", "Owner"), ("organiser", "Organiser"), ("scorer", "Scorer"), ("member", "Member")]

TABLES = [
    migrations.CreateModel(
        "Device",
        [
            ID,
            ("created_at", models.DateTimeField(auto_now_add=True)),
            (
                "secret_hash",
                models.CharField(default=nobodys_hash, editable=False, max_length=64, unique=True),
            ),
            ("old_cookie", models.BooleanField(default=False, editable=False)),
        ],
    ),
    migrations.CreateModel(
        "OwnerLink",
        [
            ID,
            ("token_hash", models.CharField(max_length=64, unique=True)),
            ("expires_at", models.DateTimeField()),
        ],
    ),
    migrations.CreateModel(
        "SentForm",
        [
            ID,
            ("key", models.UUIDField(unique=True)),
            ("path", models.CharField(blank=True, max_length=500)),
            ("sent_at", models.DateTimeField(db_index=True, default=now)),
        ],
    ),
    migrations.CreateModel(
        "Account",
        [
            ID,
            ("password", models.CharField(max_length=128, verbose_name="password")),
            ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
            (
                "is_superuser",
                models.BooleanField(
                    default=False,
                    help_text="Designates that this user has all permissions without explicitly assigning them.",
                    verbose_name="superuser status",
                ),
            ),
            ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
            (
                "is_staff",
                models.BooleanField(
                    default=False,
                    help_text="Designates whether the user can log into this admin site.",
                    verbose_name="staff status",
                ),
            ),
            (
                "is_active",
                models.BooleanField(
                    default=True,
                    help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                    verbose_name="active",
                ),
            ),
            ("date_joined", models.DateTimeField(default=now, verbose_name="date joined")),
            (
                "username",
                models.CharField(
                    max_length=150, unique=True, validators=[well_formed_name], verbose_name="name"
                ),
            ),
            ("username_key", NameKey(max_length=450, of="username")),
            ("session_secret", models.CharField(blank=True, default="", editable=False, max_length=32)),
            (
                "groups",
                models.ManyToManyField(
                    "auth.group",
                    blank=True,
                    help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="groups",
                ),
            ),
            (
                "user_permissions",
                models.ManyToManyField(
                    "auth.permission",
                    blank=True,
                    help_text="Specific permissions for this user.",
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="user permissions",
                ),
            ),
        ],
        {"constraints": [UniqueConstraint(fields=("username_key",), name="one_account_per_name")]},
        managers=[("objects", UserManager())],
    ),
    migrations.CreateModel(
        "Club",
        [
            ID,
            ("name", models.CharField(max_length=100)),
            ("name_key", NameKey(max_length=300, of="name")),
            ("slug", models.SlugField(max_length=60, unique=True)),
            ("visibility", models.CharField(choices=CLUB_VISIBILITY, default="members", max_length=10)),
            ("time_zone", models.CharField(default=server_zone, max_length=64)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("members_open_tables", models.BooleanField(default=False)),
            ("settles_up", models.BooleanField(default=False)),
            ("counts_for", models.CharField(choices=CLUB_COUNTS_FOR, default="began", max_length=10)),
            ("begins_with", models.JSONField(blank=True, default=dict)),
            ("dues_cents", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("dues_currency", models.CharField(blank=True, default="€", max_length=8)),
            ("most_people", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("most_games", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("most_channels", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("locked_at", models.DateTimeField(blank=True, default=None, editable=False, null=True)),
            ("locked_reason", models.CharField(blank=True, default="", editable=False, max_length=300)),
            ("wall_secret", models.CharField(default=new_secret, editable=False, max_length=32)),
            ("wall_generation", models.PositiveSmallIntegerField(default=None, editable=False, null=True)),
        ],
        {
            "constraints": [
                CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
                UniqueConstraint(fields=("name_key",), name="one_club_per_name"),
            ]
        },
    ),
    migrations.CreateModel(
        "Evening",
        [
            ID,
            ("date", models.DateField()),
            ("name", models.CharField(blank=True, max_length=100)),
            ("place", models.CharField(blank=True, max_length=200)),
            ("begins", models.TimeField(blank=True, null=True)),
            ("ends", models.TimeField(blank=True, null=True)),
            ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="evenings")),
        ],
        {
            "ordering": ["-date", "-pk"],
            "constraints": [
                CheckConstraint(
                    condition=Q(ends=None) | Q(begins__isnull=False), name="evening_ends_after_it_begins"
                )
            ],
        },
    ),
    migrations.CreateModel(
        "HostChoice",
        [
            ID,
            ("accounts", models.CharField(choices=WHO_MAY, default="open", max_length=10)),
            ("founding", models.CharField(choices=WHO_MAY, default="open", max_length=10)),
            ("word", models.CharField(blank=True, default="", max_length=300)),
            ("most_clubs", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("most_people", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("most_games", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("most_channels", models.PositiveIntegerField(blank=True, default=None, null=True)),
        ],
        {"constraints": [CheckConstraint(condition=Q(pk=1), name="one_row_of_host_choices")]},
    ),
    migrations.CreateModel(
        "HostInvitation",
        [
            ID,
            ("gives", models.CharField(choices=HOSTINVITATION_GIVES, default="account", max_length=10)),
            ("note", models.CharField(blank=True, default="", max_length=100)),
            ("token_hash", models.CharField(max_length=64, unique=True)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("expires_at", models.DateTimeField()),
            ("used_at", models.DateTimeField(null=True)),
            ("account", ForeignKey(ACCOUNT, CASCADE, null=True, related_name="host_invitations")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="+")),
        ],
        {"ordering": ["-pk"]},
    ),
    migrations.CreateModel(
        "Invitation",
        [
            ID,
            ("role", models.CharField(choices=ROLES, default="member", max_length=10)),
            ("token_hash", models.CharField(max_length=64, unique=True)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("expires_at", models.DateTimeField()),
            ("places", models.PositiveSmallIntegerField(default=1)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="invitations")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, null=True)),
        ],
    ),
    migrations.CreateModel(
        "KnownDevice",
        [
            ID,
            ("since", models.DateTimeField(auto_now_add=True)),
            ("account", ForeignKey(ACCOUNT, CASCADE, related_name="known_devices")),
            ("device", ForeignKey("clubs.device", CASCADE, related_name="+")),
        ],
        {"constraints": [UniqueConstraint(fields=("account", "device"), name="a_device_is_known_once")]},
    ),
    migrations.CreateModel(
        "Membership",
        [
            ID,
            ("role", models.CharField(choices=ROLES, default="member", max_length=10)),
            ("joined_at", models.DateTimeField(auto_now_add=True)),
            ("account", ForeignKey(ACCOUNT, CASCADE, related_name="memberships")),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="memberships")),
        ],
        {"constraints": [UniqueConstraint(fields=("club", "account"), name="one_membership_per_account")]},
    ),
    migrations.CreateModel(
        "Player",
        [
            ID,
            ("name", models.CharField(max_length=200)),
            ("name_key", NameKey(max_length=600, of="name")),
            ("claimed_by_seat", models.BooleanField(default=False)),
            ("guest", models.BooleanField(default=False)),
            ("name_hidden", models.BooleanField(default=False)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("account", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="players")),
            ("club", ForeignKey("clubs.club", SET_NULL, blank=True, null=True, related_name="players")),
            ("known_on", ForeignKey("clubs.device", SET_NULL, null=True, related_name="players")),
            (
                "merged_into",
                ForeignKey("clubs.player", CASCADE, blank=True, null=True, related_name="spellings"),
            ),
        ],
        {
            "constraints": [
                UniqueConstraint(
                    condition=Q(name_hidden=False),
                    fields=("club", "name_key"),
                    name="one_player_per_name_in_a_club",
                ),
                UniqueConstraint(
                    condition=Q(name_hidden=False),
                    fields=("known_on", "name_key"),
                    name="one_player_per_name_on_a_device",
                ),
                CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            ]
        },
    ),
    migrations.CreateModel(
        "Erasure",
        [
            ID,
            ("asked_at", models.DateTimeField(auto_now_add=True)),
            ("due_at", models.DateTimeField(db_index=True)),
            ("was_hidden", models.BooleanField()),
            ("asked_by", ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="+")),
            ("player", OneToOneField("clubs.player", CASCADE, related_name="erasure")),
        ],
    ),
    migrations.CreateModel(
        "Dues",
        [
            ID,
            ("paid_until", models.DateField()),
            ("paid_cents", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("player", OneToOneField("clubs.player", CASCADE, related_name="dues")),
        ],
        {"verbose_name_plural": "dues"},
    ),
    migrations.CreateModel(
        "DifferentPeople",
        [
            ID,
            ("one", ForeignKey("clubs.player", CASCADE, related_name="+")),
            ("other", ForeignKey("clubs.player", CASCADE, related_name="+")),
        ],
        {
            "constraints": [
                UniqueConstraint(fields=("one", "other"), name="two_people_are_told_apart_once"),
                CheckConstraint(condition=Q(one__lt=models.F("other")), name="the_lower_number_stands_first"),
            ]
        },
    ),
    migrations.CreateModel(
        "PlayerMerge",
        [
            ID,
            ("moved", models.JSONField()),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("gone", OneToOneField("clubs.player", CASCADE, related_name="merged_by")),
            ("kept", ForeignKey("clubs.player", CASCADE, related_name="merges")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="+")),
        ],
        {"ordering": ["-pk"]},
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("clubs", name) for name in REPLACED.split()]
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = TABLES
