"""What a phone keeps to open without network: web app manifest, service worker, the page it falls back on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles.finders import get_finder
from django.contrib.staticfiles.storage import HashedFilesMixin, staticfiles_storage
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.write_lock import with_write_lock
from mahjongclub.games.kit.context import BadDraft, Draft, decode_draft, encode_draft
from mahjongclub.games.kit.wording import said
from mahjongclub.release import release
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import variants

from ..access import visit_as_scorer_at_any_time
from ..forms import FormFault, read_posted_draft
from ..late_hands import save_late_hand, state_of_late_hand, was_in_time
from ..models import Revision, Session, names_by_seat
from ..queueing import record_queued, stated_moment
from ..recording import NotAgreed, StalePage, Submission
from ..writing import TableOver
from .answers import MOST_NUMBER, BadSubmission, read_number_field, submission_of

#: name, size in pixels and purpose; tools/draw_icons.py draws them
ICONS = (("app-192", 192, "any"), ("app-512", 512, "any"), ("maskable-512", 512, "maskable"))
HTMX = "django_htmx/htmx-2.min.js"
#: in the order they are imported; the pages have the first as well
WORKER = ("js/shared.js", "js/worker.js")


@require_safe
def show_manifest(request: ClubRequest) -> HttpResponse:
    """Answer with the app as a phone installs it, in the visitor's language."""
    icons = [
        {
            "src": static(f"icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    manifest_data = {
        "id": "/",
        "name": "mahjongclub",
        "short_name": "mahjongclub",
        "description": _("Keep the score beside the mahjong table"),
        "lang": get_language(),
        "start_url": reverse("tables:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f0e6",
        "theme_color": "#1f5c47",
        "icons": icons,
        "shortcuts": [
            {"name": _("New table"), "url": reverse("tables:new")},
            {"name": _("Help at the table"), "url": reverse("help:games")},
        ],
    }
    answer = JsonResponse(manifest_data, content_type="application/manifest+json")
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
def show_service_worker(request: ClubRequest) -> HttpResponse:
    """Answer with the service worker: what to keep of this release, and the scripts that do it."""
    scripts = json.dumps([static(name) for name in WORKER])
    text = f"self.KEPT = {json.dumps(_kept(release()))};\nimportScripts(...{scripts});\n"
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def show_offline_page(request: ClubRequest) -> HttpResponse:
    """Show what stands, without network, in place of a page that was not kept."""
    return render(request, "offline.html")


@cache
def _kept(version: str) -> dict[str, Any]:
    """The shell's files and the pages of every visitor."""
    ours = get_finder(settings.STATICFILES_FINDERS[0]).list(["*.png", WORKER[-1]])
    help_pages = [
        reverse(f"help:{page}", args=[game.key]) for game in variants() for page in ("game", "tiles")
    ]
    return {
        "release": version,
        "hashed": isinstance(staticfiles_storage, HashedFilesMixin),
        "static": settings.STATIC_URL,
        "shell": [static(name) for name in (HTMX, *(name for name, _storage in ours))],
        "icon": static(f"icons/{ICONS[0][0]}.png"),
        "signs_out": reverse("account_logout"),
        "pages": [
            reverse("tables:home"),
            reverse("tables:offline"),
            reverse("help:games"),
            *help_pages,
            reverse("worth:games"),
            reverse("worth:practice_games"),
            reverse("offline:phone"),
        ],
    }


MOST_KEYS = 500


@require_POST
@with_write_lock
def save_queued_hand(request: ClubRequest, code: str) -> HttpResponse:
    """Record one kept hand; `entered` says when it was, `earlier` under which keys it may have come before.
    JSON, by `state`.

    recorded {version, played, result}: version and number of this hand's own revision, which the next kept
    hand follows, and the hand as it is settled here, null where it has been taken out since;
    waiting {why} (409): somebody has yet to agree to an earlier hand, it will do later;
    late {why, version, played}: the table was over before it came, an organiser has it and decides;
    refused {why, edit} (422): such a hand cannot be, or this form cannot be read;
    conflict {decide} (409): the table has moved on, a person decides at that address.
    """
    access = visit_as_scorer_at_any_time(request, code)
    session = access.session
    draft: Draft = {}
    try:
        submission, played = queued_submission(request)
        submission = replace(submission, at=stated_moment(session, request.POST.get("entered", "")))
        if recorded := session.revisions.filter(key=submission.key).first():
            return _recorded(session, recorded)
        earlier = read_keys(request.POST.get("earlier", ""))
        draft = _draft_of(session, request)
        session.game.read_hand(session.current_rules, draft)
        if not access.may_score:
            return _late(request, session, submission, played + 1, draft)
        _receipt, revision = record_queued(session.pk, submission, draft, played, earlier)
    except StalePage:
        return JsonResponse(
            {"state": "conflict", "decide": conflict_path(code, submission, played, draft)}, status=409
        )
    except TableOver:  # in this moment
        return _late(request, session, submission, played + 1, draft)
    except NotAgreed:
        why = _("Not everybody has agreed to an earlier hand yet; this one is recorded once they have.")
        return JsonResponse({"state": "waiting", "why": why}, status=409)
    except (BadDraft, BadSubmission):
        return _refused(session, _("This entry cannot be read. Type the hand again."), {})
    except FormFault as fault:
        return _refused(session, " ".join(chain.from_iterable(fault.errors.values())), {})
    except RuleError as fault:
        return _refused(session, said(fault.text, names_by_seat(session)), draft)
    return _recorded(session, revision, submission.version)


def _late(
    request: ClubRequest, session: Session, submission: Submission, number: int, draft: Draft
) -> JsonResponse:
    """The answer to a hand that came once the table was over: an organiser has it, where it was in time.

    `moment` says when the phone kept it.
    """
    if state_of_late_hand(session.pk, submission.key) == "left_out":
        return _refused(
            session, _("This table was over when the hand arrived. An organiser left the hand out."), {}
        )
    moment = submission.at or stated_moment(session, request.POST.get("kept", ""))
    submission = replace(submission, at=moment)
    if not was_in_time(session, moment) or save_late_hand(session, submission, number, draft) is None:
        return _refused(session, _("This table is over. Show the hand to an organiser."), {})
    why = _("This table was over when hand %(number)s arrived. An organiser decides whether the hand counts.")
    answer_data = {"state": "late", "why": why % {"number": number}, "result": None}
    return JsonResponse({**answer_data, "version": submission.version, "played": number})


def queued_submission(request: ClubRequest) -> tuple[Submission, int]:
    """Who sends a kept hand under which key, and how many hands that phone had seen. BadSubmission."""
    if not request.POST.get("key"):
        raise BadSubmission("key")
    return submission_of(request), read_number_field(request.POST, "played", MOST_NUMBER)


def read_keys(text: str) -> list[UUID]:
    """Keys as a form lists them, with spaces between. BadSubmission."""
    words = text.split()
    if len(words) > MOST_KEYS:
        raise BadSubmission("earlier")
    try:
        return [UUID(word) for word in words]
    except ValueError:
        raise BadSubmission("earlier") from None


def conflict_path(code: str, submission: Submission, played: int, draft: Draft) -> str:
    """The page on which a person decides about a kept hand that the table has overtaken."""
    query = {
        "key": submission.key.hex,
        "version": submission.version,
        "played": played,
        "draft": encode_draft(draft),
    }
    return f"{reverse('tables:decide', args=[code])}?{urlencode(query)}"


def _draft_of(session: Session, request: ClubRequest) -> Draft:
    """A draft from the confirm sheet, or the fields of a typed hand."""
    if "draft" in request.POST:
        return decode_draft(request.POST["draft"])
    return read_posted_draft(session, request.POST)


def _recorded(session: Session, revision: Revision, seen: int = 0) -> JsonResponse:
    number = revision.hand_number or 0
    result = session.hands.filter(number=number).values_list("result", flat=True).first()
    return JsonResponse(
        {"state": "recorded", "version": max(revision.version, seen), "played": number, "result": result}
    )


def _refused(session: Session, why: str, draft: Draft) -> JsonResponse:
    edit: dict[str, Any] = {}
    if draft:
        query = urlencode({"draft": encode_draft(draft)})
        edit = {"edit": f"{reverse('tables:typed', args=[session.code])}?{query}"}
    return JsonResponse({"state": "refused", "why": why, **edit}, status=422)
