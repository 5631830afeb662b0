"""Undo loses nothing that a patch wrote, and brings nothing back that it deleted: comments move along, and words are counted."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators import Mutant
from mutators.undo.accounting import accounted
from parsers.language import Language, find_language
from parsers.source import SourceFile

ELIF = """\
def f(a, b, g, h):
    if a:
        g()
    elif b:
        h()
    else:
        g(h)
    return a
"""
ELSE_IF = """\
int f(int a) {
    if (a < 1) {
        g();
    } else if (a < 2) {
        h();
    }
    return a;
}
"""


def permuted(text: str, language: str) -> Mutant:
    """The mutant in which the first two branches have changed places."""
    source = em.parse(text, language=language)
    found = [m for m in em.mutate(source, ["permute-exchange"]) if isinstance(m, Mutant)]
    return next(m for m in found if "elif" not in m.text and "else if" not in m.text)


@pytest.mark.parametrize(
    ("old", "new", "undone"),
    [
        pytest.param(
            "            h()\n", "            # why\n            h()\n",
            ("        h()\n", "        # why\n        h()\n"), id="line",
        ),
        pytest.param(
            "            h()\n", "            h()  # why\n",
            ("        h()\n", "        h()  # why\n"), id="end of a line",
        ),
        pytest.param(
            "        else:\n", "        # why\n        else:\n", ("    else:\n", "    # why\n    else:\n"), id="before else"
        ),
        pytest.param(
            "        else:\n            g(h)", "        else:  # why\n            g(h)",
            ("    else:\n", "    else:  # why\n"), id="behind else",
        ),
        pytest.param(
            "            h()\n", "            h(# why\n            )\n", ("        h()\n", "        h()  # why\n"), id="in brackets"
        ),
    ],
)  # fmt: skip
def test_a_comment_in_a_branch_of_an_elif_is_kept(old: str, new: str, undone: tuple[str, str]) -> None:
    mutant = permuted(ELIF, "python")
    assert mutant.text.count(old) == 1
    answer = em.undo(mutant.text.replace(old, new), mutant)
    assert answer == ELIF.replace(*undone)
    assert answer.parses


def test_a_comment_in_a_branch_of_an_else_if_is_kept() -> None:
    mutant = permuted(ELSE_IF, "java")
    old = "if (a < 2) {"
    assert mutant.text.count(old) == 1
    answer = em.undo(mutant.text.replace(old, f"/* why */ {old}"), mutant)
    assert answer == ELSE_IF.replace(old, f"/* why */ {old}")


def test_a_comment_that_a_patch_deletes_does_not_come_back() -> None:
    text = ELIF.replace("        g()\n", "        g(  # why\n        )\n").replace(
        "        h()\n", "        # how\n        h()\n"
    )
    mutant = permuted(text, "python")
    patched = mutant.text.replace("(  # why\n        )", "()").replace("            # how\n", "")
    assert "why" not in patched
    assert "how" not in patched
    answer = em.undo(patched, mutant)
    assert "#" not in answer
    assert em.same_tokens(answer, ELIF, language="python")


def test_a_comment_in_a_member_of_a_class_stays_in_the_member() -> None:
    source = em.parse("class A {\n    int f(int n) {\n        g(n);\n        return n;\n    }\n}\n")
    [mutant, *_] = em.mutate(source, ["unused-variable"], seed=3)
    assert isinstance(mutant, Mutant)
    line = mutant.local.edits[0].new.strip()
    for patched in (mutant.text, mutant.mutant):
        answer = em.undo(patched.replace(line, line.replace(";", " /* why */;")), mutant)
        original = source.text if patched == mutant.text else mutant.original
        assert answer == original.replace("g(n);", "/* why */ g(n);")


def test_the_text_around_a_member_never_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    source = em.parse("class A {\n    int f(int n) { return n; }\n}\n")
    [mutant, *_] = em.mutate(source, ["unused-variable"], seed=3)
    monkeypatch.setattr("mutators.base.accounted", lambda *texts: b"// why\n" + texts[-1])
    with pytest.raises(em.UndoConflict, match="would change the text around the member"):
        em.undo(mutant.mutant.replace("return n", "return -n"), mutant)


def test_a_comment_may_go_above_the_line() -> None:
    source = em.parse("def f(a, g):\n    while a: g()\n", language="python")
    [mutant] = em.mutate(source, ["loop-exchange"])
    patched = mutant.text.replace("        if", "        # why\n        if")
    assert em.undo(patched, mutant) == "def f(a, g):\n    # why\n    while a: g()\n"


def test_windows_line_ends_are_kept() -> None:
    mutant = permuted(ELIF.replace("\n", "\r\n"), "python")
    patched = mutant.text.replace("            h()\r\n", "            # why\r\n            h()\r\n")
    assert em.undo(patched, mutant) == ELIF.replace("        h()", "        # why\n        h()").replace(
        "\n", "\r\n"
    )


def test_equal_comments_that_cannot_be_told_apart_are_a_conflict() -> None:
    patched = b"( /* x */ ( - /* x */ -"
    with pytest.raises(
        em.UndoConflict, match=r"several equal comments the patch changed: '/\* x \*/'"
    ) as conflict:
        accounted((), (b";", b";"), SourceFile(patched), b"[ /* x */ ]")
    start, end = conflict.value.region
    assert patched[start:end] == b"/* x */"


CASES = [
    pytest.param(b"f(a /* x */ );", b"f(a);", b"f(a /* x */ );", id="in a line"),
    pytest.param(b"f(a); // x\ng();", b"f(a);\ng();", b"f(a);  // x\ng();", id="at its end"),
    pytest.param(b"// x\nf(a);", b"f(a);", b"// x\nf(a);", id="at the start"),
    pytest.param(b"f(a);\n// x", b"f(a);", b"f(a);  // x", id="at the end"),
    pytest.param(b"f(// x\na); g();", b"f(a); g();", b"f(// x\na); g();", id="before what is the same"),
    pytest.param(b"{f(// x\na);}", b"f(a);", b"f(a);  // x", id="no end of a line there"),
    pytest.param(b"f(a);", b"f(a); // x", b"f(a);", id="back at the end of a line"),
    pytest.param(b"f(a); g();", b"f(a);/* x */ g();", b"f(a); g();", id="back in a line"),
    pytest.param(b"int f;", b"int/* x */f;", b"int f;", id="back for a blank"),
    pytest.param(b"f();\ng();", b"f();\n  /* x\n   */\ng();", b"f();\ng();", id="back in lines of its own"),
    pytest.param(b"/* a\n b */ f();", b"/* a\n     b */ f();", b"/* a\n     b */ f();", id="indented"),
]


@pytest.mark.parametrize(("patched", "undone", "expected"), CASES)
def test_comments_are_made_those_of_the_patched_text(patched: bytes, undone: bytes, expected: bytes) -> None:
    assert accounted((), (b"q();", b"q();"), SourceFile(patched), undone) == expected


def test_no_comment_goes_into_a_continued_line() -> None:
    patched, undone = b"x = (1 +\n# c\n2)\n", b"x = 1 + \\\n2\n"
    assert (
        accounted((), (b"q\n", b"q\n"), SourceFile(patched, language="python"), undone)
        == b"x = 1 + \\\n2  # c\n"
    )


def test_comments_of_the_mutation_itself_are_its_own() -> None:
    assert accounted((), (b"f();", b"/* m */ f();"), SourceFile(b"/* m */ f(a);"), b"f(a);") == b"f(a);"


@pytest.mark.parametrize(
    ("patched", "undone", "reason"),
    [
        pytest.param(b"a - b - c;", b"a + b;", "would drop what the patch wrote: 'c'", id="written"),
        pytest.param(b"a;", b"a + b;", "would bring back what the patch deleted: 'b'", id="deleted"),
        pytest.param(b'a - "x";', b"a + b;", "would drop what the patch wrote: '\"x\"'", id="literal"),
    ],
)
def test_words_that_are_not_in_the_answer_as_the_patch_has_them_are_a_conflict(
    patched: bytes, undone: bytes, reason: str
) -> None:
    with pytest.raises(em.UndoConflict, match=reason) as conflict:
        accounted([em.Edit(2, "+", "-")], (b"a + b;", b"a - b;"), SourceFile(patched), undone)
    start, end = conflict.value.region
    assert 0 <= start <= end <= len(patched)


@pytest.mark.parametrize(
    ("edits", "texts", "patched", "undone"),
    [
        pytest.param(
            [em.Edit(0, "", "k k ")], (b"f;", b"k k f;"), b"f; k", b"f;", id="words of the mutation"
        ),
        pytest.param([], (b"(!p);", b"(p);"), b"(true);", b"(!true || false);", id="negated"),
        pytest.param([], (b"(!p);", b"(p);"), b"(true);", b"(false);", id="negated literal"),
        pytest.param([], (b"a = a + b;", b"a += b;"), b"c += b;", b"c = c + b;", id="copied by the mutation"),
    ],
)
def test_what_the_mutation_brings_or_negates_is_not_counted(
    edits: list[em.Edit], texts: tuple[bytes, bytes], patched: bytes, undone: bytes
) -> None:
    assert accounted(edits, texts, SourceFile(patched), undone) == undone


@pytest.mark.parametrize(
    ("language", "text", "comments"),
    [
        ("java", b'f("// no"); // one\n/* two */ g();', [b"// one", b"/* two */"]),
        ("python", b"f('# no')  # one\n# two\ng(f'#{a # three\n}')\n", [b"# one", b"# two"]),
    ],
)
def test_comments_of_a_language(language: str, text: bytes, comments: list[bytes]) -> None:
    found = find_language(language).comments(text)
    assert [comment.text for comment in found][: len(comments)] == comments
    assert all(text[comment.start : comment.end] == comment.text for comment in found)


def test_a_language_need_not_know_comments() -> None:
    assert Language.comments(find_language("java"), b"// one") == []
