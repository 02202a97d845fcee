from django.db.migrations import AddConstraint, AddField, RemoveConstraint
from django.db.migrations import Migration as BaseMigration
from django.db.models import CASCADE, CheckConstraint, ForeignKey, Q

TEAM = ForeignKey("leagues.team", CASCADE, blank=True, null=True, related_name="penalties")
ONE_OF_TWO = Q(player__isnull=False, team=None) | Q(player=None, team__isnull=False)
OWNER = Q(place=None, day__isnull=False, round_number=None) & ONE_OF_TWO
OWNER |= Q(place__isnull=False, player=None, team=None, day=None)


class Migration(BaseMigration):
    dependencies = [("leagues", "0001_initial")]
    operations = [
        AddField("penalty", "team", TEAM),
        RemoveConstraint("penalty", "a_penalty_is_a_players_or_a_places"),
        AddConstraint("penalty", CheckConstraint(condition=OWNER, name="a_penalty_has_one_owner")),
    ]
