"""The options of the pairs, checked."""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar

import mutators as registry
from equimorph.checking.class_bytes import ClassBytes
from equimorph.checking.code_objects import CodeObjects
from equimorph.checking.verdicts import CodeComparison
from equimorph.contrastive.schema import SPLITS
from equimorph.languages import part_of
from equimorph.mutants.mutating import check_reach, select_mutators
from mutators import MutationError, Mutator
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk

__all__ = [
    "BREAKING",
    "DEPTH",
    "Compiler",
    "Javac",
    "Options",
    "PythonCode",
    "compiler_data",
    "compiler_of",
    "help_of",
]

BREAKING = "operator-mutation"
DEPTH = (1, 3)
"""The least and the most mutations of a positive, unless other numbers are given."""
_SKETCH = "sketch"


def _help(text: str) -> dict[str, str]:
    return {"help": text}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of each sample; `help_of` returns the help text of an option.

    Attributes:
        depth: the minimum and the maximum of mutations of a positive, or one number.
        mutators, breaking: names, or mutators with their own options, which only the process that has them can use.
        weights: by the names of mutators; 1 for the others.
        sketch: also a mutator that makes the sketches.
        max_tokens: a longer method is skipped, a longer variant drawn again.
        share: a fraction; None for a single operator.
        language: of the sources, such as "python".

    Raises:
        MutationError: a mutator does not exist, or is of the wrong relation; or a weight is of none of the mutators.
        ValueError: a number is out of its range.
    """

    positives: int = field(default=2, metadata=_help("Positives per method."))
    negatives: int = field(default=2, metadata=_help("Negatives per method."))
    depth: int | tuple[int, int] = field(
        default=DEPTH, metadata=_help("Mutations per positive: a number, or A-B.")
    )
    mutators: Sequence[str | Mutator] | None = field(
        default=None,
        metadata=_help(
            "Only this preserving mutator for the positives (repeatable). Default: those of `mutate`."
        ),
    )
    breaking: Sequence[str | Mutator] | None = field(
        default=None, metadata=_help(f"Mutator for the negatives (repeatable). Default: {BREAKING}.")
    )
    weights: Mapping[str, float] = field(
        default_factory=dict,
        metadata=_help("Weight of a mutator in the draw: NAME=NUMBER (repeatable). Default: 1 each."),
    )
    seed: int = field(default=0, metadata=_help("Seed for all random choices."))
    sketch: bool | Mutator = field(default=False, metadata=_help("Use sketches of the methods as anchors."))
    max_tokens: int | None = field(default=None, metadata=_help("Maximum tokens per text."))
    share: float | None = field(
        default=None,
        metadata=_help(
            "Share of a method's operators mutated at once in a negative: 50% or 0.5. Default: one operator."
        ),
    )
    language: str = field(default="java", metadata=_help("Language of the sources."))
    splits: tuple[float, float, float] = field(
        default=(0.8, 0.1, 0.1), metadata=_help("Fractions of train, validation and test.")
    )

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
            "breaking",
            select_mutators(self.breaking or [BREAKING], self.language) if self.negatives else (),
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
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.language == "java":
            del own["language"]  # manifests of such runs stay what they were
        return {
            **own,
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


def help_of(name: str) -> str:
    """Return the help of an option."""
    return next(str(one.metadata["help"]) for one in fields(Options) if one.name == name)


@dataclass(frozen=True)
class Compiler(ABC):
    """A checker of negatives in a language; its fields are plain data.

    Attributes:
        language: of the sources.
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
    """The compiler that checks negatives of Java: those with the class files of their anchor are left out.

    Attributes:
        classpath: of archives and folders of classes.
        sourcepath: folders with further sources.
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
    """The interpreter that checks negatives of Python: those with the code of their anchor are left out.

    Attributes:
        command: as for `parsers.oracles.interpreter.Interpreter`.
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
    given = {name: value for name, value in data.items() if name != "language"}
    kind = part_of(data["language"], "compiler")
    if kind is None:
        raise MutationError(f"no compiler of {data['language']}")
    compiler: Compiler = kind(**given)
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
