"""Models that are commands: good ones, and those that crash, hang and babble."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from equimorph.models import Answer, CannotRun, CommandModel, Request
from equimorph.models.exchange import Hello
from mutators import MutationError
from tests.equimorph.models.conftest import gone

Make = Callable[..., list[str]]

SECONDS = 0.4
"""For a request that is answered never."""


def requests(count: int, k: int = 1) -> list[Request]:
    return [Request(f"B-{n}", f"int f() {{ return {n}; }}\n", (1,), k) for n in range(count)]


def asked(command: str | Sequence[str], count: int = 3, timeout: float = 30.0, k: int = 1) -> list[Answer]:
    return list(CommandModel(command, timeout).repair(requests(count), k))


def errors(answers: list[Answer]) -> list[str | None]:
    return [answer.error for answer in answers]


def test_a_command_answers_each_request(command: Make) -> None:
    answers = asked(command(), 3, k=2)
    assert [(one.id, one.model, one.error) for one in answers] == [
        (f"B-{n}", "scripted", None) for n in range(3)
    ]
    assert [one.text for one in answers[2].candidates] == [f"int f() {{ return 2; }}\n{n}" for n in (0, 1)]


def test_a_command_is_started_once(command: Make, tmp_path: Path) -> None:
    asked(command(start=f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\n"), 5)
    assert (tmp_path / "starts").read_text() == "x"


def test_a_command_sees_the_hello_and_the_request_and_nothing_else(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    script = (
        f'tee {shlex.quote(str(seen))} | (read a; echo \'{{"protocol":1,"model":"sh"}}\';'
        ' read b; echo \'{"id":"B-0","candidates":[]}\')'
    )
    [answer] = asked(script, 1, k=3)
    assert answer.error is None
    assert seen.read_text().splitlines() == [
        '{"protocol":1,"k":3,"seed":0}',
        '{"schema":1,"id":"B-0","text":"int f() { return 0; }\\n","fault_lines":[1],"k":3,"seed":0}',
    ]


SHELL = """\
read hello
echo '{"protocol":1,"model":"shell"}'
while IFS= read -r line; do
  id=${line#*'"id":"'}; id=${id%%'"'*}
  echo "{\\"id\\":\\"$id\\",\\"candidates\\":[{\\"text\\":\\"int f() { return 7; }\\"}]}"
done
"""


def test_a_shell_script_is_a_model(tmp_path: Path) -> None:
    (tmp_path / "model.sh").write_text(SHELL)
    answers = asked(f"sh {shlex.quote(str(tmp_path / 'model.sh'))}")
    assert [(one.id, one.model, one.candidates[0].text) for one in answers] == [
        (f"B-{n}", "shell", "int f() { return 7; }") for n in range(3)
    ]


NODE = """\
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", line => {
  const data = JSON.parse(line);
  console.log(JSON.stringify(data.protocol ? { protocol: 1, model: "node" }
    : { id: data.id, candidates: [{ hunk: "return 1;", at: data.fault_lines[0] }] }));
});
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_a_node_script_is_a_model(tmp_path: Path) -> None:
    (tmp_path / "model.js").write_text(NODE)
    answers = asked(["node", str(tmp_path / "model.js")])
    assert [(one.model, one.candidates[0].at) for one in answers] == [("node", (1, 1))] * 3


def test_a_crash_loses_one_request(command: Make) -> None:
    found = asked(command("if id == 'B-1':\n    raise ValueError('one')"))
    assert errors(found) == [None, "the command ended with exit code 1: ValueError: one", None]


def test_a_crash_says_which_signal(command: Make) -> None:
    found = asked(command("if id == 'B-0':\n    os.kill(os.getpid(), 11)"))
    assert errors(found) == ["the command died of SIGSEGV", None, None]


def test_a_worn_out_process_is_replaced_without_a_loss(command: Make) -> None:
    assert (
        errors(asked(command("count = globals().get('count', 0) + 1\nif count > 2:\n    sys.exit(5)"), 7))
        == [None] * 7
    )


def test_a_command_that_answers_once_is_started_for_each_request(command: Make) -> None:
    assert errors(asked(command(answer="    say({'id': id, 'candidates': []})\n    break\n"))) == [None] * 3


def test_a_hang_loses_one_request(command: Make) -> None:
    found = asked(command("if id == 'B-1':\n    time.sleep(1000)"), 3, 2.0)
    assert errors(found) == [None, "no answer within 2 seconds", None]


def test_a_command_that_dies_at_its_start_is_started_once_a_request(command: Make, tmp_path: Path) -> None:
    start = (
        f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\nsys.stderr.write('no weights')\nsys.exit(3)\n"
    )
    reason = "before its hello, the command ended with exit code 3: no weights"
    assert errors(asked(command(start=start))) == [reason] * 3
    assert (tmp_path / "starts").read_text() == "xxx"


def test_a_command_that_hangs_in_the_hello(command: Make) -> None:
    model = CommandModel(command(start="time.sleep(1000)\n"), SECONDS, SECONDS)
    assert (
        errors(list(model.repair(requests(2), 1))) == [f"no answer to the hello within {SECONDS} seconds"] * 2
    )


def test_a_crash_in_the_first_hello_loses_one_request(command: Make, tmp_path: Path) -> None:
    flag = str(tmp_path / "flag")
    found = asked(
        command(start=f"if not os.path.exists({flag!r}):\n    open({flag!r}, 'w')\n    sys.exit(9)\n")
    )
    assert errors(found) == ["before its hello, the command ended with exit code 9", None, None]
    assert [one.model for one in found] == [Path(sys.executable).name, "scripted", "scripted"]


@pytest.mark.parametrize(
    "command_line", ["/nonexistent/model", ["/nonexistent/model"], "equimorph-no-such-command x"]
)
def test_a_command_that_is_not_there_ends_the_run(command_line: str | list[str]) -> None:
    with pytest.raises(CannotRun, match="cannot be"):
        asked(command_line)


@pytest.mark.parametrize("command_line", ["", "  ", [], "a\0b"])
def test_an_empty_command_is_none(command_line: str | list[str]) -> None:
    with pytest.raises(MutationError, match="the command of the model"):
        CommandModel(command_line)


@pytest.mark.parametrize(
    ("noise", "reason"),
    [
        ("print('loading')", "not JSON: expecting value at character 1: 'loading'"),
        ("print()", "not JSON: expecting value at character 2: ''"),
        ("print('[1]')", "not a JSON object: '[1]'"),
        ('print(\'{"id": "other", "candidates": []}\')', 'not the answer to this request: \'{"id": "other"'),
        ("say({'id': id})", "field 'candidates' is not a list: '{\"id\": \"B-1\"}'"),
        ("say({'id': id, 'candidates': [{'text': 3}]})", "field 'text' of a candidate is not a text"),
        ("say({'id': id, 'candidates': ['x']})", "a candidate is not a JSON object"),
        ("sys.stdout.buffer.write(b'\\xff\\n')", "not UTF-8 at byte 0: '\\\\xff'"),
        ("print('[' * 100000)", "nested too deep: '[[["),
        (
            'print(\'{"id": "B-1", "candidates": [{"text": "\\\\ud800"}]}\')',
            "field 'text' of a candidate is not a text",
        ),
    ],
)
def test_noise_is_an_error_with_its_line(command: Make, noise: str, reason: str) -> None:
    answers = asked(command(f"if id == 'B-1':\n    {noise}\n    sys.stdout.flush()\n    time.sleep(1000)"))
    assert [one is None for one in errors(answers)] == [True, False, True]
    assert str(answers[1].error).startswith(reason)


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ("Loading weights", "hello: not JSON: expecting value at character 1: 'Loading weights'"),
        ('{"protocol": 2, "model": "x"}', 'hello: no "protocol": 1 in it'),
        ('{"protocol": true, "model": "x"}', 'hello: no "protocol": 1 in it'),
        ('{"protocol": 1}', 'hello: no "model" with a name in it'),
        ('{"protocol": 1, "model": ""}', 'hello: no "model" with a name in it'),
        ('{"protocol": 1, "model": "\\\\ud800"}', 'hello: no "model" with a name in it'),
    ],
)
def test_a_wrong_hello_is_an_error_with_its_line(tmp_path: Path, hello: str, reason: str) -> None:
    script = f"read a; printf '%s\\n' {shlex.quote(hello)}; cat > /dev/null"
    found = errors(asked(script.replace("%s", "%b"), 2))
    assert all(str(one).startswith(reason) for one in found), found


def test_a_second_answer_is_noise(command: Make) -> None:
    twice = "    sys.stdout.write((json.dumps({'id': id, 'candidates': []}) + chr(10)) * 2)\n    sys.stdout.flush()\n"
    assert errors(asked(command(answer=twice))) == ["more than one answer to this request"] * 3


def test_line_ends_and_byte_order_marks_may_be_those_of_windows() -> None:
    script = (
        'read a; printf \'\\357\\273\\277{"protocol":1,"model":"crlf"}\\r\\n\';'
        ' read b; printf \'{"id":"B-0",\'; sleep 0.1; printf \'"candidates":[]}\\r\\n\''
    )
    assert asked(script, 1) == [Answer("B-0", "crlf")]


def test_a_line_that_never_ends_is_cut_off(command: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equimorph.models.processes.MOST_BYTES", 3 << 20)
    found = asked(command("if id == 'B-1':\n    while True: sys.stdout.write('x' * 65536)"))
    assert errors(found) == [None, "a line of more than 3 MiB", None]


def test_a_half_line_is_no_answer(command: Make) -> None:
    found = asked(
        command("if id == 'B-1':\n    sys.stdout.write('{\"id\":'); sys.stdout.flush(); sys.exit(0)")
    )
    assert errors(found) == [None, "the command ended with exit code 0", None]


def test_requests_and_answers_may_be_larger_than_any_pipe(command: Make) -> None:
    text = "x" * (1 << 21)
    chatty = "    sys.stderr.write('e' * (1 << 20) + chr(10))\n    say({'id': id, 'candidates': [{'text': request['text']}]})\n"
    [answer] = CommandModel(command(answer=chatty)).repair([Request("B", text, ())], 1)
    assert answer.candidates[0].text == text


def test_an_answer_may_come_before_the_request_is_read() -> None:
    script = 'read a; echo \'{"protocol":1,"model":"m"}\'; echo \'{"id":"B","candidates":[]}\'; exec <&-; sleep 1000'
    with_pipe = list(CommandModel(script, 20.0).repair([Request("B", "x" * (1 << 21), ())], 1))
    # Ahead of its request, the answer is noise behind the hello or the answer; a hang would take 20 seconds.
    assert with_pipe[0].error in (None, "more than one answer to this request")


def test_a_command_that_closes_its_output_and_stays_is_ended(command: Make) -> None:
    found = asked(command("if id == 'B-1':\n    os.close(1); time.sleep(1000)"))
    assert errors(found) == [None, "the command closed its output", None]


def test_a_child_that_keeps_the_pipe_open_is_ended_too(command: Make, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    fork = f"child = os.fork()\nif not child: time.sleep(1000)\nopen({str(pid)!r}, 'w').write(str(child))\nos._exit(4)"
    assert errors(asked(command(fork), 1)) == ["the command ended with exit code 4"]
    assert gone(int(pid.read_text()))


def test_no_process_is_left(command: Make, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    note = (
        f"child = os.fork() or time.sleep(1000)\nprint(os.getpid(), child, file=open({str(pids)!r}, 'a'))\n"
    )
    assert errors(asked(command("if id == 'B-1': time.sleep(1000)", start=note), 3, 2.0))[0] is None
    found = [int(pid) for pid in pids.read_text().split()]
    assert len(found) == 4
    assert all(gone(pid) for pid in found)


def test_a_generator_that_is_dropped_leaves_no_process(command: Make, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    model = CommandModel(command(start=f"open({str(pid)!r}, 'w').write(str(os.getpid()))\n"))
    answers = model.repair(requests(3), 1)
    next(answers)
    answers.close()
    assert gone(int(pid.read_text()))


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_hung_command_does_not_outlive_a_killed_asker(tmp_path: Path, sent: signal.Signals) -> None:
    pids = tmp_path / "pids"
    model = tmp_path / "model.sh"
    model.write_text(
        f"read a; sleep 1000 & echo $$ $! >{shlex.quote(str(pids))}.new; mv {pids}.new {pids}; wait"
    )
    asking = (
        "from equimorph.models import CommandModel, Request\n"
        f"list(CommandModel(['sh', {str(model)!r}], 900, 900).repair([Request('B', 'x', ())], 1))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", asking], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    until = time.monotonic() + 30
    while not pids.exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(sent)
    process.wait()
    assert all(gone(int(pid)) for pid in pids.read_text().split())


def test_another_thread_can_stop_a_request(command: Make) -> None:
    connection = CommandModel(command("time.sleep(1000)"), 600.0).connect(Hello())
    timer = threading.Timer(0.5, connection.stop)
    timer.start()
    start = time.monotonic()
    assert connection.ask(requests(1)[0]).error is not None
    assert connection.ask(requests(1)[0]).error == "stopped"
    connection.close()
    assert time.monotonic() - start < 60


def test_what_a_command_writes_to_stderr_goes_to_ours(
    command: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    asked(command("sys.stderr.write('working on ' + id + chr(10))"), 2)
    assert capfd.readouterr().err.splitlines() == ["working on B-0", "working on B-1"]


def test_many_starts_leak_no_descriptors(command: Make) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    asked(command("sys.exit(1)"), 6)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
