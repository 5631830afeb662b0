"""A local model: its candidates, batches, prompts and limits."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from equimorph.models import Answer, Hello, Local, Request
from equimorph.models.asking import ask
from equimorph.models.exchange import CannotRun
from tests.equimorph.models.local.conftest import ANSWER, PROMPT

pytest.importorskip("transformers")

Folder = Callable[[str], Path]


def requests(count: int = 6, k: int = 1, **more: object) -> list[Request]:
    """Requests with texts of several lengths."""
    return [Request(str(n), "int f(int a) {" + " return a;" * n + "}", (), k, **more) for n in range(count)]


def texts(answers: Sequence[Answer]) -> list[list[str | None]]:
    assert [answer.error for answer in answers] == [None] * len(answers)
    return [[candidate.text for candidate in answer.candidates] for answer in answers]


@pytest.mark.parametrize("kind", ["causal", "llama", "seq2seq"])
@pytest.mark.parametrize("temperature", [None, 0.9])
def test_a_candidate_is_the_same_alone_and_in_any_batch(
    kind: str, temperature: float | None, folder: Folder, plain_prompt: str
) -> None:
    k = 1 if temperature is None else 3
    options: dict[str, Any] = {"prompt": plain_prompt, "max_tokens": 12, "temperature": temperature}
    alone = Local(folder(kind), batch_size=1, **options)
    wanted = texts([answer for request in requests(k=k) for answer in alone.ask_many([request])])
    assert len({str(row) for row in wanted}) > 1
    for size in (4, 64):
        model = Local(folder(kind), batch_size=size, **options)
        assert texts(list(model.ask_many(requests(k=k)))) == wanted
        assert texts(list(model.ask_many(requests(k=k)[::-1]))) == wanted[::-1]


def test_a_learned_answer_is_given_and_ends_by_itself(folder: Folder, plain_prompt: str) -> None:
    [answer] = Local(folder("learned"), prompt=plain_prompt).repair([Request("b", PROMPT, (2,))], 1)
    assert (answer.id, answer.model, answer.error) == ("b", "learned", None)
    assert [candidate.to_row() for candidate in answer.candidates] == [
        {"text": ANSWER, "finish_reason": "stop"}
    ]
    row = json.loads(json.dumps(answer.to_row()))
    [raw] = row["raw"]
    assert raw["reply"]["choices"][0]["message"]["content"] == ANSWER
    usage = raw["reply"]["usage"]
    assert usage["prompt_tokens"] + usage["completion_tokens"] == usage["total_tokens"]
    assert raw["seconds"] >= 0
    assert Answer.from_row(row) == answer


def test_a_candidate_that_is_cut_off_says_so(folder: Folder, plain_prompt: str) -> None:
    [answer] = Local(folder("learned"), prompt=plain_prompt, max_tokens=5).repair(
        [Request("b", PROMPT, ())], 1
    )
    [candidate] = answer.candidates
    assert candidate.finish_reason == "length"
    assert candidate.text
    assert ANSWER.startswith(candidate.text)
    assert answer.raw[0]["reply"]["usage"]["completion_tokens"] == 5


@pytest.mark.parametrize("stop", ["return", ("never", "    ret"), "}\n"])
def test_a_candidate_ends_before_a_stop_text_and_is_not_generated_further(
    stop: str | tuple[str, ...], folder: Folder, plain_prompt: str
) -> None:
    model = Local(folder("learned"), prompt=plain_prompt, stop=stop)
    [whole] = Local(folder("learned"), prompt=plain_prompt).repair([Request("b", PROMPT, ())], 1)
    [answer] = model.repair([Request("b", PROMPT, ())], 1)  # the prompt has the stop text, too
    [candidate] = answer.candidates
    cut = ANSWER.index(stop if isinstance(stop, str) else stop[1])
    assert (candidate.text, candidate.finish_reason) == (ANSWER[:cut], "stop")
    counts = [one.raw[0]["reply"]["usage"]["completion_tokens"] for one in (answer, whole)]
    assert counts[0] < counts[1]


def test_a_stop_text_that_is_a_token_of_its_own(folder: Folder, plain_prompt: str, tmp_path: Path) -> None:
    from tests.equimorph.models.local import tiny

    place = tiny.learned(tmp_path / "m", PROMPT, "int x;<stop>int y;")
    for stop, text in (((), "int x;int y;"), (("<stop>",), "int x;")):
        [answer] = Local(place, prompt=plain_prompt, stop=stop).repair([Request("b", PROMPT, ())], 1)
        assert (answer.candidates[0].text, answer.candidates[0].finish_reason) == (text, "stop")


def test_draws_depend_on_the_seed_and_the_request(folder: Folder, plain_prompt: str) -> None:
    def drawn(seed: int | None, of_request: int = 0, id: str = "a") -> list[str | None]:
        options: dict[str, Any] = {"temperature": 1.0, "max_tokens": 8, "sampling_seed": seed}
        model = Local(folder("causal"), prompt=plain_prompt, **options)
        [answer] = model.ask_many([Request(id, PROMPT, (), 4, seed=of_request)])
        return texts([answer])[0]

    assert len(set(drawn(1))) == 4
    assert drawn(1) == drawn(1) == drawn(1, of_request=7)
    assert drawn(None) == drawn(None)
    several = [drawn(1), drawn(2), drawn(None, 3), drawn(None, 4), drawn(1, id="b")]
    assert len({text for row in several for text in row}) == 20  # no seed has the candidates of its neighbour


def test_a_low_temperature_and_top_k_of_1_are_greedy(
    folder: Folder, plain_prompt: str, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"prompt": plain_prompt, "max_tokens": 8}
    greedy = texts(list(Local(folder("causal"), **options).ask_many(requests())))
    for temperature in (0, 1e-4):
        model = Local(folder("causal"), temperature=temperature, **options)
        assert texts(list(model.ask_many(requests()))) == greedy
    place = shutil.copytree(folder("causal"), tmp_path / "copy")
    of_model = json.loads((place / "generation_config.json").read_text())
    settings = {"do_sample": True, "num_beams": 3, "temperature": 5.0, "top_k": 1}
    (place / "generation_config.json").write_text(json.dumps({**of_model, **settings}))
    for drawn in ({}, {"temperature": 3.0}):
        assert texts(list(Local(place, **options, **drawn).ask_many(requests()))) == greedy


def test_several_candidates_need_draws(folder: Folder, plain_prompt: str) -> None:
    model = Local(folder("causal"), prompt=plain_prompt, temperature=0)
    with pytest.raises(CannotRun, match=r"0: 2 candidates are drawn, so they need a temperature above 0"):
        list(model.ask_many(requests(k=2)))


def test_a_prompt_longer_than_the_context_is_an_error_of_its_row(folder: Folder, plain_prompt: str) -> None:
    model = Local(folder("short"), prompt=plain_prompt, max_tokens=40)
    long = Request("long", "{" * 24, ())
    answers = list(model.ask_many([*requests(2), long, Request("near", "{" * 22, ())]))
    assert [answer.error for answer in answers] == [
        None,
        None,
        "the prompt has 24 tokens, and the context of the model 24",
        None,
    ]
    assert answers[3].raw[0]["reply"]["usage"] == {
        **{"prompt_tokens": 22, "completion_tokens": 2, "total_tokens": 24}
    }
    assert answers[3].candidates[0].finish_reason == "length"


def test_prompts_with_little_room_share_no_batch_with_others(folder: Folder, plain_prompt: str) -> None:
    near = [Request(str(n), "{" * n, ()) for n in (1, 20, 21, 21, 22)]
    options: dict[str, Any] = {"prompt": plain_prompt, "max_tokens": 4}
    alone = [answer for one in near for answer in Local(folder("short"), **options).ask_many([one])]
    assert texts(list(Local(folder("short"), **options).ask_many(near))) == texts(alone)


def test_the_chat_template_of_the_tokenizer_is_used(
    folder: Folder, plain_prompt: str, tmp_path: Path
) -> None:
    system = tmp_path / "system.txt"
    system.write_text("Be brief.")
    cases = {
        ("chat", None): "<|user|>int x;<|end|><|assistant|>",
        ("chat", system): "<|system|>Be brief.<|end|><|user|>int x;<|end|><|assistant|>",
        ("causal", None): "int x;",
        ("causal", system): "Be brief.\n\nint x;",
    }
    for (kind, message), wanted in cases.items():
        model = Local(folder(kind), prompt=plain_prompt, system=message)
        loaded = model._model()
        assert loaded._decoded(list(loaded.prompt(model._system, "int x;"))) == wanted


def test_an_end_that_the_tokenizer_puts_after_a_prompt_is_left_out(
    folder: Folder, plain_prompt: str, tmp_path: Path
) -> None:
    place = shutil.copytree(folder("causal"), tmp_path / "copy")
    words = json.loads((place / "tokenizer.json").read_text())
    pieces = [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<end>", "type_id": 0}}]
    end = {"<end>": {"id": "<end>", "ids": [1], "tokens": ["<end>"]}}
    words["post_processor"] = {
        "type": "TemplateProcessing",
        "single": pieces,
        "pair": pieces,
        "special_tokens": end,
    }
    (place / "tokenizer.json").write_text(json.dumps(words))
    options: dict[str, Any] = {"prompt": plain_prompt, "max_tokens": 8}
    wanted = texts(list(Local(folder("causal"), **options).ask_many(requests())))
    assert Local(place)._model()._tokenizer("int x;")["input_ids"][-1] == 1
    assert texts(list(Local(place, **options).ask_many(requests()))) == wanted


def test_a_chat_template_that_fails_ends_the_run(folder: Folder, plain_prompt: str, tmp_path: Path) -> None:
    place = shutil.copytree(folder("chat"), tmp_path / "copy")
    (place / "chat_template.jinja").write_text("{{ raise_exception('no system, please') }}")
    with pytest.raises(CannotRun, match="its chat template fails: no system, please"):
        list(Local(place, prompt=plain_prompt).ask_many(requests(1)))


def test_the_identity_is_that_of_the_contents(folder: Folder, tmp_path: Path) -> None:
    def identity(place: Path, **options: object) -> dict[str, Any]:
        return dict(json.loads(json.dumps(Local(place, name="m", **options).identity)))

    copy = shutil.copytree(folder("causal"), tmp_path / "copy")
    plain = identity(folder("causal"))
    assert plain == identity(copy, batch_size=3, device="cpu")
    assert str(copy) not in json.dumps(plain)
    (copy / "README.md").write_text("of the model")
    assert identity(copy) == plain
    for other in (
        {"temperature": 1.0},
        {"prompt": "repair-diff"},
        {"sampling_seed": 0},
        {"dtype": "float32"},
    ):
        assert identity(copy, **other) != plain
    for name in ("tokenizer.json", "model.safetensors"):
        (copy / name).write_bytes((copy / name).read_bytes() + b" ")
        assert identity(copy) != plain
        plain = identity(copy)
    assert identity(folder("llama")) != plain
    assert Local(copy).identity["name"] == Local(copy).label == "copy"


def test_what_threads_ask_at_once_is_a_batch(
    folder: Folder, plain_prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Local(folder("causal"), prompt=plain_prompt, max_tokens=4, batch_size=4)
    wanted = texts(list(model.ask_many(requests(12))))
    sizes: list[int] = []
    generate, first = type(model._model()).generate, threading.Event()

    def counted(self: object, drafts: Sequence[Any], stopped: Callable[[], bool]) -> object:
        first.wait(10)
        sizes.append(len(drafts))
        return generate(self, drafts, stopped)

    monkeypatch.setattr(type(model._model()), "generate", counted)
    connections = [model.connect(Hello()) for _ in range(12)]
    with ThreadPoolExecutor(12) as pool:
        futures = [
            pool.submit(one.ask, request) for one, request in zip(connections, requests(12), strict=True)
        ]
        while len(model._batches._waiting) < 8:
            pass
        first.set()
        answers = [future.result() for future in futures]
    assert texts(answers) == wanted
    assert (sum(sizes), max(sizes)) == (12, 4)
    assert texts(list(model.ask_many(requests(12)))) == wanted
    assert (sum(sizes), max(sizes)) == (24, 4)


def test_requests_are_read_a_few_batches_ahead(folder: Folder, plain_prompt: str) -> None:
    read: list[str] = []

    def reading() -> Iterator[Request]:
        for request in requests(40, k=4):
            read.append(request.id)
            yield request

    model = Local(folder("causal"), prompt=plain_prompt, max_tokens=1, temperature=1.0, batch_size=4)
    answers = model.ask_many(reading())
    assert next(answers).error is None
    assert len(read) == 8
    assert [answer.id for answer in answers] == [str(n) for n in range(1, 40)]


def test_a_batch_that_fails_is_halved_until_the_row_is_known(
    folder: Folder, plain_prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Local(folder("causal"), prompt=plain_prompt, max_tokens=4, batch_size=8)
    wanted = texts(list(model.ask_many(requests(6))))
    generate = type(model._model()).generate
    sizes: list[int] = []

    def failing(self: object, drafts: Sequence[Any], stopped: Callable[[], bool]) -> object:
        sizes.append(len(drafts))
        if any(len(draft.tokens) == wrong for draft in drafts):
            raise RuntimeError("out of memory")
        return generate(self, drafts, stopped)

    wrong = len(model._model().prompt(None, requests()[4].text))
    monkeypatch.setattr(type(model._model()), "generate", failing)
    answers = list(model.ask_many(requests(6)))
    assert [answer.error for answer in answers] == [None] * 4 + ["RuntimeError: out of memory", None]
    assert texts(answers[:4] + answers[5:]) == wanted[:4] + wanted[5:]
    assert sizes[0] == 6


def test_a_stop_ends_the_batch_and_the_next_connection_works(folder: Folder, plain_prompt: str) -> None:
    model = Local(folder("causal"), prompt=plain_prompt, max_tokens=8)
    connection = model.connect(Hello())
    connection.stop()
    assert connection.ask(requests(1)[0]).error == "stopped"
    assert model.connect(Hello()).ask(requests(1)[0]).error is None


def test_a_stop_in_the_middle_ends_the_generation(
    folder: Folder, plain_prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Local(folder("llama"), prompt=plain_prompt, max_tokens=200)
    steps: list[object] = []
    loaded = model._model()
    forward = type(loaded._model).forward

    def counted(self: object, *arguments: object, **more: object) -> object:
        steps.append(None)
        if len(steps) == 3:
            model.stop()
        return forward(self, *arguments, **more)

    monkeypatch.setattr(type(loaded._model), "forward", counted)
    [answer] = model.ask_many(requests(1))
    assert (answer.error, answer.candidates) == ("stopped", ())
    assert len(steps) < 10


def test_requests_of_a_file_are_answered(folder: Folder, plain_prompt: str, tmp_path: Path) -> None:
    path = tmp_path / "requests.jsonl"
    path.write_text("".join(json.dumps(request.to_row()) + "\n" for request in requests(3)))
    model = Local(folder("causal"), prompt=plain_prompt, max_tokens=4, name="tiny")
    answers = list(ask(path, model))
    assert [(answer.id, answer.model, len(answer.candidates)) for answer in answers] == [
        (str(n), "tiny", 1) for n in range(3)
    ]


def test_nothing_is_fetched(folder: Folder, plain_prompt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object) -> None:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)
    model = Local(folder("seq2seq"), prompt=plain_prompt, max_tokens=2)
    assert [answer.error for answer in model.ask_many(requests(1))] == [None]


def test_models_are_imported_without_torch() -> None:
    code = "import sys, equimorph.models; print(sorted({'torch', 'transformers', 'jinja2', 'httpx'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
