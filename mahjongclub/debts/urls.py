"""The addresses of who owes whom."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>
from mahjongclub.tables import addresses as table_addresses  # noqa: F401  # <code:...>

from . import views

app_name = "debts"

urlpatterns = [
    path("debts/", views.choose_games, name="choose"),
    path("debts/<row:number>/", views.edit_sheet, name="sheet"),
    path("debts/<row:number>/paid/", views.tick_debt, name="tick"),
    path("debts/<row:number>/paid/<row:repayment>/undo/", views.untick_debt, name="untick"),
    path("debts/<row:number>/delete/", views.delete_sheet, name="delete"),
    path("t/<code:code>/debts/", views.settle_table, name="table"),
]
