from django.db import migrations
from django.db.models import CASCADE, CheckConstraint, ForeignKey, Q

TEAM = ForeignKey("leagues.team", CASCADE, blank=True, null=True, related_name="penalties")
ONE_OF_TWO = Q(player__isnull=False, team=None) | Q(player=None, team__isnull=False)
OWNER = Q(place=None, day__isnull=False, round_number=None) & ONE_OF_TWO
OWNER |= Q(place__isnull=False, player=None, team=None, day=None)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial")]
    operations = [
        migrations.AddField("penalty", "team", TEAM),
        migrations.RemoveConstraint("penalty", "a_penalty_is_a_players_or_a_places"),
        migrations.AddConstraint("penalty", CheckConstraint(condition=OWNER, name="a_penalty_has_one_owner")),
    ]
