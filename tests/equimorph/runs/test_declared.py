"""Options that a dataclass declares: their words, and the check of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from equimorph.runs.declared import Declared, Option, check_values, declared, no_such


@dataclass(frozen=True, kw_only=True)
class Inner:
    """Options in a field.

    Attributes:
        name: Of something.
    """

    name: Annotated[str, Option()] = "x"


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options.

    Attributes:
        count: How many there are,
            at most.
        share: Of them.
        kind: Which kind.
        names: Some names.
        plain: no option.

    Raises:
        ValueError: a value is out of its range.
    """

    count: Annotated[int | None, Option(minimum=1)] = None
    share: Annotated[float, Option(minimum=0, maximum=1)] = 0.5
    kind: Annotated[Literal["red", "green"], Option()] = "red"
    names: Annotated[tuple[str, ...], Option(choices=lambda: ("a", "b"))] = ()
    numbers: Annotated[Mapping[str, float], Option(help="Some numbers.")] = field(default_factory=dict)
    plain: int = 0
    inner: Inner = field(default_factory=Inner)

    def __post_init__(self) -> None:
        check_values(self, ValueError)


def option(name: str) -> Declared:
    found = declared(Options)[name]
    assert isinstance(found, Declared)
    return found


def test_options_are_the_fields_in_their_order_and_a_dataclass_stands_for_its_own() -> None:
    assert [*declared(Options)] == ["count", "share", "kind", "names", "numbers", "inner"]
    assert declared(Options)["inner"] is Inner


def test_the_help_is_what_the_docstring_says_of_the_field() -> None:
    assert option("count").option.help == "How many there are, at most."
    assert option("names").option.help == "Some names."
    assert option("numbers").option.help == "Some numbers."


def test_an_option_without_words_is_an_error() -> None:
    @dataclass
    class Silent:
        loud: Annotated[int, Option()] = 0

    with pytest.raises(TypeError, match="loud has no words"):
        declared(Silent)


def test_a_subclass_has_the_words_of_its_base() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Narrow(Inner):
        """Nothing of names."""

        name: Annotated[str, Option(flags="--called")] = "y"

    found = declared(Narrow)["name"]
    assert isinstance(found, Declared)
    assert (found.option.help, found.option.flags, found.default) == ("Of something.", "--called", "y")


def test_types_are_taken_apart() -> None:
    seen = [(one.kind, one.many, one.optional) for one in map(option, ("count", "share", "names", "numbers"))]
    assert seen == [(int, False, True), (float, False, False), (str, True, False), (str, True, False)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"count": 0}, "count is 1 or more, not 0"),
        ({"count": 1.5}, "count is a whole number, not 1.5"),
        ({"count": True}, "count is a whole number, not True"),
        ({"share": 1.01}, "share is from 0 to 1, not 1.01"),
        ({"share": float("nan")}, "share is from 0 to 1, not nan"),
        ({"share": "1"}, "share is a number, not '1'"),
        ({"share": None}, "share is a number, not None"),
        ({"kind": "blue"}, "kind is red or green, not 'blue'"),
        ({"names": ("a", "c")}, r"names is a or b, not \('a', 'c'\)"),
        ({"names": "a c"}, "names is a or b, not 'a c'"),
    ],
)
def test_values_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Options(**given)


def test_values_in_range_pass() -> None:
    assert Options(count=1, share=1, kind="green", names=("b", "a")).share == 1
    assert Options(count=None, share=0).count is None


def test_a_wrong_name_has_a_close_one_or_all() -> None:
    assert no_such("kind", "redd", ("red", "green")) == "no kind 'redd'; did you mean red?"
    assert no_such("kind", "x", ("red", "green")) == "no kind 'x'; there are: red, green"


class Whole(int):
    """A whole number of another library, such as numpy's."""


def test_numbers_and_collections_of_other_kinds_are_taken_as_they_are() -> None:
    assert Options(count=Whole(3), share=Fraction(1, 2), names={"a"}).count == 3  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="names is a or b, not"):
        Options(names={"a", "c"})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="names is a or b, not 'ab'"):
        Options(names="ab")  # type: ignore[arg-type]
