"""Conditions in another form: where the truth alone counts, brackets, and equal code objects."""

from __future__ import annotations

from types import CodeType

import pytest

import equimorph as em
from mutators.python.condition_exchange import ConditionExchange
from mutators.testing import check
from tests.mutators.python.running import outcome

MUTATOR = ConditionExchange()

SUBJECT = r"""
def f(a, b):
    x = True.real, -True, not True, [a, b][True:] if a else None, {True: False, **{}}, f"{True}{True!r:>{5}}", [*[True]], (True)
    y = lambda q=True: q is True
    assert a or True, False
    while True:
        if a and not b or True: break
    z = [p for p in (1, 0) if p and b if not p]
    if not not (a and b): print(1)
    if not(not a or b) : print(2)
    if a if b else a and b: print(3)
    if (a
        # c
        and b): print(5)
    if a and \
       b: print(6)
    if a and (lambda: b): print(7)
    if (t := a) and a < 3 and 1 in [1] or not b: print(8)
    match a:
        case {} if a and b: print(9)
        case _ if not a: print(10)
    for c in True, False: print(c)
    if a and(b)and[b]: print(11)
    if not a or not b and not(a): print(12)
    if not a if a else not b: print(13)
    if "x"and a: print(14)
    print(x[:-1], y(), z, True is True, True == (not True), *(True,), "a" if True else "b", True if a else False)
for a in (0, 2, 5):
    for b in (0, 1, 3): f(a, b)
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_modules_behave_the_same_and_come_back(line_end: str) -> None:
    text = SUBJECT.replace("\n", line_end)
    expected = outcome(text)
    assert expected[0]
    assert not expected[1], "the subject must run to its end"
    mutants = list(MUTATOR.mutants(em.parse(text, language="python")))
    assert len(mutants) >= 25
    for mutant in mutants:
        assert outcome(mutant.text) == expected, mutant.mutation.edits
        made = em.parse(mutant.text, language="python")
        assert MUTATOR.undo(made, text.encode(), mutant.mutation) == text


def test_the_laws_hold() -> None:
    check(ConditionExchange, at_least=10, undos=5, processes=False)


def instructions(text: str) -> list[tuple[bytes, tuple[object, ...]]]:
    """The code and the constants of all functions of a module, without lines."""

    def of(code: CodeType) -> list[tuple[bytes, tuple[object, ...]]]:
        plain = tuple([repr(one) for one in code.co_consts if not isinstance(one, CodeType)])
        inner = [found for one in code.co_consts if isinstance(one, CodeType) for found in of(one)]
        return [(code.co_code, plain), *inner]

    return of(compile(text, "<text>", "exec"))


@pytest.mark.parametrize(
    "line",
    [
        "while a and b: g()",
        "if a or b and c: g()",
        "if not (a or b): g()",
        "if a: g()",
        "if not not a: g()",
        "assert a and b, c",
        "return b if a or c else c",
        "return [x for x in a if x and b]",
        "g(True)",
        "while True: g()",
    ],
)
def test_code_objects_are_equal(line: str) -> None:
    text = f"def f(a, b, c, g):\n    {line}\n"
    mutants = list(MUTATOR.mutants(em.parse(text, language="python")))
    assert mutants
    for mutant in mutants:
        assert mutant.text != text
        assert instructions(mutant.text) == instructions(text), mutant.text


@pytest.mark.parametrize(
    "line",
    [
        "r = a and b",
        "return not (a or b)",
        "g(a or b)",
        "a and g()",
        "x = (a or b) if c else c",
        "r = [a or b for c in g]",
    ],
)
def test_a_value_that_may_be_used_is_left_alone(line: str) -> None:
    source = em.parse(f"def f(a, b, c, g):\n    {line}\n", language="python")
    forms = [(site.params, reason) for site, reason in MUTATOR.judged(source)]
    refused = [reason for params, reason in forms if dict(params)["form"] == "de-morgan"]
    assert refused == ["its value may be used, not its truth alone"]
