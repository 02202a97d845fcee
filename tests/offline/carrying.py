"""A phone that comes back, as engine/return.js and queue/send.js do it; an answer is lost on demand."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.offline.device import Engine, Handset


class Carrier(Handset):
    """A handset with its queue, and the browser (`client`) that sends it."""

    def __init__(self, engine: Engine, client: Client, **known: Any) -> None:
        super().__init__(engine, **known)
        self.client = client
        self.queue: list[dict[str, Any]] = []
        self.rest: dict[str, Any] | None = None
        self.opened: dict[str, Any] | None = None
        self.key = uuid4().hex

    def take(self, session: Session) -> Carrier:
        """The table along, as engine/copy.js does."""
        told = self.client.get(reverse("offline:copy", args=[session.code])).json()
        self.copy, self.code, self.queue, self.rest = told["copy"], session.code, [], None
        return self

    @property
    def base(self) -> dict[str, Any]:
        return dict(json.loads(self.copy)["base"])

    @property
    def scores(self) -> list[int]:
        return [seat["score"] for seat in json.loads(self.copy)["seats"]]

    def ask(self, method: str, path: str, form: Any = (), **headers: str) -> dict[str, Any]:
        told = super().ask(method, path, form, **headers)
        if "copy" in told:
            self.rest, self.opened = told["rest"], told.get("opened")
            version = self.base["version"]
            self.queue = [
                {**hand, "version": version, "played": hand["number"] - 1} for hand in told["waiting"]
            ]
        return told

    def open_there(self) -> Session:
        """Send a table that was opened here; it has the server's code from now on."""
        form = {"key": self.key, "opened": json.dumps(self.opened)}
        answer = self.client.post(reverse("offline:open"), form)
        assert answer.status_code == 200, answer.content.decode()
        read = json.loads(self.copy)
        self.code = read["code"] = read["session"]["code"] = answer.json()["code"]
        read.pop("local")
        self.copy, self.opened = json.dumps(read), None
        return Session.objects.get(code=self.code)

    def send_one(self, *, lost: bool = False) -> dict[str, Any]:
        """The oldest hand, with the moves before it; the answer may be `lost`."""
        item = self.queue[0]
        version = item["version"]
        if item["moves"]:
            version = self.tell(version, item["played"], item["moves"])["version"]
        form = {
            "draft": json.dumps(item["outcome"]),
            "key": item["key"],
            "version": version,
            "played": item["played"],
            "entered": item["at"],
            "earlier": " ".join(item["earlier"]),
        }
        told = dict(self.client.post(reverse("tables:queued", args=[self.code]), form).json())
        if told["state"] == "recorded" and not lost:
            self.settled(told)
        return told

    def settled(self, told: dict[str, Any]) -> None:
        """The first hand is done with: the next follows it, and the phone's copy has it as the server's."""
        item = self.queue.pop(0)
        if self.queue:
            self.queue[0] |= {"version": told["version"], "played": told["played"]}
        read = json.loads(self.copy)
        base = read["base"]
        base.setdefault("from", [base["version"], base["hands"]])
        base |= {"version": told["version"], "hands": item["number"]}
        self.copy = json.dumps(read)

    def tell(self, version: int, played: int, moves: Any, last: Any = None) -> dict[str, Any]:
        coming = {"version": version, "played": played, "moves": moves}
        if last is not None:
            coming["last"] = last
        answer = self.client.post(
            reverse("offline:come_back", args=[self.code]), {"coming": json.dumps(coming)}
        )
        assert answer.status_code == 200, answer.content.decode()
        return dict(answer.json())

    def finish(self) -> list[str]:
        """What comes after the hands; gives what the server did not take over."""
        assert not self.queue
        assert self.rest is not None
        last = {name: value for name, value in self.rest.items() if name != "moves"}
        return list(self.tell(self.base["version"], self.rest["hands"], self.rest["moves"], last)["told"])

    def send_all(self) -> list[str]:
        """Everything; each hand must be recorded as this phone had it."""
        while self.queue:
            mine = self.queue[0]["result"]
            told = self.send_one()
            assert told["state"] == "recorded", told
            assert told["result"] == mine
        return self.finish()
