"""What is kept about a person, derived from the models: a new field or a new table is in it unasked.

Every row that points at one of the person's players is told, each of its fields; not what follows from the
games (`PlayerReferences.derived`), no secret, and nobody else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Field, ForeignKey, Model, Q

from ..models import Account, Device, Player
from ..name_keys import NameKey
from .references import registered_player_references

#: how the names of fields end that links stand on
SECRETS = ("secret", "_key")
#: who other people are, and their phones, is not told
PEOPLE = (Account, Player, Device)


def rows_about_players(account: Account, players: Collection[Player]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows about these players of an account, by the name of their model; no empty lists."""
    names = [player.pk for player in players]
    names += Player.objects.filter(merged_into__in=names).values_list("pk", flat=True)
    rows_by_model = {}
    for model, about in sorted(_models_about_players(), key=lambda pair: pair[0]._meta.label_lower):
        matches = Q()
        for field in about:
            if field.related_model is Player:
                matches |= Q(**{f"{field.name}__in": names})
            else:  # of somebody who is no player yet
                matches |= Q(**{field.name: account}, player=None)
        related = [field.name for field in exported_fields(model) if field.is_relation]
        rows = model._default_manager.filter(matches).select_related(*related).order_by("pk")
        if facts := [exported_row(row) for row in rows]:
            rows_by_model[str(model._meta.model_name)] = facts
    return rows_by_model


def exported_row(row: Model) -> dict[str, Any]:
    """Return each field of a row that is told: values as they are, what it points at by its words."""
    facts = {}
    for field in exported_fields(type(row)):
        value = getattr(row, field.name)
        facts[field.name] = str(value) if field.is_relation and value is not None else value
    return facts


def _models_about_players() -> Iterator[tuple[type[Model], list[ForeignKey[Any, Any]]]]:
    """The models whose rows point at players, each with the fields by which a row is about somebody."""
    told_here = {
        model
        for reference in registered_player_references()
        for model, _field in (*reference.moving.values(), *reference.staying)
        if model not in reference.told_elsewhere
    }
    for model in told_here:
        relations = [field for field in model._meta.concrete_fields if field.is_relation]
        # an account beside a player is theirs; one that did something to them is named so
        about = [
            field
            for field in relations
            if field.related_model is Player or (field.related_model is Account and field.name == "account")
        ]
        yield model, about  # type: ignore[misc]


def exported_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """Return the fields of a model that are told: no row's number, no secret, and not who others are."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and (field.editable or getattr(field, "auto_now_add", False))
        and not isinstance(field, NameKey)
        and not field.name.endswith(SECRETS)
        and field.related_model not in PEOPLE
    ]
