"""The tables of this package as of 1.0, in place of 51 migrations: a database that has them all has this one."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import migrations, models
from django.db.models import (
    CASCADE,
    PROTECT,
    RESTRICT,
    SET_NULL,
    CheckConstraint,
    ForeignKey,
    Index,
    OneToOneField,
    Q,
    UniqueConstraint,
)
from django.utils.timezone import now

from mahjongclub.clubs.name_keys import NameKey
from mahjongclub.clubs.row_secrets import new_secret
from mahjongclub.rounds.penalties.kinds import kind_choices

ACCOUNT = settings.AUTH_USER_MODEL
#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_figures_and_seasons 0002_tournaments 0003_who_dealt_in_to_whom 0004_dan 0005_club_nights
0006_doubtful_results 0007_public_event 0008_worst_games_left_out 0009_for_the_federation 0010_who_comes
0011_tables_go_by_the_common_clock 0012_events_in_seasons 0013_records_of_a_club 0014_records_so_far
0015_stages 0016_people_of_an_event 0017_changes_of_a_tournament 0018_byes_and_substitutes
0019_whose_place_it_is 0020_wishes_for_the_seating 0021_phases_and_matches 0022_limits_of_matches
0023_who_speaks_for_whom 0024_until_when_phones_write 0025_rounds_that_are_over 0026_entries_in_doubt
0027_a_seventh_place 0028_counting_in_slices 0029_desk_of_every_round 0030_games_of_seasons
0031_copy_games_of_seasons 0032_sums_are_asked_for 0033_penalty_kinds 0034_rename_byes_of_events
0035_rounds_of_tables 0036_copy_rounds_of_nights 0037_drop_rounds_of_nights 0038_copy_matches
0039_drop_matches 0040_rounds_of_events 0041_copy_rounds_of_events 0042_drop_rounds_of_events
0043_entry_fees 0044_since_when_they_are_here 0045_here_or_not 0046_penalties 0047_copy_penalties
0048_drop_penalties_of_each 0049_teams 0050_copy_teams 0051_drop_teams_of_each
"""

SEASON_COUNTS = [
    ("dates", "every game of the club within its dates"),
    ("matches", "only the games of its matches"),
    ("teams", "only the games of its matches, in which teams play"),
]
PHASE_CARRIES = [
    ("whole", "All points are carried over"),
    ("half", "Half of the points are carried over"),
    ("nothing", "Everybody begins at zero"),
]
STAGE_DRAW = [
    ("plan", "Planned: all its rounds at once, nobody meets twice where that is possible"),
    ("swiss", "Swiss: each round by the ranking, without meeting again"),
    ("lot", "By lot"),
    ("rank", "By rank: the first at table 1, the next at table 2"),
    ("snake", "Snake: the first of each table by rank, then back from the last table"),
]
STAGE_RULE = [
    ("ranking", "The best of the ranking"),
    ("tables", "The best of each table of the last round, as many from each"),
    ("teams", "The best teams, with all their players"),
]
STAGE_CARRIES = [
    ("all", "All points"),
    ("half", "Half of the points"),
    ("nothing", "Nothing: everybody begins at 0"),
    ("bonus", "A bonus by rank instead of the points"),
]
STAGE_DECIDED_BY = [("", "the ranking"), ("lot", "by lot"), ("organiser", "the organiser")]
TOURNAMENT_DRAW = [
    ("plan", "Planned: all rounds at once, nobody meets twice where that is possible"),
    ("swiss", "Swiss: each round by the ranking, without meeting again"),
    ("lot", "By lot: each round drawn at random"),
]
TOURNAMENT_WORTH = [
    ("points", "the final points of the table"),
    ("places", "points for the place"),
    ("places_points", "both: points for the place first, then final points"),
    ("points_places", "both: final points first, then points for the place"),
]
TOURNAMENT_OVER = [
    ("bye", "Some sit out, in turn: nobody twice before everybody has sat out once"),
    ("steward", "Stewards fill the tables; they are ranked nowhere"),
]
TOURNAMENT_STATE = [("draft", "in preparation"), ("running", "running"), ("final", "final")]
ENTRANT_STATUS = [("in", "has a place"), ("waiting", "waits"), ("out", "withdrawn")]
ENTRANT_DOUBT = [("member", "a member’s name"), ("many", "one of many at once")]

TABLES = [
    migrations.CreateModel(
        "Place",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("ranked", models.BooleanField(default=True)),
            ("steward", models.BooleanField(default=False)),
            ("group", models.CharField(blank=True, max_length=100)),
            ("tables", models.JSONField(blank=True, default=list)),
        ],
        {"ordering": ["number"]},
    ),
    migrations.CreateModel(
        "Book",
        [
            ID,
            ("variant", models.CharField(max_length=20)),
            ("stale_from", models.CharField(blank=True, max_length=60)),
            ("stamp", models.CharField(blank=True, max_length=16)),
            ("club", ForeignKey("clubs.club", CASCADE, null=True, related_name="books")),
        ],
        {
            "constraints": [
                UniqueConstraint(fields=("club", "variant"), name="one_book_per_club_and_variant"),
                UniqueConstraint(
                    condition=Q(club=None), fields=("variant",), name="one_book_per_variant_without_club"
                ),
            ]
        },
    ),
    migrations.CreateModel(
        "Appearance",
        [
            ID,
            ("seat", models.PositiveSmallIntegerField()),
            ("day", models.DateField()),
            ("order", models.CharField(max_length=60)),
            ("place", models.PositiveSmallIntegerField()),
            ("hands", models.PositiveIntegerField(default=0)),
            ("wins", models.PositiveIntegerField(default=0)),
            ("self_draws", models.PositiveIntegerField(default=0)),
            ("deal_ins", models.PositiveIntegerField(default=0)),
            ("riichi", models.PositiveIntegerField(default=0)),
            ("riichi_wins", models.PositiveIntegerField(default=0)),
            ("draws", models.PositiveIntegerField(default=0)),
            ("tenpai", models.PositiveIntegerField(default=0)),
            ("faults", models.PositiveIntegerField(default=0)),
            ("won_points", models.BigIntegerField(default=0)),
            ("dealt_points", models.BigIntegerField(default=0)),
            ("best_hand", models.BigIntegerField(default=0)),
            ("yaku", models.JSONField(default=dict)),
            ("score", models.BigIntegerField(default=0)),
            ("tenths", models.BigIntegerField(default=0)),
            ("fed", models.JSONField(default=dict)),
            ("east_only", models.BooleanField(default=False)),
            ("sharing", models.PositiveSmallIntegerField(default=1)),
            ("mu", models.FloatField(null=True)),
            ("sigma", models.FloatField(null=True)),
            ("r", models.FloatField(null=True)),
            ("dan", models.PositiveSmallIntegerField(default=0)),
            ("dan_points", models.FloatField(default=0)),
            ("rated_games", models.PositiveIntegerField(null=True)),
            ("comeback", models.PositiveIntegerField(default=0)),
            ("firsts", models.PositiveIntegerField(default=0)),
            ("player", ForeignKey("clubs.player", PROTECT, db_index=False, related_name="appearances")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="appearances")),
            ("book", ForeignKey("leagues.book", CASCADE, related_name="appearances")),
        ],
        {
            "ordering": ["order", "seat"],
            "indexes": [
                Index(fields=["book", "order"], name="appearance_in_order"),
                Index(fields=["player", "book", "order"], name="appearance_of_player"),
                Index(fields=["book", "-best_hand"], name="appearance_best_hand"),
                Index(fields=["book", "-score"], name="appearance_highest_score"),
                Index(fields=["book", "-comeback"], name="appearance_biggest_comeback"),
                Index(fields=["book", "-firsts"], name="appearance_longest_streak"),
            ],
            "constraints": [
                UniqueConstraint(fields=("session", "seat"), name="one_appearance_per_seat"),
                CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        "Competition",
        [
            ID,
            ("club", ForeignKey("clubs.club", CASCADE, related_name="competitions")),
            (
                "evening",
                OneToOneField("clubs.evening", CASCADE, blank=True, null=True, related_name="competition"),
            ),
        ],
        {"db_table": "rounds_competition"},
    ),
    migrations.CreateModel(
        "League",
        [
            ID,
            ("name", models.CharField(max_length=100, verbose_name="name")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="leagues")),
        ],
        {
            "ordering": ["name"],
            "constraints": [
                UniqueConstraint(fields=("club", "name"), name="one_league_per_name_in_a_club"),
                CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
            ],
        },
    ),
    migrations.CreateModel(
        "Night",
        [
            ID,
            ("games", models.JSONField(default=list)),
            ("fives", models.BooleanField(default=False)),
            ("evening", OneToOneField("clubs.evening", CASCADE, related_name="night")),
        ],
    ),
    migrations.CreateModel(
        "PhoneRequest",
        [
            ID,
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("device", ForeignKey("clubs.device", CASCADE, related_name="+")),
            ("evening", ForeignKey("clubs.evening", CASCADE, related_name="phone_requests")),
            ("player", ForeignKey("clubs.player", CASCADE, related_name="phone_requests")),
        ],
        {
            "ordering": ["pk"],
            "constraints": [UniqueConstraint(fields=("player", "device"), name="a_phone_asks_once")],
        },
    ),
    migrations.CreateModel(
        "Penalty",
        [
            ID,
            ("day", models.DateField(blank=True, null=True)),
            ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("kind", models.CharField(choices=kind_choices, default="points", max_length=20)),
            ("tenths", models.IntegerField()),
            ("reason", models.CharField(max_length=200)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("competition", ForeignKey("leagues.competition", CASCADE, related_name="penalties")),
            ("made_by", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="+")),
            ("player", ForeignKey("clubs.player", PROTECT, blank=True, null=True, related_name="penalties")),
            ("place", ForeignKey("leagues.place", CASCADE, blank=True, null=True, related_name="penalties")),
        ],
        {
            "db_table": "rounds_penalty",
            "ordering": ["day", "pk"],
            "constraints": [
                CheckConstraint(condition=~Q(reason=""), name="a_penalty_has_a_reason"),
                CheckConstraint(condition=~Q(kind="points", tenths=0), name="a_penalty_changes_something"),
                CheckConstraint(
                    condition=Q(day__isnull=False, place=None, player__isnull=False, round_number=None)
                    | Q(day=None, place__isnull=False, player=None),
                    name="a_penalty_is_a_players_or_a_places",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "PlayerPhone",
        [
            ID,
            ("used_at", models.DateTimeField(default=now)),
            ("account", ForeignKey(ACCOUNT, CASCADE, blank=True, null=True, related_name="+")),
            ("device", ForeignKey("clubs.device", CASCADE, related_name="+")),
            ("player", OneToOneField("clubs.player", CASCADE, related_name="phone")),
        ],
    ),
    migrations.CreateModel(
        "Presence",
        [
            ID,
            ("here_at", models.DateTimeField(blank=True, default=now, null=True)),
            ("wants", models.CharField(blank=True, max_length=20)),
            ("came_at", models.DateTimeField(auto_now_add=True)),
            ("device", ForeignKey("clubs.device", SET_NULL, blank=True, null=True, related_name="+")),
            ("evening", ForeignKey("clubs.evening", CASCADE, related_name="presences")),
            ("player", ForeignKey("clubs.player", CASCADE, related_name="presences")),
        ],
        {
            "ordering": ["pk"],
            "constraints": [UniqueConstraint(fields=("evening", "player"), name="one_presence_per_player")],
        },
    ),
    migrations.CreateModel(
        "Rating",
        [
            ID,
            ("games", models.PositiveIntegerField()),
            ("mu", models.FloatField()),
            ("sigma", models.FloatField()),
            ("r", models.FloatField()),
            ("dan", models.PositiveSmallIntegerField(default=0)),
            ("dan_points", models.FloatField(default=0)),
            ("firsts", models.PositiveIntegerField(default=0)),
            ("book", ForeignKey("leagues.book", CASCADE, related_name="ratings")),
            ("player", ForeignKey("clubs.player", CASCADE, related_name="ratings")),
        ],
        {"constraints": [UniqueConstraint(fields=("book", "player"), name="one_rating_per_player")]},
    ),
    migrations.CreateModel(
        "Reply",
        [
            ID,
            ("since", models.DateTimeField(default=now)),
            (
                "answer",
                models.CharField(choices=[("yes", "I come"), ("maybe", "Maybe"), ("no", "No")], max_length=5),
            ),
            ("waits", models.BooleanField(default=False)),
            ("reminds", models.BooleanField(default=False)),
            ("reminded", models.PositiveSmallIntegerField(default=0)),
            ("device", ForeignKey("clubs.device", SET_NULL, blank=True, null=True, related_name="+")),
            ("evening", ForeignKey("clubs.evening", CASCADE, related_name="replies")),
            ("player", ForeignKey("clubs.player", CASCADE, related_name="replies")),
        ],
        {
            "ordering": ["since", "pk"],
            "constraints": [UniqueConstraint(fields=("evening", "player"), name="one_reply_per_player")],
        },
    ),
    migrations.CreateModel(
        "Round",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("drawn_at", models.DateTimeField(blank=True, default=now, null=True)),
            ("published_at", models.DateTimeField(blank=True, null=True)),
            ("opened_at", models.DateTimeField(blank=True, null=True)),
            ("closed_at", models.DateTimeField(blank=True, null=True)),
            ("shown_at", models.DateTimeField(blank=True, null=True)),
            ("day", models.DateField(blank=True, null=True)),
            ("closes_at", models.DateTimeField(blank=True, null=True)),
            ("level", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("game", models.PositiveSmallIntegerField(default=1)),
            ("go_on", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("competition", ForeignKey("leagues.competition", CASCADE, related_name="rounds")),
            ("evening", ForeignKey("clubs.evening", SET_NULL, blank=True, null=True, related_name="+")),
        ],
        {
            "db_table": "rounds_round",
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("competition", "number"), name="one_round_per_number_of_its_owner"),
                UniqueConstraint(
                    fields=("competition", "level", "game"), name="one_round_per_game_of_a_playoff"
                ),
                CheckConstraint(
                    condition=Q(level__isnull=False) | Q(game=1, go_on=None),
                    name="only_from_a_playoff_one_goes_on",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Season",
        [
            ID,
            ("name", models.CharField(max_length=100)),
            ("variant", models.CharField(max_length=20)),
            ("starts", models.DateField()),
            ("ends", models.DateField(blank=True, null=True)),
            ("events", models.BooleanField(default=True)),
            ("scoring", models.JSONField()),
            ("counts", models.CharField(choices=SEASON_COUNTS, default="dates", max_length=10)),
            ("least_matches", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("most_matches", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("league", ForeignKey("leagues.league", CASCADE, related_name="seasons")),
        ],
        {
            "ordering": ["-starts", "-pk"],
            "constraints": [
                UniqueConstraint(fields=("league", "name"), name="one_season_per_name_in_a_league"),
                CheckConstraint(
                    condition=Q(ends=None) | Q(ends__gte=models.F("starts")),
                    name="season_ends_after_it_starts",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Phase",
        [
            ID,
            ("takes", models.PositiveSmallIntegerField()),
            ("carries", models.CharField(choices=PHASE_CARRIES, default="nothing", max_length=10)),
            ("cut_at", models.DateTimeField(blank=True, null=True)),
            ("reason", models.CharField(blank=True, max_length=200)),
            ("cut_by", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="+")),
            ("before", OneToOneField("leagues.season", RESTRICT, related_name="next_phase")),
            ("season", OneToOneField("leagues.season", CASCADE, related_name="phase")),
        ],
        {
            "constraints": [
                CheckConstraint(condition=~Q(season=models.F("before")), name="a_phase_follows_another"),
                CheckConstraint(condition=Q(takes__gte=2), name="a_phase_takes_two_or_more"),
            ]
        },
    ),
    migrations.AddField(
        "competition",
        "season",
        OneToOneField("leagues.season", CASCADE, blank=True, null=True, related_name="competition"),
    ),
    migrations.CreateModel(
        "Choice",
        [
            ID,
            ("session", OneToOneField("tables.session", CASCADE, related_name="season_choice")),
            ("season", ForeignKey("leagues.season", CASCADE, null=True, related_name="choices")),
        ],
    ),
    migrations.CreateModel(
        "SeasonGame",
        [
            ID,
            ("day", models.DateField()),
            ("place", models.PositiveSmallIntegerField()),
            ("value", models.BigIntegerField()),
            ("tenths", models.BigIntegerField()),
            ("appearance", OneToOneField("leagues.appearance", CASCADE, related_name="season_game")),
            ("player", ForeignKey("clubs.player", CASCADE, related_name="+")),
            ("season", ForeignKey("leagues.season", CASCADE, db_index=False, related_name="games")),
        ],
        {
            "indexes": [
                Index(fields=["season", "player", "value", "tenths", "place"], name="season_adds_up"),
                Index(fields=["season", "day"], name="season_by_evening"),
            ]
        },
    ),
    migrations.CreateModel(
        "Stage",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("name", models.CharField(max_length=100)),
            ("rounds", models.PositiveSmallIntegerField(default=1)),
            ("draw", models.CharField(choices=STAGE_DRAW, default="rank", max_length=10)),
            ("stays", models.BooleanField(default=False)),
            ("places", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("rule", models.CharField(choices=STAGE_RULE, default="ranking", max_length=10)),
            ("carries", models.CharField(choices=STAGE_CARRIES, default="all", max_length=10)),
            ("bonus", models.JSONField(blank=True, default=list)),
            ("cut_at", models.DateTimeField(blank=True, null=True)),
            ("decided_by", models.CharField(blank=True, choices=STAGE_DECIDED_BY, default="", max_length=10)),
            ("reason", models.CharField(blank=True, max_length=200)),
            ("cut_by", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="+")),
        ],
        {
            "ordering": ["number"],
            "constraints": [
                CheckConstraint(condition=Q(number__gte=2), name="first_stage_has_no_row"),
                CheckConstraint(condition=Q(rounds__gte=1), name="stage_has_rounds"),
                CheckConstraint(condition=Q(places=None) | Q(places__gte=2), name="stage_has_places"),
                CheckConstraint(
                    condition=~Q(decided_by="organiser") | ~Q(reason=""), name="word_at_a_cut_has_a_reason"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Qualifier",
        [
            ID,
            ("position", models.PositiveSmallIntegerField()),
            ("place", ForeignKey("leagues.place", CASCADE, related_name="qualified")),
            ("stage", ForeignKey("leagues.stage", CASCADE, related_name="qualifiers")),
        ],
        {
            "ordering": ["position"],
            "constraints": [
                UniqueConstraint(fields=("stage", "place"), name="one_place_goes_on_once"),
                UniqueConstraint(fields=("stage", "position"), name="one_place_per_position"),
            ],
        },
    ),
    migrations.CreateModel(
        "Stint",
        [
            ID,
            ("first_name", models.CharField(blank=True, max_length=100)),
            ("last_name", models.CharField(blank=True, max_length=100)),
            ("country", models.CharField(blank=True, max_length=3)),
            ("ema_number", models.CharField(blank=True, max_length=8)),
            ("from_round", models.PositiveSmallIntegerField()),
            ("substitute", models.BooleanField(default=False)),
            ("place", ForeignKey("leagues.place", CASCADE, related_name="stints")),
            (
                "player",
                ForeignKey("clubs.player", PROTECT, blank=True, null=True, related_name="tournament_stints"),
            ),
        ],
        {
            "ordering": ["from_round", "substitute"],
            "constraints": [
                UniqueConstraint(fields=("place", "from_round", "substitute"), name="one_stint_per_round")
            ],
        },
    ),
    migrations.CreateModel(
        "Table",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("variant", models.CharField(max_length=20)),
            ("doubtful", models.JSONField(blank=True, null=True)),
            ("code_from", models.PositiveSmallIntegerField(default=1)),
            ("round", ForeignKey("leagues.round", CASCADE, related_name="tables")),
            (
                "session",
                OneToOneField("tables.session", SET_NULL, blank=True, null=True, related_name="round_table"),
            ),
        ],
        {
            "db_table": "rounds_table",
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("round", "number"), name="one_table_per_number_of_its_round")
            ],
        },
    ),
    migrations.CreateModel(
        "Bye",
        [
            ID,
            ("player", ForeignKey("clubs.player", PROTECT, blank=True, null=True, related_name="byes")),
            ("place", ForeignKey("leagues.place", CASCADE, blank=True, null=True, related_name="byes")),
            ("round", ForeignKey("leagues.round", CASCADE, related_name="byes")),
            ("table", ForeignKey("leagues.table", CASCADE, blank=True, null=True, related_name="byes")),
        ],
        {
            "db_table": "rounds_bye",
            "ordering": ["pk"],
            "constraints": [
                UniqueConstraint(fields=("round", "player"), name="nobody_sits_out_twice_in_a_round"),
                UniqueConstraint(fields=("round", "place"), name="no_place_sits_out_twice_in_a_round"),
                CheckConstraint(
                    condition=Q(place__isnull=False) | Q(player__isnull=False), name="a_bye_is_somebodys"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Team",
        [
            ID,
            ("number", models.PositiveIntegerField()),
            ("name", models.CharField(max_length=100)),
            ("captain_key", models.CharField(blank=True, max_length=32)),
            (
                "captain",
                ForeignKey("clubs.player", SET_NULL, blank=True, null=True, related_name="captain_of"),
            ),
            ("competition", ForeignKey("leagues.competition", CASCADE, related_name="teams")),
        ],
        {
            "db_table": "rounds_team",
            "ordering": ["name"],
            "constraints": [
                UniqueConstraint(fields=("competition", "number"), name="one_team_per_number_of_its_owner"),
                UniqueConstraint(fields=("competition", "name"), name="one_team_per_name_of_its_owner"),
                UniqueConstraint(
                    condition=~Q(captain_key=""), fields=("captain_key",), name="one_team_per_captain_key"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "Seat",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("named_by", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="+")),
            ("place", ForeignKey("leagues.place", CASCADE, blank=True, null=True, related_name="drawn")),
            (
                "player",
                ForeignKey("clubs.player", PROTECT, blank=True, null=True, related_name="round_seats"),
            ),
            ("round", ForeignKey("leagues.round", CASCADE, related_name="seats")),
            ("table", ForeignKey("leagues.table", CASCADE, related_name="seats")),
            ("team", ForeignKey("leagues.team", RESTRICT, blank=True, null=True, related_name="round_seats")),
        ],
        {
            "db_table": "rounds_seat",
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("table", "number"), name="one_row_per_seat_of_a_table"),
                UniqueConstraint(fields=("round", "player"), name="nobody_plays_twice_in_a_round"),
                CheckConstraint(
                    condition=Q(team__isnull=False) | Q(player__isnull=False) | Q(place__isnull=False),
                    name="a_seat_is_somebodys",
                ),
                UniqueConstraint(fields=("table", "place"), name="one_seat_per_place_of_a_table"),
            ],
        },
    ),
    migrations.AddField(
        "place", "team", ForeignKey("leagues.team", SET_NULL, blank=True, null=True, related_name="places")
    ),
    migrations.CreateModel(
        "PhaseEntrant",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("player", ForeignKey("clubs.player", PROTECT, null=True, related_name="entries_to_phases")),
            ("season", ForeignKey("leagues.season", CASCADE, related_name="entrants")),
            ("came_as", ForeignKey("leagues.team", SET_NULL, null=True, related_name="+")),
            ("team", OneToOneField("leagues.team", CASCADE, null=True, related_name="phase_entrant")),
        ],
        {
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("season", "number"), name="one_phase_entrant_per_number"),
                UniqueConstraint(fields=("season", "player"), name="one_phase_entrant_per_player"),
                CheckConstraint(
                    condition=Q(player=None, team__isnull=False) | Q(player__isnull=False, team=None),
                    name="a_phase_entrant_is_a_player_or_a_team",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        "TeamMember",
        [
            ID,
            ("player", ForeignKey("clubs.player", PROTECT, related_name="teams")),
            ("team", ForeignKey("leagues.team", CASCADE, related_name="members")),
        ],
        {
            "db_table": "rounds_teammember",
            "ordering": ["pk"],
            "constraints": [UniqueConstraint(fields=("team", "player"), name="nobody_is_twice_in_a_team")],
        },
    ),
    migrations.CreateModel(
        "Tournament",
        [
            ID,
            ("name", models.CharField(max_length=100)),
            ("day", models.DateField()),
            ("place", models.CharField(blank=True, max_length=100)),
            ("variant", models.CharField(max_length=20)),
            ("preset", models.CharField(max_length=40)),
            ("rules", models.JSONField()),
            ("round_count", models.PositiveSmallIntegerField()),
            ("draw", models.CharField(choices=TOURNAMENT_DRAW, default="plan", max_length=10)),
            ("worth", models.CharField(choices=TOURNAMENT_WORTH, default="points", max_length=20)),
            ("place_points", models.JSONField(blank=True, default=list)),
            ("over", models.CharField(choices=TOURNAMENT_OVER, default="bye", max_length=10)),
            ("bye_tenths", models.IntegerField(default=0)),
            ("substitute_tenths", models.IntegerField(blank=True, null=True)),
            ("most_substitutes", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("apart_rounds", models.PositiveSmallIntegerField(default=0)),
            ("apart_countries", models.BooleanField(default=False)),
            ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("lineup_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("country", models.CharField(blank=True, max_length=3)),
            ("days", models.PositiveSmallIntegerField(default=1)),
            ("qualification", models.BooleanField(default=False)),
            ("public", models.BooleanField(default=False)),
            ("state", models.CharField(choices=TOURNAMENT_STATE, default="draft", max_length=10)),
            ("held", models.BooleanField(default=False)),
            ("held_until", models.DateTimeField(blank=True, null=True)),
            ("seed", models.PositiveIntegerField(default=0)),
            ("final_at", models.DateTimeField(blank=True, null=True)),
            ("final_ranking", models.JSONField(blank=True, default=list)),
            ("final_results", models.JSONField(blank=True, default=list)),
            ("code_generations", models.JSONField(blank=True, default=dict)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("changes", models.PositiveIntegerField(default=0)),
            ("club", ForeignKey("clubs.club", CASCADE, related_name="tournaments")),
            (
                "house_rules",
                ForeignKey("tables.houserules", SET_NULL, blank=True, null=True, related_name="+"),
            ),
        ],
        {
            "ordering": ["-day", "-pk"],
            "constraints": [
                CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
                CheckConstraint(
                    condition=Q(round_count__gte=1, round_count__lte=20), name="tournament_has_rounds"
                ),
            ],
        },
    ),
    migrations.AddField(
        "stage", "tournament", ForeignKey("leagues.tournament", CASCADE, related_name="stages")
    ),
    migrations.CreateModel(
        "RoundTime",
        [
            ID,
            ("number", models.PositiveSmallIntegerField()),
            ("day", models.PositiveSmallIntegerField(default=1)),
            (
                "starts_at",
                models.CharField(
                    blank=True, max_length=5, validators=[RegexValidator("^([01][0-9]|2[0-3]):[0-5][0-9]$")]
                ),
            ),
            ("tournament", ForeignKey("leagues.tournament", CASCADE, related_name="round_times")),
        ],
        {
            "ordering": ["number"],
            "constraints": [
                UniqueConstraint(fields=("tournament", "number"), name="one_time_per_round"),
                CheckConstraint(condition=Q(day__gte=1), name="round_is_on_a_day"),
            ],
        },
    ),
    migrations.CreateModel(
        "Registration",
        [
            ID,
            ("wanted", models.BooleanField(default=False)),
            ("opens_at", models.DateTimeField(blank=True, null=True)),
            ("closes_at", models.DateTimeField(blank=True, null=True)),
            ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
            ("fee_cents", models.PositiveIntegerField(blank=True, default=None, null=True)),
            ("fee_currency", models.CharField(blank=True, default="€", max_length=8)),
            ("note", models.TextField(blank=True, max_length=2000)),
            ("tournament", OneToOneField("leagues.tournament", CASCADE, related_name="registration")),
        ],
        {
            "constraints": [
                CheckConstraint(
                    condition=Q(opens_at__isnull=True)
                    | Q(closes_at__isnull=True)
                    | Q(opens_at__lt=models.F("closes_at")),
                    name="an_entry_opens_before_it_closes",
                )
            ]
        },
    ),
    migrations.AddField(
        "place", "tournament", ForeignKey("leagues.tournament", CASCADE, related_name="places")
    ),
    migrations.CreateModel(
        "Entrant",
        [
            ID,
            ("first_name", models.CharField(blank=True, max_length=100)),
            ("last_name", models.CharField(blank=True, max_length=100)),
            ("country", models.CharField(blank=True, max_length=3)),
            ("ema_number", models.CharField(blank=True, max_length=8)),
            ("here_at", models.DateTimeField(blank=True, null=True)),
            ("since", models.DateTimeField(default=now)),
            ("name", models.CharField(max_length=200)),
            ("name_key", NameKey(max_length=600, of="name")),
            ("federation", models.CharField(blank=True, max_length=100)),
            ("team", models.CharField(blank=True, max_length=100)),
            ("status", models.CharField(choices=ENTRANT_STATUS, default="in", max_length=10)),
            ("moved_up_at", models.DateTimeField(blank=True, null=True)),
            ("paid", models.BooleanField(default=False)),
            ("no_show", models.BooleanField(default=False)),
            ("agreed_at", models.DateTimeField(blank=True, null=True)),
            ("doubt", models.CharField(blank=True, choices=ENTRANT_DOUBT, max_length=10)),
            ("confirmed_at", models.DateTimeField(blank=True, null=True)),
            ("remembered", models.BooleanField(default=False)),
            ("secret", models.CharField(default=new_secret, editable=False, max_length=32)),
            ("account", ForeignKey(ACCOUNT, SET_NULL, blank=True, null=True, related_name="+")),
            ("device", ForeignKey("clubs.device", SET_NULL, blank=True, null=True, related_name="+")),
            ("player", ForeignKey("clubs.player", SET_NULL, blank=True, null=True, related_name="entrants")),
            ("place", ForeignKey("leagues.place", SET_NULL, blank=True, null=True, related_name="entrants")),
            ("tournament", ForeignKey("leagues.tournament", CASCADE, related_name="entrants")),
        ],
        {
            "ordering": ["since", "pk"],
            "constraints": [
                UniqueConstraint(
                    condition=Q(doubt="") & ~Q(status="out"),
                    fields=("tournament", "name_key"),
                    name="one_entrant_per_name",
                ),
                CheckConstraint(condition=~Q(name=""), name="entrant_has_a_name"),
            ],
        },
    ),
    migrations.AddField(
        "competition",
        "tournament",
        OneToOneField("leagues.tournament", CASCADE, blank=True, null=True, related_name="competition"),
    ),
    migrations.CreateModel(
        "UncountedGame",
        [
            ID,
            ("anew", models.BooleanField(default=True)),
            ("session", OneToOneField("tables.session", CASCADE, related_name="uncounted")),
        ],
    ),
    migrations.AddConstraint(
        "stage", UniqueConstraint(fields=("tournament", "number"), name="one_stage_per_number")
    ),
    migrations.AddConstraint(
        "place", UniqueConstraint(fields=("tournament", "number"), name="one_place_per_number")
    ),
    migrations.AddConstraint(
        "competition",
        CheckConstraint(
            condition=Q(evening__isnull=False, season=None, tournament=None)
            | Q(evening=None, season__isnull=False, tournament=None)
            | Q(evening=None, season=None, tournament__isnull=False),
            name="a_competition_has_one_owner",
        ),
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("leagues", name) for name in REPLACED.split()]
    dependencies = [
        ("clubs", "0001_initial"),
        ("tables", "0001_initial"),
        migrations.swappable_dependency(ACCOUNT),
    ]
    operations = TABLES
