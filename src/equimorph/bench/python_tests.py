"""Tests of a Python candidate: tests in one box, the candidate in another one, plain values and requests between them.

So the candidate shares no process with the tests: it cannot read them, change them, end them or say for them that they pass.
"""

from __future__ import annotations

import json
import os
import secrets
import threading
from contextlib import ExitStack
from typing import Any

from equimorph.bench.functions.python import names_of, python_function, python_program
from equimorph.bench.languages import BenchLanguage
from equimorph.bench.problems import Problem
from equimorph.bench.sandbox import Box
from equimorph.bench.verdicts import Verdict

_VERDICT_BYTES = 1 << 16
_AFTER = 5.0
"""Seconds that a candidate which answers no more has to end, so that the reason is known. A busy machine needs some."""


class PythonTests(BenchLanguage):
    """Runs Python."""

    program = staticmethod(python_program)
    function = staticmethod(python_function)

    def run(self, problem: Problem, program: str) -> Verdict:
        """Run the tests of a problem on a program.

        Raises:
            SandboxError: no box can be made.
            OSError: no process can be started.
        """
        nonce = secrets.token_hex(16)
        job = {
            **{
                "program": program,
                "entry": problem.entry_point,
                "helpers": problem.program(problem.solution),
            },
            **{"tests": problem.tests, "nonce": nonce, "classes": sorted(names_of(problem.prefix))},
        }
        with ExitStack() as stack:
            pipes = [os.pipe() for _ in range(3)]
            (requests, asking), (replies, replying), (said, saying) = pipes
            said_stream = stack.enter_context(os.fdopen(said, "rb"))
            try:
                candidate = stack.enter_context(
                    self._sandbox.python("worker", (requests, replying), (requests, replying))
                )
                ends = (asking, replies, saying)
                tests = stack.enter_context(self._sandbox.python("harness", ends, ends))
            finally:
                for end in (requests, asking, replies, replying, saying):
                    os.close(end)
            candidate.feed(b"")
            threading.Thread(target=tests.feed, args=(json.dumps(job).encode() + b"\n",), daemon=True).start()
            ended = tests.wait()
            report = _parsed(said_stream.read(_VERDICT_BYTES))
            return _verdict(report, nonce, ended.late, candidate)


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        report = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return report if isinstance(report, dict) else {}


def _verdict(report: dict[str, Any], nonce: str, late: bool, candidate: Box) -> Verdict:
    reason = str(report.get("reason", ""))
    match report.get("outcome"):
        case "pass" if report.get("nonce") == nonce:
            return Verdict("pass")
        case "no-compile":
            return Verdict("no-compile", reason)
        case "fail":
            return Verdict("fail", reason)
        case "gone":
            ended = candidate.wait(_AFTER)
            if ended.code is not None and ended.late:
                return Verdict("timeout", "its processor time was up")
            return Verdict("fail", reason)
    if late:
        return Verdict("timeout", "its time was up")
    return Verdict("fail", "the tests did not come to their end")
