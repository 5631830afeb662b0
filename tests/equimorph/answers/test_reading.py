"""Answers as models give them: what is taken off, what is a conflict, and what is empty."""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import equimorph as em
from equimorph.answers.markdown import Block, fenced
from mutators.java.variable_renaming import VariableRenaming
from tests.equimorph.conftest import rows, run

METHOD = """\
int index(String str) {
    int index = 0; // it's "the first one we have"
    for (int i = 0; i < str.length(); i++) {
        char c = str.charAt(i++);
        if (c < '0' || c > '9') return -1;
        index = index * 10 + (c - '0');
    }
    return index;
}"""
FILE = f"package p;\n\nimport java.util.List;\n\nclass A {{\n    int other;\n\n{METHOD}\n\n    void g() {{ }}\n}}\n"


def renamed(text: str) -> em.Mutant:
    """The mutant in which `str` is `string`."""
    return next(
        mutant
        for mutant in VariableRenaming(["type-name"]).mutants(em.parse(text))
        if (mutant.local.edits[0].old, mutant.local.edits[0].new) == ("str", "string")
    )


MEMBER, IN_FILE = renamed(METHOD), renamed(FILE)
ANSWER = MEMBER.text.replace("(i++);", "(i);")
WANTED = METHOD.replace("(i++);", "(i);")
JAVADOC = "/**\n * Returns the index of the string, as we all know it.\n */\n"
HELPER = "\n\nint helper(int a) {\n    return a;\n}"
OTHER = ANSWER.replace("return -1", "return -2")
DRAFT = "<think>\nLet me see:\n```java\nint index(String string) { return 0; }\n```\nNo.\n</think>\n\n"
INDENTED = "\n".join("    " + line for line in ANSWER.split("\n"))

FORMS: dict[str, tuple[str, str | None, str]] = {
    "as it is": (ANSWER, None, WANTED),
    "line ends of Windows": (ANSWER.replace("\n", "\r\n"), None, WANTED.replace("\n", "\r\n")),
    "tabs": (ANSWER.replace("    ", "\t"), None, WANTED.replace("    ", "\t")),
    "indentation lost": (
        "\n".join(map(str.lstrip, ANSWER.split("\n"))),
        None,
        "\n".join(map(str.lstrip, WANTED.split("\n"))),
    ),
    "javadoc": (JAVADOC + ANSWER, None, JAVADOC + WANTED),
    "annotation": ("@Override\n" + ANSWER, None, "@Override\n" + WANTED),
    "helper behind": (ANSWER + HELPER, None, WANTED + HELPER),
    "fence": (f"```java\n{ANSWER}\n```", "fence", WANTED),
    "fence, line end behind": (f"```java\n{ANSWER}\n```\n", "fence", WANTED),
    "fence without language": (f"```\n{ANSWER}\n```", "fence", WANTED),
    "fence in capitals": (f"``` Java\n{ANSWER}\n```", "fence", WANTED),
    "fence with a title": (f'```java title="A.java"\n{ANSWER}\n```', "fence", WANTED),
    "tildes": (f"~~~java\n{ANSWER}\n~~~", "fence", WANTED),
    "four backticks": (f"````\n{ANSWER}\n````", "fence", WANTED),
    "fence of Windows": (f"```java\r\n{ANSWER}\r\n```\r\n", "fence", WANTED),
    "fence in a list": ("1. The fix:\n\n   ```java\n" + INDENTED + "\n   ```", "fence", None),  # type: ignore[dict-item]
    "fence unclosed": (f"```java\n{ANSWER}", "fence", WANTED),
    "fence unclosed, prose before": (f"Here it is:\n\n```java\n{ANSWER}\n", "fence", WANTED),
    "fence opened by the prompt": (f"{ANSWER}\n```", "fence", WANTED),
    "fence opened by the prompt, prose behind": (f"{ANSWER}\n```\n\nThe index was wrong.", "fence", WANTED),
    "fence opened by the prompt, example behind": (
        f'{ANSWER}\n```\n\nUse it so:\n\n```java\nint a = index("1");\n```\n',
        "fence",
        WANTED,
    ),
    "prose around the fence": (
        f"Sure! Here's the fixed method:\n\n```java\n{ANSWER}\n```\n\n**Explanation:** `i++` -> `i`; that is all.",
        "fence",
        WANTED,
    ),
    "example block behind": (
        f'```java\n{ANSWER}\n```\nFor example:\n```java\nassertEquals(1, index("1"));\n```',
        "fence",
        WANTED,
    ),
    "shell block behind": (f"```java\n{ANSWER}\n```\nRun it:\n```bash\nmvn test\n```", "fence", WANTED),
    "mutant quoted before": (
        f"The code\n```java\n{MEMBER.text}\n```\nshould be\n```java\n{ANSWER}\n```",
        "fence",
        WANTED,
    ),
    "the same block twice": (f"```java\n{ANSWER}\n```\nAgain:\n```java\n{ANSWER}\n\n```", "fence", WANTED),
    "prose before": (f"Here is the corrected method:\n\n{ANSWER}", "chatter", WANTED),
    "prose behind": (f"{ANSWER}\n\nThe loop no longer skips a character.", "chatter", WANTED),
    "prose on both sides": (
        f"Sure, here's the fix you want:\n\n{ANSWER}\n\nChanges:\n- I don't use `i++;` twice any more {{sic}}\n",
        "chatter",
        WANTED,
    ),
    "short words around": (f"Fixed code:\n{ANSWER}\nDone!", "chatter", WANTED),
    "prose before a javadoc": (
        f"Here is the fix:\n{JAVADOC}{ANSWER}\nI hope this helps you.",
        "chatter",
        JAVADOC + WANTED,
    ),
    "prose before an annotation": (
        f"The fixed version is\n@Override\n{ANSWER}",
        "chatter",
        "@Override\n" + WANTED,
    ),
    "tags": (f"<answer>\n{ANSWER}\n</answer>", "tags", WANTED),
    "tags around a fence": (f"<answer>\n```java\n{ANSWER}\n```\n</answer>\n", "tags, fence", WANTED),
    "tags and prose": (f"Here it is, as you asked:\n<code>\n{ANSWER}\n</code>\nGood luck!", "tags", WANTED),
    "tag without its end": (f"<answer>\n{ANSWER}\n", "tags", WANTED),
    "thinking and tags": (f"{DRAFT}<answer>{ANSWER}</answer>", "thinking, tags", WANTED),
    "thinking": (f"{DRAFT}{ANSWER}", "thinking", WANTED),
    "thinking before a fence": (f"{DRAFT}```java\n{ANSWER}\n```", "thinking, fence", WANTED),
    "thinking whose start is in the prompt": (
        f"Hm.\n```\nint x;\n```\n</think>\n\n{ANSWER}",
        "thinking",
        WANTED,
    ),
    "mark of the format": (f"{ANSWER}<|im_end|>", "marks", WANTED),
    "end of the sequence": (f"<s>{ANSWER}\n</s>", "marks", WANTED),
    "fence and mark": (f"```java\n{ANSWER}\n```<|endoftext|>", "marks, fence", WANTED),
    "class around": (f"public class Solution {{\n    {ANSWER}\n}}\n", "class", WANTED),
    "classes around": (f"class Outer {{ static class Inner {{ {ANSWER} }} }}", "class", WANTED),
    "class around, in a fence": (
        f"```java\nclass X {{\n{JAVADOC}{ANSWER}\n}}\n```",
        "fence, class",
        JAVADOC + WANTED,
    ),
    "class around, with a helper": (f"class X {{ {ANSWER}{HELPER}\n}}", "class", WANTED + HELPER),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mutant", [MEMBER, IN_FILE], ids=["member", "file"])
def test_the_code_of_an_answer_is_undone(mutant: em.Mutant, form: str) -> None:
    answer, stripped, wanted = FORMS[form]
    undone = em.undo(answer, mutant)
    if wanted is None:
        assert em.same_tokens(undone, WANTED)
    else:
        assert undone == wanted
    assert (undone.verdict, undone.parses, undone.stripped) == ("undone", True, stripped)


EMPTY = {
    "nothing": ("", None),
    "blanks": (" \t\r\n\n", None),
    "comments": ("// I don't know\n/* nor here */", None),
    "fence": ("```java\n```", "fence"),
    "fence around a comment": ("Sure:\n```java\n// TODO\n```\n", "fence"),
    "fence cut off": ("```java\n", "fence"),
    "thinking": ("<think>I do not know</think>\n", "thinking"),
    "thinking cut off": ("<think>\nLet me see. ```java\nint index(", "thinking"),
    "marks": ("<|im_end|>\n", "marks"),
}


@pytest.mark.parametrize("form", EMPTY)
@pytest.mark.parametrize("mutant", [MEMBER, IN_FILE], ids=["member", "file"])
def test_an_answer_without_a_token_is_empty(mutant: em.Mutant, form: str) -> None:
    answer, stripped = EMPTY[form]
    undone = em.undo(answer, mutant)
    assert (undone, undone.verdict, undone.parses, undone.stripped) == ("", "empty", False, stripped)


CONFLICTS = {
    "two answers": (
        f"```java\n{ANSWER}\n```\nor\n```java\n{OTHER}\n```",
        "2 blocks of code, and more than one",
    ),
    "the mutant repeated behind": (
        f"```java\n{ANSWER}\n```\ninstead of\n```java\n{MEMBER.text}\n```",
        "more than one may be meant",
    ),
    "two blocks without the method": (
        "```java\nint a = 1;\n```\n```java\nint b = 2;\n```",
        "and none has the method",
    ),
    "code before a block with other code": (f"{ANSWER}\n```\n{OTHER}\n```", "more than one may be meant"),
    "a diff of another text": (
        "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-x\n+y\n",
        "hunk 1 of the diff fits no place",
    ),
    "a diff of another text in a fence": (
        "```diff\n@@ -1,2 +1 @@\n x\n-y\n```",
        "hunk 1 of the diff fits no place",
    ),
    "statements": ("return -1;", "does not have the method index; undo_hunk takes some lines"),
    "a line in a fence": ("```java\nchar c = string.charAt(i);\n```", "does not have the method index"),
    "another method": (
        "void test() {\n    assertEquals(1, index(null));\n}",
        "does not have the method index",
    ),
    "no body": ("int index(String string);", "does not have the method index"),
    "entities": (ANSWER.replace("return index;", "return index &lt; 1;"), "written for HTML, with &lt;"),
    "entities of quotes": (ANSWER.replace("'0'", "&#39;0&#39;"), "written for HTML, with &#39;"),
    "code left out": (
        "int index(String string) {\n    int index = 0;\n    // ... rest of the method as before\n    return index;\n}",
        "leaves out code: // ... rest of the method as before",
    ),
    "imports": (
        f"import java.util.Map;\n\n{ANSWER}",
        "brings what a member cannot hold: import java . util . Map ;",
    ),
    "code that does not parse behind a block": (
        f"An idea:\n```java\n{OTHER}\n```\nBetter:\n{ANSWER.replace('return index;', 'return index')}",
        "more than one may be meant",
    ),
    "second block cut off": (
        f"An idea:\n```java\n{OTHER}\n```\nBetter:\n```java\npublic int",
        "the last of 2 blocks of code is cut off",
    ),
    "fence in a comment": (
        ANSWER.replace("int index = 0;", f"int index = ;\n/*\n```java\n{OTHER}\n```\n*/"),
        "a fence in it may be part of its code",
    ),
    "fence in a text block": (
        ANSWER.replace("return index;", f'return at(index, """\n```java\n{OTHER}\n```\n"""'),
        "a fence in it may be part of its code",
    ),
    "constructor of the class around": (
        f"class X {{ X() {{ }} {ANSWER} }}",
        "uses the class around it, X, which is not there",
    ),
    "main method of the class around": (
        f"class X {{ {ANSWER} public static void main(String[] a) {{ new X().index(a[0]); }} }}",
        "uses the class around it, X, which is not there",
    ),
    "the method twice": (
        f"{MEMBER.text.replace('return index;', 'return 0;')}\n{ANSWER.replace('String string', 'String s')}\n{ANSWER}",
        "has the method index more than once",
    ),
    "the method between thoughts": (
        f"<think>a</think>\n{OTHER}\n<think>b</think>\n{ANSWER}",
        "has the method index more than once",
    ),
    "broken block behind the mutant": (
        f"The code\n```java\n{MEMBER.text}\n```\nbecomes\n```java\n{ANSWER.replace('index(String', 'String', 1)}\n```",
        "2 blocks of code, and one that is not understood may be meant",
    ),
    "code before a tag": (f"{OTHER}\n<answer>\n{ANSWER}\n</answer>", "has code around its tags"),
    "class and imports": (
        f"import java.util.Map;\nclass X {{ {ANSWER} }}",
        "brings what a member cannot hold: import java . util . Map ;",
    ),
}


@pytest.mark.parametrize("form", CONFLICTS)
@pytest.mark.parametrize("mutant", [MEMBER, IN_FILE], ids=["member", "file"])
def test_what_is_not_certainly_the_answer_is_a_conflict(mutant: em.Mutant, form: str) -> None:
    answer, reason = CONFLICTS[form]
    with pytest.raises(em.UndoConflict) as found:
        em.undo(answer, mutant)
    assert reason in found.value.reason
    start, end = found.value.region
    assert 0 <= start <= end <= len(answer.encode())


UNPARSABLE = {
    "cut off": ANSWER[:-30],
    "cut off in a fence": f"```java\n{ANSWER[:-30]}",
    "syntax error in a fence": f"```java\n{ANSWER.replace('return index;', 'return index')}\n```",
    "prose on the line of the code": f"Sure: {ANSWER}",
    "code that is not understood before": f"int x = ;\n{ANSWER}",
    "code that is not understood behind": f"{ANSWER}\nint x = ;",
    "prose within": ANSWER.replace("    return index;", "Now we return the index:\n    return index;"),
    "smart quotes": ANSWER.replace("'0'", "\u20180\u2019"),
    "unknown block": f"```java\nclass X {{ {ANSWER} }}\n}}\n```",
}


@pytest.mark.parametrize("form", UNPARSABLE)
def test_what_cannot_be_read_stays_and_does_not_parse(form: str) -> None:
    try:
        undone = em.undo(UNPARSABLE[form], MEMBER)
    except em.UndoConflict as conflict:
        assert "does not parse" in conflict.reason  # noqa: PT017 - either is right
    else:
        assert (undone.verdict, undone.parses) == ("unparsable", False)


def test_what_the_mutant_has_itself_is_no_html_and_nothing_left_out() -> None:
    text = 'int f(String str, int lt, int a) {\n    // ...\n    a = str.length() &lt;\n    h("&lt;");\n    return a;\n}'
    mutant = renamed(text)
    patched = mutant.text.replace("return a", "return -a")
    assert em.undo(patched, mutant) == text.replace("return a", "return -a")
    shorter = mutant.text.replace('    h("&lt;");\n', "")
    assert em.undo(shorter, mutant) == text.replace('    h("&lt;");\n', "")
    # In a literal an entity is a text.
    quoted = ANSWER.replace("return index;", 'log("&gt;"); return index;')
    assert em.undo(quoted, MEMBER) == WANTED.replace("return index;", 'log("&gt;"); return index;')


def test_tags_are_kept_where_the_mutant_has_such() -> None:
    text = 'void f(String str) {\n    g(str, "</think>");\n}'
    mutant = renamed(text)
    answer = mutant.text.replace(");\n}", ") +;\n}")
    assert em.undo(answer, mutant) == text.replace(");\n}", ") +;\n}")


def test_imports_that_the_file_has_are_taken_off() -> None:
    for answer, stripped in (
        (f"import java.util.List;\n\n{ANSWER}", "imports"),
        (f"package p;\nimport java . util.List ;\nclass A {{ {ANSWER} }}", "class, imports"),
    ):
        undone = em.undo(answer, IN_FILE)
        assert (undone, undone.stripped) == (WANTED, stripped)
        with pytest.raises(em.UndoConflict, match="brings what a member cannot hold"):
            em.undo(answer, MEMBER)


def test_a_file_of_other_types_is_no_answer_to_a_file() -> None:
    field = f"class Solution {{ int other; {ANSWER} }}"
    with pytest.raises(em.UndoConflict, match="a file without the types of the source: Solution"):
        em.undo(field, IN_FILE)
    kept = em.undo(field.replace("Solution", "A"), IN_FILE)
    assert (kept.stripped, kept) == (None, f"class A {{ int other; {WANTED} }}")


def test_a_whole_file_is_an_answer_to_a_file() -> None:
    whole = IN_FILE.text.replace("(i++);", "(i);")
    undone = em.undo(f"Here is the file for you:\n```java\n{whole}```\n", IN_FILE)
    assert (undone, undone.stripped) == (FILE.replace("(i++);", "(i);"), "fence")
    # The class of the file with the method alone stands for the method: else all others would be gone.
    assert em.undo(f"class A {{\n{ANSWER}\n}}", IN_FILE) == WANTED
    with pytest.raises(em.UndoConflict, match="a whole file with more than methods, not the member"):
        em.undo(whole, MEMBER)
    alone = renamed(f"class A {{ {METHOD} }}")
    undone = em.undo(alone.text.replace("(i++);", "(i);"), alone)
    assert (undone, undone.stripped) == (f"class A {{ {WANTED} }}", None)


def test_a_record_of_a_file_takes_the_member_alone() -> None:
    """As the mutant does: the member is read in its file, not as a file of which the rest is gone."""
    file = "package p;\n\nclass A {\n    private int base;\n\n    int f(int n) {\n        return base < n ? 0 : n;\n    }\n}\n"
    for mutant in em.mutate(file, [one.name for one in em.list_mutators()]):
        answer = mutant.mutant.replace("0", "7").replace("{", "{ log(); ")
        try:
            wanted = em.undo(answer, mutant)
        except em.UndoConflict as conflict:
            with pytest.raises(em.UndoConflict) as found:
                em.undo(answer, mutant.mutation, file)
            assert found.value.reason == conflict.reason  # noqa: PT017 - both, or none
        else:
            assert em.undo(answer, mutant.mutation, file) == wanted


def test_a_constructor_does_not_become_a_method() -> None:
    text = "A(int n) {\n    String str = g(n);\n    h(str);\n}"
    mutant = renamed(text)
    answer = mutant.text.replace("h(string)", "h(string, 1)")
    with pytest.raises(em.UndoConflict):
        em.undo(f"Answer\n{answer}", mutant)
    undone = em.undo(f"The right answer is\n{answer}", mutant)
    assert (undone, undone.stripped) == (text.replace("h(str)", "h(str, 1)"), "chatter")


def test_an_initialiser_and_statements_are_answers_too() -> None:
    initialiser = "static {\n    String str = g();\n    h(str);\n}"
    statements = "int n = g();\nboolean b = n < 3;\nh(b);\n"
    for text, mutator in ((initialiser, "variable-renaming"), (statements, "reorder-condition")):
        mutant = next(em.mutate(text, [mutator]))
        answer, wanted = mutant.text.replace("h(", "h(1, "), text.replace("h(", "h(1, ")
        for form in (answer, f"```java\n{answer.rstrip()}\n```", f"```\n{answer}"):
            assert em.undo(form, mutant) == wanted
    mutant = next(em.mutate(statements, ["reorder-condition"]))
    two = "```java\nh(string);\n```\n```java\nk(string);\n```"
    with pytest.raises(em.UndoConflict, match="more than one may be meant"):
        em.undo(two, mutant)


def test_the_name_of_a_sketch_is_that_of_the_method() -> None:
    [mutant] = em.mutate(METHOD, ["sketch"])
    assert "index(" not in mutant.text
    answer = mutant.text.replace("++);", ");")
    for form in (answer, f"```java\n{answer}\n```\nOr else:\n```java\nint a = 1;\n```"):
        assert em.same_tokens(em.undo(form, mutant), WANTED)


def test_an_answer_to_a_record_is_read_as_well() -> None:
    for record, text, wanted in (
        (MEMBER.local, METHOD, WANTED),
        (IN_FILE.local, METHOD, WANTED),
        (IN_FILE.mutation, FILE, None),
    ):
        assert em.undo("", record, text).verdict == "empty"
        if wanted is not None:
            undone = em.undo(f"```java\n{ANSWER}\n```", record, text)
            assert (undone, undone.stripped) == (wanted, "fence")
    with pytest.raises(em.RecordMismatch):
        em.undo("", MEMBER.local, METHOD + " ")


def test_nothing_left_of_the_member_is_empty() -> None:
    lines = METHOD.count("\n") + 1
    for mutant, first in ((MEMBER, 1), (IN_FILE, 8)):
        for hunk in ("", "// gone\n", "\n\n"):
            undone = em.undo_hunk(hunk, mutant, (first, first + lines - 1))
            assert (undone, undone.verdict, undone.parses) == ("", "empty", False)
        # Some lines may be deleted.
        assert em.undo_hunk("", mutant, first + 4).verdict == "undone"
    gone = IN_FILE.text.replace(MEMBER.text, "/* int index(String string) was wrong */")
    assert em.undo(gone, IN_FILE).verdict == "empty"
    assert (
        em.undo_diff("@@ @@\n" + "".join(f"-{line}\n" for line in MEMBER.text.split("\n")), MEMBER).verdict
        == "empty"
    )


def test_an_undone_text_keeps_what_it_knows() -> None:
    undone = em.undo(f"```java\n{ANSWER}\n```", MEMBER)
    again = pickle.loads(pickle.dumps(undone))
    assert (again, again.verdict, again.stripped, again.parses) == (WANTED, "undone", "fence", True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: em.undo(MEMBER, ANSWER), "undo(answer, mutant) takes the answer first, then the mutant"),
        (
            lambda: em.undo(MEMBER.local, ANSWER),
            "undo(answer, mutant) takes the answer first, then the mutant",
        ),
        (
            lambda: em.undo_hunk(MEMBER, "x", 1),
            "undo_hunk(hunk, mutant, at_lines) takes the hunk first, then the mutant",
        ),
        (lambda: em.undo_diff(MEMBER, "x"), "undo_diff(diff, mutant) takes the diff first, then the mutant"),
        (lambda: em.undo(None, MEMBER), "undo(answer, mutant): no answer: NoneType"),
        (lambda: em.undo(b"x", MEMBER), "undo(answer, mutant): no answer: bytes"),
        (lambda: em.undo("x", "y"), "undo(answer, mutant): no mutant: str"),
        (lambda: em.undo("x", None), "undo(answer, mutant): no mutant: NoneType"),
    ],
)
def test_arguments_in_the_wrong_order_are_named(call: object, message: str) -> None:
    with pytest.raises(TypeError) as found:
        call()  # type: ignore[operator]
    assert str(found.value) == message


def test_much_prose_is_read_in_no_time() -> None:
    prose = "The loop (which we know) doesn't stop; see `i++` and the rest of it.\n" * 3000
    start = time.process_time()
    assert em.undo(prose + ANSWER + "\n" + prose, MEMBER) == WANTED
    assert time.process_time() - start < 5


# What is around an answer

WORDS = st.sampled_from(
    ["the fix is here", "Sure, here's the code:", "1. **Change** the `i`", "Note: it's fine.", "---", ""]
)


@given(
    st.lists(WORDS, max_size=3),
    st.lists(WORDS, max_size=3),
    st.sampled_from(["```", "```java", "~~~", "````Java"]),
    st.randoms(),
)
def test_what_is_around_an_answer_does_not_matter(
    before: list[str], after: list[str], fence: str, rng: Random
) -> None:
    source = em.parse(METHOD if rng.random() < 0.5 else FILE)
    mutant = rng.choice(list(em.mutate(source, seed=rng.randrange(9))))
    answer = mutant.text if rng.random() < 0.3 else mutant.mutant
    lines = answer.split("\n")
    if rng.random() < 0.7:
        at = rng.randrange(max(1, len(lines) - 1))
        lines[at : at + 1] = rng.choice(
            ([], [lines[at]] * 2, [lines[at] + " // new"], [lines[at].replace("index", "k")])
        )
    answer = "\n".join(lines)
    closing = fence.lower().removesuffix("java")
    wrapped = "\n".join([*before, fence, answer.removesuffix("\n"), closing, *after])

    def outcome(text: str) -> tuple[str, str]:
        try:
            undone = em.undo(text, mutant)
        except em.UndoConflict as conflict:
            return "conflict", conflict.reason
        # Whether a broken text is the file or the member, its size says: more than that is not known of its last line end.
        return undone.verdict, str(undone) if undone.parses else undone.rstrip("\n")

    assert outcome(wrapped) == outcome(answer)


@given(
    st.lists(
        st.sampled_from(["```", "```java", "~~~", "x;", "  ```", "text", "````", "~~~a b", "``` f(x) {", ""])
    )
)
def test_every_line_is_inside_or_outside(lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    found = fenced(text)
    kept = [
        line for part in (*found.outside, *(block.text for block in found.blocks)) for line in part.split()
    ]
    codes = ("x;", "text")
    assert sorted(word for word in kept if word in codes) == sorted(line for line in lines if line in codes)


def test_a_fence_is_one_of_markdown() -> None:
    assert fenced("a\n```java\nb\n```\nc\n") == ((Block("java", "b\n"),), ("a\n", "c\n"))
    assert fenced("````\n```\n````\n") == ((Block("", "```\n"),), ("", ""))
    assert fenced("~~~\n```\n~~~\n").blocks == (Block("", "```\n"),)
    assert fenced("int b =\n~~~a;\n").blocks == ()
    assert fenced("  ```\n  a\n    b\n c\n  ```").blocks == (Block("", "a\n  b\nc\n"),)
    assert fenced("a;\n```\n").blocks == (Block("", "a;\n"),)


# Command line


def answered(**answers: str) -> None:
    run("mutate", "Cart.java", "-m", "reorder-condition", "--method", "add", "--out", "rows.jsonl")
    [row] = rows(Path("rows.jsonl"))
    given = [
        {**row, "kind": kind, "answer": answer.replace("MUTANT", row["mutant"])}
        for kind, answer in answers.items()
    ]
    Path("answers.jsonl").write_text("\n".join(map(json.dumps, given)))


def test_rows_say_what_was_taken_off(folder: Path) -> None:
    answered(
        plain="MUTANT",
        fence="```java\nMUTANT\n```",
        empty="",
        nothing="```java\n```",
        statements="```java\nreturn 0;\n```",
        broken="```java\nMUTANT }\n```",
        diff="@@ -1 +1 @@\n-a\n+b",
    )
    result = run("undo", "answers.jsonl", "--field", "answer")
    assert (result.exit_code, result.stderr) == (0, "7 rows\n")
    found = {row["kind"]: row for row in rows(result.stdout_bytes)}
    original = found["plain"]["original"]
    assert {
        kind: (row["verdict"], row["undone"], row.get("stripped", "no field")) for kind, row in found.items()
    } == {
        "plain": ("undone", original, "no field"),
        "fence": ("undone", original, "fence"),
        "empty": ("empty", None, "no field"),
        "nothing": ("empty", None, "fence"),
        "statements": ("conflict", None, "no field"),
        "broken": ("unparsable", original + " }", "fence"),
        "diff": ("conflict", None, "no field"),
    }
    assert found["empty"]["reason"] == "there is no code in the answer, or nothing is left of the member"
    assert "hunk 1 of the diff fits no place" in found["diff"]["reason"]


def test_an_annotation_that_lost_its_sign_is_no_prose() -> None:
    mutant = renamed(f"@Override\n{METHOD}")
    answer = mutant.text.removeprefix("@")
    assert answer.startswith("Override\n")
    undone = em.undo(answer, mutant)
    assert (undone.verdict, undone.stripped) == ("unparsable", None)
    assert em.undo(f"Fixed\n{mutant.text}", mutant).stripped == "chatter"


def test_code_with_a_token_too_few_is_not_taken_for_words() -> None:
    """Three names in a row are no Java, but what ends as a statement does is no prose."""
    source = em.parse("static int f(L l) { int t = 0; for (var r : l.arr) t += r.v; return t; }")
    [mutant] = em.mutate(source, ["expression-exchange"])
    undone = em.undo(mutant.text.replace("f(", "f "), mutant)
    assert (str(undone), undone.verdict) == (source.text.replace("f(", "f "), "unparsable")
