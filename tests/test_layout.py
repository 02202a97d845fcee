"""What makes a template easy to read costs a phone nothing."""

from mahjongclub.layout import flatten_template


def test_a_tag_over_several_lines_is_sent_as_one() -> None:
    source = """<ul>
  <li
      class="a {% if b > 1 %}c{% endif %}"
      {% if d %}hidden{% endif %}>
    e
  </li>
</ul>"""
    flat = '<ul>\n<li class="a {% if b > 1 %}c{% endif %}" {% if d %}hidden{% endif %}>\ne\n</li>\n</ul>'
    assert flatten_template(source) == flat


def test_a_text_keeps_its_words_apart() -> None:
    assert (
        flatten_template("<b>one</b>\n  <b>two</b> three\n    four") == "<b>one</b>\n<b>two</b> three\nfour"
    )


def test_lines_of_logic_leave_no_empty_line_behind() -> None:
    assert flatten_template("a\n{% if b %}\n  {% with c=d %}\n  b\n  {% endwith %}\n{% endif %}\nc") == (
        "a\n{% if b %}{% with c=d %}b\n{% endwith %}{% endif %}c"
    )
    text = "{% blocktranslate %}\none\n{% plural %}\nmany\n{% endblocktranslate %}"
    assert flatten_template(f"a\n{text}\nb") == f"a\n{text}\nb"


def test_comments_leave_no_empty_line_behind() -> None:
    source = (
        "a\n  {# one line #}\n{% comment %}\n  more\n{% endcomment %}\n{% if b %}\nb{# beside #}\n{% endif %}"
    )
    assert flatten_template(source) == "a\n{% if b %}b{# beside #}\n{% endif %}"


def test_a_line_that_says_something_between_its_logic_is_apart_from_the_next() -> None:
    source = """a
{% if day %}{{ day }}{% endif %}
{% if hours %}{% if day %} · {% endif %}{{ hours }}{% endif %}
{% if name %}<bdi>{{ name }}</bdi>{% if points %}
  {{ points }}{% endif %}{% endif %}"""
    assert flatten_template(source) == source.replace("  {{", "{{")


def test_an_example_of_several_lines_stays_as_it_is_laid_out() -> None:
    assert flatten_template("<pre>{\n  1\n}</pre>") == "<pre>{\n  1\n}</pre>"
