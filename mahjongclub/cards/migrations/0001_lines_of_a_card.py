from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import CASCADE, CheckConstraint, ForeignKey, Index, Q

#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: who a card is of
OWNER: dict[str, Any] = {"blank": True, "null": True, "related_name": "card_lines"}

TABLES = [
    migrations.CreateModel(
        "CardLine",
        [
            ID,
            ("section", models.CharField(blank=True, max_length=40)),
            ("text", models.CharField(max_length=100)),
            ("value", models.PositiveSmallIntegerField()),
            ("concealed", models.BooleanField(default=False)),
            ("exempt", models.BooleanField(default=False)),
            ("account", ForeignKey(settings.AUTH_USER_MODEL, CASCADE, **OWNER)),
            ("club", ForeignKey("clubs.club", CASCADE, **OWNER)),
        ],
        {
            "ordering": ["pk"],
            "constraints": [
                CheckConstraint(
                    condition=Q(club=None, account__isnull=False) | Q(club__isnull=False, account=None),
                    name="a_card_line_has_one_owner",
                ),
                CheckConstraint(condition=Q(value__gte=1, value__lte=1000), name="a_card_line_has_a_value"),
            ],
        },
    ),
    migrations.CreateModel(
        "LinePick",
        [
            ID,
            ("number", models.PositiveIntegerField()),
            ("winner", models.PositiveSmallIntegerField()),
            ("value", models.PositiveSmallIntegerField()),
            ("by_owner", models.BooleanField(default=False)),
            ("line", ForeignKey("cards.cardline", CASCADE, related_name="picks")),
            ("session", ForeignKey("tables.session", CASCADE, related_name="+")),
        ],
        {
            "ordering": ["pk"],
            "indexes": [Index(fields=["session", "number"], name="card_pick_of_hand")],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("clubs", "0001_initial"),
        ("tables", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = TABLES
