"""The record of a language: what systems need that only this language has.

A system asks `part_of` and never compares the name of a language. A language without a record has what follows from its `Language`
alone; where that is not enough, the system reports that there is none for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias

import mutators as registry

__all__ = ["Part", "Support", "languages_with", "part_of", "register"]

Part: TypeAlias = Literal["checker", "sketch", "forms", "compiler", "gate", "bench", "runner", "templates"]


@dataclass(frozen=True)
class Support:
    """The parts of a language, each as ``"module:attribute"``, which is imported when it is asked for; None where there is none.

    Attributes:
        language: its name.
        checker: a class for `equimorph.verify` and `equimorph.equivalence`: `equimorph.checking.checkers.Checker`.
        sketch: a function that yields the edits of a sketch (`equimorph.texts.sketching`).
        forms: functions by the names of forms, or all that comparisons need (`equimorph.leakage.forms.language`).
        compiler: a class that finds equal code among negatives (`equimorph.contrastive.options`).
        gate: a class that compiles candidates (`equimorph.codescore.gate`).
        bench: a class that runs the tests of problems: `equimorph.bench.languages.BenchLanguage`.
        runner: a class that runs the tests of checkouts: `equimorph.projects.reports.Engine`.
        templates: the edits of the repair model `template`: `equimorph.robustness.baselines.templates.Templates`.
    """

    language: str
    checker: str | None = None
    sketch: str | None = None
    forms: str | None = None
    compiler: str | None = None
    gate: str | None = None
    bench: str | None = None
    runner: str | None = None
    templates: str | None = None


_records = {
    "java": Support(
        "java",
        checker="equimorph.checking.java_checker:JavaChecker",
        sketch="equimorph.texts.java_sketch:edits",
        forms="equimorph.leakage.forms.java:FORMS",
        compiler="equimorph.contrastive.options:Javac",
        gate="equimorph.codescore.compilers:JavaGate",
        bench="equimorph.bench.java_tests:JavaTests",
        runner="equimorph.projects.javac:JavacEngine",
        templates="equimorph.robustness.baselines.template_edits:TEMPLATES",
    ),
    "python": Support(
        "python",
        checker="equimorph.checking.python_checker:PythonChecker",
        sketch="equimorph.texts.python_sketch:edits",
        forms="equimorph.leakage.forms.python:FORMS",
        compiler="equimorph.contrastive.options:PythonCode",
        gate="equimorph.codescore.compilers:PythonGate",
        bench="equimorph.bench.python_tests:PythonTests",
        runner="equimorph.projects.python:PythonEngine",
        templates="equimorph.robustness.baselines.python_template_edits:TEMPLATES",
    ),
}


def register(support: Support) -> None:
    """Make the record of a language known in this process; its module registers the language, too (`parsers.language.register`).

    Raises:
        ValueError: the language has another record.
    """
    if _records.setdefault(support.language, support) != support:
        raise ValueError(f"there is another record of {support.language}")


def part_of(language: str, part: Part) -> Any:  # noqa: ANN401 - each system knows the type of its part
    """Return a part of a language; None where it has none."""
    if language not in _records:
        registry.names()  # of other packages, too, whose modules register their languages
    place = getattr(_records.get(language), part, None)
    if place is None:
        return None
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def languages_with(part: Part) -> tuple[str, ...]:
    """Return the names of the languages that have a part."""
    return tuple(name for name, record in _records.items() if getattr(record, part) is not None)
