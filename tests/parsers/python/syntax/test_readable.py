"""Texts that Python reads and libcst does not: form feeds, carriage returns alone, and deep nesting, which costs one function."""

from __future__ import annotations

import pytest

import equimorph as em

OTHER = "def g(b):\n    k = 2\n    return k\n"
ELIFS = "".join(f"    elif a == {i}: n = {i}\n" for i in range(1500))
DEEP = {
    "sum": "    return " + " + ".join(["a"] * 500),
    "and": "    return " + " and ".join(["a"] * 800),
    "elif": f"    if a: return n\n{ELIFS}    return n",
    "calls": "    return a" + ".x()" * 600,
    "strings": "    return (" + "'a'\n" * 900 + ")",
    "strings in a line": "    return " + "'a' " * 900 + "'a'",
    "so many strings that libcst reads no further": "    return " + "'a' " * 5000 + "'a'",
    "not": "    return " + "not " * 900 + "a",
    "lists": "    return " + "[" * 150 + "a" + "]" * 150,
}


def renamed(text: str) -> str:
    """The text with its last variable renamed, after the mutant was undone and inverted to the byte."""
    source = em.parse(text, language="python")
    mutant = list(em.mutate(source, ["variable-renaming"], seed=1))[-1]
    assert em.invert(mutant.text, mutant.mutation) == text
    compile(mutant.text, "<mutant>", "exec")
    return mutant.text


@pytest.mark.parametrize(
    "text",
    [
        "\f@@\f",
        "x = 1\n\f@@",
        "x = 1\n \f\f  # why\n\f@@",
        "x = '''\n\f'''\n\f@@",
        "x = (1,\n\f2)\n@@",
        "class A:\n    x = 1\n\f    @@",
        "class A:\n  \f    x = 1\n    @@",
        "x = 1\r@@",
    ],
)
def test_form_feeds_and_carriage_returns_stay(text: str) -> None:
    margin = "        " if text.startswith("class") else "    "
    whole = text.replace("@@", f"def f(a, /):\n\f{margin}n = a\n{margin}return n\n", 1).replace("@@", "")
    assert renamed(whole).count("\f") == whole.count("\f")


def test_a_file_with_carriage_returns_alone_keeps_them() -> None:
    text = "def f(a):\r    '''x\r\ry'''\r    n = 1\r    return n\r"
    assert "\n" not in renamed(text)
    assert em.parse(text, language="python").methods[0].untrusted is None


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("head", ["def f(a):\n    n = 1\n", "class A:\n  @a\n  async def f(a):\n    n = 1\n"])
def test_deep_nesting_costs_its_function_alone(head: str, body: str) -> None:
    text = f"{head}{body}\n{OTHER}"
    deep, other = em.parse(text, language="python").methods
    assert deep.untrusted == f"it is nested too deeply, at line {head.count(chr(10))}"
    assert deep.text.endswith(body[-3:])
    assert other.untrusted is None
    assert renamed(text).startswith(f"{head}{body}\n")


def test_a_function_that_libcst_reads_may_be_too_deep() -> None:
    """One level more than facts are found for; what is deeper is hidden from libcst."""
    deep, most = (f"def f(a):\n    return {' + '.join(['a'] * n)}\n" for n in (270, 200))
    reasons = [each.untrusted for each in em.parse(f"{deep}{most}", language="python").methods]
    assert reasons == ["it is nested too deeply", None]


def test_what_is_hidden_may_bind_any_of_its_words_and_hand_on_any() -> None:
    deep = " + ".join(["a"] * 500)
    source = em.parse(f"len = {deep}\n{OTHER}", language="python")
    assert source.parsed.names.is_shadowed("len")  # type: ignore[attr-defined]
    source = em.parse(f"L = [locals, {deep}]\n{OTHER}", language="python")
    assert source.methods[0].untrusted is not None
