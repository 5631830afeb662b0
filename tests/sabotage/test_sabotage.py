"""Sabotage of our own code: every patch must make the tests fail that it names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sabotage.patch import Patch
from tests.sabotage.patches import PATCHES, TABLES
from tests.sabotage.runs import ROOT, SOURCES, Runner, overlay
from tests.sabotage.selection import chosen, commits, of_files, of_push

MODEL = "mutators/model.py"


@pytest.fixture(scope="session")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    found = Runner(tmp_path_factory.mktemp("sabotage"))
    yield found
    found.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "patch" not in metafunc.fixturenames:
        return
    patches = chosen(metafunc.config.getoption("sabotage"))
    if isinstance(patches, str):
        metafunc.parametrize("patch", [pytest.param(None, id="none", marks=pytest.mark.skip(reason=patches))])
    else:
        metafunc.parametrize("patch", patches, ids=lambda p: f"{Path(p.path).stem}: {p.old.strip()[:40]}")


def test_unpatched_code_passes(runner: Runner, tmp_path: Path) -> None:
    # One is enough to show that an overlay can be tested; the others run in the suite, which is red if one fails.
    same = (SOURCES / MODEL).read_text(encoding="utf-8")
    done = runner.run(overlay(tmp_path / "src", MODEL, same), PATCHES[0].tests)
    assert done.code == 0, done.output[-4000:]


def test_the_overlay_is_what_is_tested(runner: Runner, tmp_path: Path) -> None:
    sources = overlay(tmp_path / "src", MODEL, "raise SystemError('this overlay')\n")
    assert "this overlay" in runner.run(sources, PATCHES[0].tests).output


def test_processes_of_a_test_run_the_overlay_too(runner: Runner, tmp_path: Path) -> None:
    test = tmp_path / "test_process.py"
    test.write_text(
        "import subprocess, sys\n"
        "def test(): subprocess.run([sys.executable, '-c', 'import mutators.model'], check=True)\n",
        encoding="utf-8",
    )
    sources = overlay(tmp_path / "src", MODEL, "raise SystemError('this overlay')\n")
    done = runner.run(sources, str(test))
    assert (done.code, "this overlay" in done.output) == (1, True), done.output[-4000:]


def test_no_other_module_is_replaced(tmp_path: Path) -> None:
    folder = overlay(tmp_path / "src", MODEL, "")
    ours = {path.relative_to(SOURCES) for path in SOURCES.rglob("*.*") if "__pycache__" not in path.parts}
    other = [path for path in ours if (folder / path).read_bytes() != (SOURCES / path).read_bytes()]
    assert other == [Path(MODEL)]
    assert not list((folder / "mutators" / "__pycache__").glob("model.*"))


def test_a_run_without_end_is_ended(runner: Runner, tmp_path: Path) -> None:
    sources = overlay(tmp_path / "src", MODEL, "while True: pass\n")
    assert runner.run(sources, PATCHES[0].tests, limit=3).code is None
    # The server goes on.
    assert runner.run(SOURCES, PATCHES[0].tests).code == 0


def test_patches_of_changed_files() -> None:
    table = TABLES[0]
    patch = table.PATCHES[0]
    for file in (
        f"src/{patch.path}",
        patch.tests.partition("::")[0],
        f"tests/sabotage/patches/{Path(table.__file__).name}",
    ):
        assert patch in of_files({file, "README.md"})
    assert of_files({"README.md"}) == []


def test_every_patch_has_its_place_and_its_tests() -> None:
    # All of them and fast: what moved is seen at once, not when its turn comes.
    for patch in PATCHES:
        text = (SOURCES / patch.path).read_text(encoding="utf-8")
        assert patch.apply(text) is not None, f"{patch.path} has no {patch.old!r} any more: mend the patch"
        file, _, name = patch.tests.partition("::")
        there = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {name.partition('[')[0]}" in there, f"{file} has no {name} any more: mend the patch"


def test_ten_commits_in_a_row_see_all_patches() -> None:
    parts = [of_push([], number) for number in range(7, 17)]
    assert sorted(repr(patch) for part in parts for patch in part) == sorted(map(repr, PATCHES))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert commits(ROOT) >= 1


def test_a_push_has_all_patches_of_what_changed_but_no_more_than_a_third() -> None:
    assert set(PATCHES[:50]) < set(of_push(list(PATCHES[:50]), 7))
    parts = [of_push(list(PATCHES), number) for number in (7, 8, 9)]
    assert sorted(repr(patch) for part in parts for patch in part) == sorted(map(repr, PATCHES))


def test_killed(runner: Runner, tmp_path: Path, patch: Patch) -> None:
    text = (SOURCES / patch.path).read_text(encoding="utf-8")
    patched = patch.apply(text)
    assert patched is not None, f"{patch.path} has no {patch.old!r} any more: mend the patch"
    done = runner.run(overlay(tmp_path / "src", patch.path, patched), patch.tests)
    # 1: tests failed; anything else is no verdict of a test, nor is a loop without end.
    assert done.code == 1, f"exit code {done.code} of {patch.tests}, not 1\n{done.output[-2000:]}"
