"""The sources of a training: folders of Java and Python, and files of pairs as `equimorph pairs` writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.examples import Examples
from equimorph.contrastive.options import Options
from equimorph.contrastive.output import write
from equimorph.contrastive.trainers import SAMPLES
from equimorph.rows.tables import BadRow, RowCount, read_rows
from equimorph.runs.hashes import files_hash
from equimorph.trees.files import source_files
from mutators import MutationError
from parsers.language import language_of, languages

REWRITINGS = (
    "condition-exchange",
    "expression-exchange",
    "loop-exchange",
    "permute-exchange",
    "reorder-condition",
)
"""The exchanges of the paper's table 1; its condition exchange is two of our mutators."""
_VARIANTS = 4
_ROWS = (".jsonl", ".gz", ".parquet")


@dataclass(frozen=True)
class Source:
    """A source.

    Attributes:
        paths: Paths of one language, or one file of pairs.
        language: Language of sources; None for pairs.
    """

    paths: tuple[Path, ...]
    language: str | None = None


def sources_of(given: Sequence[Path]) -> list[Source]:
    """Return the sources that paths are: files of pairs one by one, then all others by language.

    Args:
        given: folders of sources, source files, files of pairs, or folders that `equimorph pairs` wrote.

    Raises:
        CodeScoreError: nothing to train on is there.
        OSError: one does not exist.
    """
    results, plain = list[Source](), list[Path]()
    for path in given:
        if not path.exists():
            raise FileNotFoundError(2, "no such file or folder", str(path))
        files = _pairs_in(path)
        results += [Source((file,)) for file in files]
        if not files:
            plain.append(path)
    for language in languages():
        of_language = tuple(path for path in plain if _has(path, language))
        if of_language:
            results.append(Source(of_language, language))
    if not results:
        raise CodeScoreError(f"{', '.join(map(str, given))}: neither sources nor pairs")
    return results


def _pairs_in(path: Path) -> list[Path]:
    """Return the files of pairs that a path is, or that are in a folder of `equimorph pairs`."""
    if not path.is_dir():
        return [path] if path.suffix in _ROWS else []
    if (path / SAMPLES).is_file():
        return [path / SAMPLES]
    if (path / "manifest.json").is_file():
        return sorted(part for part in path.glob("part-*") if part.suffix in _ROWS)
    return []


def _has(path: Path, language: str) -> bool:
    if not path.is_dir():
        return language_of(path) == language
    return next(source_files([path], lambda error: None, language), None) is not None


def identity_of(sources: Sequence[Source]) -> str:
    """Return a hash of what the sources hold.

    Raises:
        OSError: something cannot be read.
    """
    return files_hash(
        (f"{source.language}|{path.relative_to(root).as_posix() if root.is_dir() else path.name}", path)
        for source in sources
        for root in source.paths
        for path in _files(root, source.language)
    )


def _files(root: Path, language: str | None) -> Iterator[Path]:
    return iter([root]) if language is None else source_files([root], _raise, language)


def _raise(error: OSError) -> None:
    raise error


def examples_of(
    sources: Sequence[Source], folder: Path, length: int, seed: int, reporter: Reporter = SILENT
) -> Examples:
    """Return the examples of sources; pairs of source files are made, and kept in a folder.

    Args:
        sources: Sources from `sources_of`.
        folder: Folder for the new pairs; a stopped run continues there.
        length: Maximum number of words per text.
        seed: Seed of the pairs.
        reporter: Receives failures.

    Raises:
        OSError, BulkError: see `equimorph.contrastive.write`.
    """
    result = Examples()
    for source in sources:
        path = source.paths[0]
        if source.language is not None:
            path = folder / f"pairs-{source.language}.jsonl"
            if not path.is_file():
                write(path, source.paths, _options(source.language, length, seed), jobs=None)
        count = RowCount()
        rows = read_rows(path, _row, lambda bad: _failed(reporter, bad), count)
        result.add(_above(rows), length)
        result.read += count.dropped.total()
        result.dropped.update(count.dropped)
    return result


def _failed(reporter: Reporter, bad: BadRow) -> None:
    reporter.failed(str(bad), bad.reason)


def _row(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row of pairs as it is. MutationError: it is none."""
    for name, kind in (("anchor", str), ("positives", list), ("negatives", list)):
        if data.get("status", "ok") == "ok" and not isinstance(data.get(name), kind):
            raise MutationError(f"field {name!r} is missing: not a row of `equimorph pairs`")
    return data


def _options(language: str, length: int, seed: int) -> Options:
    return Options(
        language=language,
        positives=_VARIANTS,
        negatives=_VARIANTS,
        mutators=list(REWRITINGS),
        seed=seed,
        max_tokens=length,
    )


def _above(rows: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield rows with the comment above each method, where its file is still what the row says."""
    texts: dict[str, bytes] = {}
    for row in rows:
        name, offset, anchor = row.get("source"), row.get("offset"), row.get("anchor")
        if "comment" in row or not (
            isinstance(name, str) and isinstance(offset, int) and isinstance(anchor, str)
        ):
            yield row
            continue
        if name not in texts:
            texts = {name: _read(name)}
        data = texts[name]
        if row.get("anchor_mutations", "[]") == "[]" and not data.startswith(anchor.encode(), offset):
            yield row
        else:
            yield {**row, "comment": _comment_before(data[:offset].decode(errors="replace"), anchor)}


def _read(name: str) -> bytes:
    """Return a file; nothing where it is not there any more, since pairs may come from another machine."""
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError):
        return b""


def _comment_before(before: str, anchor: str) -> str:
    """Return the words of the comment that ends right above a method, or of its docstring."""
    text = before.rstrip()
    if text.endswith("*/") and "/*" in text:
        comment = text[text.rindex("/*") :]
        return " ".join(word for word in comment.split() if word.strip("*/"))
    for quotes in ('"""', "'''"):
        first, _, rest = anchor.partition(quotes)
        if rest and first.rstrip().endswith(":"):
            return " ".join(rest.partition(quotes)[0].split())
    return ""
