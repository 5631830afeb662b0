"""The model `template` in Python: its edits one by one, and their order."""

from __future__ import annotations

import pytest

from equimorph.models import Request
from equimorph.robustness.baselines import TemplateModel
from equimorph.robustness.baselines.template import repairs
from mutators import MutationError

HEAD = "def f(a, b, items):\n    total = 0"


def lines_for(line: str, tail: str = "    return total") -> list[str]:
    """Return what takes the place of a faulty line, in order."""
    text = f"{HEAD}\n    {line}\n{tail}\n"
    found = list(repairs(text, [3], "python"))
    assert all(one.startswith(f"{HEAD}\n") and one.endswith(f"{tail}\n") for one in found)
    return [one.removeprefix(f"{HEAD}\n").removesuffix(f"{tail}\n").strip() for one in found]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("if a < b: g()", ["if a <= b: g()", "if a > b: g()", "if a >= b: g()", "if a + 1 < b: g()"]),
        ("total //= 2", ["total /= 2", "total %= 2", "total //= 3", "total //= 1"]),
        ("if a is  not b: g()", ["if a is b: g()", "if not a is  not b: g()"]),
        ("if a not in b: g()", ["if a in b: g()", "if not a not in b: g()"]),
        ("if not (a or b): g()", ["if not (a and b): g()", "if (a or b): g()", "if not (not a or b): g()"]),
        ("g(a - 1)", ["g(a + 1)", "g(a)", "g(a - 2)", "g(a - 0)"]),
        ("g(a or b)", ["g(a and b)", "g(not a or b)", "g(a or not b)"]),
        ("k = True", ["k = False", ""]),
        ("items.sort()", ["if items is not None: items.sort()", "total.sort()", "b.sort()", "a.sort()", ""]),
        ("if items.x: g()", ["if not items.x: g()", "if items is not None and items.x: g()"]),
        ("g('é', a < b)", ["g('é', a <= b)", "g('é', a > b)", "g('é', a >= b)", "g('é', a + 1 < b)"]),
    ],
)
def test_the_first_edits_of_a_line(line: str, first: list[str]) -> None:
    assert lines_for(line)[: len(first)] == first


def test_the_only_statement_of_a_block_becomes_pass_and_the_last_one_of_a_member_goes() -> None:
    text = "def f(a):\n    if a:\n        g()\n    return h"
    assert list(repairs(text, [3], "python")) == ["def f(a):\n    if a:\n        pass\n    return h"]
    assert list(repairs(text, [4], "python"))[2:] == ["def f(a):\n    if a:\n        g()"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_texts_of_methods_with_any_indentation(end: str) -> None:
    text = end.join(
        ("@wraps(a < 1)", "async def f(self, a: b < 1):", "\t\tif await a < 2:", "\t\t\treturn 1", "")
    )
    found = list(repairs(text, [1, 2, 3], "python"))
    assert text.replace("a < 2", "a <= 2") in found
    assert all("a < 1" in one and "b < 1" in one for one in found)


def test_what_cannot_be_edited_is_an_error() -> None:
    model, broken = TemplateModel(), Request("a", "def f(:\n    pass", (1,), language="python")
    [answer] = model.repair([broken], 3)
    assert answer.error is not None
    assert answer.candidates == ()
    with pytest.raises(MutationError, match="there are no templates of json"):
        list(repairs("{}", [1], "json"))
