"""The options of the pairs, checked."""

from __future__ import annotations

import math
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar

from equimorph.checking.class_bytes import ClassBytes
from equimorph.checking.code_objects import CodeObjects
from equimorph.checking.verdicts import CodeComparison
from equimorph.contrastive.schema import SPLITS
from equimorph.languages import part_of
from equimorph.mutants.mutating import check_reach, select_mutators
from equimorph.runs.declared import Option, Panel, no_such
from equimorph.runs.values import fraction
from mutators import MutationError, Mutator, registry
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk

__all__ = ["BREAKING", "DEPTH", "Compiler", "Javac", "Options", "PythonCode", "compiler_data", "compiler_of"]

BREAKING = "operator-mutation"
DEPTH = (1, 3)
"""The least and the most mutations of a positive, unless other numbers are given."""
_SKETCH = "sketch"


_DEPTH = "Mutations per positive: a number, or A-B."
_MUTATORS = "Use only this mutator (repeatable). It must be preserving, and makes positives. Default: those of `mutate`."
_BREAKING = f"Mutator for the negatives (repeatable). Default: {BREAKING}."
_WEIGHTS = "Weight of a mutator in the draw: NAME=NUMBER (repeatable). Default: 1 each."
_SKETCHES = "Use sketches of the methods as anchors."
_SHARE = "Share of a method's operators mutated at once in a negative: 50% or 0.5. Default: one operator."
_SPLITS = "Shares of train, validation and test."


def depth_of(text: str) -> tuple[int, int]:
    """Return the numbers of mutations that a text such as `2` or `1-3` describes.

    Raises:
        MutationError: it is neither.
    """
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match is None:
        raise MutationError(f"--depth {text!r} is neither a number nor A-B")
    return int(match[1]), int(match[2] or match[1])


def weights_of(texts: Iterable[str]) -> dict[str, float]:
    """Return the weights of texts such as ``useless-cast=2``.

    Raises:
        MutationError: no mutator has the name, or the text is not NAME=NUMBER.
    """
    weights = {}
    for text in texts:
        name, _, number = text.partition("=")
        if name not in registry.names():
            raise MutationError(no_such("mutator", name, registry.names()))
        try:
            weights[name] = float(number)
        except ValueError:
            raise MutationError(f"--weight {text!r} is not NAME=NUMBER") from None
    return weights


def splits_of(text: str) -> tuple[float, float, float]:
    """Return the fractions of a text such as ``0.8,0.1,0.1``.

    Raises:
        MutationError: it is not three numbers.
    """
    try:
        train, validation, test = (float(part) for part in text.split(","))
    except ValueError:
        raise MutationError(f"--split {text!r} is not three numbers A,B,C") from None
    return train, validation, test


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of each sample.

    Attributes:
        positives: Positives per method.
        negatives: Negatives per method.
        depth: Minimum and maximum number of mutations of a positive, or one number for both.
        mutators, breaking: Names, or mutators with their own options, which only the process that has them can use.
        weights: Weights by the names of mutators; 1 for the others.
        seed: Seed for all random choices.
        sketch: use sketches as anchors; also a mutator that makes them.
        max_tokens: Maximum tokens per text.
        share: Share of the operators, a fraction; None for a single operator.
        language: Language of the sources, such as "python".
        splits: fractions of train, validation and test.

    Raises:
        MutationError: a mutator does not exist, or is of the wrong relation; or a weight is of none of the mutators.
        ValueError: a number is out of its range.
    """

    positives: Annotated[int, Option(panel=Panel.SAMPLES, minimum=0)] = 2
    negatives: Annotated[int, Option(panel=Panel.SAMPLES, minimum=0)] = 2
    depth: Annotated[
        int | tuple[int, int],
        Option(panel=Panel.SAMPLES, help=_DEPTH, text="-".join(map(str, DEPTH)), parse=depth_of),
    ] = DEPTH
    mutators: Annotated[
        Sequence[str | Mutator] | None,
        Option(
            flags="--mutator -m",
            panel=Panel.MUTATORS,
            choices=registry.names,
            noun="mutator",
            kind=str,
            help=_MUTATORS,
        ),
    ] = None
    breaking: Annotated[
        Sequence[str | Mutator] | None,
        Option(panel=Panel.MUTATORS, choices=registry.names, noun="mutator", kind=str, help=_BREAKING),
    ] = None
    weights: Annotated[
        Mapping[str, float], Option(flags="--weight", panel=Panel.MUTATORS, help=_WEIGHTS, parse=weights_of)
    ] = field(default_factory=dict)
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    sketch: Annotated[bool | Mutator, Option(panel=Panel.SAMPLES, kind=bool, help=_SKETCHES)] = False
    max_tokens: Annotated[int | None, Option(panel=Panel.SAMPLES, minimum=1)] = None
    share: Annotated[
        float | None, Option(panel=Panel.SAMPLES, metavar="SHARE", help=_SHARE, parse=fraction)
    ] = None
    language: str = "java"
    splits: Annotated[
        tuple[float, float, float],
        Option(flags="--split", panel=Panel.SAMPLES, help=_SPLITS, text="0.8,0.1,0.1", parse=splits_of),
    ] = (0.8, 0.1, 0.1)

    def __post_init__(self) -> None:
        least, most = self.depths
        _demand(self.positives >= 0 and self.negatives >= 0, "positives and negatives are numbers from 0 on")
        _demand(self.positives + self.negatives > 0, "neither positives nor negatives are asked for")
        _demand(1 <= least <= most, f"depth {least}-{most} is no range from 1 on")
        _demand(self.max_tokens is None or self.max_tokens > 0, "max_tokens is a number from 1 on")
        _demand(self.share is None or 0 < self.share <= 1, "share is a fraction above 0 and up to 1")
        _demand(
            len(self.splits) == len(SPLITS)
            and all(part >= 0 for part in self.splits)
            and math.isclose(sum(self.splits), 1, abs_tol=1e-9),
            f"splits are three fractions ({', '.join(SPLITS)}) with the sum 1",
        )
        _check_weights(self.weights, [*self.of_positives, *self.of_negatives])

    @property
    def depths(self) -> tuple[int, int]:
        """The minimum and the maximum of mutations of a positive."""
        return self.depth if isinstance(self.depth, tuple) else (self.depth, self.depth)

    @cached_property
    def of_positives(self) -> tuple[Mutator, ...]:
        """The mutators that make positives, by name; none if no positives are requested."""
        return _of_relation(
            "preserving", select_mutators(self.mutators, self.language) if self.positives else ()
        )

    @cached_property
    def of_negatives(self) -> tuple[Mutator, ...]:
        """The mutators that make negatives, by name; none if no negatives are requested."""
        return _of_relation(
            "breaking", select_mutators(self.breaking or [BREAKING], self.language) if self.negatives else ()
        )

    @cached_property
    def of_anchors(self) -> Mutator | None:
        """The mutator that makes anchors; None for the methods themselves."""
        return registry.get(_SKETCH, self.language) if self.sketch is True else self.sketch or None

    def used(self) -> list[Mutator]:
        """Return all mutators that are used."""
        sketch = [] if self.of_anchors is None else [self.of_anchors]
        return [*self.of_positives, *self.of_negatives, *sketch]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, with the names of mutators."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.language == "java":
            del values["language"]  # manifests of such runs stay what they were
        return {
            **values,
            "depth": list(self.depths),
            "mutators": [mutator.name for mutator in self.of_positives],
            "breaking": [mutator.name for mutator in self.of_negatives],
            "weights": dict(self.weights),
            "sketch": self.of_anchors is not None,
            "splits": list(self.splits),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Options:
        """Return the options from the data of `to_dict`, also after JSON."""
        return cls(**{**data, "depth": tuple(data["depth"])})

    def check_names(self) -> None:
        """Check that another process can make the same mutators.

        Raises:
            MutationError: one of them is given as an object.
        """
        for mutator in (*(self.mutators or ()), *(self.breaking or ()), self.sketch):
            if isinstance(mutator, Mutator):
                raise MutationError(f"{mutator.name} is an object of this process; workers need its name")


@dataclass(frozen=True)
class Compiler(ABC):
    """A checker of negatives in a language; its fields are plain data.

    Attributes:
        language: Language of the sources.
    """

    language: ClassVar[str]

    @abstractmethod
    def comparison(self, stack: ExitStack) -> CodeComparison:
        """Return the object that compares negatives with their anchor.

        Args:
            stack: ends what it starts.
        """

    def check(self, language: str) -> None:
        """Check that it is the one of a language.

        Raises:
            MutationError: it is not.
        """
        if language != self.language:
            raise MutationError(f"{type(self).__name__} compiles {self.language}, not {language}")


@dataclass(frozen=True)
class Javac(Compiler):
    """The compiler that checks Java negatives: a negative with the same class files as its anchor is left out.

    Attributes:
        classpath: Archives and folders of classes.
        sourcepath: Folders with further sources.
    """

    language = "java"
    classpath: tuple[str, ...] = ()
    sourcepath: tuple[str, ...] = ()

    def comparison(self, stack: ExitStack) -> CodeComparison:
        """Return the object that compares class files.

        Args:
            stack: ends the JDK.

        Raises:
            JdkNotFound: there is none.
        """
        return ClassBytes(stack.enter_context(Jdk(classpath=self.classpath)), sourcepath=self.sourcepath)


@dataclass(frozen=True)
class PythonCode(Compiler):
    """The interpreter that checks Python negatives: a negative with the same code as its anchor is left out.

    Attributes:
        command: See `parsers.oracles.interpreter.Interpreter`.
    """

    language = "python"
    command: str = sys.executable

    def comparison(self, stack: ExitStack) -> CodeComparison:
        """Return the object that compares code objects.

        Args:
            stack: ends the interpreter.

        Raises:
            InterpreterError: the command is no Python of a version that is known.
        """
        python = stack.enter_context(Interpreter(self.command))
        _ = python.version
        return CodeObjects(python)


def compiler_data(compiler: Compiler) -> dict[str, Any]:
    """Return plain data of a compiler for another process, which `compiler_of` reads."""
    return {"language": compiler.language, **asdict(compiler)}


def compiler_of(data: Mapping[str, Any]) -> Compiler:
    """Return the compiler from the data of `compiler_data`, also after JSON.

    Raises:
        MutationError: The language has no compiler in this process.
    """
    arguments = {name: value for name, value in data.items() if name != "language"}
    kind = part_of(data["language"], "compiler")
    if kind is None:
        raise MutationError(f"no compiler of {data['language']}")
    compiler: Compiler = kind(**arguments)
    return compiler


def _demand(true: bool, message: str) -> None:
    if not true:
        raise ValueError(message)


def _of_relation(relation: str, chosen: Iterable[Mutator]) -> tuple[Mutator, ...]:
    by_name = {mutator.name: mutator for mutator in chosen}
    check_reach(by_name.values(), "pairs are")
    for name, mutator in by_name.items():
        if mutator.relation != relation:
            raise MutationError(f"{name} is {mutator.relation}; {relation} mutators are wanted here")
    return tuple(by_name[name] for name in sorted(by_name))


def _check_weights(weights: Mapping[str, float], chosen: Iterable[Mutator]) -> None:
    names = {mutator.name for mutator in chosen}
    for name, weight in weights.items():
        if name not in names:
            raise MutationError(f"a weight for {name!r}, which is not among the mutators")
        _demand(weight >= 0 and math.isfinite(weight), f"the weight of {name} is a number from 0 on")
