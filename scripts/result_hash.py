"""Hash all mutants, refusals, stacks and sampled undos of projects, to compare two versions of this code.

    python scripts/result_hash.py SOURCES... [--language python] [--rows ROWS.tsv] [--jobs 2]

Run it once on each version: equal last lines mean equal results. The rows say, file by file and mutator by mutator, how many
mutants, refusals and undos there are and their hash, so that `diff` of two files of rows finds the first difference. A source is a
folder or a file. Stacks are of six mutations in each member, and of one in twenty of its places.
A mutant counts with its text and the canonical JSON of its record, a refusal with its site and reason, an undo with its text and
verdict or with the reason and region of its conflict. The patches that are undone are drawn with a fixed seed: a line or token of
the mutated member is deleted, doubled, replaced or inserted. Only the public API is used.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import equimorph as em
import mutators
from mutators import Mutant, MutationError, Mutator, UndoConflict
from mutators.java.reorder_condition import ReorderCondition
from mutators.java.variable_renaming import VariableRenaming

SCHEMES = ("first-letter", "initials", "type-name", "generic", "synonym")
UNDO_EVERY = {"operator-mutation": 501, "useless-cast": 151, "unused-variable": 151}
"""Every how many mutants of a mutator one is patched and undone; every 47 of the others. The first of a file always is."""
UNDONE_FILES = 8
"""Every how many files mutants of one are patched and undone, which takes longer than to make them."""
WHOLE = 40_000
"""The largest file, in bytes, of which the whole text is patched, too."""
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")

SUFFIXES = {"java": ".java", "python": ".py"}

Row = tuple[str, str, str, int, str]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, nargs="+", help="folders of sources, and files")
    parser.add_argument("--language", choices=sorted(SUFFIXES), default="java")
    parser.add_argument("--rows", type=Path, help="write the rows here, tab-separated")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--undo-every", type=int, default=UNDONE_FILES, help="files, of which one's mutants are undone, too"
    )
    options = parser.parse_args()
    suffix = SUFFIXES[options.language]
    paths = [(root, path) for root in options.sources for path in _files(root, suffix)]
    files = [(root, path, not number % options.undo_every) for number, (root, path) in enumerate(paths)]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = [row for found in pool.map(rows_of, files, chunksize=4) for row in found]
    lines = ["\t".join(map(str, row)) for row in rows]
    if options.rows:
        options.rows.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for kind in ("mutant", "refusal", "stack", "undone", "conflict"):
        print(f"{kind}: {sum(row[3] for row in rows if row[2] == kind)}")
    print(hashlib.sha256("\n".join(lines).encode()).hexdigest())
    return 0


def _files(root: Path, suffix: str) -> list[Path]:
    return [root] if root.is_file() else sorted(root.rglob(f"*{suffix}"))


def variants(language: str) -> Iterator[tuple[str, Mutator]]:
    """Yield every mutator with its default options, and those with options once more with others."""
    for name in mutators.names(language):
        yield name, mutators.get(name, language)
    if language == "java":
        yield "variable-renaming, all schemes", VariableRenaming(schemes=SCHEMES)
        yield "reorder-condition, conventional", ReorderCondition(purity="conventional")


def rows_of(place: tuple[Path, Path, bool]) -> list[Row]:
    """Return the rows of one file; of undos only if that is asked for."""
    root, path, with_undos = place
    source = em.read(path)
    if source.kind != "file":
        return []
    name = f"{root.name}/{path.relative_to(root)}"
    rows: list[Row] = []
    members = [m for name, m in variants(source.language) if m.reach == "member" and m.name == name]
    stacks = {
        "six": em.stack(source, members, seed=7, per_method=6),
        "share": em.stack(source, members, seed=7, share=0.05),
    }
    for variant, stack in stacks.items():
        records = [f"{m.local.to_json()} {m.mutant}" for m in stack.mutants]
        rows.append(_row(name, variant, "stack", [*records, stack.text] if records else []))
    for variant, mutator in variants(source.language):
        row = partial(_row, name, variant)
        judged = list(em.sites(source, [mutator], why=True))
        mutants = [mutator.apply(source, found.site, 7) for found in judged if found.reason is None]
        rows.append(row("mutant", [f"{m.local.to_json()} {m.mutant}" for m in mutants]))
        rows.append(row("refusal", [f"{found.site} {found.reason}" for found in judged if found.reason]))
        undos = list(_undos(mutants[:: UNDO_EVERY.get(mutator.name, 47)])) if with_undos else []
        rows.append(row("undone", [text for verdict, text in undos if verdict == "undone"]))
        rows.append(row("conflict", [text for verdict, text in undos if verdict != "undone"]))
    return [row for row in rows if row[3]]


def _row(name: str, variant: str, kind: str, texts: list[str]) -> Row:
    return name, variant, kind, len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def _undos(found: list[Mutant]) -> Iterator[tuple[str, str]]:
    for mutant in found:
        rng = Random(mutant.local.id)
        for text in (_lines_patched(mutant.mutant, rng), _tokens_patched(mutant.mutant, rng)):
            yield _undone(text, mutant)
        if len(mutant.data) < WHOLE and rng.random() < 0.2:
            offset = mutant.offset
            data = mutant.data
            end = offset + len(mutant.mutant_data)
            whole = data[:offset] + _lines_patched(mutant.mutant, rng).encode() + data[end:]
            yield _undone(whole.decode(), mutant)


def _undone(patched: str, mutant: Mutant) -> tuple[str, str]:
    try:
        undone = em.undo(patched, mutant)
    except UndoConflict as conflict:
        return "conflict", f"{conflict.reason} {conflict.region}"
    except MutationError as error:
        return "error", f"{type(error).__name__} {error}"
    return "undone", f"{undone.parses} {undone}"


def _lines_patched(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines.insert(at, "log(1);\n")
        case _:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "".join(lines)


def _tokens_patched(text: str, rng: Random) -> str:
    words = TOKEN.findall(text)
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(words))
        match rng.randrange(3):
            case 0:
                words[at] = ""
            case 1:
                words[at] += f" {words[at]}"
            case _:
                words[at] = rng.choice(words)
    return "".join(words)


if __name__ == "__main__":
    sys.exit(main())
