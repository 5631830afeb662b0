"""Presets: the rules by which the data sets of table 6 of the leakage study, and the study itself, choose changes (section 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from equimorph.datasets.mining.words import Keywords

OneChange: TypeAlias = Literal["", "line", "hunk", "method"]


@dataclass(frozen=True)
class Preset:
    """The rules of a data set.

    All of them keep files of Java alone that were there before the fix, and drop merges and changes of comments and blanks.

    Attributes:
        help: Description in a line.
        keywords: Keywords of commit messages.
        without: Letters that no message may have, even within words; in lower case.
        bug_id: Whether a message must have the number of a bug.
        before: Time such as "2010-01-01T00:00:00Z" from which on commits are dropped; "" for none.
        most_lines: Maximum number of lines of Java that a commit changes; None for any number.
        one_change: Part that may differ only at one place: "" for nothing, "line" for one line that replaces one line
            in the file, "hunk" for one hunk of the commit, and that in a method, "method" for one line for one line in
            the method.
        least_lines: Minimum number of lines of a method, before the fix and after it.
        not_named: Letters that no method has in its name, in lower case.
        projects: Names of projects that are left out.
        no_benchmarks: Whether repositories are dropped that a benchmark was made of, or that use one.
        compared_with: A benchmark that must be given, so that its bugs are left out; "" for none.
        metadata: Required facts about the project with their minimum, such as 100 stars; for "fork" the maximum.
        committers: Minimum number of a project's committers.
        java_commits: Minimum number of a project's commits that change Java; only the latest ones, this many, count; 0 for all.
    """

    help: str
    keywords: Keywords = field(default_factory=lambda: Keywords(()))
    without: tuple[str, ...] = ()
    bug_id: bool = False
    before: str = ""
    most_lines: int | None = None
    one_change: OneChange = ""
    least_lines: int = 0
    not_named: str = ""
    projects: frozenset[str] = frozenset()
    no_benchmarks: bool = False
    compared_with: str = ""
    metadata: Mapping[str, int] = field(default_factory=dict)
    committers: int = 0
    java_commits: int = 0


_ERRORS = ("error", "bug", "fix", "issue", "mistake")

PRESETS: Mapping[str, Preset] = {
    "paper": Preset(
        "The leakage study: bug, error or issue, and fix, repair, solve or patch; no users of benchmarks.",
        Keywords((("bug", "error", "issue"), ("fix", "repair", "solve", "patch"))),
        no_benchmarks=True,
    ),
    "recoder": Preset(
        "Fix, solve, bug or issue; no users of benchmarks, and no method of a bug of Defects4J.",
        Keywords((("fix", "solve"), ("bug", "issue")), each=False),
        no_benchmarks=True,
        compared_with="Defects4J",
    ),
    "bugs2fix": Preset(
        "Fix or solve, and bug, issue, problem or error.",
        Keywords((("fix", "solve"), ("bug", "issue", "problem", "error"))),
    ),
    "transfer": Preset(
        "Error, bug, fix, issue or mistake; not Joda-Time, Closure, commons-lang, commons-math.",
        Keywords((_ERRORS,)),
        projects=frozenset({"joda-time", "closure-compiler", "commons-lang", "commons-math"}),
    ),
    "coconut": Preset(
        "Fix, bug or patch, before 2010; no renaming, clean-up, refactoring, merge, misspelling, warning.",
        Keywords((("fix", "bug", "patch"),)),
        # The paper counts the six patterns, but does not name them: these are those of Lutellier et al. (ISSTA 2020).
        without=("rename", "clean up", "refactor", "merge", "misspelling", "compiler warning"),
        before="2010-01-01T00:00:00Z",
    ),
    "megadiff": Preset("Any message; fewer than 40 changed lines of Java.", most_lines=39),
    "codrep": Preset("Any message; one replaced line in the file.", one_change="line"),
    "bigfix": Preset(
        "One hunk, in a method; the number of a bug, and error, bug, fix, issue, mistake, fault, ...",
        Keywords(((*_ERRORS, "incorrect", "fault", "defect", "flaw", "type"),)),
        bug_id=True,
        one_change="hunk",
    ),
    "cpatminer": Preset(
        "Any message; 100 stars, 10 committers, 1,000 commits that change Java, the latest of them.",
        metadata={"stars": 100},
        committers=10,
        java_commits=1000,
    ),
    "codesearchnet": Preset(
        "Any message; no forks, used by another project, methods of 3 lines without test in the name.",
        metadata={"fork": 0, "used_by": 1},
        least_lines=3,
        not_named="test",
    ),
    "r": Preset(
        "RobustNPR: one line of a method for one line; no projects of benchmarks; its words are those of bugs2fix.",
        Keywords((("fix", "solve"), ("bug", "issue", "problem", "error"))),
        one_change="method",
        no_benchmarks=True,
    ),
}
"""By name."""
