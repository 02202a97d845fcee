"""Every form is sent with junk, by those who may use it: an answer, never a server error."""

from __future__ import annotations

import itertools

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..browser import PLAIN
from ..forms import JUNK, FoundForm, as_sent
from ..site import one_in_ten
from ..visits import Faults, look
from ..world import World

pytestmark = pytest.mark.django_db

TEXTS = st.one_of(
    st.text(max_size=30),
    st.integers(-(2**70), 2**70).map(str),
    st.floats().map(str),
    st.dates().map(str),
    st.sampled_from([*JUNK, "on", "null", "[]", "{}", "none", "<b>'\"", "=1+1", "a" * 9000]),
)
VALUES = st.one_of(TEXTS.map(lambda text: [text]), st.lists(TEXTS, max_size=3))
FILES = st.tuples(st.sampled_from(["x.csv", "x.json", "../../x", "", "x" * 300]), st.binary(max_size=60))


def by_turns(names: list[str]) -> list[list[str]]:
    """Field by field; of a form of very many (a whole hand typed), five at a time."""
    step = 1 if len(names) < 25 else 5
    return [names[start : start + step] for start in range(0, len(names), step)]


def test_every_form_takes_junk_in_each_field(world: World, forms: list[FoundForm]) -> None:
    faults, turn, owner = Faults(), itertools.cycle(JUNK), world.browsers["owner"]
    for place, form in enumerate(forms):
        sent = [{name: [one] for name in form.fields} for one in JUNK[:2]]
        for number, names in enumerate(by_turns(list(form.fields))):
            # none, one, or two of them
            sent.append({**form.fields, **{name: [next(turn)] * (number % 3) for name in names}})
        sent.append({name: [*values, next(turn)] for name, values in form.fields.items()})
        for fields in one_in_ten(sent, place):
            with faults.noted():
                answer = owner.post(form.address.path, as_sent(fields), **{PLAIN: True})
                look(world, form.address, fields, answer)
    faults.tell()


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_any_form_takes_anything(world: World, forms: list[FoundForm], data: st.DataObject) -> None:
    form = forms[data.draw(st.integers(0, len(forms) - 1))]
    names = st.sampled_from(sorted(form.fields)) if form.fields else st.just("name")
    fields = {**form.fields, **data.draw(st.dictionaries(names, VALUES, min_size=1, max_size=4))}
    for name in form.files:
        named, content = data.draw(FILES)
        fields[name] = SimpleUploadedFile(named or "x", content)
    who = data.draw(st.sampled_from(["owner", "owner", "organiser", "scorer"]))
    answer = world.browsers[who].post(form.address.path, as_sent(fields), **{PLAIN: True})
    look(world, form.address, fields, answer)
