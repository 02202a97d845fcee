"""What makes a template easy to read costs a phone nothing."""

from mahjongclub.layout import laid_flat


def test_a_tag_over_several_lines_is_sent_as_one() -> None:
    source = """<ul>
  <li
      class="a {% if b > 1 %}c{% endif %}"
      {% if d %}hidden{% endif %}>
    e
  </li>
</ul>"""
    flat = '<ul>\n<li class="a {% if b > 1 %}c{% endif %}" {% if d %}hidden{% endif %}>\ne\n</li>\n</ul>'
    assert laid_flat(source) == flat


def test_a_text_keeps_its_words_apart() -> None:
    assert laid_flat("<b>one</b>\n  <b>two</b> three\n    four") == "<b>one</b>\n<b>two</b> three\nfour"


def test_an_example_of_several_lines_stays_as_it_is_laid_out() -> None:
    assert laid_flat("<pre>{\n  1\n}</pre>") == "<pre>{\n  1\n}</pre>"
