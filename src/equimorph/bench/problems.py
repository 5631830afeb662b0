"""A problem: what is asked for, a solution, and tests; rows of problems in a user's own file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.languages import bench_of
from equimorph.rows.tables import Failed, Rows, read_rows

__all__ = ["UNPERTURBED", "Perturbation", "Problem", "problems_in"]

UNPERTURBED = "none"
"""The name of the perturbation of a prompt with which perturbed ones are compared, such as half a solution as it is."""
_TEXTS = ("id", "lang", "prompt", "solution", "tests", "entry_point", "prefix", "suffix", "group")


@dataclass(frozen=True)
class Perturbation:
    """The perturbation of a problem's prompt, see `perturb_bench`.

    Attributes:
        name: Name of the mutator; "none" for the prompt that the perturbed ones are compared with.
        original: Id of the original problem.
        seed: Seed of the mutant; None where nothing was drawn.
        mutations: Records of the mutations, relative to the program of the unperturbed solution.
    """

    name: str
    original: str
    seed: int | None = None
    mutations: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Perturbation | None:
        """Return the perturbation of a problem's row; None if it has none.

        Raises:
            ProblemError: a field is not what it should be.
        """
        name, original = data.get("perturbation"), data.get("original", data.get("id"))
        seed, mutations = data.get("perturbation_seed"), data.get("perturbation_mutations", [])
        if name is None:
            return None
        if not isinstance(name, str) or not name or not isinstance(original, str):
            raise ProblemError("perturbation and original are texts")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise ProblemError("perturbation_seed is a whole number")
        if not isinstance(mutations, list) or not all(isinstance(record, Mapping) for record in mutations):
            raise ProblemError("perturbation_mutations are a list of records")
        return cls(name, original, seed, tuple(mutations))

    def to_row(self) -> dict[str, Any]:
        """Return the fields of a candidate's row."""
        return {"perturbation": self.name, "perturbation_seed": self.seed, "original": self.original}


@dataclass(frozen=True)
class Problem:
    """A problem with tests.

    Attributes:
        id: unique, such as HumanEval/0.
        lang: "java", "python", or another language with tests.
        prompt: what a model is given; a candidate that is a completion alone follows it.
        solution: the reference: one function or method, without the text that explains it; "" where a set has none.
        tests: a program that ends by an error if a candidate is wrong. Python: it calls the entry point by its name. Java: a class
            `Main` with `main`, which does so.
        entry_point: the name of the function or method; of Python, `__main__` for programs that read standard input: the tests
            call it with a text, and get what is printed and the exit status.
        prefix, suffix: what is around a candidate: imports and helpers, and in Java its class. In Python, a suffix is the name of
            the class whose method the entry point may be.
        group: problems of one group, such as a problem in two languages, are never in two splits; the id by default.
        libraries: folders of classes that Java needs besides.
        perturbation: The perturbation of the prompt; None for an original problem.
    """

    id: str
    lang: str
    prompt: str
    solution: str
    tests: str
    entry_point: str
    prefix: str = ""
    suffix: str = ""
    group: str = ""
    libraries: tuple[str, ...] = ()
    perturbation: Perturbation | None = None

    def program(self, candidate: str) -> str:
        """Return the whole program of a candidate: a function or method, a whole program, or what completes the prompt."""
        candidate = candidate.removeprefix("\ufeff")  # as a compiler reads a file
        return bench_of(self.lang).program(self, candidate)

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Problem:
        """Return the problem of a row; fields that it does not know are left out.

        Raises:
            ProblemError: a field is missing, or is not what it should be.
        """
        texts = dict[str, str]()
        for name in _TEXTS:
            value = data.get(name, "")
            if not isinstance(value, str):
                raise ProblemError(f"{name} is a text, not {value!r:.80}")
            texts[name] = value
        for name in ("id", "lang", "solution", "tests", "entry_point"):
            if not texts[name].strip() and (name != "solution" or name not in data):
                raise ProblemError(f"no {name}")
        bench_of(texts["lang"])
        libraries = data.get("libraries", [])
        if not (isinstance(libraries, list) and all(isinstance(path, str) for path in libraries)):
            raise ProblemError("libraries are a list of paths")
        return cls(
            **{**texts, "group": texts["group"] or texts["id"]},
            libraries=tuple(libraries),
            perturbation=Perturbation.from_row(data),
        )

    def surroundings(self) -> dict[str, Any]:
        """Return the fields of a row that say what a candidate needs around it to compile; none for Python."""
        return bench_of(self.lang).surroundings(self)

    def to_row(self) -> dict[str, Any]:
        """Return the problem as plain data."""
        row = asdict(replace(self, perturbation=None))
        del row["perturbation"]
        if self.perturbation is None:
            return row
        return {**row, **self.perturbation.to_row(), "perturbation_mutations": [*self.perturbation.mutations]}


def problems_in(rows: Rows, failed: Failed) -> Iterator[Problem]:
    """Yield the problems of a user's file; bad rows are reported."""
    return read_rows(rows, Problem.from_row, failed, key=lambda problem: problem.id)
