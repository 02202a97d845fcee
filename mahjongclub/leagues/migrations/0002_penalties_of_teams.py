from django.db import migrations
from django.db.migrations import AddConstraint, AddField, RemoveConstraint
from django.db.models import CASCADE, CheckConstraint, ForeignKey, Q

TEAM = ForeignKey("leagues.team", CASCADE, blank=True, null=True, related_name="penalties")
SEASON = Q(place=None, day__isnull=False, round_number=None)
ONE_OF_TWO = Q(player__isnull=False, team=None) | Q(player=None, team__isnull=False)
OWNER = (SEASON & ONE_OF_TWO) | Q(place__isnull=False, player=None, team=None, day=None)
NAME = "a_penalty_is_a_players_a_teams_or_a_places"


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial")]
    operations = [
        AddField("penalty", "team", TEAM),
        RemoveConstraint("penalty", "a_penalty_is_a_players_or_a_places"),
        AddConstraint("penalty", CheckConstraint(condition=OWNER, name=NAME)),
    ]
