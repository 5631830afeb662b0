"""A whole study by one line: what is in the folder, that a killed run goes on with equal bytes, and what is refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from equimorph.robustness.scoring.score import scores
from equimorph.runs.partial import LOCK, alone
from tests.equimorph.conftest import rows
from tests.equimorph.conftest import run as invoke
from tests.killing import killed

ROOT = Path(__file__).resolve().parents[3]
BUGS = ("demo/bugs/Shop-3b", "demo/bugs/Words-2b")
FEW = ("--no-tests", "-k", "3", "--limit-per-mutator", "1")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "equimorph", "robustness", "run", *arguments]


def study(out: Path, *arguments: str, bugs: tuple[str, ...] = BUGS, code: int = 0) -> str:
    done = subprocess.run(
        command(*bugs, "--model", "template", "--out", str(out), *arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    return done.stderr


def files(out: Path) -> dict[str, str]:
    """Hashes of all files below a folder."""
    return {
        path.relative_to(out).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("study") / "out"
    assert f"{out}/index.html written" in study(out, *FEW)
    return out


def test_the_manifest_has_the_hash_of_every_file(done: Path) -> None:
    manifest = json.loads((done / "study.json").read_bytes())
    known = {name: hashed for step in manifest["steps"].values() for name, hashed in step["files"].items()}
    found = files(done)
    del found["study.json"]
    assert known == found
    assert manifest["complete"] is True
    assert {
        "answers.jsonl",
        "judged-exact.jsonl",
        "baseline/score-exact.json",
        "plots/exact-bars.svg",
    } <= set(known)


def test_the_scores_are_those_of_the_judged_rows(done: Path) -> None:
    [score] = scores(done / "judged-exact.jsonl")
    assert json.loads((done / "score-exact.json").read_bytes()) == json.loads(json.dumps(score.to_dict()))
    assert score.samples["repaired"] == 2


def data_of(page: Path) -> Any:  # noqa: ANN401 - plain data
    found = re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def applied(text: str, flat: list[Any]) -> str:
    made, at = "", 0
    for start, length, new in zip(*(flat[i::3] for i in range(3)), strict=True):
        made, at = made + text[at:start] + new, start + length
    return made + text[at:]


def test_the_page_has_fix_mutant_answer_and_what_is_left_of_it(done: Path) -> None:
    data = data_of(done / "index.html")
    bugs = {bug["id"]: bug for bug in map(json.loads, (done / "bugs.jsonl").read_text().splitlines())}
    mutants = {one["id"]: one for one in map(json.loads, (done / "mutants.jsonl").read_text().splitlines())}
    answers = {one["id"]: one for one in map(json.loads, (done / "answers.jsonl").read_text().splitlines())}
    checked = 0
    for bug in data["bugs"]:
        text, known = data["texts"][bug["text"]], bugs[bug["id"]]
        assert (text, applied(text, bug["fix"])) == (known["buggy"], known["fixed"])
        for mutant in bug["mutants"]:
            mutated = applied(text, mutant["edits"])
            assert mutated == mutants[mutant["id"]]["mutant"]
            for shown in mutant["answer"]["shown"]:
                candidate = answers[f"{bug['id']}/{mutant['id']}"]["candidates"][shown["rank"] - 1]
                if "text" in candidate:
                    assert applied(mutated, shown["edits"]) == candidate["text"]
                if shown["rank"] == mutant["answer"]["rank"]:
                    assert applied(text, shown["undone"]).split() == known["fixed"].split()
                    checked += 1
    assert checked >= 4


def test_a_study_that_is_done_is_not_done_again(done: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in done.rglob("*.jsonl")}
    study(done, *FEW)
    assert {path: path.stat().st_mtime_ns for path in done.rglob("*.jsonl")} == before


def test_another_study_does_not_go_into_the_folder(done: Path) -> None:
    message = study(done, *FEW, "--seed", "1", code=1)
    assert (
        "was made with other seed (0, now 1): repeat the command as it was, or give another folder or --restart"
        in message
    )


def test_a_study_is_alone_in_its_folder(done: Path) -> None:
    with alone(done, ValueError):
        assert "another run writes here" in study(done, *FEW, code=1)
    (done / LOCK).unlink()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert "exists already" in study(tmp_path, *FEW, code=1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_changed_file_is_made_again(done: Path) -> None:
    before = files(done)
    (done / "judged-exact.jsonl").write_bytes(b"{}\n")
    study(done, *FEW)
    assert files(done) == before


def test_a_killed_study_goes_on_and_gives_the_same_bytes(done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = command(*BUGS, "--model", "template", "--out", str(out), *FEW)
    killed(line, out / "answers.jsonl", cwd=ROOT)
    assert not (out / "index.html").exists()
    study(out, *FEW)
    assert files(out) == files(done)


@pytest.mark.skipif(not Path("/usr/bin/javac").exists() and "JAVA_HOME" not in os.environ, reason="no JDK")
def test_with_a_jdk_behaviour_is_judged_too_and_doing_nothing_changes_none(tmp_path: Path) -> None:
    out = tmp_path / "out"
    study(out, "-k", "1", "--limit-per-mutator", "1", bugs=BUGS[:1])
    score = json.loads((out / "baseline" / "score-behaviour.json").read_bytes())
    [pdm] = [c for c in score["cells"] if (c["metric"], c["mutator"], c["fault"]) == ("PDM", "all", "all")]
    assert (pdm["numerator"], pdm["denominator"]) == (0, 4)
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "<b>PDM</b>" in page
    assert (out / "plots" / "behaviour-bars.svg").is_file()


JAVA = Path("/usr/share/java")
JUNITS = (
    "junit4",
    "hamcrest",
    "hamcrest-core",
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "opentest4j",
)
JUNITS += ("apiguardian-api", "junit-platform-commons", "junit-platform-engine", "junit-platform-launcher")
JUNIT_4 = """\
package shop;

import static org.junit.Assert.assertEquals;

public class CashBoxTest {
    @org.junit.Test public void oneCoin() { assertEquals("[200]", new CashBox(9).change(300, 500).toString()); }
}
"""
JUNIT_5 = """\
package shop;

import static org.junit.jupiter.api.Assertions.assertThrows;

class NoCoinsTest {
    @org.junit.jupiter.api.Test void tooFew() { assertThrows(IllegalStateException.class, () -> new CashBox(1).change(0, 600)); }
}
"""


def test_a_bug_with_junit_4_and_5_goes_through_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First without JUnit, which stops at the start and leaves the folder free; then with it, to the page."""
    jars = [JAVA / f"{name}.jar" for name in JUNITS]
    if missing := [jar.name for jar in jars if not jar.exists()]:
        pytest.skip(f"no {', '.join(missing)} (Debian: apt-get install junit4 junit5)")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "demo" / "bugs" / "Shop-3b", "Shop-3b")
    tests = Path("Shop-3b/src/test/java/shop")
    (tests / "CashBoxTest.java").write_text(JUNIT_4)
    (tests / "NoCoinsTest.java").write_text(JUNIT_5)
    asked = ["Shop-3b", "--model", "template", "-k", "1", "--jobs", "1", "--out", "out", "--repaired"]
    stopped = invoke("robustness", "run", *asked)
    assert stopped.exit_code == 1
    assert "1 of 1 checkouts cannot be tested, so nothing was done" in stopped.stderr
    assert "does not compile as it is" in stopped.stderr
    assert "package org.junit" in stopped.stderr
    assert "given with --class-path" in stopped.stderr
    assert list(Path("out").iterdir()) == []
    done = invoke(
        "robustness", "run", *asked, "--class-path", ":".join(map(str, jars)), "--test-timeout", "50"
    )
    assert done.exit_code == 0, done.stderr
    judged = {name: rows(Path("out", f"judged-{name}.jsonl")) for name in ("exact", "behaviour", "repaired")}
    assert [row["status"] for row in judged["exact"] if row["mutant_id"] is None] == ["hit"]
    assert {row["status"] for row in judged["behaviour"]} == {"pass"}
    assert {row["status"] for row in judged["repaired"]} == {"repaired"}
    assert len(judged["behaviour"]) == len(judged["repaired"]) == 5
    [original] = [
        row for row in rows(Path("out/baseline/judged-behaviour.jsonl")) if row["mutant_id"] is None
    ]
    assert "shop.CashBoxTest::oneCoin" in original["behaviour"]
    assert "NoCoinsTest" not in original["behaviour"]
    assert "<b>PDM</b>" in Path("out/index.html").read_text(encoding="utf-8")
    assert not Path("out/runs").exists()


def test_run_has_the_options_that_judge_has() -> None:
    options = {
        verb: set(re.findall(r"--[a-z-]+", invoke("robustness", verb, "--help").stdout))
        for verb in ("judge", "run")
    }
    judging = {
        "--bugs",
        "--mutants",
        "--criterion",
        "--parts",
        "--part-rows",
    }  # of rows that are made before, or of how they are made
    assert options["judge"] - options["run"] == judging
    assert invoke("robustness", "run", ".", "--out", "x", "--no-tests", "--memory", "99").exit_code == 2


def test_without_a_jdk_the_page_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = subprocess.run(
        command(BUGS[0], "--model", "copy", "--out", str(out), "--limit-per-mutator", "1", "-k", "1"),
        cwd=ROOT,
        env={"PATH": "/nowhere", "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    if done.returncode == 0 and "judged-behaviour" in done.stderr:
        pytest.skip("a JDK is found without PATH")
    assert done.returncode == 0, done.stderr
    assert "there is no score of behaviour" in (out / "index.html").read_text(encoding="utf-8")
