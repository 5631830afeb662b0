"""Models that are Python objects."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from equimorph.models import Answer, Candidate, CannotRun, Request, loaded_model, object_model

REQUEST = Request("B/M", "int f() { return 1; }\n", (1, 2), 3, 7)


def answer(model: object, request: Request = REQUEST) -> Answer:
    [found] = object_model(model).repair([request], request.k)
    return found


class Whole:
    """A model with everything."""

    name = "whole"

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        for request in requests:
            yield Answer(request.id, "other name", (Candidate(f"{request.text}{request.seed}{k}"),) * 9)


def test_a_function_gets_text_lines_and_k() -> None:
    def mine(*given: object) -> list[str]:
        return [repr(given)]

    assert answer(mine) == Answer("B/M", "mine", (Candidate(repr((REQUEST.text, [1, 2], 3))),))


def test_candidates_may_be_texts_objects_and_rows() -> None:
    found = ["a", {"hunk": "b", "at": 1, "score": 2}, Candidate("c")]
    assert answer(lambda *_: found).candidates == (
        Candidate("a"),
        Candidate(hunk="b", at=(1, 1), score=2.0),
        Candidate("c"),
    )


def test_no_more_than_k_candidates_are_taken() -> None:
    assert [one.text for one in answer(lambda *_: map(str, itertools.count())).candidates] == ["0", "1", "2"]
    assert len(answer(Whole()).candidates) == 3


@pytest.mark.parametrize("model", [Whole, Whole()])
def test_an_object_or_its_class_is_a_model(model: object) -> None:
    found = answer(model)
    assert (found.id, found.model, found.candidates[0].text) == ("B/M", "whole", f"{REQUEST.text}73")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (None, "the model returned NoneType, not a list of candidates"),
        ("int f() {}", "the model returned str, not a list of candidates"),
        ({"text": "x"}, "the model returned dict, not a list of candidates"),
        ([3], "candidate 1: a candidate is not a JSON object: int"),
        (["a", None], "candidate 2: a candidate is not a JSON object: NoneType"),
        (["\ud800"], "candidate 1: field 'text' of a candidate is not a text"),
        ([{"hunk": "x"}], "candidate 1: field 'at' of a candidate is neither a line nor [first, last]"),
        ([Candidate(3)], "candidate 1: field 'text' of a candidate is not a text"),
    ],
)
def test_a_wrong_type_is_an_error_of_the_answer(result: object, reason: str) -> None:
    assert answer(lambda *_: result) == Answer("B/M", "<lambda>", (), reason)


def raising(error: BaseException) -> Callable[..., list[str]]:
    def model(*_: object) -> list[str]:
        raise error

    return model


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("no"), "ValueError: no"),
        (KeyError(), "KeyError"),
        (SystemExit(3), "SystemExit: 3"),
        (MemoryError(), "MemoryError"),
        (ValueError("\ud800"), "ValueError: \\ud800"),
        (ValueError("x" * 9999), "ValueError: " + "x" * 488 + "..."),
    ],
)
def test_an_exception_is_an_error_of_the_answer(error: BaseException, reason: str) -> None:
    assert answer(raising(error)) == Answer("B/M", "model", (), reason)


def test_an_interrupt_is_none() -> None:
    with pytest.raises(KeyboardInterrupt):
        answer(raising(KeyboardInterrupt()))


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([], "`repair` gave no answer"),
        (None, "`repair` returned NoneType, not answers"),
        ([3], "`repair` gave int, not an Answer"),
        ([Answer("other", "x")], "`repair` gave the answer to 'other'"),
        ([Answer("B/M", "x"), Answer("B/M", "x")], "`repair` gave more than one answer to one request"),
        ([{"id": "B/M"}], "field 'candidates' is not a list"),
        ([Answer("B/M", "x", (Candidate(3),))], "field 'text' of a candidate is not a text"),  # type: ignore[arg-type]
    ],
)
def test_a_model_that_answers_otherwise_has_an_error(answers: object, reason: str) -> None:
    class Wrong:
        def repair(self, requests: object, k: int) -> object:
            return answers

    assert answer(Wrong()) == Answer("B/M", "Wrong", (), reason)


@pytest.mark.parametrize("model", [3, None, "text", int, object()])
def test_something_else_is_no_model(model: object) -> None:
    with pytest.raises(CannotRun, match="is neither a model"):
        object_model(model)


def test_a_model_is_loaded_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "a_model_here.py").write_text(
        "import beside_it\nclass A:\n    fix = staticmethod(lambda *_: ['1'])\n"
    )
    (tmp_path / "beside_it.py").write_text("")
    for place in ("a_model_here:A.fix", "a_model_here.py:A.fix", f"{tmp_path}/a_model_here.py:A.fix"):
        [found] = loaded_model(place).repair([REQUEST], 1)
        assert found.candidates == (Candidate("1"),)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (
            "no_such_module_here:f",
            "no_such_module_here: ModuleNotFoundError: No module named 'no_such_module_here'",
        ),
        ("nofile.py:f", "nofile.py: FileNotFoundError"),
        ("json:no_such", "json has no 'no_such'"),
        ("json:decoder", "is neither a model"),
        ("json", "'json' is neither MODULE:NAME nor FILE.py:NAME"),
        (":f", "':f' is neither MODULE:NAME nor FILE.py:NAME"),
        ("exits.py:f", "exits.py: SystemExit: 1"),
        ("lazy.py:f", "lazy.py: KeyError: 'KEY'"),
    ],
)
def test_what_cannot_be_loaded_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "exits.py").write_text("raise SystemExit(1)")
    (tmp_path / "lazy.py").write_text("def __getattr__(name): return {}['KEY']")
    with pytest.raises(CannotRun) as error:
        loaded_model(place)
    assert reason in str(error.value)


def test_a_served_model_answers_lines_and_prints_elsewhere() -> None:
    program = "from equimorph.models import serve\ndef f(text, lines, k):\n    print('noise')\n    return [text] * 9\nserve(f)\n"
    lines = '{"protocol":1,"k":1,"seed":0}\n{"id":"a","text":"x","fault_lines":[],"k":2}\nnoise\n{"id":"b"}\n'
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.stdout.splitlines() == [
        '{"protocol":1,"model":"f"}',
        '{"schema":1,"id":"a","model":"f","candidates":[{"text":"x"},{"text":"x"}],"error":null}',
        '{"schema":1,"id":"","model":"f","candidates":[],"error":"not JSON: expecting value at character 1"}',
        '{"schema":1,"id":"b","model":"f","candidates":[],"error":"field \'fault_lines\' is not a list of lines from 1"}',
    ]
    assert done.stderr == "noise\n"
