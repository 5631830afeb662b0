"""The kit of pages: documents in both formats, code that cannot end its fence, and parts that a page has instead of the kit's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from equimorph.pages.assembling import listing, parts_of
from equimorph.pages.beside import aligned_lines, is_short, marked_texts
from equimorph.pages.document import CHIP, QUOTE, TOO_LONG, Document, Section, chips, paragraph, term
from equimorph.pages.lines import dedented
from equimorph.pages.markdown import blocks, code
from equimorph.pages.markup import notes, table

HEADS = ("Old & one", "New")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a", "`a`"),
        ("a\n  b", "`a b`"),
        ("", "`  `"),
        ("`x`", "`` `x` ``"),
        ("a ``b`` c", "``` a ``b`` c ```"),
    ],
)
def test_code_within_a_line(text: str, wanted: str) -> None:
    assert code(text) == wanted


def test_blocks_have_one_fence_longer_than_any_in_them() -> None:
    assert (
        blocks(("java", "a\n\n"), ("text", "```\n````"))
        == "`````java\na\n`````\n\n`````text\n```\n````\n`````\n"
    )
    assert blocks(("", "a `b`")) == "```\na `b`\n```\n"


def test_tables_and_notes_escape_plain_text() -> None:
    made = table("totals", ["a<b"], [("<b>x</b>", ["<td>1</td>"])])
    assert made == (
        '<table class="totals"><thead><tr><th scope="col">a&lt;b</th></tr></thead>'
        '<tbody><tr><th scope="row"><b>x</b></th><td>1</td></tr></tbody></table>'
    )
    assert notes(["<i>", "\ud800"]) == '<ul class="notes"><li>&lt;i&gt;</li><li>\\ud800</li></ul>'
    assert notes([]) == ""


def test_a_document_in_both_formats(tmp_path: Path) -> None:
    marked = marked_texts(HEADS, [("a ", False), ("b", True)], [("a `c`", True)])
    elements = [chips(["x", "y"], "of <2>"), paragraph(["It said ", term("<q>", QUOTE)], "said"), marked]
    page = Document("T<", "All.", [Section(term("w", CHIP), "here", elements)] * 2, ["marked.css"], "None.")
    page.write(tmp_path / "page.md")
    section = (
        "`w`, `here`\n\n`x`, `y`: of <2>\n\nIt said `<q>`\n\n"
        "Old & one:\n\n```text\na [-b-]\n```\n\nNew:\n\n```text\n{+a `c`+}\n```\n"
    )
    assert (tmp_path / "page.md").read_text() == f"# T<\n\nAll.\n\n## 1. {section}\n## 2. {section}"
    page.write(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert "<title>T&lt; - equimorph</title>" in text
    assert '<h2>2. <span class="chip">w</span> <span class="quiet">here</span></h2>' in text
    assert '<p><span class="chip">x</span><span class="chip">y</span> of &lt;2&gt;</p>' in text
    assert '<p class="said">It said <q>&lt;q&gt;</q></p>' in text
    assert (
        '<td><pre>a <mark class="old">b</mark></pre></td><td><pre><mark class="new">a `c`</mark></pre></td>'
        in text
    )
    assert '<th scope="col">Old &amp; one</th>' in text
    assert "None." not in text
    assert "<script" not in text
    assert "{{" not in text


def test_a_document_without_sections_says_so_if_it_has_the_words() -> None:
    assert Document("T", "All.", [], [], "None.").markdown() == "# T\n\nAll.\n\nNone.\n"
    assert Document("T", "All.", [], []).markdown() == "# T\n\nAll.\n"
    assert '<p class="empty">None.</p>' in Document("T", "All.", [], [], "None.").html()
    assert '<p class="empty">' not in Document("T", "All.", [], []).html()


def test_lines_that_only_one_text_has_are_beside_nothing() -> None:
    made = aligned_lines(HEADS, ("f {\n    a\n    b\n  }", "f {\n    c\n  }"), "java", "f")
    assert re.findall(r"<tr>(<td.*?)</tr>", made.html) == [
        "<td>f {</td><td>f {</td>",
        '<td class="old">  a</td><td class="new">  c</td>',
        '<td class="old">  b</td><td class="none"></td>',
        "<td>}</td><td>}</td>",
    ]
    original, change = made.markdown.split("\n\n")
    assert original == "```java\nf {\n  a\n  b\n}\n```"
    assert "-  a\n-  b\n+  c\n" in change


def test_long_texts_are_told_by_their_length() -> None:
    assert is_short("x" * 20_000, "")
    assert not is_short("", "x" * 20_001)
    assert TOO_LONG.html == '<p class="empty">The texts are too long; the rows have them.</p>'
    assert TOO_LONG.markdown == "The texts are too long; the rows have them.\n"


def test_a_member_has_the_indentation_of_its_last_line() -> None:
    assert dedented("int f() {\n        a\n    }") == "int f() {\n    a\n}"
    assert dedented("") == ""


def test_a_package_has_parts_of_its_own_and_those_of_the_kit() -> None:
    assert "{{tables}}" in parts_of(["pairs.html"], "equimorph.metrics.pages")
    assert parts_of(["base.css"], "equimorph.metrics.pages") == parts_of(["base.css"])
    values = {"tables": "<p>1</p>", "figures": ""}
    page = listing("equimorph.metrics.pages", "pairs", "T", {"metrics": []}, values)
    assert page.count("<p>1</p>") == page.count('"title":"T"') == 1
    assert "{{" not in page
