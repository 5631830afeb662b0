"""Names in Python: what is legal, the style, and what a proven type proposes."""

import builtins
import keyword
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from mutators.naming import SCHEMES, NameRequest
from mutators.python.tools.names import NAMES, is_legal_name, name_request

LEGAL = ["x", "_x", "x_", "max_count", "camelCase", "X1", "\u03c0", "\u65e5\u672c", "none", "case_1"]
NOT_NAMES = ["", "1x", "x-y", "x y", "a.b", "x$", "_", "match", "case", "type", "__x", "__init__", "__"]
UNSTABLE = ["\ufb01le", "\u212a", "x\u2070", "exit", "WindowsError"]


@pytest.mark.parametrize("name", LEGAL)
def test_legal_names(name: str) -> None:
    assert is_legal_name(name)
    assert compile(f"{name} = 1", "<test>", "exec").co_names == (name,)


@pytest.mark.parametrize("name", [*NOT_NAMES, *UNSTABLE, *keyword.kwlist, *dir(builtins)])
def test_illegal_names(name: str) -> None:
    assert not is_legal_name(name)


def test_a_name_that_python_reads_as_another_one_is_not_legal() -> None:
    assert compile("\ufb01le = 1", "<test>", "exec").co_names == ("file",)


@pytest.mark.parametrize(
    ("type_", "letter", "initials", "whole"),
    [
        ("int", "i", "i", "int_value"),
        ("str", "s", "s", "string"),
        ("bool", "b", "b", "bool_value"),
        ("NoneType", "n", "n", "none"),
        ("list", "l", "l", "list_value"),
        ("frozenset", "f", "fs", "frozen_set"),
        ("HTTPServer2", "h", "hs", "http_server2"),
        ("IntSet", "i", "is1", "int_set"),
    ],
)
def test_names_from_the_type(type_: str, letter: str, initials: str, whole: str) -> None:
    request = name_request("old", type_)
    found = [next(NAMES.proposals(request, scheme, Random(1))) for scheme in SCHEMES[:3]]
    assert found == [letter, initials, whole]


def test_arrays_are_in_the_plural() -> None:
    names = NAMES.proposals(NameRequest("x", "LeafNode", 1), "type-name", Random(1))
    assert list(islice(names, 3)) == ["leaf_nodes", "leaf_node_array", "leaf_node_array1"]


def test_an_unknown_type_proposes_nothing_and_the_name_is_a_synonym_or_generic() -> None:
    request = name_request("x", None)
    assert not [name for scheme in SCHEMES[:3] for name in NAMES.proposals(request, scheme, Random(1))]
    assert NAMES.fresh_name(request, "type-name", {"var0"}, Random(1)) == "var1"
    found = {NAMES.fresh_name(name_request("max_count", None), "type-name", (), Random(n)) for n in range(9)}
    assert "maximum_total" in found
    assert all("_" in name and not name.startswith("var") for name in found)


@pytest.mark.parametrize(
    ("name", "same"),
    [("max_count", str.islower), ("MAX_COUNT", str.isupper), ("_max_count", str.islower)],
)
def test_synonyms_keep_the_style(name: str, same: Callable[[str], bool]) -> None:
    for seed in range(20):
        new = next(NAMES.proposals(NameRequest(name), "synonym", Random(seed)))
        assert new.count("_") == name.count("_")
        assert same(new)
        assert new.startswith("_") == name.startswith("_")


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        ("int", {"unused_int", "i", "int_value", "var0"}),
        ("String", {"unused_string", "s", "string", "var0"}),
        ("FrozenSet", {"unused_frozen_set", "f", "frozen_set", "var0"}),
    ],
)
def test_unused_names_of_every_style(type_: str, expected: set[str]) -> None:
    fillers = {"temp", "tmp", "dummy", "unused", "spare", "placeholder"}
    assert {NAMES.unused_name(type_, (), Random(seed)) for seed in range(300)} == expected | fillers
