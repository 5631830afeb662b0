"""A study of three models, one of them a chat server that misbehaves, killed several times: what was paid twice?

    python scripts/chat_study.py BUGS --fix 'fixes/{project}-{number}.patch' [--bugs 30] [--kills 3] [--work FOLDER]

BUGS is a folder of checkouts, as `equimorph defects4j checkout` makes it. The models are `template`, a command that copies, and
the server. It answers with the lines of the fix wherever the lines that the fix replaces are still there. By the hash of a request
it is slow, refuses with 429 (with Retry-After in seconds, as a date, or without) or 500, closes the connection, sends chunks or no
JSON, has no choices, filters the content, calls a tool, reasons, leaves out the usage, cuts off, or refuses `n`.

The study runs once without a kill and once with kills (SIGKILL to the whole process group). A reply is paid if it was sent whole,
with choices. Printed: paid replies of both runs, those in flight at a kill, requests of one more run, which asks the requests
with an error again and nothing else, and whether the judged rows of the two runs are equal.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

from equimorph import robustness

__all__ = ["main"]

_COPY = """\
import json, sys
print(json.dumps({"protocol": 1, "model": "copies"}), flush=True)
sys.stdin.readline()
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "candidates": [{"text": request["text"]}]}), flush=True)
"""
_TRANSIENT = ("429 seconds", "429 date", "429", "500", "closed", "truncated body")
_LASTING = ("no json", "no choices", "content_filter", "tool call", "length")
_SHAPES = ("plain", "chunked", "reasoning", "no usage", "slow")


class Server:
    """The server.

    Attributes:
        base: URL up to the version.
        paid: Number of replies with choices by the hash of their request.
        kinds: Number of replies of each kind.
        requests: Number of requests.
    """

    def __init__(self, edits: Mapping[str, list[tuple[str, str]]]) -> None:
        self.paid, self.kinds = Counter[str](), Counter[str]()
        self.requests = 0
        self._edits, self._tries, self._lock = edits, Counter[str](), threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    server._answer(self, json.loads(content))
                except OSError:  # the client was killed
                    self.close_connection = True

            def log_message(self, *_: object) -> None: ...

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, *_: object) -> None: ...

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.http.server_address[1]}/v1"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def _answer(self, handler: BaseHTTPRequestHandler, body: Mapping[str, Any]) -> None:
        key = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
        number = int(key[:8], 16)
        with self._lock:
            self.requests += 1
            self._tries[key] += 1
            first = self._tries[key] == 1
        if body.get("n", 1) > 1:
            self._send(handler, {"error": {"message": "n is not supported"}}, 400, "n refused")
        elif first and number % 3 == 0:
            self._fail(handler, _TRANSIENT[number // 3 % len(_TRANSIENT)])
        elif number % 10 == 1:
            self._reply(handler, key, body, _LASTING[number // 10 % len(_LASTING)])
        else:
            self._reply(handler, key, body, _SHAPES[number // 10 % len(_SHAPES)])

    def _fail(self, handler: BaseHTTPRequestHandler, kind: str) -> None:
        soon = format_datetime(datetime.now(UTC) + timedelta(seconds=1), usegmt=True)
        after = {"429 seconds": "0", "429 date": soon}.get(kind)
        match kind:
            case "closed":
                self.kinds[kind] += 1
                handler.close_connection = True
            case "truncated body":
                self.kinds[kind] += 1
                handler.send_response(200)
                handler.send_header("Content-Length", "1000")
                handler.end_headers()
                handler.wfile.write(b'{"choices": [')
                handler.close_connection = True
            case _:
                status = 500 if kind == "500" else 429
                self._send(handler, {"error": {"message": kind}}, status, kind, after)

    def _reply(self, handler: BaseHTTPRequestHandler, key: str, body: Mapping[str, Any], kind: str) -> None:
        text = self._repaired(str(body["messages"][-1]["content"]))
        message: dict[str, Any] = {"role": "assistant", "content": f"Here you are:\n```java\n{text}\n```"}
        reason = "stop"
        match kind:
            case "no json":
                self._send(handler, b"<html>busy</html>", 200, kind)
                return
            case "content_filter":
                message["content"], reason = None, "content_filter"
            case "tool call":
                message = {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]}
                reason = "tool_calls"
            case "length":
                message["content"], reason = message["content"][: len(message["content"]) // 2], "length"
            case "reasoning":
                message["reasoning_content"] = "The bug is in the marked line."
            case "slow":
                time.sleep(0.3)
        choices = [] if kind == "no choices" else [{"index": 0, "message": message, "finish_reason": reason}]
        data: dict[str, Any] = {"object": "chat.completion", "choices": choices}
        if kind != "no usage":
            data["usage"] = {"prompt_tokens": len(str(body)) // 4, "completion_tokens": len(text) // 4}
        self._send(handler, data, 200, kind, chunked=kind == "chunked")
        with self._lock:
            self.paid[key] += bool(choices)

    def _repaired(self, prompt: str) -> str:
        """Return the method of a prompt, with the lines of the fix where the lines that they replace are there once."""
        text = prompt.partition("```java\n")[2].partition("\n```")[0]
        for name, edits in self._edits.items():
            if name in text:
                for old, new in edits:
                    if old and text.count(old) == 1:
                        text = text.replace(old, new)
        return text

    def _send(
        self,
        handler: BaseHTTPRequestHandler,
        data: object,
        status: int,
        kind: str,
        after: str | None = None,
        chunked: bool = False,
    ) -> None:
        with self._lock:
            self.kinds[kind] += 1
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        handler.send_response(status)
        if after is not None:
            handler.send_header("Retry-After", after)
        if chunked:
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            for start in range(0, len(content), 100):
                piece = content[start : start + 100]
                handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            handler.wfile.write(b"0\r\n\r\n")
            return
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)


def _edits(bugs: list[robustness.Bug]) -> dict[str, list[tuple[str, str]]]:
    """Return the changed lines of each fix, by the first line of the faulty method."""
    found: dict[str, list[tuple[str, str]]] = {}
    for bug in bugs:
        old, new = bug.buggy.splitlines(), (bug.fixed or bug.buggy).splitlines()
        codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        found[old[0]] = [
            ("\n".join(old[a:b]), "\n".join(new[c:d])) for tag, a, b, c, d in codes if tag != "equal"
        ]
    return found


def _command(arguments: argparse.Namespace, bugs: list[str], server: Server, out: Path) -> list[str]:
    copy = arguments.work / "copies.py"
    copy.write_text(_COPY, encoding="utf-8")
    return [
        *(
            sys.executable,
            "-m",
            "equimorph",
            "robustness",
            "run",
            *bugs,
            "--fix",
            arguments.fix,
            "--no-tests",
        ),
        *("--model", "template", "--model-command", f"{sys.executable} {copy}"),
        *(
            "--chat",
            server.base,
            "--chat-model",
            "chat",
            "--prompt",
            "repair",
            "-k",
            "2",
            "--concurrency",
            "8",
        ),
        *("--sampling-seed", "1", "--limit-per-mutator", "2", "--out", str(out)),
    ]


def _run(command: list[str], kills: int, server: Server) -> tuple[int, int, float]:
    """Run a study; kill it so often, each time after some more requests; return its exit code, the kills, and seconds."""
    start, killed = time.monotonic(), 0
    wanted = 60
    while True:
        with (Path(command[-1]).parent / "stderr.txt").open("ab") as log:
            process = subprocess.Popen(command, start_new_session=True, stderr=log, stdout=log)
        while process.poll() is None:
            if killed < kills and server.requests >= wanted:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                killed += 1
                wanted = server.requests + 60
                break
            time.sleep(0.02)
        else:
            return process.returncode, killed, time.monotonic() - start


def _judged(out: Path) -> list[str]:
    return sorted((out / "judged-exact.jsonl").read_text(encoding="utf-8").splitlines())


def main() -> int:
    """Run the two studies; return 0 if nothing was paid twice and the rows are equal."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fix", required=True)
    parser.add_argument("--bugs", type=int, default=30)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--work", type=Path, default=Path("chat-study"))
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    checkouts = [str(path) for path in islice(_checkouts(arguments.folder), arguments.bugs)]
    bugs = list(robustness.read_bugs(checkouts, fix=arguments.fix))
    print(f"{len(bugs)} faulty methods of {len(checkouts)} bugs")
    servers = {}
    for name, kills in (("whole", 0), ("killed", arguments.kills)):
        server = servers[name] = Server(_edits(bugs))
        out = arguments.work / name
        code, killed, seconds = _run(_command(arguments, checkouts, server, out), kills, server)
        total, twice = server.paid.total(), sum(count - 1 for count in server.paid.values() if count)
        print(
            f"{name}: exit {code}, {killed} kills, {seconds:.0f} s; {server.requests} requests, {total} paid, {twice} paid twice"
        )
        print("  " + ", ".join(f"{kind} {count}" for kind, count in sorted(server.kinds.items())))
    before = servers["killed"].requests
    _run(_command(arguments, checkouts, servers["killed"], arguments.work / "killed"), 0, servers["killed"])
    again = servers["killed"].requests - before
    whole, killed_rows = _judged(arguments.work / "whole"), _judged(arguments.work / "killed")
    errors = sum(json.loads(line)["status"] == "error" for line in killed_rows)
    print(
        f"requests of one more run: {again}, for {errors} errors; judged rows equal: {whole == killed_rows} ({len(whole)})"
    )
    in_flight = servers["killed"].paid.total() - servers["whole"].paid.total()
    print(
        f"paid more with {arguments.kills} kills: {in_flight} (replies in flight at a kill; at most 8 each)"
    )
    return int(whole != killed_rows or in_flight > 8 * arguments.kills)


def _checkouts(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_dir())


if __name__ == "__main__":
    sys.exit(main())
