"""Names told apart without regard to case, in every script: the key kept beside a name, for the database.

SQLite folds ASCII alone, and PostgreSQL what its locale knows; so Python folds, and the database compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models

from .naming import name_key

#: folding makes a letter three at most
GROWTH = 3


class NameKey(models.CharField):
    """The key of the name in field `of`, made whenever the row is saved."""

    def __init__(self, *args: Any, of: str = "name", **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "editable": False, "default": ""})
        self.of = of

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"], kwargs["default"]
        return name, path, args, {**kwargs, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key


class Keyed(models.Model):
    """A row with a name, or names, that have a key."""

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """As Django saves; where a name alone is to be saved, its key too."""
        if update_fields is not None:
            named = set(update_fields)
            update_fields = named | {key.name for key in name_key_fields(type(self)) if key.of in named}
        super().save(*args, update_fields=update_fields, **kwargs)


def with_name_keys(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    """What a query updates, with the keys of the names in it."""
    return values | {key.name: name_key(values[key.of]) for key in name_key_fields(model) if key.of in values}


def name_key_fields(model: type[models.Model]) -> list[NameKey]:
    """The keys among a model's fields."""
    return [field for field in model._meta.concrete_fields if isinstance(field, NameKey)]
