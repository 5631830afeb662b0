"""Models that get all requests at once, and take them one by one, in batches, in another order, or not at all."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from equimorph.models import Answer, Candidate, Request
from equimorph.robustness import ask
from mutators import MutationError

REQUESTS = [Request(f"B-{n}", f"int f() {{ return {n}; }}", (1,), 2) for n in range(10)]
SIZE = 4


class Batches:
    """A model as one with a neural network: it takes some requests at a time, and answers them the shortest text first."""

    name = "batches"

    def __init__(self, wrong: Callable[[Request], bool] = lambda request: False) -> None:
        self.sizes, self.wrong = list[int](), wrong

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        found = iter(requests)
        while batch := list(itertools.islice(found, SIZE)):
            self.sizes.append(len(batch))
            if any(map(self.wrong, batch)):
                raise RuntimeError("out of memory")
            for request in reversed(batch):
                yield Answer(request.id, "?", (Candidate(request.text), Candidate("b"), Candidate("c")))


def good(request: Request) -> Answer:
    return Answer(request.id, "batches", (Candidate(request.text), Candidate("b"))[: request.k])


def test_a_model_takes_its_batches_and_answers_come_in_order() -> None:
    model = Batches()
    assert list(ask(REQUESTS, model)) == list(map(good, REQUESTS))
    assert model.sizes == [4, 4, 2]


def test_a_batch_is_answered_before_the_next_is_read() -> None:
    read = list[int]()

    def endless() -> Iterator[Request]:
        for n in itertools.count():
            read.append(n)
            yield Request(f"B-{n}", "x", ())

    answers = ask(endless(), Batches())
    assert [next(answers).id for _ in range(SIZE)] == ["B-0", "B-1", "B-2", "B-3"]
    assert len(read) <= SIZE + 1


def test_a_batch_that_raises_loses_only_the_request_that_raises_by_itself() -> None:
    model = Batches(lambda request: request.id == "B-5")
    found = list(ask(REQUESTS, model))
    failed = Answer("B-5", "batches", (), "RuntimeError: out of memory")
    assert found == [failed if one.id == "B-5" else good(one) for one in REQUESTS]
    assert model.sizes == [4, 4, 1, 1, 1, 1, 2]


def test_each_call_has_one_k() -> None:
    seen = list[tuple[int, list[str]]]()

    class Eager:
        name = "eager"

        def repair(self, requests: Iterable[Request], k: int) -> list[Answer]:
            taken = list(requests)
            seen.append((k, [one.id for one in taken]))
            return [Answer(one.id, "eager") for one in taken]

    requests = [Request(id, "x", (), k) for id, k in (("A", 1), ("B", 1), ("C", 5), ("D", 1))]
    assert [one.id for one in ask(requests, Eager)] == ["A", "B", "C", "D"]
    assert seen == [(1, ["A", "B"]), (5, ["C"]), (1, ["D"])]
    seen.clear()
    list(ask(requests, Eager(), k=3))
    assert seen == [(3, ["A", "B", "C", "D"])]


def never(requests: Iterable[Request]) -> Any:  # noqa: ANN401
    return []


def length(requests: Any) -> Any:  # noqa: ANN401
    assert len(requests)
    return [Answer(one.id, "") for one in requests]


def raising(requests: Iterable[Request]) -> Iterator[Answer]:
    for one in requests:
        if one.id == "B-2":
            raise SystemExit(3)
        yield Answer(one.id, "")


def skipping(requests: Iterable[Request]) -> Iterator[Answer]:
    return (Answer(one.id, "") for one in requests if one.id != "B-2")


def misnaming(requests: Iterable[Request]) -> Iterator[Answer]:
    return (Answer("x" if one.id == "B-2" else one.id, "") for one in requests)


def second(requests: Iterable[Request]) -> Iterator[Answer]:
    for one in requests:
        yield Answer(one.id, "", (Candidate("first"),))
        yield Answer(one.id, "", (Candidate("second"),))


def ill(requests: Iterable[Request]) -> Iterator[Any]:
    for one in requests:
        yield {"id": one.id, "candidates": 3} if one.id == "B-2" else Answer(one.id, "")


def eager_none(requests: Iterable[Request]) -> Any:  # noqa: ANN401
    list(requests)


def first_alone(requests: Iterable[Request]) -> Iterator[Answer]:
    return (Answer(one.id, "") for one in itertools.islice(requests, 1))


NONE = "`repair` gave no answer"


@pytest.mark.parametrize(
    ("repair", "errors"),
    [
        (never, dict.fromkeys(range(10), NONE)),
        (length, {}),
        (raising, {2: "SystemExit: 3"}),
        (skipping, {2: NONE}),
        (misnaming, {2: "`repair` gave the answer to 'x'"}),
        (second, {}),
        (ill, {2: "field 'candidates' is not a list"}),
        (eager_none, dict.fromkeys(range(10), "`repair` returned NoneType, not answers")),
        (first_alone, {}),
    ],
)
def test_whatever_a_model_does_each_request_has_one_answer(
    repair: Callable[[Iterable[Request]], Any], errors: dict[int, str]
) -> None:
    class Model:
        name = "m"

        def repair(self, requests: Iterable[Request], k: int) -> Any:  # noqa: ANN401
            return repair(requests)

    found = list(ask(REQUESTS, Model()))
    assert [one.id for one in found] == [one.id for one in REQUESTS]
    assert {n: one.error for n, one in enumerate(found) if one.error is not None} == errors
    assert {one.candidates for one in found} <= {(), (Candidate("first"),)}


def test_a_bad_row_is_no_error_of_the_model() -> None:
    rows = [*(one.to_row() for one in REQUESTS[:3]), {"id": "B-9"}, REQUESTS[4].to_row()]
    answers = ask(rows, Batches())
    assert [next(answers).id for _ in range(3)] == ["B-0", "B-1", "B-2"]
    with pytest.raises(MutationError, match=r"rows:4: no field 'text'|rows:4: field 'fault_lines'"):
        next(answers)
    bad = list[Any]()
    assert [one.id for one in ask(rows, Batches(), failed=bad.append)] == ["B-0", "B-1", "B-2", "B-4"]
    assert [one.line for one in bad] == [4]


def test_an_interrupt_in_a_model_ends_the_run() -> None:
    class Interrupted:
        name = "m"

        def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
            for _ in requests:
                raise KeyboardInterrupt
            yield Answer("", "")

    with pytest.raises(KeyboardInterrupt):
        list(ask(REQUESTS, Interrupted()))


def test_functions_and_classes_of_a_notebook_are_asked_as_they_are() -> None:
    """As in a notebook, where `__main__` is no module that another process could import."""
    script = (
        "from equimorph import robustness\n"
        "from equimorph.models import Request\n"
        "def mine(text, fault_lines, k):\n    print('noise')\n    return [text]\n"
        "print([a.model for a in robustness.ask([Request('A', 'x', ())], mine)])\n"
    )
    import contextlib
    import io

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, {"__name__": "__main__"})
    assert printed.getvalue() == "noise\n['mine']\n"
