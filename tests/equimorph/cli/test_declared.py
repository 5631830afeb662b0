"""The options of a verb follow from the dataclasses that it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer
from typer.testing import CliRunner, Result

from equimorph.cli.commands import Command
from equimorph.cli.declared import Taken, filled
from equimorph.cli.known import usage_errors
from equimorph.cli.session import Session
from equimorph.runs.declared import Option, Panel, check_values
from mutators import MutationError


def halved(text: str) -> float:
    try:
        return float(text) / 2
    except ValueError:
        raise ValueError(f"{text!r} is no number") from None


def pairs(texts: list[str]) -> dict[str, str]:
    if "" in texts:
        raise MutationError("--pair is empty")
    return dict(text.split("=") for text in texts)


@dataclass(frozen=True, kw_only=True)
class Inner:
    """Options in a field.

    Attributes:
        seed: Seed of all.
        names: Names of some things.
    """

    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    names: Annotated[tuple[str, ...], Option(flags="--name -n", choices=("a", "bee"), noun="thing")] = ("a",)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options.

    Attributes:
        inner: others.
        count: How many. Default: all.
        kind: Which kind.
        half: Of a number.
        pair: Names and values.
        seed: Seed of all.
        late: Stands behind the names.
        loud: Say it loud.
        plain: no option.
    """

    inner: Inner = field(default_factory=Inner)
    count: Annotated[int, Option(minimum=1)] = 40
    kind: Annotated[Literal["red", "green"], Option()] = "red"
    half: Annotated[float, Option(text="3", parse=halved)] = 1.5
    pair: Annotated[dict[str, str], Option(parse=pairs)] = field(default_factory=dict)
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    late: Annotated[str, Option(after="name")] = ""
    loud: Annotated[bool, Option()] = False
    plain: int = 7

    def __post_init__(self) -> None:
        check_values(self, MutationError)
        if self.count == 13:
            raise MutationError("not 13")


def asked(verb: Callable[..., None], *words: str) -> Result:
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(cls=Command)(filled(verb))
    return CliRunner().invoke(app, [*words], env={"COLUMNS": "100"})


def made(*words: str, annotation: object = Options) -> object:
    """Return what a verb gets for its options."""
    seen = []

    def verb(*, options: object) -> None:
        seen.append(options)

    verb.__annotations__["options"] = annotation
    result = asked(verb, *words)
    assert result.exit_code == 0, result.output
    return seen[0]


def refused(*words: str) -> str:
    def verb(*, options: Options) -> None:
        pass

    result = asked(verb, *words)
    assert result.exit_code == 2
    return str(result.output)


def test_what_is_not_given_has_the_default_of_its_class() -> None:
    assert made() == Options()


def test_what_is_given_fills_the_fields_and_those_of_dataclasses_in_fields() -> None:
    options = made(
        *("--count", "3", "--kind", "green", "--half", "5", "-n", "bee", "--loud"),
        *("--pair", "a=b", "--pair", "c=d", "--late", "x"),
    )
    inner = Inner(names=("bee",))
    expected = Options(
        count=3, kind="green", half=2.5, pair={"a": "b", "c": "d"}, late="x", loud=True, inner=inner
    )
    assert options == expected


def test_one_flag_of_two_dataclasses_fills_both() -> None:
    options = made("--seed", "5")
    assert isinstance(options, Options)
    assert (options.seed, options.inner.seed) == (5, 5)


def test_the_help_is_that_of_the_fields_in_their_order() -> None:
    def verb(*, options: Options) -> None:
        pass

    text = asked(verb, "--help").output
    lines = [line.split() for line in text.splitlines() if line.startswith("  -")]
    flags = [next(word for word in words if word.startswith("--")) for words in lines]
    assert flags == [
        "--seed",
        "--name",
        "--late",
        "--count",
        "--kind",
        "--half",
        "--pair",
        "--loud",
        "--help",
    ]
    assert "How many. Default: all.  [x>=1]" in text
    assert "Which kind.  [default: red]" in text
    assert "Of a number.  [default: 3]" in text


def test_a_value_out_of_its_range_is_a_usage_error_of_its_option() -> None:
    assert "Invalid value for '--count'" in refused("--count", "0")
    assert "no kind 'gren'; did you mean green?" in refused("--kind", "gren")
    assert "no thing 'c'; there are: a, bee" in refused("--name", "c")


def test_what_the_class_or_a_parser_refuses_is_a_usage_error() -> None:
    assert "Invalid value: not 13" in refused("--count", "13")
    assert "Invalid value for --half: 'x' is no number" in refused("--half", "x")
    assert "Invalid value: --pair is empty" in refused("--pair", "")


def test_a_verb_takes_some_of_the_fields_or_others_than_declared() -> None:
    only = Annotated[Options, Taken("count", "inner", count=2)]
    assert made(annotation=only) == Options(count=2)
    without = Annotated[Options, Taken(without=["names"], kind=Option(flags="--colour"))]
    assert made("--colour", "green", annotation=without) == Options(kind="green")
    with pytest.raises(AssertionError, match="No such option: --name"):
        made("--name", "a", annotation=without)
    with pytest.raises(AssertionError, match="No such option: --kind"):
        made("--kind", "red", annotation=only)


def test_none_of_the_options_may_be_no_dataclass() -> None:
    absent = Annotated[Inner | None, Taken(seed=Option(help="Default: 0."))]
    assert made(annotation=absent) is None
    assert made("--name", "bee", annotation=absent) == Inner(names=("bee",))


@pytest.mark.parametrize("kind", [tuple[Literal["x", "y"], ...], list[Literal["x", "y"]]])
def test_several_values_of_a_literal_are_checked_before_they_are_parsed(kind: object) -> None:
    def verb(*, names: object = ()) -> None:
        pass

    verb.__annotations__["names"] = Annotated[kind, Option(help="Some.", parse=list)]
    assert "no names 'z'; there are: x, y" in asked(verb, "--names", "z").output


def test_the_names_of_a_mapping_are_for_its_parser() -> None:
    seen = []

    def verb(*, most: Annotated[Mapping[Literal["x"], str], Option(help="Some.", parse=pairs)]) -> None:
        seen.append(most)

    assert asked(verb, "--most", "x=1").exit_code == 0
    assert [dict(most) for most in seen] == [{"x": "1"}]


def test_an_option_of_the_verb_itself() -> None:
    seen = []

    def verb(
        *,
        out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, help="Output.")],
        many: Annotated[list[Path] | None, Option(help="Some.", exists=True)] = None,
        most: Annotated[int, Option(help="At most. Default: 4.", maximum=9)] = 4,
    ) -> None:
        seen.append((out, many, most))

    assert asked(verb, "-o", "x").exit_code == 0
    assert seen == [(Path("x"), None, 4)]
    assert "Missing option '--out'" in asked(verb).output
    assert "'y' does not exist" in asked(verb, "-o", "x", "--many", "y").output


def test_an_option_with_several_values_may_be_required() -> None:
    seen = []

    def verb(*, names: Annotated[list[str], Option(flags="--name", help="Some.")]) -> None:
        seen.append(names)

    assert "Missing option '--name'" in asked(verb).output
    assert asked(verb, "--name", "a", "--name", "b").exit_code == 0
    assert list(*seen) == ["a", "b"]


def test_several_values_may_be_one_text() -> None:
    seen = []

    def verb(
        *,
        parts: Annotated[
            tuple[int, ...],
            Option(help="Some.", text="1/2", parse=lambda text: (*map(int, text.split("/")),)),
        ] = (1, 2),
    ) -> None:
        seen.append(parts)

    assert "[default: 1/2]" in asked(verb, "--help").output
    assert asked(verb).exit_code == asked(verb, "--parts", "3/4/5").exit_code == 0
    assert seen == [(1, 2), (3, 4, 5)]


def test_an_option_of_the_verb_itself_may_follow_one_of_a_dataclass() -> None:
    def verb(*, options: Inner, first: Annotated[str, Option(help="Of it.", after="seed")] = "") -> None:
        pass

    text = asked(verb, "--help").output
    assert text.index("--seed") < text.index("--first") < text.index("--name")


def test_the_fields_of_a_dataclass_may_be_given_by_the_verb() -> None:
    seen = []

    def verb(*, options: Callable[..., Options]) -> None:
        seen.append(options(plain=8))
        options(count=13)

    result = asked(verb, "--kind", "green")
    assert seen == [Options(kind="green", plain=8)]
    assert (result.exit_code, "Invalid value: not 13" in result.output) == (2, True)


def test_a_value_error_of_the_class_is_a_usage_error() -> None:
    @dataclass(frozen=True)
    class Even:
        """A number.

        Attributes:
            number: Which.
        """

        number: Annotated[int, Option()] = 0

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError("odd")

    def verb(*, even: object) -> None:
        pass

    verb.__annotations__["even"] = Even
    assert "Invalid value: odd" in asked(verb, "--number", "3").output


def test_an_argument_has_a_place_and_no_flag() -> None:
    seen = []

    def verb(
        *,
        first: Annotated[Path, Option(argument=True, help="One.", check=small)],
        rest: Annotated[tuple[int, ...], Option(argument=True, help="Others.")] = (),
    ) -> None:
        seen.append((first, rest))

    assert asked(verb, "x").exit_code == asked(verb, "x", "1", "2").exit_code == 0
    assert seen == [(Path("x"), ()), (Path("x"), (1, 2))]
    assert "Missing argument 'first'" in asked(verb).output
    assert "Invalid value for 'first': 'X' is not small" in asked(verb, "X").output


def small(path: Path) -> None:
    if not str(path).islower():
        raise ValueError(f"{str(path)!r} is not small")


def test_a_session_is_quiet_and_reports_the_errors_of_the_verb() -> None:
    def verb(*, session: Session) -> None:
        session.note("noted")
        raise MutationError("wrong")

    loud, quiet = asked(verb), asked(verb, "-q")
    assert (loud.exit_code, loud.output) == (1, "noted\nerror: wrong\n")
    assert (quiet.exit_code, quiet.output) == (1, "error: wrong\n")


def test_a_verb_without_declared_options_stays_what_it_is() -> None:
    def verb(name: Annotated[str, typer.Option()] = "") -> None:
        pass

    assert filled(verb) is verb
    again = filled(lambda: None)
    assert filled(again) is again


def test_errors_of_ours_become_usage_errors() -> None:
    with pytest.raises(typer.BadParameter, match="wrong") as caught, usage_errors("--model"):
        raise MutationError("wrong")
    assert caught.value.param_hint == "--model"
