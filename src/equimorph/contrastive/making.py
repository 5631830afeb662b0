"""The ways of `equimorph pairs` from an input to a file or to parts: in this process, or by workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from equimorph.bulk.inputs import Source, records
from equimorph.bulk.outputs import tell_skipped
from equimorph.bulk.run import opened
from equimorph.bulk.worker import Worker
from equimorph.checking.class_bytes import ClassBytes
from equimorph.cli import bulk_options as bulk
from equimorph.cli.session import Session
from equimorph.contrastive.inputs import Item, items
from equimorph.contrastive.likeness import Seen
from equimorph.contrastive.options import Options
from equimorph.contrastive.parallel import DRAW, item_of
from equimorph.contrastive.sampling import Sampler
from equimorph.contrastive.schema import COLUMNS, Sample
from equimorph.contrastive.settling import Settler, drawn_from, settle_parts
from equimorph.contrastive.writing import Maker, write
from parsers.java.jdk import Jdk

__all__ = ["Plan", "to_file", "to_file_by_workers", "to_parts"]

_PART_ITEMS = 200
"""Items of a part that is drawn for a single file."""


@dataclass(frozen=True)
class Plan:
    """What the command is asked for.

    Attributes:
        paths, jsonl, table: the input; one of the three.
        field: of rows that is the text; None for paths.
        options: checked.
        asked: the arguments of `Options.of`, plain data.
        javac: class path and source path of the class bytes that are compared, or None.
    """

    paths: Sequence[Path]
    jsonl: Path | None
    table: Path | None
    field: str | None
    options: Options
    asked: Mapping[str, Any]
    javac: Mapping[str, list[str]] | None

    def items(self) -> Iterable[Item]:
        """The items of the input."""
        if self.field is None:
            return items(self.paths)
        part = self.source().whole()
        return (item_of(record, self.field) for record in records(part, Path(), [self.field, "path"]))

    def source(self) -> Source:
        """The input, as it is cut into parts."""
        paths = [item.path for item in items(self.paths)]
        return bulk.source_of(paths, self.jsonl, self.table)

    def manifest(self) -> dict[str, Any]:
        """What the output hangs on besides the items."""
        asked = None
        if self.javac is not None:
            asked = [":".join(self.javac["classpath"]), *self.javac["sourcepath"]]
        return {**self.options.manifest(), "equivalence": asked}

    def drawing(self) -> dict[str, Any]:
        """The options of `DRAW`."""
        return {"asked": self.asked, "field": self.field, "equivalence": self.javac}


def to_file(plan: Plan, session: Session, out: Path, restart: bool) -> Counter[str]:
    """Makes the samples in this process."""
    with ExitStack() as stack:
        classes: ClassBytes | None = None
        if plan.javac is not None:
            jdk = stack.enter_context(Jdk(classpath=plan.javac["classpath"]))
            classes = ClassBytes(jdk, sourcepath=plan.javac["sourcepath"])
        maker = partial(_sampler, plan.options, classes, session)
        return _written(plan, session, out, restart, maker)


def _sampler(options: Options, classes: ClassBytes | None, session: Session, seen: Seen) -> Sampler:
    return Sampler(options, seen, classes, session.failed)


def to_file_by_workers(
    plan: Plan, how: bulk.Bulk, session: Session, out: Path, restart: bool
) -> Counter[str]:
    """Has the samples drawn by workers, and settles them here."""
    job = how.job(DRAW, plan.drawing(), out.with_name(f"{out.name}.partial") / "drawn")
    engine = how.engine()
    parts = plan.source().plan(_PART_ITEMS).parts
    with ExitStack() as stack:
        worker = stack.enter_context(Worker(job))

        def drawn(passed: int) -> Any:  # noqa: ANN401
            return stack.enter_context(closing(drawn_from(job, parts, engine, passed)))

        return _written(
            plan, session, out, restart, lambda seen: Settler(drawn, worker, seen, session.failed)
        )


def _written(
    plan: Plan, session: Session, out: Path, restart: bool, maker: Callable[[Seen], Maker]
) -> Counter[str]:
    def tell(sample: Sample) -> None:
        if sample.status == "error":
            session.failed(sample.told)

    with session.bar(None, "sources") as advance:
        return write(
            out, plan.items, maker, plan.manifest(), restart=restart, on_item=advance, on_sample=tell
        )


def to_parts(plan: Plan, how: bulk.Bulk, session: Session) -> Counter[str]:
    """Has the samples drawn by workers, and writes them in parts."""
    job, rows = how.job_of_parts(DRAW, plan.drawing(), COLUMNS)
    with opened(job, plan.source(), rows, plan.manifest()) as run:
        tell_skipped(run, sum(1 for _ in run.done()), session)
        place = how.job(DRAW, plan.drawing(), Path(job.folder, ".drawn"))
        with session.bar(run.plan.rows, "rows") as advance:
            counts = settle_parts(run, place, how.engine(), session.failed, lambda part: advance(part.rows))
        run.finish()
    return counts
