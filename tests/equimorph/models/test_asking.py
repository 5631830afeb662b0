"""Asking models: by the API and by the command; kills, jobs, parts, bad rows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph.bulk.working import Target
from equimorph.models import Answer, Candidate, Request
from equimorph.models.asking import ask, opened_requests, write_answers
from equimorph.robustness.served import named_model, served_model
from mutators import MutationError
from tests.equimorph.conftest import listed, run
from tests.equimorph.conftest import rows as whole_rows
from tests.equimorph.models.conftest import gone
from tests.equimorph.models.test_urls import KEY, Handler, good, refusal, serving
from tests.killing import EQUIMORPH, killed

COUNT = 70


def request(number: int, **more: object) -> dict[str, Any]:
    text = f"int f() {{ return {number}; }}\n"
    return {"schema": 1, "id": f"B-{number}", "text": text, "fault_lines": [1], "k": 2, "seed": 3} | more


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with requests.jsonl and scripts of models in it."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "requests.jsonl", [request(number) for number in range(COUNT)])
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "model.sh").write_text(SHELL)
    return tmp_path


GOOD = """\
import os, time
def fix(text, fault_lines, k):
    time.sleep(float(os.environ.get("PAUSE", 0)))
    if "return 5;" in text:
        raise ValueError("five")
    return [f"{text}// {number}" for number in range(9)]
"""
SHELL = """\
read hello
echo '{"protocol":1,"model":"shell"}'
while IFS= read -r line; do
  id=${line#*'"id":"'}; id=${id%%'"'*}
  case "$id" in
    B-3) exit 3 ;;
    B-4) echo noise; sleep 1000 ;;
    *9) sleep "${PAUSE:-0}" ;;
  esac
  echo "{\\"id\\":\\"$id\\",\\"candidates\\":[{\\"hunk\\":\\"$id\\",\\"at\\":1},{\\"text\\":\\"two\\"},{\\"text\\":\\"three\\"}]}"
done
"""
COMMAND = ("--model-command", "sh model.sh")


def write(path: Path, made: Sequence[dict[str, Any] | str]) -> None:
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in made))


def asked(*options: str | Path, code: int = 0) -> Any:  # noqa: ANN401 - click's
    result = run("robustness", "ask", "requests.jsonl", *options)
    assert result.exit_code == code, result.stderr
    return result


def rows(path: Path | bytes) -> list[dict[str, Any]]:
    """The rows of a file, each without the hash of what it answers, which it must have."""
    found = whole_rows(path)
    assert all(len(row["asked"]) == 16 for row in found)
    return [{name: value for name, value in row.items() if name != "asked"} for row in found]


def by_shell() -> list[dict[str, Any]]:
    """What the shell script answers."""
    wrong = {3: "the command ended with exit code 3", 4: "not JSON: expecting value at character 1: 'noise'"}
    return [
        {
            "schema": 1,
            "id": f"B-{number}",
            "model": "shell",
            "candidates": [] if number in wrong else [{"hunk": f"B-{number}", "at": 1}, {"text": "two"}],
            "error": wrong.get(number),
        }
        for number in range(COUNT)
    ]


def test_a_command_of_another_language_answers_whatever_the_jobs(folder: Path) -> None:
    result = asked(*COMMAND, "--out", "one.jsonl")
    assert result.stderr.splitlines() == [
        "requests.jsonl:4: no answer: the command ended with exit code 3",
        "requests.jsonl:5: no answer: not JSON: expecting value at character 1: 'noise'",
        f"{COUNT} requests: 68 answers with 136 candidates, 2 errors (crash 1, other 1)",
    ]
    assert rows(folder / "one.jsonl") == by_shell()
    for jobs in ("2", "4"):
        asked(*COMMAND, "--jobs", jobs, "--out", f"{jobs}.jsonl")
        assert (folder / f"{jobs}.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()
    assert not list(folder.glob("*.partial"))


def test_answers_with_an_error_do_not_stop_a_chain_of_commands(folder: Path) -> None:
    write(folder / "requests.jsonl", [request(number) for number in (1, 4, 5)])
    model = ("--model-command", "sh model.sh", "--timeout", "0.3")
    (folder / "model.sh").write_text(
        SHELL.replace("echo noise; ", "").replace("*9)", "B-5) kill -9 $$ ;;\n*9)")
    )
    for _ in range(2):
        summary = asked(*model, "--parts", "parts").stderr.splitlines()[-1]
        assert summary == "3 requests: 1 answer with 2 candidates, 2 errors (crash 1, timeout 1)"
    write(folder / "requests.jsonl", [request(4)])
    assert "no request has an answer" in asked(*model, code=1).stderr


def test_a_function_of_a_file_is_a_model(folder: Path) -> None:
    result = asked("--model", "good.py:fix", "--out", "one.jsonl", "-k", "1")
    assert "requests.jsonl:6: no answer: ValueError: five" in result.stderr
    found = rows(folder / "one.jsonl")
    assert found[0] == {
        "schema": 1,
        "id": "B-0",
        "model": "good:fix",
        "candidates": [{"text": "int f() { return 0; }\n// 0"}],
        "error": None,
    }
    asked("--model", "good:fix", "--name", "mine", "--jobs", "2", "--k", "1", "--out", "two.jsonl")
    assert rows(folder / "two.jsonl") == [{**row, "model": "mine"} for row in found]


def test_parts_are_a_folder_with_a_manifest(folder: Path) -> None:
    asked(*COMMAND, "--parts", "parts", "--part-rows", "30")
    asked(*COMMAND, "--parts", "parts", "--part-rows", "30", "--jobs", "3")
    assert [row for path in sorted(folder.glob("parts/part-*.jsonl")) for row in rows(path)] == by_shell()
    manifest = json.loads((folder / "parts/manifest.json").read_text())
    assert (manifest["complete"], manifest["rows"], manifest["made"], manifest["failed"]) == (
        True,
        COUNT,
        COUNT,
        0,
    )


@pytest.mark.parametrize("how", [COMMAND, ("--model", "good.py:fix")])
def test_a_killed_run_goes_on_to_the_same_bytes(folder: Path, how: tuple[str, str]) -> None:
    asked(*how, "--out", "whole.jsonl")
    line = [*EQUIMORPH, "robustness", "ask", "requests.jsonl", *how, "--jobs", "2", "--out", "killed.jsonl"]
    for _ in range(2):
        killed(line, "killed.jsonl.partial/receipts/part-*.json", 4)
    assert not (folder / "killed.jsonl").exists()
    result = asked(*how, "--out", "killed.jsonl")
    assert "parts are done already" in result.stderr
    assert (folder / "killed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


def test_an_interrupt_says_how_to_go_on_and_leaves_no_process(folder: Path) -> None:
    (folder / "slow.sh").write_text("echo $$ >> pids\n" + SHELL.replace("*9)", "*)"))
    line = [
        sys.executable,
        "-m",
        "equimorph",
        "robustness",
        "ask",
        "requests.jsonl",
        "--model-command",
        "sh slow.sh",
    ]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PAUSE": "1000"}
    # A process inherits that SIGINT is ignored, as it is in what a shell runs in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen([*line, "--out", "a.jsonl"], env=env, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, before)
    with process:
        until = time.monotonic() + 60
        while not (folder / "pids").exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "a.jsonl.partial keeps what is done" in stderr
    assert all(gone(int(pid)) for pid in (folder / "pids").read_text().split())


def test_a_name_that_is_learnt_late_is_in_all_rows(folder: Path) -> None:
    (folder / "late.sh").write_text("if [ ! -e flag ]; then touch flag; exit 1; fi\n" + SHELL)
    asked("--model-command", "sh late.sh", "--out", "late.jsonl")
    found = rows(folder / "late.jsonl")
    assert {row["model"] for row in found} == {"shell"}
    assert found[0]["error"] == "before its hello, the command ended with exit code 1"
    assert found[1:] == by_shell()[1:]


def test_a_command_that_never_starts_has_an_error_in_each_row(folder: Path) -> None:
    stderr = asked("--model-command", "exit 9", "--out", "none.jsonl", code=1).stderr.splitlines()
    assert stderr[-3:] == [
        "... and more, each in the field 'error' of its row",
        "error: no request has an answer: is the model set up as it should be?",
        f"{COUNT} requests: 0 answers with 0 candidates, {COUNT} errors (crash {COUNT}); 1 failed",
    ]
    found = rows(folder / "none.jsonl")
    assert {(row["model"], row["error"]) for row in found} == {
        ("exit", "before its hello, the command ended with exit code 9")
    }
    assert [row["id"] for row in found] == [f"B-{number}" for number in range(COUNT)]


def test_a_model_that_changes_its_name_is_not_two(folder: Path) -> None:
    own = SHELL.replace('{"protocol":1,"model":"shell"}', '{"protocol":1,"model":"m\'$$\'"}')
    (folder / "names.sh").write_text(own)
    asked("--model-command", "sh names.sh", "--out", "a.jsonl")
    found = rows(folder / "a.jsonl")
    assert len({row["model"] for row in found}) == 1
    assert "the model calls itself 'm" in found[5]["error"]


def test_what_cannot_run_leaves_nothing_behind(folder: Path) -> None:
    before = listed(folder)
    for how in (
        ("--model-command", "equimorph-no-such-command"),
        ("--model", "good.py:other"),
        ("--model", "nowhere:f"),
    ):
        assert "error: the model's command cannot be run" in asked(*how, "--out", "a.jsonl", code=1).stderr
        assert listed(folder) == before


def test_bad_requests_are_reported_and_the_rest_goes_on(folder: Path) -> None:
    write(
        folder / "requests.jsonl", [request(0), "{", request(1, fault_lines=[0]), "", request(0), request(2)]
    )
    result = asked(*COMMAND, "-k", "1", code=1)
    assert [row["id"] for row in rows(result.stdout_bytes)] == ["B-0", "B-2"]
    assert [line.partition(": ")[2] for line in result.stderr.splitlines()[:3]] == [
        "requests.jsonl:2: not JSON: expecting property name enclosed in double quotes at character 3",
        "requests.jsonl:3: field 'fault_lines' is not a list of lines from 1",
        "requests.jsonl:5: a second request 'B-0'",
    ]


def test_the_key_of_a_url_is_in_nothing_that_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)

    def handle(handler: Handler, data: dict[str, Any]) -> None:
        (refusal if data["id"] == "B-1" else good)(handler, data)

    with serving(handle) as (url, seen):
        where = ("--model-url", f"{url}?key={KEY}", "--key-env", "MODEL_KEY", "--jobs", "3")
        result = asked(*where, "--parts", "parts")
    assert seen[0][1]["Authorization"] == f"Bearer {KEY}"
    assert "requests.jsonl:2: no answer: HTTP 401 Unauthorized: no such key: ***" in result.stderr
    kept = [path.read_text() for path in folder.rglob("*") if path.is_file()]
    assert not any(KEY in text for text in [*kept, result.stderr, result.stdout])


def test_a_model_sees_no_field_that_is_not_of_a_request(folder: Path) -> None:
    more = {"fixed": "SECRET", "original": "SECRET", "mutation": {"edits": "SECRET"}, "mutant": "SECRET"}
    write(folder / "requests.jsonl", [request(0, **more)])
    assert asked("--model-command", "tee seen | sh model.sh").stdout.count("SECRET") == 0
    _, line = (folder / "seen").read_text().splitlines()
    assert json.loads(line) == request(0)


def test_no_requests_are_no_answers(folder: Path) -> None:
    write(folder / "requests.jsonl", [])
    assert asked("--model-command", "exit 1").stdout == ""


def test_answers_made_elsewhere_are_put_in_order(folder: Path) -> None:
    (folder / "requests.jsonl").write_text("".join(json.dumps(request(number)) + "\n" for number in range(3)))
    answers = [{"id": f"B-{n}", "model": "m", "candidates": [{"text": "x"}] * 5} for n in (2, 0, 9)]
    write(folder / "made.jsonl", answers)
    result = asked("--answers", "made.jsonl", code=1)
    assert [(row["id"], len(row["candidates"]), row["error"]) for row in rows(result.stdout_bytes)] == [
        ("B-0", 2, None),
        ("B-1", 0, "no answer in made.jsonl"),
        ("B-2", 2, None),
    ]
    assert "error: made.jsonl:3: no request 'B-9'" in result.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([], "give one of --model, --model-command, --model-url, --chat, --hf and --answers"),
        (["--model", "copy", "--model-command", "x"], "give one of"),
        (["--model", "tmplate"], "did you mean template?"),
        (["--model", "good:"], "no model 'good:'"),
        (["--model-command", " "], "the command of the model is empty"),
        (["--model-url", "localhost:80"], "not that of an http or https server"),
        (["--model-url", "http://u:p@localhost"], "a key comes from the environment"),
        (["--model-url", "http://localhost", "--key-env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set"),
        (["--model", "copy", "--key-env", "HOME"], "--key-env is for --model-url"),
        (["--answers", "no-such-file"], "no such file"),
        (["--model", "copy", "-k", "0"], "-k"),
        (["--model", "copy", "--timeout", "0"], "--timeout"),
        (["--model", "copy", "--jobs", "0"], "--jobs"),
        (["--model", "copy", "--out", "a.txt"], "the name must end in"),
        (["--model", "copy", "--out", "a.jsonl", "--parts", "b"], "give either --out or --parts"),
        (["--model", "copy", "--name", ""], "--name is empty"),
    ],
)
def test_options_that_do_not_go_together_are_refused(folder: Path, options: list[str], reason: str) -> None:
    assert reason in asked(*options, code=2).stderr


def test_another_model_does_not_continue_a_run(folder: Path) -> None:
    (folder / "a.jsonl.partial").mkdir()
    with opened_requests(folder / "requests.jsonl") as requests, pytest.raises(ZeroDivisionError):
        write_answers(
            Target(folder / "a.jsonl", reporter=_Failing()), requests, served_model("good.py:fix", 60)
        )
    result = asked(*COMMAND, "--out", "a.jsonl", code=1)
    assert "a.jsonl.partial was made with other" in result.stderr
    asked(*COMMAND, "--out", "a.jsonl", "--restart")
    assert rows(folder / "a.jsonl") == by_shell()


class _Failing:
    """A reporter that ends the run at its first note."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        from equimorph.bulk.reporting import SILENT

        if name == "note":
            return lambda *_: 1 // 0
        return getattr(SILENT, name)


def test_the_api_asks_a_function() -> None:
    requests = [Request("A", "x", (1,), 2), Request("B", "y", (), 1)]
    made = [Answer("A", "twice", (Candidate("xx"),)), Answer("B", "twice", (Candidate("yy"),))]

    def twice(text: str, fault_lines: Sequence[int], k: int) -> list[str]:
        return [text * 2] * min(k, 1)

    assert list(ask(requests, twice)) == made
    assert list(ask([one.to_row() for one in requests], twice, k=5)) == made


def test_the_api_asks_lazily() -> None:
    def endless() -> Any:  # noqa: ANN401
        while True:
            yield request(len(seen))

    seen: list[str] = []
    answers = ask(endless(), lambda text, lines, k: seen.append(text) or [])
    next(answers), next(answers)
    assert len(seen) <= 3


def test_the_api_raises_for_a_bad_row_unless_somebody_listens() -> None:
    bad: list[Any] = []
    with pytest.raises(MutationError, match="rows:1: no field 'id'"):
        list(ask([request(0, id=None)], lambda *_: []))
    assert [one.id for one in ask([request(0, id=None), request(1)], lambda *_: [], failed=bad.append)] == [
        "B-1"
    ]
    assert [one.line for one in bad] == [1]


def test_a_named_model_is_a_python_object(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert named_model("./good.py:fix").label == "good:fix"
    with pytest.raises(MutationError):
        named_model("nothing")
