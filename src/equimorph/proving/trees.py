"""Proofs of whole rewritten trees, file by file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.proving.checker import MUTANT_FAILS, ProofChecker
from equimorph.rows.jsonl import encode
from equimorph.runs.whole import check_folder
from equimorph.trees.files import tree_files
from mutators import MutationError
from parsers.encoding import UTF_8, decoded
from parsers.oracles.prover import Proof

__all__ = ["PROVE_FILES", "FileProof", "files_to_prove", "prove_tree", "proving_files"]

PROVE_FILES = "equimorph.proving.trees:proving_files"


@dataclass(frozen=True)
class FileProof:
    """The result of a file.

    Attributes:
        path: relative to the trees, with slashes.
        proof: Proof of all its classes; `obstacles` has a place of each method without a proof. Equal files are proved by
            "bytes" without being compiled.
    """

    path: str
    proof: Proof

    def row(self) -> dict[str, Any]:
        """Return `path`, `proof`, `proof_how`, `proof_reason`, and `obstacles`, one of each method without a proof."""
        proof = self.proof
        fields = {"proof": proof.verdict, "proof_how": proof.how, "proof_reason": proof.reason}
        return {"path": self.path, **fields, "obstacles": list(proof.obstacles)}


def files_to_prove(mutated: Path, original: Path) -> list[str]:
    """Return the Java files of two trees, relative to them.

    Raises:
        MutationError: one of the trees has a file that the other one lacks.
        OSError: a folder cannot be listed.
    """
    for folder in (mutated, original):
        check_folder(folder)
    names, others = list(tree_files(mutated)), set(tree_files(original))
    for name in names:
        if name not in others:
            raise MutationError(f"{original / name}: no such file, but {mutated / name}")
    if missing := sorted(others.difference(names)):
        raise MutationError(f"{mutated / missing[0]}: no such file, but {original / missing[0]}")
    return names


def prove_tree(
    mutated: str | Path,
    original: str | Path,
    *,
    classpath: Sequence[str | Path] = (),
    sourcepath: Sequence[str | Path] | None = None,
    encoding: str = UTF_8,
) -> Iterator[FileProof]:
    """Prove each Java file of a rewritten tree against the file of the same name in the original tree.

    Each file is compiled alone, against the class path and the sources of the original. Equal files are not compiled.

    Args:
        mutated, original: the folders.
        classpath: jars and folders of classes.
        sourcepath: folders where javac finds further sources; by default the original, if there is no class path.
        encoding: Encoding of the files.

    Raises:
        MutationError: one of the trees has a file that the other one lacks.
        ParseError, OSError: a file cannot be read.
    """
    before, after = Path(original), Path(mutated)
    folders = _sources(before, classpath) if sourcepath is None else sourcepath
    with ProofChecker(classpath=classpath, sourcepath=folders, encoding=encoding) as checker:
        for name in files_to_prove(after, before):
            yield _file_proof(checker, name, before / name, after / name, encoding)


def proving_files(options: Mapping[str, Any]) -> Work:
    """Return a function that proves a file, given the options of `prove_options` and both folders."""
    mutated, original = Path(options["mutated"]), Path(options["original"])
    encoding = options["encoding"]
    stack = ExitStack()  # its JVMs end with this process
    checker = stack.enter_context(
        ProofChecker(
            classpath=options["classpath"],
            sourcepath=options["sourcepath"] or _sources(original, options["classpath"]),
            encoding=encoding,
        )
    )

    def made(record: Record, report: Report) -> Iterator[bytes]:
        path = Path(os.fsdecode(record.data))
        name = path.relative_to(mutated).as_posix()
        result = _file_proof(checker, name, original / name, path, encoding)
        yield encode(result.row())
        if (reason := result.proof.reason or "").startswith(MUTANT_FAILS):
            raise MutationError(reason)

    return made


def _sources(original: Path, classpath: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the default place of further sources for javac: the original, unless there is a class path."""
    return () if classpath else (original,)


def _file_proof(checker: ProofChecker, name: str, before: Path, after: Path, encoding: str) -> FileProof:
    old, new = (decoded(path.read_bytes(), encoding) for path in (before, after))
    proof = Proof("proved", "bytes") if old == new else checker.prove_files(name, old, new)
    return FileProof(name, proof)
