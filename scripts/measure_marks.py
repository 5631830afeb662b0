"""Undoes random patches with marks, each of which occurs once, and counts how many marks undo loses or brings back.

The patches are those of the law in tests/laws/test_undo_marks.py, which takes small texts; this script takes whole folders.

    python scripts/measure_marks.py FOLDER... [--language java] [--patches 1000] [--seed 1] [--mutator NAME]

Prints a row for each mutator; exit code 1 if anything was lost, with the first patches shown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from textwrap import dedent

import equimorph as em
import mutators
from parsers.errors import ParseError
from parsers.source import SourceFile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.strategies.marked import lost, patches, undone

SUFFIXES = {"java": ".java", "python": ".py"}
LENGTH = 1500
"""Bytes of a member at most."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--language", choices=SUFFIXES, default="java")
    parser.add_argument("--patches", type=int, default=1000, help="how many for each mutator")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutator", action="append", help="default: all of the language")
    parser.add_argument("--show", type=int, default=3, help="how many losses of each mutator to show")
    options = parser.parse_args()
    sources = _members(options.folders, options.language)
    print("| mutator | patches | undone | conflicts | lost |\n| --- | ---: | ---: | ---: | ---: |")
    total = Counter[str]()
    for name in options.mutator or mutators.names(options.language):
        mutator, rng = mutators.get(name, options.language), Random(f"{options.seed} {name}")
        examples = [
            SourceFile(e.before.encode(), language=options.language) for e in mutator.examples if e.after
        ]
        texts = (
            examples
            if mutator.reach == "file"
            else [*examples * (1 + len(sources) // len(examples)), *sources]
        )
        counts = Counter[str]()
        for patch in patches(mutator, texts, rng, options.patches):
            answer = undone(patch)
            reason = "" if isinstance(answer, em.UndoConflict) else lost(patch, answer)
            counts.update(
                ["conflict" if isinstance(answer, em.UndoConflict) else "lost" if reason else "undone"]
            )
            if reason and counts["lost"] <= options.show:
                print(
                    f"==== {name}: {reason}: {patch.kinds}\n{patch.mutant.diff()}{patch.text.decode()}\n---- undone\n{answer}"
                )
        total += counts
        print(_row(name, counts))
    print(_row("all", total))
    return 1 if total["lost"] else 0


def _members(folders: list[Path], language: str) -> list[SourceFile]:
    """Return the members of all files, without those that are long."""
    found = list[SourceFile]()
    for path in sorted(path for folder in folders for path in folder.rglob(f"*{SUFFIXES[language]}")):
        try:
            source = em.read(path)
            members = [method for method in source.methods if len(method.data) <= LENGTH]
        except ParseError:
            continue
        for method in members:
            start = source.lines.start(method.start_line)
            text = dedent(source.slice(start, method.end)) if language == "python" else method.text
            found.append(SourceFile.from_text(text, str(path), language))
    return [source for source in found if source.parses]


def _row(name: str, counts: Counter[str]) -> str:
    return f"| {name} | {counts.total()} | {counts['undone']} | {counts['conflict']} | {counts['lost']} |"


if __name__ == "__main__":
    sys.exit(main())
