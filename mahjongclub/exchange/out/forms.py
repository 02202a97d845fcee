"""Which sheet somebody wants, of what, as which kind of file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Club
from mahjongclub.leagues.season_model import Season

from .club_sheets import MOST_ROWS, games_of


class SheetForm(forms.Form):
    """Of a season or everything; a CSV file holds one sheet, the others all three."""

    season = forms.ModelChoiceField(
        label=_("Of what"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("Everything the club has played"),
    )
    kind = forms.ChoiceField(
        label=_("File"),
        choices=[
            ("xlsx", _("XLSX: Excel and others")),
            ("ods", _("ODS: LibreOffice and others")),
            ("csv", _("CSV: any program")),
        ],
        initial="xlsx",
        widget=forms.RadioSelect,
    )
    what = forms.ChoiceField(
        label=_("Which sheet"),
        help_text=_("A CSV file holds one sheet. The others hold all three."),
        choices=[("standings", _("Standings")), ("games", _("Games")), ("players", _("Players"))],
        initial="standings",
        required=False,
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        seasons = Season.objects.filter(league__club=club).select_related("league")
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A workbook has room for so many rows."""
        given = super().clean() or {}
        if given.get("kind") in ("xlsx", "ods") and "season" in given:
            rows = games_of(self.club, given["season"]).count()
            if rows > MOST_ROWS:
                self.add_error(
                    "kind",
                    _("%(rows)s rows of games are too many for this kind of file: take CSV, or one season.")
                    % {"rows": rows},
                )
        return given
