"""Making an account, where the host lets people make one."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ..hosting import NotInvited
from ..hosting_model import host_choice
from ..models import Account


class SignUpView(SignupView):
    """allauth's page. Who comes without the invitation that is needed reads what they can do."""

    joined: Any = None

    def form_valid(self, form: Any) -> HttpResponse:
        """The account; the closed door for whom somebody else was a moment quicker with the invitation."""
        self.form = form
        try:
            answer: HttpResponse = super().form_valid(form)
            return answer
        except NotInvited:
            return self.closed()
        except IntegrityError:  # somebody took the name in the same moment
            form.add_error("username", Account._meta.get_field("username").error_messages["unique"])
            refusal: HttpResponse = self.form_invalid(form)
            return refusal

    def get_success_url(self) -> Any:
        """Where they were going; who became a member by the invitation, to saying who they are there."""
        joined = getattr(getattr(self, "form", None), "joined", None)
        if joined is not None:
            return reverse("people:join_roster", args=[joined.club.slug])
        return super().get_success_url()

    def closed(self) -> HttpResponse:
        """What holds here, and whom to ask."""
        return render(self.request, "account/signup_closed.html", {"choice": host_choice()}, status=403)
