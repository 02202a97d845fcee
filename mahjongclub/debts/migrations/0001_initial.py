"""The tables of this package as of 1.0, in place of the migration before."""

from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, CheckConstraint, ForeignKey, Q, UniqueConstraint

#: the key of a row, as every table has it
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
#: what a database of the last version before 1.0 has
REPLACED = """
0001_settle_up
"""


TABLES = [
    migrations.CreateModel(
        "DebtSheet",
        [
            ID,
            ("rates", models.JSONField(blank=True, default=dict)),
            ("currency", models.CharField(blank=True, default="€", max_length=8)),
            ("coin", models.DecimalField(decimal_places=4, default="0.01", max_digits=18)),
            ("chip_rate", models.CharField(blank=True, max_length=20)),
            ("chips", models.JSONField(blank=True, default=dict)),
            ("pay_by", models.CharField(blank=True, max_length=200)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("club", ForeignKey("clubs.club", CASCADE, blank=True, null=True, related_name="debt_sheets")),
            (
                "evening",
                ForeignKey("clubs.evening", SET_NULL, blank=True, null=True, related_name="debt_sheets"),
            ),
            ("made_by", ForeignKey("clubs.device", SET_NULL, blank=True, null=True, related_name="+")),
            ("sessions", models.ManyToManyField("tables.session", related_name="debt_sheets")),
        ],
        {
            "ordering": ["-pk"],
            "constraints": [CheckConstraint(condition=Q(coin__gt=0), name="a_coin_is_worth_something")],
        },
    ),
    migrations.CreateModel(
        "Repayment",
        [
            ID,
            ("variant", models.CharField(blank=True, max_length=20)),
            ("amount", models.DecimalField(decimal_places=4, max_digits=18)),
            ("key", models.UUIDField()),
            ("made_at", models.DateTimeField(auto_now_add=True)),
            ("made_by", ForeignKey("clubs.device", SET_NULL, blank=True, null=True, related_name="+")),
            (
                "payee",
                ForeignKey(
                    "clubs.player", CASCADE, blank=True, null=True, related_name="repayments_received"
                ),
            ),
            (
                "payer",
                ForeignKey("clubs.player", CASCADE, blank=True, null=True, related_name="repayments_made"),
            ),
            ("sheet", ForeignKey("debts.debtsheet", CASCADE, related_name="repayments")),
        ],
        {
            "ordering": ["pk"],
            "constraints": [
                UniqueConstraint(fields=("sheet", "key"), name="one_repayment_per_tick"),
                CheckConstraint(condition=Q(amount__gt=0), name="a_repayment_is_something"),
                CheckConstraint(
                    condition=Q(payer=None) | Q(payee=None) | ~Q(payer=models.F("payee")),
                    name="nobody_pays_themselves",
                ),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("debts", name) for name in REPLACED.split()]
    dependencies = [("clubs", "0001_initial"), ("tables", "0001_initial")]
    operations = TABLES
