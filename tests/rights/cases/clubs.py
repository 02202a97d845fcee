"""What accounts, the host, clubs, people, debts and cards are sent."""

from __future__ import annotations

import json
from uuid import uuid4

from mahjongclub.clubs.club_model import tonight
from mahjongclub.debts.sheet import SheetState
from mahjongclub.hosting.backups import upload_ticket

from ..asks import Ask, Fields, plain
from ..hall import PASSWORD, Hall


def debt(hall: Hall) -> Fields:
    """What somebody still owes after the ended game, as its page shows it."""
    owed = SheetState(hall.debts).tallies()[0].debts[0]
    told = {"payer": owed.payer, "payee": owed.payee, "variant": "riichi", "amount": owed.amount}
    return {**told, "key": uuid4().hex}


def sign_up() -> Fields:
    return {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}


def guest(hall: Hall) -> Fields:
    return {"pk": hall.guest.pk}


def claimed(hall: Hall) -> Fields:
    return {"pk": hall.claimed.pk}


A_LINE = {"section": "Waterways", "text": "An ibis", "value": "40"}
OPEN_WIN = json.dumps({"type": "win", "winner": 1, "from": 0})


#: by address
CASES: dict[str, list[Ask]] = {
    "i18n/setlang/": [plain(language="fr", next="/")],
    "account/owner/<str:token>/": [
        Ask(
            fields=lambda hall, who: {"name": "A third", "visibility": "public", **sign_up()},
            things=lambda hall: {"token": hall.owner_token},
        )
    ],
    "account/login/": [plain(login="member", password=PASSWORD)],
    "account/signup/": [Ask(fields=lambda hall, who: sign_up())],
    "account/reauthenticate/": [plain(password=PASSWORD)],
    "account/password/change/": [
        plain(oldpassword=PASSWORD, password1="a wall of four winds", password2="a wall of four winds")
    ],
    "account/password/set/": [plain(password1="a wall of four winds", password2="a wall of four winds")],
    "account/second-factor/confirm/": [plain(code="000000")],
    "account/second-factor/set-up/": [plain(code="000000")],
    "clubs/new/": [plain(name="Founded here", visibility="public")],
    # what comes in: tests/exchange/test_club_from_the_browser.py
    "clubs/bring/": [plain(name="Brought here")],
    "clubs/join/<str:token>/": [Ask()],
    "invited/<str:token>/": [Ask(things=lambda hall: {"token": hall.host_token})],
    # the host
    "host/": [plain(accounts="invited", founding="invited", word="Ask me")],
    # what is there: tests/server/test_backup_pages.py
    "host/backups/bring/<str:ticket>/": [
        Ask(things=lambda hall: {"ticket": upload_ticket(hall.accounts["installer"])})
    ],
    "host/backups/<str:name>/": [Ask(things=lambda hall: {"name": "none"})],
    "host/backups/<str:name>/file/": [Ask(things=lambda hall: {"name": "none"})],
    "host/backups/<str:name>/restore/": [Ask(things=lambda hall: {"name": "none"})],
    "host/clubs/<row:number>/": [
        Ask(fields=lambda hall, who: {"most_games": "500"}, things=lambda hall: {"number": hall.club.pk})
    ],
    "host/clubs/<row:number>/lock/": [
        Ask(fields=lambda hall, who: {"reason": "Unpaid"}, things=lambda hall: {"number": hall.club.pk})
    ],
    "host/invitations/": [plain(gives="account", note="For Chen", days="7")],
    "host/invitations/<row:number>/revoke/": [Ask(things=lambda hall: {"number": hall.host_invitation.pk})],
    # the club
    "c/<slug:slug>/settings/": [plain(name="Five Winds", visibility="private")],
    "c/<slug:slug>/delete/": [plain(name="Four Winds")],
    "c/<slug:slug>/members/<row:account>/": [
        Ask("a scorer becomes an organiser", fields=lambda hall, who: {"role": "organiser"}),
        Ask("a scorer is taken out", fields=lambda hall, who: {"remove": "1"}, methods=("POST",)),
        Ask(
            "an organiser becomes a member",
            fields=lambda hall, who: {"role": "member"},
            things=lambda hall: {"account": hall.accounts["referee"].pk},
            methods=("POST",),
        ),
    ],
    # the key is the curve's own point
    "phone/notices/": [
        plain(
            endpoint="https://push.example.org/x",
            public_key="BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
            shared_secret="A" * 22,
        )
    ],
    "c/<slug:slug>/channels/new/<str:kind>/": [
        plain(address="https://example.org/hook", events="results", language="en")
    ],
    "c/<slug:slug>/invitations/": [
        Ask("of a scorer", fields=lambda hall, who: {"role": "scorer", "places": "1", "days": "7"}),
        Ask(
            "of an organiser",
            fields=lambda hall, who: {"role": "organiser", "places": "1", "days": "7"},
            methods=("POST",),
        ),
    ],
    "c/<slug:slug>/players/": [plain(name="Zoé")],
    "c/<slug:slug>/evenings/new/": [
        Ask(fields=lambda hall, who: {"date": tonight().isoformat(), "place": "Here"})
    ],
    "c/<slug:slug>/evenings/<row:number>/edit/": [
        Ask(fields=lambda hall, who: {"date": tonight().isoformat(), "place": "Elsewhere"})
    ],
    "c/<slug:slug>/evenings/<row:number>/clock/": [plain(minutes="60", alarms="")],
    "c/<slug:slug>/evenings/<row:number>/clock/turn/": [plain(turn="start")],
    # people
    "me/name/": [plain(name="Another name")],
    "me/hide/": [plain(hidden="yes")],
    "me/roster/<slug:slug>/": [
        Ask("a player of the roster", fields=lambda hall, who: {"who": hall.players["Fatou"].pk}),
        Ask("a new player", fields=lambda hall, who: {"who": "new", "name": "Zoé"}, methods=("POST",)),
    ],
    "me/remove/": [Ask(fields=lambda hall, who: {"typed": who, "password": PASSWORD})],
    "players/<int:pk>/": [
        Ask("of the roster", fields=lambda hall, who: {"name": "Aïko"}),
        Ask(
            "a guest of the phone",
            fields=lambda hall, who: {"name": "Henry"},
            things=lambda hall: guest(hall),
        ),
        Ask(
            "somebody's own", fields=lambda hall, who: {"name": "Ginette"}, things=lambda hall: claimed(hall)
        ),
    ],
    "players/<int:pk>/hide/": [
        Ask("of the roster", fields=lambda hall, who: {"hidden": "yes"}),
        Ask(
            "a guest of the phone",
            fields=lambda hall, who: {"hidden": "yes"},
            things=lambda hall: guest(hall),
        ),
        Ask("somebody's own", fields=lambda hall, who: {"hidden": "yes"}, things=lambda hall: claimed(hall)),
    ],
    "players/<int:pk>/take-in/": [
        Ask(fields=lambda hall, who: {"club": hall.club.slug}, things=lambda hall: {"pk": hall.passer_by.pk})
    ],
    "players/<int:pk>/give/": [Ask(fields=lambda hall, who: {"account": hall.accounts["member"].pk})],
    "players/<int:pk>/let-go/": [Ask(things=lambda hall: claimed(hall))],
    "players/<int:pk>/forget/": [
        Ask(
            fields=lambda hall, who: {"typed": "Fatou", "password": PASSWORD},
            things=lambda hall: {"pk": hall.players["Fatou"].pk},
        )
    ],
    "players/<int:pk>/keep/": [Ask(things=lambda hall: {"pk": hall.leaving.pk})],
    "players/<int:pk>/merge/": [
        Ask(
            fields=lambda hall, who: {"other": hall.players["Fatou"].pk},
            things=lambda hall: {"pk": hall.players["Emil"].pk},
        )
    ],
    "t/<slug:code>/that-is-me/": [
        Ask("a player of the roster", fields=lambda hall, who: {"player": hall.players["Dina"].pk}),
        Ask(
            "a guest of the table",
            fields=lambda hall, who: {"player": hall.guest.pk},
            things=lambda hall: {"code": hall.free.code},
            methods=("POST",),
        ),
    ],
    "me/tables/<slug:code>/": [Ask(things=lambda hall: {"code": hall.elsewhere.code})],
    # who owes whom
    "debts/": [Ask(fields=lambda hall, who: {"game": hall.past.code})],
    "debts/<row:number>/": [Ask(fields=lambda hall, who: {"rate-riichi": "0.05", "currency": "CHF"})],
    "debts/<row:number>/paid/": [Ask(fields=lambda hall, who: debt(hall))],
    "t/<code:code>/debts/": [Ask(things=lambda hall: {"code": hall.past.code})],
    # lines of a card
    "me/card/": [plain(**A_LINE)],
    "me/card/<row:number>/": [
        Ask(fields=lambda hall, who: A_LINE, things=lambda hall: {"number": hall.my_line.pk})
    ],
    "me/card/<row:number>/delete/": [Ask(things=lambda hall: {"number": hall.my_line.pk})],
    "c/<slug:slug>/card/": [plain(**A_LINE)],
    "c/<slug:slug>/card/<row:number>/": [plain(**A_LINE)],
    "t/<code:code>/line/<hand:number>/": [
        Ask(
            fields=lambda hall, who: {"draft": OPEN_WIN, "line": hall.club_line.pk},
            query=lambda hall, who: {"draft": OPEN_WIN},
            things=lambda hall: {"code": hall.by_card.code, "number": 1},
        )
    ],
}
