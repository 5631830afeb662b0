"""The options of a study that all of its models share."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from equimorph.defects4j.methods.reading import FIX
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.exact import EQUALITY, Equal
from equimorph.robustness.scoring.options import Scoring
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8

PRESET, K, LIMIT = "robustnpr-b", 5, 1
"""The defaults: the mutators of RobustNPR, candidates of each answer, and mutants of a bug by a mutator."""
_LIMIT = "Maximum mutants per mutator and method, drawn by the seed. 0 for all."
_LATER = (
    "quixbugs",
    "language",
    "encoding",
    "choice",
    "limit_per_method",
    "with_file",
    "with_tests",
    "scoring",
)
"""Options that equimorph 0.1 did not have: a manifest has them only where they differ from their defaults."""


def _texts(paths: Iterable[Path]) -> tuple[str, ...]:
    return tuple(map(str, paths))


def _limit(number: int) -> int | None:
    return number or None


@dataclass(frozen=True)
class StudyOptions:
    """Options of a study.

    Attributes:
        checkouts: Folders of checked-out bugs, or folders that contain them.
        fix: The fix: a patch file, from the buggy version to the fixed one or back, or a folder with the fixed version or
            files. {project}, {number} and {checkout} are replaced by the bug's.
        single_line: Only bugs whose fix replaces exactly one line in one method.
        preset: Preset of mutators; None for the mutators of `choice`.
        k: Number of candidates to ask for.
        seed: Seed for all random choices.
        limit_per_mutator: maximum mutants per bug and mutator; None for all.
        tests: Whether tests are run; then the code of models is executed.
        runner: Options for running tests.
        equal: See `Exact`.
        repaired: Also judge by the criterion repaired: one of the candidates passes all tests.
        all_fixes: Criteria repaired and behaviour: also count bugs whose fix needs more than the model was asked about.
        together: Ask about all faulty methods of a file in one request, if they are the bug's whole fix.
        quixbugs: A clone of QuixBugs, whose programs are the bugs, instead of checkouts.
        language: Language of the programs of QuixBugs.
        encoding: Encoding of the source files.
        choice: Mutators with their options, if there is no preset; with one, only options of its mutators.
        limit_per_method: Maximum mutants per method, drawn by the seed.
        with_file: Add the whole file with the mutant to each request.
        with_tests: Add the names of the tests that fail because of the bug to each request.
        scoring: Pooling, splits, groups and curves of the scores; its `k` and `all_fixes` are not used.
    """

    checkouts: Annotated[
        tuple[str, ...], Option(argument=True, exists=True, folder=True, kind=Path, parse=_texts)
    ] = ()
    fix: Annotated[str, Option(panel=Panel.INPUT)] = FIX
    single_line: Annotated[bool, Option()] = False
    preset: str | None = PRESET
    k: Annotated[int, Option(flags="-k --k", minimum=1)] = K
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    limit_per_mutator: Annotated[int | None, Option(minimum=0, help=_LIMIT, parse=_limit, kind=int)] = LIMIT
    tests: bool = True
    runner: RunnerOptions = RunnerOptions()  # noqa: RUF009 - it is frozen
    equal: Annotated[Equal, EQUALITY] = "tokens"
    repaired: Annotated[bool, Option(panel=Panel.TESTS)] = False
    all_fixes: Annotated[bool, Option()] = False
    together: Annotated[bool, Option(after="single_line")] = False
    quixbugs: str | None = None
    language: str = "java"
    encoding: str = UTF_8
    choice: Choice = DEFAULTS
    limit_per_method: Annotated[int | None, Option(minimum=1)] = None
    with_file: bool = False
    with_tests: bool = False
    scoring: Scoring = Scoring()  # noqa: RUF009 - it is frozen

    def to_dict(self, base: Path | None = None) -> dict[str, Any]:
        """Return plain data, the same for the same study.

        Args:
            base: Folder that paths in it are relative to; None for paths as they were given.
        """
        runner = self.runner.to_dict()
        plain = {
            **{field.name: getattr(self, field.name) for field in fields(self)},
            "checkouts": [_seen(path, base) for path in self.checkouts],
            "fix": _seen(self.fix, base),
            "quixbugs": self.quixbugs and _seen(self.quixbugs, base),
            "runner": {
                **runner,
                "class_path": [_seen(path, base) for path in runner["class_path"]],
                "cache": runner["cache"] and _seen(runner["cache"], base),
            },
            "choice": self.choice.to_dict(),
            "scoring": _plain_scoring(self.scoring),
        }
        usual = [name for name in _LATER if getattr(self, name) == getattr(StudyOptions, name)]
        return {name: value for name, value in plain.items() if name not in usual}


def _seen(path: str, base: Path | None) -> str:
    """Return a path as it is from a folder; unchanged if it is not below the folder."""
    try:
        return path if base is None else str(Path(path).absolute().relative_to(base.absolute()))
    except ValueError:
        return path


def _plain_scoring(scoring: Scoring) -> Mapping[str, Any]:
    """Return the options of scores; of the groups a hash, since there may be many."""
    groups = scoring.groups
    text = json.dumps([sorted(groups.items()), getattr(groups, "rest", None)]) if groups is not None else ""
    return {**asdict(scoring), "groups": hashlib.sha256(text.encode()).hexdigest() if text else None}
