"""The bugs of demo/bugs, by real javac and java: what they promise to whoever tries the chain on them."""

from __future__ import annotations

import shutil
import subprocess
from importlib import resources
from itertools import islice
from pathlib import Path

import pytest

import equimorph as em
from equimorph.defects4j import Fault, read, read_fix
from equimorph.robustness.baselines.template import repairs
from parsers import Member
from parsers.oracles.jdk import Jdk

BUGS = Path(__file__).resolve().parents[2] / "demo" / "bugs"
FOLDERS = sorted(BUGS.iterdir())
DRIVER = "EquimorphDriver"
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")

RANKS = {
    "Bits-1b": None,
    "Bits-2b": 8,
    "Bits-3b": 4,
    "Dates-1b": 2,
    "Dates-2b": 2,
    "Grid-1b": 20,
    "Grid-2b": 2,
    "Grid-3b": 2,
    "Queues-1b": None,
    "Queues-2b": 1,
    "Shop-2b": None,
    "Shop-3b": 1,
    "Shop-4b": 2,
    "Shop-5b": None,
    "Words-1b": 3,
    "Words-2b": 1,
    "Words-3b": 1,
    "Words-4b": 1,
    "Words-5b": 3,
    "Words-6b": None,
}
"""The rank at which `template` has the developer's fix; None: not among its first twenty."""


def fault_of(folder: Path) -> tuple[Fault, Member]:
    """Return the fault of a bug, and the method in which it lies."""
    [fault] = read_fix(read(folder), folder / "fix.patch").faults
    [method] = fault.methods
    return fault, method


def lines_of(folder: Path) -> list[int]:
    """Return the faulty lines, 1-based in the method."""
    fault, method = fault_of(folder)
    return [line - method.start_line + 1 for line in fault.lines]


def with_method(folder: Path, text: str) -> bytes:
    """Return the faulty file with another text of the method."""
    fault, method = fault_of(folder)
    data = fault.source.data
    return data[: method.start] + text.encode() + data[method.end :]


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the fixed versions, by patch."""
    folder = tmp_path_factory.mktemp("fixed")
    for bug in FOLDERS:
        shutil.copytree(bug, folder / bug.name)
        command = ["patch", "-p1", "-s", "-i", str(bug / "fix.patch")]
        subprocess.run(command, cwd=folder / bug.name, check=True)
    return folder


def compiled(jdk: Jdk, folders: list[Path], out: Path) -> Path:
    """Return a folder with the classes of checkouts and the driver: javac 17, as Java 8."""
    driver = resources.files("equimorph.projects") / "driver" / f"{DRIVER}.java"
    sources = [str(path) for folder in folders for path in sorted(folder.rglob("*.java"))]
    command = [
        str(jdk.home / "bin" / "javac"),
        *("-J" + option for option in QUICK),
        "--release",
        "8",
        "-Xlint:all",
        "-d",
        str(out),
    ]
    done = subprocess.run([*command, str(driver), *sources], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "src/main" not in done.stderr, "a warning of javac"
    return out


def failing(jdk: Jdk, classes: Path, folders: list[Path], timeout: float = 20) -> dict[str, str]:
    """Return the failing tests of checkouts, each with the name of what it threw."""
    names = classes.parent / f"{classes.name}.names"
    tests = [path for folder in folders for path in sorted((folder / "src/test/java").rglob("*.java"))]
    names.write_text("".join(f"{path.parent.name}.{path.stem}\n" for path in tests))
    out = classes.parent / f"{classes.name}.failing"
    ran = classes.parent / f"{classes.name}.ran"
    command = [
        str(jdk.home / "bin" / "java"),
        *QUICK,
        "-cp",
        str(classes),
        DRIVER,
        *map(str, (names, out, ran)),
    ]
    subprocess.run(command, check=True, timeout=timeout)
    lines = [line for line in out.read_text().splitlines() if not line.startswith("+++ ")]
    return {
        line[4:]: lines[at + 1].partition(":")[0] for at, line in enumerate(lines) if line.startswith("--- ")
    }


def test_there_are_twenty() -> None:
    assert {folder.name for folder in FOLDERS} == set(RANKS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_bug_is_one_line_of_one_method_in_the_layout_of_defects4j(folder: Path) -> None:
    checkout = read(folder)
    assert checkout.bug == folder.name
    assert not checkout.is_fixed
    fix = read_fix(checkout, folder / "fix.patch")
    assert (fix.aside, fix.deleted, fix.unnamed, fix.unchanged, fix.held) == ((), (), (), (), "old")
    fault, method = fault_of(folder)
    assert (len(fault.lines), fault.omissions, fault.outside) == (1, (), ())
    patch = (folder / "fix.patch").read_text().splitlines()
    changed = [line[0] for line in patch if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")]
    assert changed == ["-", "+"]
    assert 3 <= method.end_line - method.start_line + 1 <= 60
    assert checkout.trigger_tests


def test_buggy_versions_fail_their_triggering_tests_alone(jdk: Jdk, tmp_path: Path) -> None:
    found = failing(jdk, compiled(jdk, FOLDERS, tmp_path / "buggy"), FOLDERS)
    assert sorted(found) == sorted(test for folder in FOLDERS for test in read(folder).trigger_tests)
    kinds = {thrown == "java.lang.AssertionError" for thrown in found.values()}
    assert kinds == {True, False}, "some fail by an assertion, some by an exception"


def test_fixed_versions_pass_all_tests(jdk: Jdk, fixed: Path, tmp_path: Path) -> None:
    folders = [fixed / folder.name for folder in FOLDERS]
    assert failing(jdk, compiled(jdk, folders, tmp_path / "classes"), folders) == {}


def test_template_has_most_fixes_among_its_first_twenty(fixed: Path) -> None:
    found: dict[str, int | None] = {}
    for folder in FOLDERS:
        fault, method = fault_of(folder)
        source = em.read(fixed / folder.name / fault.path)
        [wanted] = [other.text for other in source.methods if other.start_line == method.start_line]
        ranked = enumerate(islice(repairs(method.text, lines_of(folder)), 20), 1)
        ranks = [rank for rank, text in ranked if em.same_tokens(text, wanted)]
        found[folder.name] = ranks[0] if ranks else None
    assert found == RANKS


def test_first_repairs_of_template_show_every_behaviour(jdk: Jdk, tmp_path: Path) -> None:
    chosen = {"Bits-1b": "assertion", "Bits-2b": "exception", "Queues-2b": "pass", "Shop-5b": "timeout"}
    folders = {}
    for name in (*chosen, "Words-5b"):
        folders[name] = tmp_path / name
        shutil.copytree(BUGS / name, folders[name])
        fault, method = fault_of(BUGS / name)
        first = next(repairs(method.text, lines_of(BUGS / name)))
        (folders[name] / fault.path).write_bytes(with_method(BUGS / name, first))
    with pytest.raises(AssertionError, match="bad operand types"):
        compiled(jdk, [folders["Words-5b"]], tmp_path / "none")
    classes = compiled(jdk, [folders[name] for name in chosen], tmp_path / "classes")
    with pytest.raises(subprocess.TimeoutExpired):
        failing(jdk, classes, [folders["Shop-5b"]], timeout=3)
    ended = [folders[name] for name in chosen if name != "Shop-5b"]
    thrown = failing(jdk, classes, ended)
    assert {(test.partition(".")[2], kind) for test, kind in thrown.items()} >= {
        ("BitSetTest::testAgain", "java.lang.AssertionError"),
        ("RangesTest::testOne", "java.lang.NullPointerException"),
    }
    assert not any("CacheTest" in test for test in thrown)
