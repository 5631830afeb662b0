"""Undo of what nobody would call a patch: it ends, with an answer or a conflict, and in little time."""

from __future__ import annotations

import time
from functools import cache

import pytest

import equimorph as em
import mutators

TEXT = """class Big {
    @Deprecated
    int f(int[] data, String name, boolean deep) {
        int total = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] > total && name != null) { total += data[i]; } else { total -= 2; }
        }
        for (int each : data) total = total + each;
        boolean late = !deep;
        int step = 1;
        int most = total * 3;
        switch (total) { case 1: step = 2; break; case 2: most = 3; break; default: step = 4; }
        total = deep ? step : most;
        if (name != null && name.equals("x")) { total = step + most * total; }
        if (late || name.length() > 3) return 5;
        return deep ? 5 : help(total);
    }

    private int help(int value) {
        return value + 1;
    }
}
"""

PATCHES = {
    "a NUL": lambda text: text.replace("total", "to\0tal", 1),
    "NULs": lambda text: "\0" * 1000,
    "CR LF": lambda text: text.replace("\n", "\r\n"),
    "lone CR": lambda text: text.replace("\n", "\r"),
    "all line ends": lambda text: text.replace("\n", "\r\n", 3).replace(";\n", ";\r", 2),
    "a byte order mark": lambda text: "\ufeff" + text,
    "a byte order mark amid": lambda text: text.replace("{", "{\ufeff", 1),
    "braces opened": lambda text: text + "{" * 2000,
    "braces closed": lambda text: "}" * 2000 + text,
    "no braces": lambda text: text.replace("{", "").replace("}", ""),
    "braces alone": lambda text: "{}" * 5000,
    "deep parentheses": lambda text: text.replace(
        "return 5;", "return " + "(" * 1000 + "5" + ")" * 1000 + ";"
    ),
    "deep blocks": lambda text: text.replace("return 5;", "{" * 1000 + "return 5;" + "}" * 1000),
    "deep negations": lambda text: text.replace("!deep", "!" * 1000 + "deep"),
    "deep conditions": lambda text: text.replace("return 5;", "return " + "deep ? 1 : " * 500 + "5;"),
    "many branches": lambda text: text.replace("return 5;", "return 5;" + " else if (deep) return 2;" * 300),
    "deep lambdas": lambda text: text.replace("return 5;", "Object o = " + "x -> " * 500 + "x; return 5;"),
    "deep types": lambda text: text.replace("return 5;", "L" + "<L" * 500 + ">" * 500 + " q; return 5;"),
    "a long sum": lambda text: text.replace("return 5;", "return 5" + " + total" * 1000 + ";"),
    "a long string": lambda text: text.replace("return 5;", 'g("' + "x" * 1_000_000 + '"); return 5;'),
    "a string without end": lambda text: text.replace("return 5;", 'return "' + "x" * 10_000),
    "a comment without end": lambda text: text.replace("return 5;", "/* return 5;"),
    "one long line": lambda text: text.replace("return 5;", "{ " + "g(deep); " * 1000 + "return 5; }"),
    "many copies": lambda text: text * 10,
    "an unrelated text": lambda text: "class C { void g() {" + "int a = h(b);\n" * 5000 + "} }",
    "many semicolons": lambda text: text.replace("return 5;", ";" * 10_000 + "return 5;"),
    "tokens in reverse": lambda text: " ".join(text.split()[::-1]),
    "each token twice": lambda text: " ".join(f"{word} {word}" for word in text.split()),
    "nothing": lambda text: "",
    "blanks": lambda text: " \n\t\r\n",
    "Unicode escapes": lambda text: text.replace("total", "\\u0074otal", 3),
    "letters of four bytes": lambda text: text.replace("total", "\U0001d4b3", 3),
    "control characters": lambda text: text.replace(" ", "\x0b\x0c\x1f"),
    "many annotations": lambda text: text.replace("@Deprecated", "@Deprecated " * 500),
    "markup": lambda text: "<html>" + text.replace("<", "&lt;") + "</html>",
}


@cache
def mutant(mutator: str) -> em.Mutant:
    return next(em.mutate(TEXT, [mutator], seed=1))


@pytest.mark.parametrize("what", PATCHES)
@pytest.mark.parametrize("mutator", mutators.names())
def test_undo_ends_with_an_answer_or_a_conflict(mutator: str, what: str) -> None:
    made = mutant(mutator)
    patched = PATCHES[what](made.text)
    start = time.process_time()
    try:
        em.undo(patched, made)
    except em.UndoConflict as conflict:
        first, last = conflict.region
        assert 0 <= first <= last <= max(len(made.data), len(patched.encode()))
    assert time.process_time() - start < 20


@pytest.mark.parametrize("mutator", ["unused-variable", "variable-renaming"])
def test_two_edits_far_apart_in_a_large_file_take_no_more_than_their_share_of_time(mutator: str) -> None:
    """Where aligning the texts token by token takes minutes."""
    text = TEXT.replace("boolean late", "total = total + data[0] * 5;\n" * 3000 + "boolean late")
    made = next(em.mutate(text, [mutator], seed=1))
    patched, wanted = (
        "import java.util.List;\n" + each.replace("return 5;", "return 6;") for each in (made.text, text)
    )
    start = time.process_time()
    assert em.undo(patched, made) == wanted
    assert time.process_time() - start < 20
