"""Training in the run: the same input gives the same weights, what is learnt can be asked, and what is tied is not found."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

import torch

from equimorph.search import SearchError, ask
from equimorph.search.outputs import kind_of, named
from equimorph.search.tasks import TASKS, TaskText, TrainingOptions, task_of
from equimorph.search.tasks.javadoc import ranks
from equimorph.search.tasks.reading import batches

FIELDS = ("name", "size", "owner", "colour", "weight", "title", "label", "value")


def texts() -> list[TaskText]:
    """Getters and setters: their bodies say what they are called."""
    found = []
    for field in FIELDS:
        part = field.capitalize()
        for number, type_ in enumerate(("int", "String")):
            get = f"{type_} get{part}() {{ return this.{field}; }}"
            put = f"void set{part}({type_} {field}) {{ this.{field} = {field}; }}"
            found.append(
                TaskText(f"g{field}{number}", f"g{field}{number}", get, f"get{part}", f"Returns the {field}.")
            )
            found.append(
                TaskText(f"s{field}{number}", f"s{field}{number}", put, f"set{part}", f"Sets the {field}.")
            )
    return found


@pytest.fixture(scope="module")
def name_model() -> object:
    return task_of("method-names").train(texts(), TrainingOptions(steps=120, batch=16, device="cpu"))


def weights(model: object) -> list[object]:
    return [one.clone() for one in model.module.state_dict().values()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", TASKS)
def test_the_same_input_gives_the_same_weights_and_another_seed_others(name: str) -> None:
    made = []
    for number, seed in enumerate((3, 3, 4)):
        torch.manual_seed(number)
        before, threads = torch.random.get_rng_state(), torch.get_num_threads()
        made.append(task_of(name).train(texts(), TrainingOptions(steps=2, batch=8, seed=seed, device="cpu")))
        assert torch.equal(before, torch.random.get_rng_state())
        assert torch.get_num_threads() == threads
    first, again, other = map(weights, made)
    assert all(torch.equal(one, two) for one, two in zip(first, again, strict=True))
    assert not all(torch.equal(one, two) for one, two in zip(first, other, strict=True))
    assert (made[0].identity, made[0].identity == made[2].identity) == (made[1].identity, False)  # type: ignore[attr-defined]


def test_names_are_learnt_and_written_in_order(name_model: object) -> None:
    judged = name_model.judged(texts())  # type: ignore[attr-defined]
    right = [one for one in judged if one.predicted == one.true]
    assert len(right) > 0.9 * len(judged)
    assert judged[0].true == "get name"
    assert judged[0].counts[2] == 2


def test_a_search_can_ask_the_model_in_any_batches(name_model: object) -> None:
    asked = [one.text for one in texts()]
    whole = ask(name_model, asked, batch=64)  # type: ignore[arg-type]
    assert whole == ask(name_model, asked, batch=1)  # type: ignore[arg-type]
    assert kind_of(whole[0]) == "text"
    # It reads no name, so another one changes nothing.
    assert ask(name_model, [asked[0].replace("getName", "f")]) == whole[:1]  # type: ignore[arg-type]
    assert named(name_model).identity.startswith("method-names/")  # type: ignore[arg-type]


def test_a_model_of_names_does_not_see_the_name_of_what_it_is_asked(
    name_model: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_model, "written", lambda asked: [tuple(words) for words in asked])
    [seen] = name_model(["int getName() { return getName(1); }"])  # type: ignore[operator]
    assert seen == "int <self> ( ) { return <self> ( 1 ) ; }"


@pytest.mark.parametrize("kind", ["javadoc", "javadoc-single"])
def test_sentences_find_their_methods(kind: str) -> None:
    learnt = [one for one in texts() if one.id[-1] == "0"]
    model = task_of(kind).train(learnt, TrainingOptions(steps=200, batch=16, device="cpu"))
    judged = model.judged(learnt)
    assert sum(one.predicted == 1 for one in judged) > 0.8 * len(judged)
    [vector] = ask(model, [learnt[0].text])
    assert kind_of(vector) == "vector of 96"
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)  # type: ignore[arg-type]


def test_a_dual_encoder_has_two_readers_and_a_single_one_has_one() -> None:
    options = TrainingOptions(steps=1, batch=8, device="cpu")
    sizes = [
        len(list(task_of(kind).train(texts(), options).module.parameters()))
        for kind in ("javadoc", "javadoc-single")
    ]  # type: ignore[attr-defined]
    assert sizes[0] == 2 * sizes[1]


def double(queries: list[list[float]], codes: list[list[float]]) -> list[int]:
    """The ranks by numpy: sorted by the cosine, the own one behind equal ones."""
    found = []
    for at, query in enumerate(queries):
        cosines = [
            round(float(np.dot(query, code) / np.linalg.norm(query) / np.linalg.norm(code)), 9)
            for code in codes
        ]
        order = sorted(range(len(codes)), key=lambda n: (-cosines[n], n == at))
        found.append(order.index(at) + 1)
    return found


def test_ranks_are_those_of_sorted_cosines() -> None:
    rng = np.random.default_rng(5)
    queries, codes = rng.normal(size=(2, 40, 6)).tolist()
    codes[7] = codes[3] = queries[3]
    assert ranks(queries, codes) == double(queries, codes)
    assert ranks(queries, codes)[3] == 2


def test_a_model_with_one_vector_for_all_finds_nothing() -> None:
    assert ranks([[1.0, 2.0]] * 5, [[3.0, 1.0]] * 5) == [5] * 5
    assert ranks([], []) == []
    with pytest.raises(SearchError, match="2 queries and 1 codes"):
        ranks([[1.0], [1.0]], [[1.0]])


def test_each_text_is_in_one_batch_of_an_epoch() -> None:
    options = TrainingOptions(steps=9, batch=4, seed=1)
    found = list(batches([3, 1, 2] * 4, options))
    assert len(found) == 9
    for epoch in range(3):
        assert sorted(chain(*found[3 * epoch : 3 * epoch + 3])) == list(range(12))
    assert found[:3] != found[3:6]
    assert list(batches([3, 1, 2] * 4, TrainingOptions(steps=9, batch=4, seed=2))) != found


def test_what_cannot_be_learnt_from_is_said() -> None:
    nameless = TaskText("a", "a", "void f() {}", "")
    with pytest.raises(SearchError, match="1 texts to learn from"):
        task_of("method-names").train(texts()[:1], TrainingOptions(device="cpu"))
    with pytest.raises(SearchError, match="without a name"):
        task_of("naming").train([*texts(), nameless], TrainingOptions(device="cpu"))
    with pytest.raises(SearchError, match="without a Javadoc"):
        task_of("javadoc").train([*texts(), nameless], TrainingOptions(device="cpu"))
    with pytest.raises(SearchError, match="no task 'x'; there are: method-names, javadoc"):
        task_of("x")
    with pytest.raises(SearchError, match="steps is 1 or more, not 0"):
        TrainingOptions(steps=0)
    with pytest.raises(SearchError, match="rate is between 0 and 1, not 2"):
        TrainingOptions(rate=2)
    assert task_of("method-names").refuse(nameless) == "no name"
    assert task_of("javadoc").refuse(nameless) == "no Javadoc"
