"""A real cluster: a scheduler and two worker processes, one of which is killed while it is at work."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from equimorph.bulk import Workers
from tests.equimorph.bulk.conftest import ROOT, finished, of_parts, started, texts
from tests.equimorph.bulk.test_shared import MADE, made
from tests.equimorph.conftest import run
from tests.equimorph.leakage.finding.made import BUGS, FIND, TRAIN, put

pytest.importorskip("distributed")

# A cluster takes seconds to start: all tests of this file have the same one, and the one that kills a worker comes last.
pytestmark = pytest.mark.xdist_group("dask")

NAMES = [f"work{number}" if number % 9 else "broken" for number in range(120)]
ASKED = ("mutate", "--jsonl", "in.jsonl", "--seed", "5")


class Cluster:
    """The address of the scheduler, and the processes of its workers."""

    def __init__(self, address: str, workers: list[subprocess.Popen[bytes]]) -> None:
        self.address, self.workers = address, workers


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    elsewhere = tmp_path_factory.mktemp("cluster")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    with ExitStack() as stack:

        def begun(*arguments: str) -> subprocess.Popen[bytes]:
            log = stack.enter_context((elsewhere / f"{len(workers)}.log").open("wb"))
            process = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
                **{"env": env, "cwd": elsewhere, "stdout": log, "stderr": log},
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        workers: list[subprocess.Popen[bytes]] = []
        begun(
            "dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            "at.json",
        )
        until = time.monotonic() + 60
        while not (elsewhere / "at.json").exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.2)
        found = re.search(r'"address": "([^"]+)"', (elsewhere / "at.json").read_text())
        assert found is not None
        for _ in range(2):
            workers.append(
                begun(
                    "dask_worker",
                    found[1],
                    *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"),
                )
            )
        yield Cluster(found[1], workers)


def test_pairs_and_trees_come_out_the_same(place: Path, cluster: Cluster) -> None:
    texts(place / "in.jsonl", [*NAMES[:40], *NAMES[5:15]])
    asked = ("pairs", "--jsonl", "in.jsonl", "--positives", "1", "--negatives", "1")
    run(*asked, "--out", "local.jsonl")
    code, _, told = finished(*asked, "--parts", "out", "--part-rows", "6", "--scheduler", cluster.address)
    assert (code, told[-1]) == (1, run(*asked, "--out", "b.jsonl", "--restart").stderr.splitlines()[-1])
    assert of_parts(place / "out") == (place / "local.jsonl").read_bytes()
    (place / "src").mkdir()
    for number in range(5):
        (place / "src" / f"A{number}.java").write_text(
            f"class A {{ int f(int a) {{ return a + {number}; }} }}"
        )
    run("rewrite", "src", "--out", "plain")
    assert finished("rewrite", "src", "--out", "found", "--scheduler", cluster.address)[0] == 0
    assert (place / "plain" / "mutations.jsonl").read_bytes() == (
        place / "found" / "mutations.jsonl"
    ).read_bytes()


def test_workers_of_a_cluster_get_what_is_shared(place: Path, cluster: Cluster) -> None:
    made(place / "out.jsonl", jobs=Workers(scheduler=cluster.address))
    assert (place / "out.jsonl").read_bytes() == MADE
    assert [path.name for path in place.iterdir()] == ["out.jsonl"]


def test_leaks_are_found_by_a_cluster_as_on_one_machine(place: Path, cluster: Cluster) -> None:
    put(place, "bugs.jsonl", BUGS)
    put(place, "train.jsonl", TRAIN * 10)
    asked = (*FIND, "--form", "text", "--form", "renamed", "--chunk-bytes", "2000", "--summary")
    assert run(*asked, "local.json", "--out", "local.jsonl").exit_code == 0
    scheduled = ("--scheduler", cluster.address, "--cache", "cache")
    for _ in "12":  # the second time from the cache
        code, _, told = finished(*asked, "found.json", *scheduled, "--out", "leaks.jsonl")
        assert code == 0, told
        assert (place / "leaks.jsonl").read_bytes() == (place / "local.jsonl").read_bytes()
        assert (place / "found.json").read_bytes() == (place / "local.json").read_bytes()
    assert not list(place.glob(".equimorph*"))


def test_a_worker_that_is_killed_changes_nothing(
    place: Path, cluster: Cluster, children: Callable[[], list[int]]
) -> None:
    texts(place / "in.jsonl", NAMES)
    local = run(*ASKED, "--jobs", "1", "--out", "local.jsonl")
    parts = ("--scheduler", cluster.address, "--parts", "out", "--part-rows", "10")
    with started(*ASKED, *parts) as process:
        until = time.monotonic() + 120
        while len(list((place / "out").glob("receipts/*.json"))) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        cluster.workers[0].send_signal(signal.SIGKILL)
        killed_at = len(list((place / "out").glob("receipts/*.json")))
        told = process.communicate(timeout=180)[1].decode()
    assert 2 <= killed_at < 12
    assert process.returncode == local.exit_code == 1
    assert of_parts(place / "out") == (place / "local.jsonl").read_bytes()
    assert told.splitlines()[-1] == local.stderr.splitlines()[-1]
    assert not list((place / "out").glob(".*partial"))
    # The folder is that of any engine.
    again = run(*ASKED, "--jobs", "2", "--parts", "out", "--part-rows", "10")
    assert "12 of 12 parts are done already" in again.stderr


def test_without_distributed_it_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts(place / "in.jsonl", ["a"])
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = run(*ASKED, "--scheduler", "tcp://127.0.0.1:1", "--parts", "out")
    assert found.exit_code == 2
    assert found.stderr == "error: --scheduler needs distributed: pip install distributed\n"
