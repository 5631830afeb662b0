"""Tests of EvalPlus (Liu et al. 2023): programs that ask for numpy, and inputs whose results its own solution says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.functions.python import parsed
from equimorph.bench.literal_inputs import calls_of, restored

__all__ = ["tests_of_inputs", "with_numpy"]

_NUMPY = """\
import sys, types


def _close(value, other, rtol=1e-05, atol=1e-08):
    if isinstance(value, (list, tuple)) or isinstance(other, (list, tuple)):
        if not isinstance(value, (list, tuple)) or not isinstance(other, (list, tuple)):
            pairs = [(value, one) for one in other] if isinstance(other, (list, tuple)) else [(one, other) for one in value]
        elif len(value) != len(other):
            raise ValueError("operands could not be broadcast together")
        else:
            pairs = list(zip(value, other))
        return all(_close(*pair, rtol=rtol, atol=atol) for pair in pairs)
    return value == other or abs(value - other) <= atol + rtol * abs(other) < float("inf")


_numpy = types.ModuleType("numpy")
_numpy.allclose = _numpy.isclose = _close
_numpy.ndarray = type("ndarray", (), {})
_numpy.float32, _numpy.float64 = type("float32", (float,), {}), type("float64", (float,), {})
_numpy.inf, _numpy.nan = float("inf"), float("nan")
sys.modules["numpy"] = _numpy

"""
"""The part of numpy in use by the tests, for lists and numbers; their box does not have numpy."""
_TESTS = """
_names = {{"__name__": "reference"}}
exec({solution!r}, _names)
_reference, _tolerance = _names[{entry!r}], {tolerance!r}


def _is_floats(value):
    some = value if isinstance(value, (list, tuple)) and value else [value]
    return all(isinstance(one, float) for one in some)


def _same(found, wanted):
    tolerance = _tolerance or (1e-6 if _is_floats(wanted) else 0)
    if found == wanted:
        return True
    if not tolerance or type(found) is not type(wanted):
        return False
    if isinstance(wanted, (list, tuple)) and len(found) != len(wanted):
        return False
    return _close(found, wanted, rtol=1e-07, atol=tolerance)


for _input in {inputs}:
    _wanted = _reference(*copy.deepcopy(_input))
    _found = {entry}(*copy.deepcopy(_input))
    assert {check}, f"it returns {{_found!r:.100}} for {{_input!r:.100}}"
"""
_ROOT = "abs(sum(each * _found**power for power, each in enumerate(_input[0]))) <= _tolerance"
"""A root of a polynomial is any number at which it is near zero."""
_ANY_ROOT = "find_zero"
_SET, _MATCH = (
    "set(_found) == set(_wanted)",
    "(_found is not None and _found is not False) == (_wanted is not None)",
)
_SETS = frozenset(
    {
        "similar_elements",
        "find_char_long",
        "common_in_nested_lists",
        "extract_singly",
        "larg_nnum",
        "intersection_array",
    }
    | {"find_dissimilar", "Diff"}
)
"""Functions of MBPP+ whose results are equal as sets."""
_MATCHES = frozenset({"check_str", "text_match_three", "text_starta_endb"})
"""Functions of MBPP+ that say by a truth value, or by None and any other value, whether a text fits."""
_SEVERAL = frozenset({"are_equivalent", "sum_div", "surface_Area", "digit_distance_nums"})
"""Functions of MBPP+ with right answers that its solution does not give."""


def with_numpy(tests: str) -> str:
    """Return a program of tests with the part of numpy in it that tests of EvalPlus use."""
    return _NUMPY + tests


def tests_of_inputs(data: Mapping[str, Any], solution: str) -> str:
    """Return tests that compare a candidate with a solution on the inputs of a row of HumanEval+ or MBPP+.

    Args:
        data: The row, with base_input, plus_input and atol; of MBPP+ also assertion, by which the types of inputs are restored.
        solution: The whole program of its solution.

    Raises:
        ProblemError: these fields are not what they should be, or the types of inputs or the right answers are not known.
    """
    parts, tolerance, entry = (
        [data.get("base_input"), data.get("plus_input")],
        data.get("atol"),
        data["entry_point"],
    )
    inputs = [arguments for part in parts if isinstance(part, list) for arguments in part]
    if (
        not inputs
        or not all(isinstance(part, list) for part in (*parts, *inputs))
        or not isinstance(tolerance, int | float)
    ):
        raise ProblemError("base_input and plus_input are lists of arguments, and atol a number")
    program, check = (
        f"json.loads({json.dumps(inputs)!r})",
        _ROOT if entry == _ANY_ROOT else "_same(_found, _wanted)",
    )
    if "assertion" in data:
        if entry in _SEVERAL:
            raise ProblemError(
                f"{entry}: several answers are right, which only the program of EvalPlus knows"
            )
        calls = calls_of(parsed(str(data["assertion"])) or (), entry)
        program = f'eval({repr(restored(inputs, calls))!r}, {{"inf": float("inf"), "nan": float("nan")}})'
        check = _SET if entry in _SETS else _MATCH if entry in _MATCHES else check
    settings = {"solution": solution, "entry": entry, "tolerance": tolerance, "check": check}
    return f"import copy, json\n{_NUMPY}" + _TESTS.format(inputs=program, **settings)
