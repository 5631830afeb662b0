"""Mining: repositories in, a folder of items out, made in parts by processes; a run that was stopped continues."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import PART_ROWS, Lines
from equimorph.bulk.outputs import all_parts
from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.bulk.run import Run
from equimorph.bulk.workers import Workers
from equimorph.datasets.filtering import filter
from equimorph.datasets.leaking import MIN_CHARS
from equimorph.datasets.mining.choosing import Chosen, Given, Options, given
from equimorph.datasets.mining.evidence import read_clones
from equimorph.datasets.mining.items import DATASETS
from equimorph.datasets.mining.languages import LANGUAGES
from equimorph.datasets.mining.presets import PRESETS
from equimorph.datasets.mining.words import ALL, ANY, KEYWORDS, MATCHES, Match
from equimorph.datasets.mining.work import COUNTS, MINE, SCHEMA
from equimorph.datasets.summary import read_summary, write_card, write_summary
from equimorph.leakage.samples import Sample
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import Rows, raised, read_rows
from equimorph.runs.whole import check_new, naming, whole_folder
from mutators import MutationError
from parsers import ParseError

_SECONDS = 3600.0
_PARTS, _LEAST = 64, 8
_FAILED = "it failed"


def mine(
    repos: str | PathLike[str] | Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    *,
    language: str = "java",
    preset: str = "paper",
    keywords: str = ALL,
    match: Match = "word",
    revision: str = "HEAD",
    licenses: Sequence[str] = (),
    clones: Sequence[str | PathLike[str]] = (),
    keep_benchmark_repositories: bool = False,
    metadata: Rows | None = None,
    benchmarks: Iterable[Sample] = (),
    min_chars: int = MIN_CHARS,
    jobs: int | Workers = 1,
    restart: bool = False,
    reporter: Reporter = SILENT,
) -> dict[str, Any]:
    """Write the fixes in the history of git repositories as items of lines, methods and classes (leakage study, section 4.3).

    Nothing of a repository is executed and nothing is fetched. The same call continues a run that was stopped, and gives the same
    bytes with any number of jobs.

    Args:
        repos: Folders of git repositories, with a work tree or without, or ``NAME=FOLDER`` to name the project.
        out: A new folder: ``dataset_1.jsonl`` to ``dataset_3.jsonl``, and ``datasets.json``, which counts what was dropped.
            While the run lasts, ``OUT.partial`` has the parts that are done.
        language: Language of the files, one of `LANGUAGES`. Rules about Java count for it instead.
        preset: Name of the rules of a data set, one of `PRESETS`.
        keywords: "all" if a message needs a word of each list of the preset, "any" if one of any list is enough.
        match: Whether a word is a whole word in any inflection, or also letters within another word: "word" or "substring".
        revision: The commit whose history is read.
        licenses: SPDX identifiers; items of other commits are dropped. All are kept for none.
        clones: Clones of benchmarks, such as of Defects4J: their first commits, and its fixed revisions, become
            evidence.
        keep_benchmark_repositories: Keep repositories that belong to a benchmark or use one; the evidence is reported
            all the same, and commits that are revisions of a bug are dropped.
        metadata: Rows with `project` and the fields that the preset asks for: `stars`, `fork`, `used_by`.
        benchmarks: Samples from `leakage.read_benchmark`; items that `filter` would drop for them are dropped,
            duplicates too.
        min_chars: See `filter`.
        jobs: Number of processes, or `Workers` with more options.
        restart: Discard an unfinished run (``OUT.partial``) and start over.
        reporter: Gets failures.

    Returns:
        What ``datasets.json`` has.

    Raises:
        ValueError: an option is wrong.
        MutationError: the metadata do not have what the preset asks for.
        ParseError: a clone of a benchmark cannot be read.
        BulkError: another run is at work there, or what is done was made with other options or of other commits.
        OSError: something cannot be read or written.
    """
    words = [repos] if isinstance(repos, str | PathLike) else list(repos)
    repositories, folder = given([str(word) for word in words]), Path(out)
    _check(language, preset, keywords, match, revision, metadata)
    samples = tuple(benchmarks)
    if PRESETS[preset].compared_with and not samples:
        raise ValueError(f"the preset {preset} needs the benchmark {PRESETS[preset].compared_with}")
    check_new(folder)
    options = Options(
        PRESETS[preset],
        match,
        keywords == ANY,
        revision,
        read_clones([Path(clone) for clone in clones]),
        keep_benchmark_repositories,
        {} if metadata is None else _by_project(metadata),
        LANGUAGES[language],
    )
    said = {
        **LANGUAGES[language].fields,
        "preset": preset,
        "keywords": keywords,
        "match": match,
        "revision": revision,
        "licenses": sorted(licenses),
        "keep_benchmark_repositories": keep_benchmark_repositories,
    }
    workers = Workers(jobs, _SECONDS) if isinstance(jobs, int) else jobs
    chosen = Chosen()
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="equimorph.")), "commits.jsonl")
        with place.open("wb") as stream, naming(str(place)):
            stream.writelines(encode(row) for row in _rows(repositories, options, chosen, reporter))
        source = Lines(place, "commits")
        places = [
            {"path": str(repo.path.absolute()), "project": repo.project, "url": _url(chosen, repo)}
            for repo in repositories
        ]
        work = {"repositories": places, "language": language, "preset": preset, "licenses": sorted(licenses)}
        job = workers.job(MINE, work, folder.with_name(f"{folder.name}.partial"))
        size = max(_LEAST, min(PART_ROWS, source.count() // _PARTS))
        run = stack.enter_context(
            all_parts(job, source, size, {"schema": SCHEMA}, workers.engine(), reporter, restart=restart)
        )
        if not samples:
            return _write(folder, run, chosen, said)
        whole = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix=".equimorph.", dir=folder.parent)), "whole"
        )
        _write(whole, run, chosen, said)
        filter(whole, folder, samples, min_chars=min_chars, reporter=reporter)
        return read_summary(folder)


def _check(
    language: str, preset: str, keywords: str, match: str, revision: str, metadata: Rows | None
) -> None:
    for name, value, choices in (
        ("language", language, tuple(LANGUAGES)),
        ("preset", preset, tuple(PRESETS)),
        ("keywords", keywords, KEYWORDS),
        ("match", match, MATCHES),
    ):
        if value not in choices:
            raise ValueError(f"no {name} {value!r}; there are: {', '.join(choices)}")
    if "\0" in revision or "\n" in revision:
        raise ValueError("a revision is one line")
    wanted = PRESETS[preset].metadata
    if wanted and metadata is None:
        raise ValueError(f"the preset {preset} needs metadata of each project: {', '.join(wanted)}")


def _by_project(rows: Rows) -> dict[str, Mapping[str, Any]]:
    """Return the rows of metadata by project.

    Raises:
        MutationError: a row has none, or it is there twice.
    """

    def parse(row: Mapping[str, Any]) -> Mapping[str, Any]:
        if not isinstance(row.get("project"), str):
            raise MutationError("no field 'project' that is a text")
        return row

    return {row["project"]: row for row in read_rows(rows, parse, raised, key=lambda row: row["project"])}


def _rows(
    repositories: Sequence[Given], options: Options, chosen: Chosen, reporter: Reporter
) -> Iterator[dict[str, Any]]:
    """Yield the rows of all commits that are worked on; a repository that cannot be read is reported, the others continue."""
    for number, repo in enumerate(repositories):
        try:
            yield from chosen.rows(number, repo, options)
        except (ParseError, OSError) as error:
            reporter.failed(error)
            chosen.repositories.append({"project": repo.project, "dropped": "it cannot be read"})


def _url(chosen: Chosen, repo: Given) -> str | None:
    return next((row.get("repo_url") for row in chosen.repositories if row["project"] == repo.project), None)


@dataclass
class _Counts:
    """Sums of what became of commits.

    Attributes:
        dropped: Number of commits, by reason.
        files: Number of files of the language, by reason.
        items: Counts of items by data set and reason.
        licenses: Counts of items by licence identifier.
    """

    dropped: Counter[str]
    kept: int = 0
    files: Counter[str] = field(default_factory=Counter)
    items: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in DATASETS})
    licenses: Counter[str] = field(default_factory=Counter)

    def add(self, line: bytes) -> None:
        """Add what became of a commit."""
        row = json.loads(line)
        if row["dropped"]:
            self.dropped[row["dropped"]] += 1
        else:
            self.kept += 1
        self.files.update(row["files"])
        for name in DATASETS:
            self.items[name].update(row["items"][name])
            if kept := row["items"][name].get("kept"):
                self.licenses[row["license"] or "unknown"] += kept


def _write(folder: Path, run: Run, chosen: Chosen, options: Mapping[str, Any]) -> dict[str, Any]:
    """Write the parts to the files of the three data sets; return the summary."""
    counts = _Counts(Counter(chosen.dropped))
    with whole_folder(folder) as partial:
        with ExitStack() as stack:
            files = {
                b"%d\t" % number: stack.enter_context((partial / f"{name}.jsonl").open("wb"))
                for number, name in enumerate(DATASETS, 1)
            }
            for done in run.whole():
                counts.dropped[_FAILED] += sum(failure.whole for failure in done.failures)
                with Path(run.job.folder, done.name).open("rb") as rows:
                    for row in rows:
                        if row.startswith(COUNTS):
                            counts.add(row[len(COUNTS) :])
                        else:
                            files[row[:2]].write(row[2:])
        summary = _summary(chosen, counts, options)
        write_summary(partial, summary)
        sizes = {name: {"": count} for name, count in summary["items"].items()}
        write_card(partial, "mine", sizes, summary, summary["mined"])
    return summary


def _summary(chosen: Chosen, counts: _Counts, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "mined": dict(options),
        "repositories": chosen.repositories,
        "commits": _split(Counter({"kept": counts.kept}) + counts.dropped),
        "files": _split(counts.files),
        "changes": {name: _split(tally) for name, tally in counts.items.items()},
        "items": {name: tally["kept"] for name, tally in counts.items.items()},
        "removed": {},
        "duplicates": 0,
        "licenses": dict(sorted(counts.licenses.items())),
    }


def _split(counts: Counter[str]) -> dict[str, Any]:
    """Return the total, the number of kept ones, and the numbers of dropped ones by reason."""
    dropped = {reason: count for reason, count in sorted(counts.items()) if reason != "kept" and count}
    return {"read": counts.total(), "kept": counts["kept"], "dropped": dropped}
