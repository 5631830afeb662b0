"""A mutant has the comments of its original, each as often: a site where it would not is refused."""

from __future__ import annotations

import pytest

from mutators import get
from mutators.comments import COPIED, LOST
from parsers.source import SourceFile

PYTHON = "def f(a, b, g, n=1):\n    n = 1\n    {}\n"
JAVA = "void f(int n, int[] a, boolean p) {{ {} }}"


@pytest.mark.parametrize(
    ("language", "name", "text", "reason"),
    [
        ("python", "loop-exchange", "for k, x in enumerate(# c\n        a): g(x)", LOST),
        ("python", "loop-exchange", "for k, x in enumerate(a # c\n        ): g(x)", LOST),
        ("python", "loop-exchange", "for i in range(# c\n        9):\n        g(i)", LOST),
        ("python", "loop-exchange", "while True:\n        if a: # c\n            break\n        g()", LOST),
        ("python", "expression-exchange", "n = (# c\n        n) + 1", LOST),
        ("python", "condition-exchange", "g(not # c\n        True)", LOST),
        ("java", "declaration-split", "int[] b; int[/* c */] c;", LOST),
        ("java", "expression-exchange", "a[/* c */ n] += 2;", COPIED),
        ("java", "ternary-to-if", "a[/* c */ n] = p ? 1 : 2;", COPIED),
        ("java", "loop-exchange", "for (; p; n /* c */ ++) { if (n > 2) continue; f(n); }", COPIED),
    ],
)
def test_a_comment_that_would_not_stay_is_a_refusal(language: str, name: str, text: str, reason: str) -> None:
    template = PYTHON if language == "python" else JAVA
    source = SourceFile.from_text(template.format(text), language=language)
    judged = [answer for _, answer in get(name, language).judged(source)]
    assert reason in judged
    bare = text.replace("# c", "").replace("/* c */", "")
    source = SourceFile.from_text(template.format(bare), language=language)
    assert not {LOST, COPIED} & {answer for _, answer in get(name, language).judged(source)}
    assert list(get(name, language).mutants(source))


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("python", "loop-exchange", "while True:\n        if a == '# c': break\n        g()"),
        ("python", "loop-exchange", "for k, x in enumerate(a):  # c\n        g(x)"),
        ("python", "permute-exchange", "if a:\n        g()  # c\n    else:\n        b()"),
        ("java", "loop-exchange", "for (; p; n++) { /* c */ f(n); }"),
        ("java", "declaration-split", "int[] b; /* c */ int[] c;"),
    ],
)
def test_a_comment_that_stays_is_no_obstacle(language: str, name: str, text: str) -> None:
    template = PYTHON if language == "python" else JAVA
    source = SourceFile.from_text(template.format(text), language=language)
    [mutant] = get(name, language).mutants(source)
    assert mutant.text.count("# c") + mutant.text.count("/* c */") == 1
