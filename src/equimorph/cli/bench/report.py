"""The verb `bench report`."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equimorph.bench import Problem, ProblemError
from equimorph.bench.reports.page import write_page
from equimorph.bench.reports.report import Report
from equimorph.bench.reports.report import report as reported
from equimorph.bench.reports.samples import Reading, stem_of
from equimorph.bench.reports.tables import model_table, robust_table
from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Restart, out_option
from equimorph.cli.bench.completing import Completing
from equimorph.cli.bench_options import BoxOptions, ProblemOptions
from equimorph.cli.bulk_options import WORKER_JOBS, BulkOptions
from equimorph.cli.declared import Taken
from equimorph.cli.known import usage_errors
from equimorph.cli.metrics.score import METRIC, MetricOptions
from equimorph.cli.results import JsonResult, TableFormat, columns, write_result
from equimorph.cli.row_files import check_outputs, opened_rows
from equimorph.cli.session import REMOVE, Session
from equimorph.cli.streams import STANDARD, name_of, output, stays
from equimorph.cli.values import input_file, page_file, rows_format
from equimorph.metrics.registry import METRICS
from equimorph.metrics.rows import Pair
from equimorph.metrics.scoring import Asked, scores_of
from equimorph.pages.tables import Format, Table, text_of
from equimorph.rows.jsonl import encode, rows_hash
from equimorph.rows.tables import RowCount, Rows
from equimorph.runs.declared import Option, Panel
from equimorph.runs.extras import module
from equimorph.runs.hashes import file_hash
from equimorph.runs.partial import partial as unfinished

if TYPE_CHECKING:
    from equimorph.codescore.model import CodeScore

_FILES = (
    "Rows that `bench run` writes, or, with --problems, predictions that it reads. Each file is a model, which the field `model` of"
    " its rows may name."
)
_K = "Number of samples drawn, the k of pass@k (repeatable). Default: 1, and 10 and 100 where each problem has as many samples."
_SEED = "Seed for all random choices."
_CODESCORE = "Folder that `codescore train` wrote: rows without CodeScore-R get it."
_OUT = (
    "Output file (.jsonl, .jsonl.gz), written whole or not at all. It gets the rows with all that was computed; the same command"
    " continues a stopped run. Default: none."
)
_PAGE = "Write a page here (.html, .md): the tables, and the passing samples of each problem."


@dataclass(frozen=True, kw_only=True)
class Results:
    """The outputs of a report.

    Attributes:
        json: File of the report as JSON; see `JsonResult`.
        table: Format of the tables on standard output; see `TableFormat`.
        page: File of the page.
        out: File of the rows.
    """

    json: JsonResult = None
    table: TableFormat = None
    page: Annotated[Path | None, Option(panel=Panel.OUTPUT, help=_PAGE, check=page_file)] = None
    out: Annotated[Path | None, out_option(_OUT, rows_format)] = None

    def write(self, report: Report) -> None:
        """Write the report as JSON, as a page, and as tables: these also where no JSON is wanted.

        Raises:
            OSError: Something cannot be written.
        """
        if self.json is not None:
            write_result(self.json, report.to_dict(), str)
        if self.page is not None:
            write_page(self.page, report)
        if self.table is not None or self.json is None:
            with output(None) as stream:
                stream.write(_text(report, self.table).encode("utf-8", "backslashreplace"))


def report(
    *,
    rows: Annotated[tuple[Path, ...], Option(argument=True, help=_FILES, check=input_file)],
    k: Annotated[Sequence[int], Option(flags="--k", minimum=1, help=_K)] = (),
    problems: Annotated[ProblemOptions | None, Taken(problems=None)],
    metric: Annotated[Sequence[str], Option(flags="--metric -m", choices=METRICS, help=METRIC)] = (),
    options: MetricOptions,
    codescore: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True, help=_CODESCORE)] = None,
    seed: Annotated[int, Option(panel=Panel.SAMPLES, help=_SEED)] = 0,
    box: BoxOptions,
    to: Results,
    bulk: Annotated[BulkOptions, Taken("jobs", jobs=WORKER_JOBS)],
    restart: Restart = False,
    session: Session,
) -> None:
    """Report pass@k, pass^k and metric scores of models side by side, and their robustness to perturbed prompts.

    Each figure has its interval of 95 % by the bootstrap over problems. Rows without `passed` are run first if --problems names
    their problems; rows that lack a score of --metric or --codescore get it.
    """
    check_outputs(rows, (to.json, to.page, to.out))
    names, count = _names(rows), RowCount()
    every = None if problems is None else problems.read(session)
    by_id = None if every is None else {problem.id: problem for problem in every}
    wanted, model = _asked(metric, options), None if codescore is None else _loaded(codescore)
    run = {
        **{"problems": None if every is None else rows_hash(problem.to_row() for problem in every)},
        **{"metrics": metric, "options": vars(options), "codescore": codescore and str(codescore)},
        **{"box": [vars(box.limits), box.allow_network, box.no_isolation]},
    }
    with opened_rows(*rows) as inputs, _folder(to.out, inputs, run, restart, session) as work:
        checked = partial(box.checked, session)
        steps = Completing(work, bulk.jobs or 1, session, by_id, checked, wanted, model)
        files = dict(zip(names, starmap(steps.completed, enumerate(inputs)), strict=True))
        result = reported(files, k or None, problems=every, seed=seed, failed=session.bad_row, count=count)
        to.write(result)
        if to.out is not None:
            _write_rows(to.out, files, every)
    _note(session, steps.notes, result)
    session.end(f"{count.summary()}; {counted(len(result.models), 'model')}")


def _note(session: Session, notes: Mapping[str, int], result: Report) -> None:
    for reason, number in sorted(notes.items()):
        session.note(f"{counted(number, 'row')} not scored: {reason}")
    for remark in result.remarks():
        session.note(remark)


def _asked(metrics: Sequence[str], options: MetricOptions) -> Asked | None:
    """Return the metrics with their options; None for none.

    Raises:
        typer.BadParameter: An option belongs to none of them.
        ModuleNotFoundError: A metric needs a package that is not installed.
    """
    chosen = {name: value for name, value in vars(options).items() if value not in (None, False)}
    if not metrics:
        if chosen:
            raise typer.BadParameter("options of metrics need --metric")
        return None
    with usage_errors():
        wanted = Asked(tuple(dict.fromkeys(metrics)), chosen)
    scores_of(Pair("", "java", "a b", "a c", None, {}), wanted)
    return wanted


def _loaded(folder: Path) -> CodeScore:
    """Return a model of CodeScore-R.

    Raises:
        CodeScoreError, ModuleNotFoundError, OSError: See `CodeScore.load`.
    """
    module("torch")
    from equimorph.codescore.model import CodeScore

    return CodeScore.load(folder)


def _names(paths: Sequence[Path]) -> list[str]:
    """Return the names of files as models, without folder and suffix where no two are alike.

    Raises:
        typer.BadParameter: A file is given twice.
    """
    if len(set(paths)) < len(paths):
        raise typer.BadParameter("a file is given twice")
    stems = [name_of(path) if path == STANDARD else stem_of(path) for path in paths]
    return stems if len(set(stems)) == len(stems) else [name_of(path) for path in paths]


@contextmanager
def _folder(
    out: Path | None, inputs: Sequence[Rows], run: Mapping[str, Any], restart: bool, session: Session
) -> Iterator[Path]:
    """Yield a folder for the files of the steps: OUT.partial, which an unfinished run keeps, or one for the time.

    Raises:
        ProblemError: Another run is at work there, or was of other options.
        OSError: It cannot be made.
    """
    if out is None:
        with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
            yield Path(folder)
        return
    if not stays(out):
        raise typer.BadParameter("--out is a file: the tables go to standard output")
    session.keeps(out, end=REMOVE)
    hashes = [file_hash(Path(os.fspath(rows))) for rows in inputs if isinstance(rows, os.PathLike)]
    with unfinished(out, json.loads(json.dumps({**run, "files": hashes})), ProblemError, restart) as work:
        yield work


def _write_rows(out: Path, files: Mapping[str, Rows], problems: Sequence[Problem] | None) -> None:
    with output(out) as stream:
        stream.writelines(map(encode, Reading.of(files, problems).named()))


def _text(report: Report, form: Format | None) -> str:
    tables = [model_table(report)]
    if any(model.robust for model in report.models):
        tables.append(robust_table(report))
    return "\n".join(_columns(table) if form is None else table.rendered(form) for table in tables)


def _columns(table: Table) -> str:
    return columns([table.heads, *([text_of(cell) for cell in row] for row in table.rows)])
