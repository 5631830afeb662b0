"""Writes the right answers to bugs and to mutants of them in each form that models use, has them judged, and counts the verdicts.

Each bug and mutant gets the answers that are right: the fix, and the same mutation of the fix. In each form these must be hits;
one that is undecided is shown with the reason, and a miss makes the exit code 1. A wrong answer in each form, with another name or
number where the fix changes something, must not be a hit. Mutants whose mutation cannot be made in the fix are left out.

    python scripts/measure_answers.py demo/bugs
    python scripts/measure_answers.py --defects4j CLONE --bugs 12 Lang=commons-lang.git Csv=commons-csv.git
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

from equimorph import defects4j, robustness
from equimorph.models.protocol import Candidate
from equimorph.patches.diffs import unified_diff
from equimorph.robustness.counterparts import Counterparts
from equimorph.robustness.judging.exact import Subject
from equimorph.robustness.places import Place, place_of
from equimorph.rows.row import parse_row
from mutators import UndoConflict
from parsers import SourceFile


@dataclass(frozen=True)
class Answer:
    """An answer: the text that a model sees and the one that it means, alone and in the file."""

    seen: str
    meant: str
    seen_file: str
    meant_file: str


def _diff(old: str, new: str) -> str:
    return unified_diff("src/A.java", old.encode(), new.encode()).decode()


def _fenced(text: str, tag: str = "java") -> str:
    return f"```{tag}\n{text.rstrip()}\n```\n"


def _unnumbered(text: str) -> str:
    return re.sub(r"^@@ .*@@$", "@@ ... @@", text, flags=re.MULTILINE)


def _blocks(answer: Answer) -> str:
    old, new = (text.splitlines() for text in (answer.seen, answer.meant))
    found = list[str]()
    for group in SequenceMatcher(None, old, new, False).get_grouped_opcodes(2):
        (_, start, _, new_start, _), (_, _, end, _, new_end) = group[0], group[-1]
        found += ["<<<<<<< SEARCH", *old[start:end], "=======", *new[new_start:new_end], ">>>>>>> REPLACE"]
    return "\n".join(found) + "\n"


FORMS: dict[str, Callable[[Answer], str]] = {
    "the method": lambda answer: answer.meant,
    "the method in a fence, prose around": lambda answer: (
        f"The fix:\n\n{_fenced(answer.meant)}\nIt was wrong."
    ),
    "the method, bold words before": lambda answer: f"**Fixed**\n\n{answer.meant}",
    "the method in JSON": lambda answer: json.dumps({"reason": "a; b", "code": answer.meant}),
    "the method after a prompt in [INST]": lambda answer: (
        f"<s>[INST] {answer.seen} [/INST]\n{answer.meant}</s>"
    ),
    "the method in a class": lambda answer: f"class Solution {{\n{answer.meant}\n}}",
    "the whole file in a fence": lambda answer: _fenced(answer.meant_file),
    "diff of the method": lambda answer: _diff(answer.seen, answer.meant),
    "diff of the method in a fence": lambda answer: _fenced(_diff(answer.seen, answer.meant), "diff"),
    "diff of the file": lambda answer: _diff(answer.seen_file, answer.meant_file),
    "diff of the file in a fence": lambda answer: (
        f"So:\n{_fenced(_diff(answer.seen_file, answer.meant_file), 'diff')}"
    ),
    "diff without numbers in a fence": lambda answer: _fenced(
        _unnumbered(_diff(answer.seen_file, answer.meant_file)), "diff"
    ),
    "search/replace blocks": _blocks,
}


def main() -> int:
    """Judge, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", nargs="+", metavar="FOLDER | PROJECT=GIT_DIR")
    parser.add_argument("--defects4j", type=Path, help="a clone of rjust/defects4j")
    parser.add_argument("--bugs", type=int, default=20, help="of each source, the first ones")
    parser.add_argument("--mutants", type=int, default=3, help="of each bug")
    asked = parser.parse_args()
    counts, reasons, wrong = Counter[tuple[str, str, str]](), Counter[str](), 0
    with tempfile.TemporaryDirectory(prefix="answers.") as folder:
        for place in _checkouts(asked.sources, asked.defects4j, asked.bugs, Path(folder)):
            for bug in robustness.read_bugs([place]):
                if bug.fixed is not None:
                    wrong += _judged(bug, asked.mutants, counts, reasons)
    print("| form | of | hit | undecided | miss |\n| --- | --- | ---: | ---: | ---: |")
    for form in FORMS:
        for of in ("original", "mutant"):
            row = {verdict: n for (name, what, verdict), n in counts.items() if (name, what) == (form, of)}
            lost = sum(row.values()) - row.get("hit", 0) - row.get("conflict", 0)
            print(f"| {form} | {of} | {row.get('hit', 0)} | {row.get('conflict', 0)} | {lost} |")
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    print(f"{wrong} wrong answers called hits")
    misses = sum(n for (_, _, verdict), n in counts.items() if verdict not in ("hit", "conflict"))
    return 1 if misses or wrong else 0


def _checkouts(sources: list[str], clone: Path | None, bugs: int, folder: Path) -> Iterator[Path]:
    for source in sources:
        project, _, repository = source.partition("=")
        if not repository:
            yield from islice(sorted(path for path in Path(source).iterdir() if path.is_dir()), bugs)
            continue
        if clone is None:
            raise SystemExit(f"{source}: a project needs --defects4j")
        for bug in islice(defects4j.bug_ids(clone, project), bugs):
            place = folder / f"{bug}b"
            defects4j.rebuild(place.name, place, defects4j=clone, repository=Path(repository))
            (place / "fix.patch").write_bytes(defects4j.bug_patch(place.name, defects4j=clone))
            yield place


def _judged(
    bug: robustness.Bug, mutants: int, counts: Counter[tuple[str, str, str]], reasons: Counter[str]
) -> int:
    """Judge the answers of a bug and its mutants; return how many wrong ones are called hits."""
    place, wrong = place_of(bug), 0
    for of, subject, seen, meant in _subjects(bug, place, mutants):
        answer = Answer(seen, meant, place.with_member(seen), place.with_member(meant))
        for form, write in FORMS.items():
            candidate = Candidate(write(answer))
            verdict = subject.verdict(candidate)
            counts[form, of, verdict] += 1
            if verdict != "hit":
                reasons[f"{form}, {bug.id}, {of}, {verdict}: {_reason(subject, candidate)}"] += 1
            for other in _wrong(seen, meant):
                changed = Answer(seen, other, answer.seen_file, place.with_member(other))
                wrong += subject.verdict(Candidate(write(changed))) == "hit"
    return wrong


def _subjects(bug: robustness.Bug, place: Place, mutants: int) -> Iterator[tuple[str, Subject, str, str]]:
    """Yield the bug and some mutants, each with the text that is seen and the right answer."""
    yield "original", Subject(bug, place, None), bug.buggy, bug.fixed or ""
    buggy, fixed = (SourceFile.from_text(text) for text in (bug.buggy, bug.fixed or ""))
    both, count = Counterparts(buggy, fixed), 0
    for data in robustness.mutants([bug], seed=1, limit_per_mutator=1):
        row = parse_row(data)
        alone = Subject(bug, place, row)
        [found, *_] = [*_counterparts(both, buggy, row), None]
        if found is None:
            continue
        yield "mutant", alone, row.mutant, found
        count += 1
        if count == mutants:
            return


def _counterparts(both: Counterparts, buggy: SourceFile, row: robustness.Row) -> Iterator[str]:  # type: ignore[name-defined]
    import mutators as registry
    from mutators import Mutant, MutationError

    [record] = row.mutations
    try:
        mutant = Mutant(buggy, buggy.methods[0], record, row.mutant.encode(), registry.get(record.mutator))
        other, _ = both.of(mutant)
    except MutationError:
        return
    if other is not None:
        yield other.text


def _wrong(seen: str, meant: str) -> Iterator[str]:
    """Yield answers with another name or number where the right one differs from what is seen."""
    old, new = re.findall(r"\w+|\W", seen), re.findall(r"\w+|\W", meant)
    for tag, _, _, start, end in SequenceMatcher(None, old, new, False).get_opcodes():
        for at in range(start, end) if tag in ("replace", "insert") else ():
            if re.match(r"\w", new[at]):
                yield "".join([*new[:at], "wrong" if new[at][0].isalpha() else "99", *new[at + 1 :]])
                return


def _reason(subject: Subject, candidate: Candidate) -> str:
    try:
        return subject.undone(candidate).verdict
    except UndoConflict as conflict:
        return conflict.reason


if __name__ == "__main__":
    sys.exit(main())
