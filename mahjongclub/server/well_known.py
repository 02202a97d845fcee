"""What programs look for at addresses everybody knows: /robots.txt and /.well-known/security.txt."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

#: pages that lead a machine nowhere; those it may read and should not list have a header (headers.py)
NOT_FOR_MACHINES = ("/account/", "/admin/", "/host/", "/invited/", "/i18n/", "/live/", "/offline/engine/")
#: how long a security.txt is good for: it is made anew whenever it is asked for
GOOD_FOR = timedelta(days=180)
A_DAY = 86_400


@require_safe
def show_robots_txt(request: HttpRequest) -> HttpResponse:
    """Where crawlers need not look."""
    return _text("\n".join(["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_MACHINES)]))


@require_safe
def show_security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole (RFC 9116); 404 where nobody was named."""
    if not settings.SECURITY_CONTACT:
        raise Http404("SECURITY_CONTACT is not set")
    expires = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en, fr"]
    if settings.PUBLIC_URL:
        lines.append(f"Canonical: {settings.PUBLIC_URL}{request.path}")
    return _text("\n".join(lines))


def _text(text: str) -> HttpResponse:
    answer = HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8")
    patch_cache_control(answer, public=True, max_age=A_DAY)
    return answer


urlpatterns = [
    path("robots.txt", show_robots_txt, name="robots"),
    path(".well-known/security.txt", show_security_txt, name="security"),
]
