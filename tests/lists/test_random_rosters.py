"""Random rosters in many encodings, separators and languages: read back as they were, or asked about."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from hypothesis import assume, given
from hypothesis import strategies as st

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.encodings import read_bytes
from mahjongclub.lists.languages import LANGUAGES
from mahjongclub.lists.people import person_in_row, whole_name
from mahjongclub.lists.tables import read_table

#: heads of last name, first name, country, number, e-mail and remark; and what the country is called
HEADS = {
    "en": ("Surname", "First name", "Country", "EMA number", "Email", "Remarks", "France"),
    "fr": ("Nom", "Prénom", "Pays", "N° EMA", "Adresse e-mail", "Remarques", "France"),
    "de": ("Nachname", "Vorname", "Land", "EMA-Nr.", "E-Mail", "Bemerkungen", "Frankreich"),
    "nl": ("Achternaam", "Voornaam", "Land", "EMA-nummer", "E-mailadres", "Opmerkingen", "Frankrijk"),
    "da": ("Efternavn", "Fornavn", "Land", "EMA-nummer", "E-mail", "Bemærkninger", "Frankrig"),
    "sv": ("Efternamn", "Förnamn", "Land", "EMA-nummer", "E-post", "Övrigt", "Frankrike"),
    "nb": ("Etternavn", "Fornavn", "Land", "EMA-nummer", "E-post", "Merknader", "Frankrike"),
    "fi": ("Sukunimi", "Etunimi", "Maa", "EMA-numero", "Sähköposti", "Lisätiedot", "Ranska"),
    "it": ("Cognome", "Nome", "Nazione", "Numero EMA", "Posta elettronica", "Note", "Francia"),
    "es": ("Apellidos", "Nombre", "País", "Número EMA", "Correo electrónico", "Observaciones", "Francia"),
    "pt": ("Apelido", "Nome", "País", "Número EMA", "Correio eletrónico", "Observações", "França"),
    "pl": ("Nazwisko", "Imię", "Kraj", "Numer EMA", "Adres e-mail", "Uwagi", "Francja"),
    "cs": ("Příjmení", "Jméno", "Země", "Číslo EMA", "E-mail", "Poznámka", "Francie"),
    "hu": ("Vezetéknév", "Keresztnév", "Ország", "EMA szám", "E-mail", "Megjegyzés", "Franciaország"),
    "ru": ("Фамилия", "Имя", "Страна", "Номер EMA", "Почта", "Примечания", "Франция"),
    "uk": ("Прізвище", "Ім'я", "Країна", "Номер EMA", "Пошта", "Примітки", "Франція"),
    "el": ("Επώνυμο", "Όνομα", "Χώρα", "Αριθμός EMA", "E-mail", "Παρατηρήσεις", "Γαλλία"),
    "tr": ("Soyadı", "Adı", "Ülke", "EMA numarası", "E-posta", "Açıklama", "Fransa"),
    "ja": ("姓", "名", "国", "EMA番号", "メールアドレス", "備考", "フランス"),
    "zh": ("姓", "名", "国家", "EMA编号", "邮箱", "备注", "法国"),
    "ko": ("성", "이름", "국가", "EMA 번호", "이메일", "비고", "프랑스"),
}
LISTED = {one.code: one for one in LANGUAGES if one.code in HEADS}
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le")
SEPARATORS = (",", ";", "\t", "|", "；")
REMARKS = ("", "", "no nuts, no fish", "végétarien", 'says "hi"', "two\nlines", "x; y")
KINDS = ("last_name", "first_name", "country", "ema_number", "email", "remark")


@dataclass(frozen=True)
class Roster:
    """A roster of a language as a table, with what is to be read of it."""

    language: str
    encoding: str
    separator: str
    has_heads: bool
    people: tuple[tuple[str, ...], ...]
    title: str

    @property
    def text(self) -> str:
        heads = HEADS[self.language]
        file = io.StringIO()
        writer = csv.writer(file, delimiter=self.separator, lineterminator="\r\n")
        if self.title:
            file.write(f"{self.title}\r\n")
        if self.has_heads:
            writer.writerow(heads[: len(KINDS)])
        writer.writerows(self.people)
        return file.getvalue()


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    code = draw(st.sampled_from(sorted(HEADS)))
    language = LISTED[code]
    encoding = draw(st.sampled_from((*UNICODE, *language.encodings)))
    number = st.integers(1_000_000, 99_999_999)
    person = st.tuples(
        st.sampled_from(language.last_names),
        st.sampled_from(language.first_names),
        st.sampled_from(("FRA", "FR", HEADS[code][-1], "GER", "DK")),
        st.one_of(st.just(""), number.map(lambda n: f"{n:08}"), st.just(4090001).map(str)),
        st.integers(1, 999).map(lambda n: f"p{n}@example.org"),
        st.sampled_from(REMARKS),
    )
    people = draw(st.lists(person, min_size=1, max_size=30))
    has_heads = draw(st.booleans()) or len(people) < 3 or not any(row[3] for row in people)
    title = draw(st.sampled_from(("", "", "Open 2026"))) if has_heads else ""
    return Roster(code, encoding, draw(st.sampled_from(SEPARATORS)), has_heads, tuple(people), title)


COUNTRIES = {"FR": "FRA", "GER": "GER", "DK": "DEN"}


def expected_people(roster: Roster) -> list[dict[str, str]]:
    found = []
    for last, first, country, number, _email, _remark in roster.people:
        person = {"last_name": last, "first_name": first, "country": COUNTRIES.get(country, "FRA")}
        if number:
            person["ema_number"] = number.zfill(8)
        found.append(person)
    return found


def people_read(text: str) -> tuple[list[dict[str, str]], bool]:
    """The people of a text without what is left out, and whether somebody is asked what its columns are."""
    table = read_table(text)
    columns = recognise_columns(table)
    rows = table.rows[1:] if columns.has_heads else table.rows
    people = [person_in_row(columns.kinds, row) for row in rows]
    kept = ("last_name", "first_name", "country", "ema_number", "name")
    return [{kind: text for kind, text in one.items() if kind in kept} for one in people], bool(
        columns.unsure
    )


@given(rosters())
def test_a_random_roster_is_read_back_or_asked_about(roster: Roster) -> None:
    try:
        data = roster.text.encode(roster.encoding)
    except UnicodeEncodeError:
        assume(False)
    readings = [reading.text for reading in read_bytes(data)]
    assert any(text.strip() == roster.text.strip() for text in readings), (
        "the right letters are among those shown"
    )
    people, asked = people_read(roster.text)
    names = [whole_name(person) for person in people]
    expected = expected_people(roster)
    if asked:
        assert not roster.has_heads
        return
    if roster.has_heads:
        assert people == expected
    else:
        turned = [f"{person['last_name']} {person['first_name']}" for person in expected]
        assert names in ([whole_name(person) for person in expected], turned)
        assert [one.get("ema_number") for one in people] == [one.get("ema_number") for one in expected]
        assert [one.get("country") for one in people] == [one.get("country") for one in expected]
