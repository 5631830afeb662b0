"""Inputs in parts, without any worker: all rows are in one part, and a run knows its input again."""

from __future__ import annotations

from pathlib import Path

import pytest

import equimorph as em
from equimorph.bulk.inputs import Files, Lines, Source, records
from equimorph.bulk.job import BulkError, Job
from equimorph.bulk.parts import receipt, written
from equimorph.bulk.run import opened

LINES = b'\xef\xbb\xbf \n{"a": 1}\n\n{"a": 2}\n{"a": 3}\n \n{"a": 4}\n{"a": 5}'


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    path = tmp_path / "in.jsonl"
    path.write_bytes(LINES)
    return Lines(path)


def numbers(source: Source, part_rows: int) -> list[list[int]]:
    return [[one.number for one in records(part, Path(), [])] for part in source.plan(part_rows).parts]


@pytest.mark.parametrize(
    ("size", "parts"), [(1, [[2], [4], [5], [7], [8]]), (2, [[2, 4], [5, 7], [8]]), (9, [[2, 4, 5, 7, 8]])]
)
def test_lines_are_cut_into_parts_of_so_many_rows(lines: Lines, size: int, parts: list[list[int]]) -> None:
    assert numbers(lines, size) == parts
    plan = lines.plan(size)
    assert [part.rows for part in plan.parts] == [len(part) for part in parts]
    assert (plan.rows, lines.count()) == (5, 5)
    assert [one.number for one in records(lines.whole(), Path(), [])] == [2, 4, 5, 7, 8]


def test_files_are_cut_into_parts_of_so_many(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_text(name, encoding="utf-8")
    source = Files(["a", "b", "c"], tmp_path)
    assert numbers(source, 2) == [[1, 2], [3]]
    known = source.plan(2).sha256
    assert source.plan(1).sha256 == known
    (tmp_path / "c").write_text("other", encoding="utf-8")
    assert source.plan(2).sha256 != known
    assert Files(["a", "c", "b"], tmp_path).plan(2).sha256 != source.plan(2).sha256


def job_in(folder: Path) -> Job:
    return Job("equimorph.bulk.work:mutate", {}, str(folder), "", em.__version__)


def test_a_run_is_over_when_all_parts_are_done(lines: Lines, tmp_path: Path) -> None:
    job = job_in(tmp_path / "out")
    with opened(job, lines, 2, {}) as run:
        first, second, third = run.left(run.done())
        for part in (first, third):
            written(job, part, lambda out: iter([(out.write(b"{}\n") // 3, ())] * 2))
        assert [part.number for part in run.left(run.done())] == [second.number]
        with pytest.raises(BulkError, match="part-00001 is not done"):
            run.finish()
        written(job, second, lambda out: iter([(0, ())]))
        (tmp_path / "out" / "part-00002.jsonl").write_bytes(b"edited\n")
        with pytest.raises(BulkError, match="part-00002 is not done"):
            run.finish()
        receipt(job, third).unlink()
        written(job, third, lambda out: iter([(1, ())]))
        assert (run.finish().rows, run.finish().failed) == (5, 0)


def test_a_run_goes_on_only_as_it_was_begun(lines: Lines, tmp_path: Path) -> None:
    job = job_in(tmp_path / "out")
    with opened(job, lines, 2, {"seed": 1}):
        pass
    with opened(job, lines, 2, {"seed": 1}):
        pass
    for size, identity, told in ((3, {"seed": 1}, "part-rows"), (2, {"seed": 2}, "seed")):
        with pytest.raises(BulkError, match=told), opened(job, lines, size, identity):
            pass
    lines.path.write_bytes(LINES.replace(b"5", b"6"))
    with pytest.raises(BulkError, match="sha256"), opened(job, lines, 2, {"seed": 1}):
        pass
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").touch()
    with (
        pytest.raises(FileExistsError, match="holds something else"),
        opened(job_in(tmp_path / "other"), lines, 2, {}),
    ):
        pass
