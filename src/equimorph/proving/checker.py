"""Proofs that preserving mutants do the same: javac compiles both, and a checker compares the byte code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.checking.compilation_units import (
    Pair,
    RowFiles,
    Surroundings,
    Unit,
    file_pair,
    method_units,
    row_units,
)
from equimorph.rows.jsonl import JsonLine, lines_of
from equimorph.rows.row import Row, check_line, language_of_row
from mutators import Mutant, MutationError, Stacked
from parsers import ParseError
from parsers.encoding import UTF_8
from parsers.oracles.jdk import Compilation, Jdk
from parsers.oracles.processes import Closing
from parsers.oracles.prover import Proof, Prover

__all__ = ["MUTANT_FAILS", "ProofChecker", "RowProof", "prove", "prove_rows"]

MUTANT_FAILS = "the mutant does not compile"
"""The beginning of the reason where only the mutant does not compile."""
_RECORD = "record: "
_NOT_JAVA = "proofs are of Java only"


@dataclass(frozen=True)
class RowProof:
    """The result of a row.

    Attributes:
        number: its 1-based line.
        id: Id of the mutation; None if the row cannot be read.
        proof: Proof of the mutant; "no-opinion" if the row is damaged.
        fault: what is wrong with the row, or that the mutant does not compile though its original does; None if nothing is.
        data: the row; empty if the line is no JSON object.
    """

    number: int
    id: str | None
    proof: Proof
    fault: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def row(self) -> dict[str, Any]:
        """Return the row with `proof`, `proof_how` and `proof_reason`: verdict, "bytes" or "graph", and the first obstacle."""
        proof = self.proof
        return {**self.data, "proof": proof.verdict, "proof_how": proof.how, "proof_reason": proof.reason}


class ProofChecker(Closing):
    """javac and the checker, kept running; a context manager.

    Each of the two is a JVM that starts when it is needed first.
    """

    def __init__(
        self,
        *,
        classpath: Sequence[str | Path] = (),
        sourcepath: Sequence[str | Path] = (),
        surroundings: Surroundings | None = None,
        java_home: str | Path | None = None,
        encoding: str = UTF_8,
    ) -> None:
        """Look for the JDK; start nothing yet.

        Args:
            classpath: Jars and folders of the classes that the mutants use.
            sourcepath: Folders where javac finds further sources.
            surroundings: Have the whole files and sources of rows, such as `equimorph.defects4j.WholeFiles`.
            java_home: Folder of the JDK; by default the machine's.
            encoding: Encoding of the files at the paths of the rows.

        Raises:
            JdkNotFound: there is no JDK 17 or later.
        """
        self._jdk = Jdk(classpath=classpath, java_home=java_home, options=("-encoding", encoding))
        self._prover = Prover(classpath=classpath, java_home=self._jdk.home)
        self._sourcepath = tuple(sourcepath)
        self._files = RowFiles(sourcepath, surroundings, encoding)
        # Mutants of one original follow each other.
        self._original = lru_cache(4)(self._compiled)

    def close(self) -> None:
        """End both JVMs; this object cannot be used afterwards."""
        self._jdk.close()
        self._prover.close()

    def prove(self, mutant: Mutant | Stacked | Mapping[str, Any]) -> Proof:
        """Prove that a mutant does the same as its original.

        Args:
            mutant: Mutant of first or of higher order, in its source; or a row, as `em.row` makes it.

        Raises:
            MutationError: the row is damaged.
        """
        if isinstance(mutant, Mapping):
            [result] = self.prove_rows([mutant])
            if result.fault is not None and result.fault.startswith(_RECORD):
                raise MutationError(result.fault)
            return result.proof
        if mutant.source.language != "java":
            return Proof("no-opinion", None, (_NOT_JAVA,))
        if isinstance(mutant, Mutant):
            return self._proved(method_units(mutant.method, mutant.mutant_data)[:1], self._sourcepath)
        source = mutant.source
        if source.kind == "statements":
            return Proof("no-opinion", None, ("statements alone are not for javac",))
        pair = (
            file_pair(source.path, source.data, mutant.data)
            if source.kind == "file"
            else (Unit(None, source.data), Unit(None, mutant.data))
        )
        return self._proved([pair], self._sourcepath)

    def prove_rows(self, rows: str | PathLike[str] | Iterable[Mapping[str, Any]]) -> Iterator[RowProof]:
        """Prove the mutants of rows, each against its own original.

        javac gets the whole file if the row has `mutant_file`, or if its `path` still contains the original. A row without a path
        is the member alone, in a class of its own. Other rows have no opinion: in its file a member may mean something else.

        Args:
            rows: a JSON Lines file, or the objects.

        Raises:
            OSError: the file cannot be read.
        """
        return (self.prove_line(line) for line in lines_of(rows))

    def prove_line(self, line: JsonLine) -> RowProof:
        """Prove the mutant of one row."""
        row, error = check_line(line)
        if row is None or error is not None:
            return _damaged(line, row, str(error))
        if language_of_row(row.data) != "java":
            return RowProof(line.number, row.id, Proof("no-opinion", None, (_NOT_JAVA,)), None, line.data)
        try:
            files = self._files.of(row)
            pairs, folders = row_units(row, files)[:1], self._files.sourcepath(row)
        except (MutationError, ParseError, OSError) as missing:
            return _damaged(line, row, str(missing))
        if files is None and row.path is not None:
            reason = f"{row.path}: no such file with this original; give rows with --full"
            return RowProof(line.number, row.id, Proof("no-opinion", None, (reason,)), None, line.data)
        proof = self._proved(pairs, folders)
        fault = proof.reason if proof.reason is not None and proof.reason.startswith(MUTANT_FAILS) else None
        return RowProof(line.number, row.id, proof, fault, line.data)

    def prove_files(self, path: str, original: bytes, mutated: bytes) -> Proof:
        """Prove that a whole file does the same as its original.

        Args:
            path: names the file for javac.
        """
        return self._proved([file_pair(path, original, mutated)], self._sourcepath)

    def _proved(self, pairs: Sequence[Pair], folders: tuple[str | Path, ...]) -> Proof:
        """Prove the first pair whose original compiles."""
        proof = Proof("no-opinion", None, ("statements alone are not for javac",))
        for before, after in pairs:
            original = self._original(before, folders)
            if original.ok:
                return self._prover.prove(original, self._compiled(after, folders))
            first = original.diagnostics[0]
            reason = f"the original does not compile: line {first.line}: {first.message}"
            proof = Proof(
                "no-opinion", None, (f"javac broke down: {first.message}" if original.crashed else reason,)
            )
        return proof

    def _compiled(self, unit: Unit, folders: tuple[str | Path, ...]) -> Compilation:
        return unit.compiled(self._jdk, folders, bytes_=True)


def _damaged(line: JsonLine, row: Row | None, error: str) -> RowProof:
    reason = f"{_RECORD}{error.removeprefix(f'line {line.number}: ')}"
    return RowProof(
        line.number, row.id if row else None, Proof("no-opinion", None, (reason,)), reason, line.data
    )


@lru_cache(2)
def _lasting(classpath: tuple[Path, ...], sourcepath: tuple[Path, ...]) -> ProofChecker:
    return ProofChecker(classpath=classpath, sourcepath=sourcepath)


def _paths(parts: Sequence[str | Path]) -> tuple[Path, ...]:
    if isinstance(parts, str):
        raise TypeError(f"a list of paths, not the text {parts!r}")
    return tuple(Path(part).absolute() for part in parts)


def prove(
    mutant: Mutant | Stacked | Mapping[str, Any],
    *,
    classpath: Sequence[str | Path] = (),
    sourcepath: Sequence[str | Path] = (),
) -> Proof:
    """Prove that a mutant does the same as its original, by the byte code that javac makes of both.

    The JVMs stay for the next call with the same paths, until this process ends, and keep the classes that they have read;
    `ProofChecker` ends them before.

    Args:
        mutant: Mutant of first or of higher order, in its source; or a row, as `em.row` makes it.
        classpath: jars and folders of the classes that it uses.
        sourcepath: folders where javac finds further sources.

    Raises:
        JdkNotFound: there is no JDK 17 or later.
        MutationError: the row is damaged.
        TypeError: a path is a text instead of a list.
    """
    return _lasting(_paths(classpath), _paths(sourcepath)).prove(mutant)


def prove_rows(
    rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *,
    classpath: Sequence[str | Path] = (),
    sourcepath: Sequence[str | Path] = (),
    surroundings: Surroundings | None = None,
    encoding: str = UTF_8,
) -> Iterator[RowProof]:
    """Prove the mutants of rows, as `ProofChecker.prove_rows` does, with the arguments of `ProofChecker`."""
    with ProofChecker(
        classpath=classpath, sourcepath=sourcepath, surroundings=surroundings, encoding=encoding
    ) as checker:
        yield from checker.prove_rows(rows)
