"""Proofs in bulk: the rows of a file, or a row for each file of a tree, by worker processes that may be stopped and continue."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import Files, Lines, Source
from equimorph.bulk.outputs import to_file
from equimorph.bulk.reporting import Reporter
from equimorph.bulk.workers import Workers
from equimorph.checking.options import CompilerOptions
from equimorph.proving.trees import PROVE_FILES, files_to_prove
from equimorph.proving.work import PROVE, prove_options
from equimorph.runs.hashes import file_hash
from equimorph.version import __version__
from parsers.encoding import UTF_8

__all__ = ["ProofTally", "ToProve", "write_proofs"]

PART_ROWS = 25
"""Rows, or files, that a run which is stopped may lose."""
SECONDS = 240.0
"""For a row: javac compiles twice, and each compilation and the checker have 60 seconds of their own."""
_SHOWN = 5


@dataclass(frozen=True)
class ToProve:
    """What is to be proved, and how.

    Attributes:
        rows: the file of rows; None for trees.
        tree, original: the folders of the mutated and the original tree; None for rows.
        compilers: the class path and sources.
        encoding: of the files.
        label: what messages call the file of rows; its path by default.
    """

    rows: Path | None
    tree: Path | None = None
    original: Path | None = None
    compilers: CompilerOptions = CompilerOptions()  # noqa: RUF009 - it is frozen
    encoding: str = UTF_8
    label: str = ""

    def __post_init__(self) -> None:
        for name in ("rows", "tree", "original"):
            if (path := getattr(self, name)) is not None:
                object.__setattr__(self, name, Path(path))

    def options(self) -> dict[str, Any]:
        """Return the options of the work, plain data."""
        options = prove_options(
            classpath=self.compilers.classpath_parts(),
            sourcepath=self.compilers.sourcepath,
            checkouts=self.compilers.checkout,
            encoding=self.encoding,
        )
        if self.tree is None:
            return options
        return {**options, "mutated": str(self.tree), "original": str(self.original)}

    def originals(self) -> str:
        """Return a hash of the original tree; "" for rows, which have their originals."""
        if self.original is None:
            return ""
        files = sorted(self.original.rglob("*.java"))
        return hashlib.sha256(b"".join(file_hash(path).encode() for path in files)).hexdigest()

    def source(self) -> Source:
        """Return the input.

        Raises:
            OSError, MutationError: it cannot be read, or the trees do not have the same files.
        """
        if self.tree is not None and self.original is not None:
            return Files([str(self.tree / name) for name in files_to_prove(self.tree, self.original)])
        return Lines(Path(self.rows or ""), self.label)


def write_proofs(
    out: str | PathLike[str], wanted: ToProve, reporter: Reporter, *, jobs: int = 1, restart: bool = False
) -> ProofTally:
    """Write the rows, or a row for each file, with their proofs; a run that was stopped continues.

    Args:
        out: the file, written whole or not at all; the folder ``OUT.partial`` keeps what is done until then.
        wanted: what is to be proved.
        reporter: gets failures, notes and progress.
        jobs: how many worker processes.
        restart: discard an unfinished run.

    Raises:
        JdkNotFound: there is no JDK.
        BulkError, MutationError, OSError: input or output cannot be read or written.
    """
    out, tally, workers = Path(out), ProofTally(reporter), Workers(jobs, SECONDS)
    work = PROVE if wanted.tree is None else PROVE_FILES
    job = workers.job(work, wanted.options(), out.with_name(f"{out.name}.partial"))
    identity = {"versions": {"equimorph": __version__}, "original": wanted.originals()}
    how = (identity, workers.engine(), reporter)
    to_file(out, job, wanted.source(), PART_ROWS, *how, restart=restart, wanted=tally.counted)
    return tally


class ProofTally:
    """Counts of verdicts; the first rows without a proof are noted.

    Args:
        reporter: gets the notes.

    Attributes:
        rows: how many there are.
    """

    def __init__(self, reporter: Reporter) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._reporter, self._left = reporter, Counter[str]()
        self.rows = 0

    def counted(self, line: bytes) -> bool:
        """Count a line of the output; return true, for it is kept."""
        row = json.loads(line)
        self.rows += 1
        self._counts[str(row.get("relation", "")), row["proof_how"] or row["proof"]] += 1
        wanted = row.get("relation", "preserving") == "preserving" or row["proof"] == "no-opinion"
        if row["proof"] != "proved" and wanted:
            self._left[row["proof"]] += 1
            if self._left[row["proof"]] <= _SHOWN:
                what = row["proof"].replace("-", " ")
                self._reporter.note(f"{what}: {row.get('id') or row['path']}: {row['proof_reason']}")
        return True

    def summary(self) -> list[str]:
        """Return a line for each relation."""
        lines = []
        for relation in sorted({relation for relation, _ in self._counts}):
            of = {how: n for (each, how), n in self._counts.items() if each == relation}
            by = [f"{of[how]:,} by {how}" for how in ("bytes", "graph") if how in of]
            rest = [f"{of[how]:,} {how.replace('-', ' ')}" for how in ("unproved", "no-opinion") if how in of]
            count = of.get("bytes", 0) + of.get("graph", 0)
            parts = [f"{count:,} proved" + (f" ({', '.join(by)})" if by else ""), *rest]
            lines.append(f"proof{' of ' if relation else ''}{relation}: {', '.join(parts)}")
        return lines
