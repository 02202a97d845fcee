"""The form of a penalty, in an event or in a season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..fields import ReadableNameField, read_signed_tenths, read_tenths
from ..models import LONGEST_REASON
from .kinds import POINTS, default_points_in_words, kind_choices, penalty_kind_or_default


class PenaltyForm(forms.Form):
    """A penalty with the reason; whose it is, and from when, are fields of the owner's form.

    `points` (after validation) are tenths of a point as `Penalty` has them: below 0 where they are taken.
    """

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=kind_choices, required=False)
    points = forms.CharField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("Below zero takes points away, such as -20."),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = ReadableNameField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody who sees the standings can read the reason."),
        max_length=LONGEST_REASON,
    )
    #: whether points typed without a minus are taken
    takes_points = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        points = self.fields["points"]
        if self.takes_points:
            points.label = _("Points taken")
            points.help_text = _("In the unit of the ranking, such as 20 or 7.5. With a minus: points given.")
        points.help_text = f"{points.help_text} {default_points_in_words(taken=self.takes_points)}"

    def clean_kind(self) -> str:
        """Mere points where nobody says otherwise."""
        return self.cleaned_data["kind"] or POINTS.key

    def clean_points(self) -> int:
        """What the kind takes where nothing is typed; mere points must be typed."""
        typed = str(self.cleaned_data["points"])
        default = penalty_kind_or_default(self.cleaned_data.get("kind", POINTS.key)).default_tenths
        if default is not None and not typed:
            return -default
        tenths = read_tenths(typed) if default is None else read_signed_tenths(typed)
        return -tenths if self.takes_points else tenths

    @property
    def model_values(self) -> dict[str, Any]:
        """What a valid form says of each column of a `Penalty`."""
        return {"tenths" if name == "points" else name: value for name, value in self.cleaned_data.items()}
