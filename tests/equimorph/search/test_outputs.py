"""Asking models: well-behaved ones, and hostile ones."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from equimorph.search import ModelError, NamedModel, SearchError, adapt, ask, load_model
from equimorph.search.outputs import CountedModel, kind_of, named, plain_output, stored_output, text_key
from tests.equimorph.search.planted import Counting, lengths

TEXTS = ["int f() { return 1; }", "", "é", "void g() { }", "\U0001d4b3\u2028", "x" * 500]


def error_of(
    model: Callable[[Sequence[str]], Any], texts: Sequence[str] = TEXTS, batch: int = 64
) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(model, texts, batch=batch)
    return caught.value


@pytest.mark.parametrize("batch", [1, 2, 5, 64])
def test_outputs_stand_in_the_order_of_the_texts_whatever_the_batch(batch: int) -> None:
    assert ask(lambda texts: [len(text) for text in texts], TEXTS, batch=batch) == [21, 0, 1, 12, 2, 500]


def test_batches_hold_texts_of_like_length() -> None:
    model = Counting()
    ask(model, TEXTS, batch=2)
    assert list(map(len, model.asked)) == [0, 1, 2, 12, 21, 500]


def test_no_texts_are_no_call() -> None:
    def model(texts: Sequence[str]) -> list[int]:
        raise AssertionError

    assert ask(model, []) == []


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        (3, 3),
        (True, 1),
        ("total", "total"),
        (("total", -1.5), ("total", -1.5)),
        (["total", -1], ("total", -1.0)),
        ([1, 2.5], (1.0, 2.5)),
        ((0.0,), (0.0,)),
    ],
)
def test_each_kind_of_output_is_plain_data(answer: object, output: object) -> None:
    [found] = ask(lambda texts: [answer], ["x"])
    assert found == output
    assert type(found) is type(output)
    assert stored_output(plain_output(found)) == found


def test_arrays_and_tensors_count_as_vectors_and_labels() -> None:
    numpy = pytest.importorskip("numpy")
    assert ask(lambda texts: numpy.ones((len(texts), 2), dtype="float32"), ["a", "b"]) == [(1.0, 1.0)] * 2
    assert ask(lambda texts: numpy.arange(len(texts)), ["b", "ab"]) == [0, 1]
    assert ask(lambda texts: [numpy.float64(1) * numpy.ones(2) for _ in texts], ["a"]) == [(1.0, 1.0)]
    assert ask(lambda texts: [numpy.int64(7)], ["a"]) == [7]
    assert ask(lambda texts: [("x", numpy.float32(-0.5))], ["a"]) == [("x", -0.5)]
    assert error_of(lambda texts: numpy.full((len(texts), 2), numpy.nan)).index == 1
    assert error_of(lambda texts: numpy.ones((len(texts), 2, 2))).index == 1


def test_tensors_that_need_gradients_are_vectors() -> None:
    torch = pytest.importorskip("torch")
    assert ask(lambda texts: torch.ones(len(texts), 2, requires_grad=True), ["a"]) == [(1.0, 1.0)]


@pytest.mark.parametrize("got", [0, 2, 5, 7])
def test_a_wrong_count_has_the_index_of_a_text_without_an_output(got: int) -> None:
    error = error_of(lambda texts: list(range(got)))
    in_order = [1, 2, 4, 3, 0, 5]
    assert error.index == in_order[min(got, 5)]
    assert f"{got if got < 6 else 'more than 6'} outputs for 6 texts" in str(error)


def test_an_endless_answer_is_a_wrong_count() -> None:
    def endless() -> Iterator[int]:
        while True:
            yield 1

    assert "more than 6 outputs for 6 texts" in str(error_of(lambda texts: endless()))


@pytest.mark.parametrize("answer", [None, "text", b"text", 5, {"a": 1}, object()])
def test_what_is_no_sequence_is_an_error(answer: object) -> None:
    assert type(answer).__name__ in str(error_of(lambda texts: answer))


@pytest.mark.parametrize(
    "bad",
    [
        None,
        0.5,
        b"x",
        {"a": 1},
        [],
        [[1.0]],
        ["a", "b"],
        ["a", math.nan],
        [1.0, None],
        [True, 1.0],
        Decimal(1),
    ],
)
def test_an_output_of_no_kind_has_the_index_of_its_text(bad: object) -> None:
    error = error_of(lambda texts: [bad if text == "é" else 1 for text in texts], batch=2)
    assert error.index == 2
    assert "text 2: " in str(error)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 10**400])
def test_numbers_are_finite(number: float) -> None:
    error = error_of(lambda texts: [[1.0, number] if text == "é" else [1.0, 2.0] for text in texts])
    assert error.index == 2
    assert "not a finite number" in str(error)


@pytest.mark.parametrize("other", ["1", ("a", 1.0), [1.0]])
def test_mixed_kinds_have_the_index_of_the_first_other_one(other: object) -> None:
    assert error_of(lambda texts: [other if text == "é" else 1 for text in texts], batch=1).index == 2


def test_vectors_of_two_lengths_are_mixed_kinds() -> None:
    error = error_of(lambda texts: [[1.0] * (2 if text else 3) for text in texts])
    assert error.index == 1
    assert "vector of 3" in str(error)


@pytest.mark.parametrize("raised", [ValueError("no\nwords"), SystemExit(3), RecursionError()])
def test_what_a_model_raises_is_its_error(raised: BaseException) -> None:
    def model(texts: Sequence[str]) -> list[int]:
        raise raised

    error = error_of(model)
    assert error.index == 1
    assert type(raised).__name__ in str(error)
    assert "\n" not in str(error)
    assert error.__cause__ is raised


def test_an_interrupt_is_no_error_of_the_model() -> None:
    def model(texts: Sequence[str]) -> list[int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(model, TEXTS)


def test_a_batch_is_one_text_at_least() -> None:
    with pytest.raises(SearchError, match="batch is 1 or more"):
        ask(lengths, TEXTS, batch=0)


def test_a_model_cannot_change_the_texts_of_its_caller() -> None:
    def model(texts: Sequence[str]) -> list[int]:
        found = [len(text) for text in texts]
        texts.clear()  # type: ignore[attr-defined]
        return found

    texts = ["a", "bb"]
    assert ask(model, texts) == [1, 2]
    assert texts == ["a", "bb"]


def test_a_callable_of_one_text_is_adapted() -> None:
    def size(text: str) -> int:
        return len(text)

    assert ask(adapt(size), ["abc", ""]) == [3, 0]
    assert named(adapt(size)).name == "size"


def test_the_cache_asks_nothing_twice_and_counts_what_reaches_the_model() -> None:
    model = Counting()
    counted = CountedModel(named(model))
    assert counted.ask(["ab", "ab", "c" * 30]) == [0, 0, 3]
    assert counted.ask(["c" * 30, "d"]) == [3, 0]
    assert (counted.calls, sorted(model.asked)) == (3, ["ab", "c" * 30, "d"])


def test_what_is_remembered_counts_but_is_not_asked() -> None:
    model, written = Counting(), list[dict[str, object]]()
    counted = CountedModel(
        named(model), remembered={text_key("ab"): 9}, written=lambda made: written.append(dict(made))
    )
    assert counted.ask(["ab", "c" * 30]) == [9, 3]
    assert (counted.calls, model.asked) == (2, ["c" * 30])
    assert written == [{text_key("c" * 30): 3}]


def test_a_model_that_changes_its_kind_between_calls_is_found_out() -> None:
    answers: Iterator[object] = iter([[1], ["one"]])
    counted = CountedModel(named(lambda texts: next(answers)))  # type: ignore[arg-type, return-value]
    counted.ask(["a"])
    with pytest.raises(ModelError) as caught:
        counted.ask(["b"])
    assert caught.value.index == 0


def test_kinds_have_names() -> None:
    assert [kind_of(one) for one in (1, "a", ("a", 0.0), (1.0, 2.0))] == [
        "label",
        "text",
        "scored text",
        "vector of 2",
    ]


def test_a_model_is_loaded_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "their_models.py").write_text(
        "def size(texts):\n    return [len(t) for t in texts]\n\n\n"
        "class Made:\n    def __call__(self, texts):\n        return [7 for t in texts]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    assert ask(load_model("their_models:size"), ["abc"]) == [3]
    assert ask(load_model(f"{tmp_path}/their_models.py:Made"), ["abc"]) == [7]
    before = load_model("their_models.py:size")
    assert isinstance(before, NamedModel)
    assert before.name == "size"
    (tmp_path / "their_models.py").write_text("def size(texts):\n    return [0 for t in texts]\n")
    assert load_model("their_models.py:size").identity != before.identity


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("nowhere", "MODULE:NAME or FILE.py:NAME"),
        ("no_such_module:name", "no_such_module"),
        ("json:no_such_name", "no_such_name"),
        ("json:__name__", "not str"),
        ("pathlib:PurePath.parts", "property"),
    ],
)
def test_what_names_no_model_is_an_error(spec: str, reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        load_model(spec)


def test_each_call_of_the_model_is_written_down_at_once() -> None:
    written: list[int] = []

    def failing(texts: Sequence[str]) -> list[int]:
        if "ccc" in texts:
            raise OSError("gone")
        return [len(text) for text in texts]

    model = CountedModel(named(failing), batch=2, written=lambda outputs: written.extend(outputs.values()))
    with pytest.raises(ModelError, match="gone"):
        model.ask(["a", "b", "cc", "ccc", "dddd"])
    assert written == [1, 1]


def test_what_is_of_another_kind_is_not_written_down() -> None:
    written: list[object] = []
    model = CountedModel(
        named(lambda texts: [len(text) if len(text) < 3 else text for text in texts]),
        batch=2,
        written=lambda outputs: written.extend(outputs.values()),
    )
    model.ask(["a"])
    with pytest.raises(ModelError, match="a text, where the model returned a label"):
        model.ask(["bb", "cc", "ddd", "eee"])
    assert written == [1, 2, 2]


@pytest.mark.parametrize(("own", "index"), [(1, 2), (7, 0), (-1, 0), (None, 0)])
def test_an_error_of_the_protocol_that_the_model_raises_has_the_index_of_its_text(
    own: int | None, index: int
) -> None:
    def failing(texts: Sequence[str]) -> list[int]:
        raise ModelError("mine", own)

    model = CountedModel(named(failing))
    with pytest.raises(ModelError, match="mine") as caught:
        model.ask(["a", "cccc", "bb"])
    assert caught.value.index == index


def test_what_a_model_says_of_itself_belongs_to_its_identity(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import pathlib\nclass Made:\n    def __init__(self):\n"
        "        self.identity = pathlib.Path(__file__).with_suffix('.txt').read_text()\n"
        "    def __call__(self, texts):\n        return [7 for t in texts]\n"
    )
    found = []
    for weights in ("one", "two"):
        file.with_suffix(".txt").write_text(weights)
        found.append(load_model(f"{file}:Made").identity)
    assert found[0] != found[1]
