"""My page: who I am here, my players and their tables, and what I may ask for."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest


@login_required
@require_safe
def me(request: ClubRequest) -> HttpResponse:
    """Everything about me."""
    return render(request, "clubs/me.html")
