"""A chat model against the real server of llama-cpp-python, with a tiny random model; only where both are installed."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from equimorph.models import Chat, Request
from equimorph.models.exchange import CannotRun
from tests.equimorph.models.conftest import free_port

for package in ("llama_cpp", "fastapi", "uvicorn"):
    pytest.importorskip(package, reason="llama-cpp-python[server] is not installed")
gguf = pytest.importorskip("gguf", reason="gguf is not installed")
WIDTH, HIDDEN, CONTEXT = 32, 64, 512


def write_model(path: Path) -> None:
    """Write a random Llama with one layer, whose tokens are bytes."""
    import numpy

    random = numpy.random.default_rng(1)
    tokens = [b"<unk>", b"<s>", b"</s>", *(b"<0x%02X>" % byte for byte in range(256)), "\u2581".encode()]
    kinds = [
        gguf.TokenType.UNKNOWN,
        *[gguf.TokenType.CONTROL] * 2,
        *[gguf.TokenType.BYTE] * 256,
        gguf.TokenType.NORMAL,
    ]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(2)
    writer.add_head_count_kv(2)
    writer.add_rope_dimension_count(WIDTH // 2)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([int(kind) for kind in kinds])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    shapes: dict[str, tuple[int, ...]] = {
        **{f"blk.0.{name}.weight": (WIDTH, WIDTH) for name in ("attn_q", "attn_k", "attn_v", "attn_output")},
        **{f"blk.0.ffn_{name}.weight": (HIDDEN, WIDTH) for name in ("gate", "up")},
        **{"blk.0.ffn_down.weight": (WIDTH, HIDDEN), "token_embd.weight": (len(tokens), WIDTH)},
        **{"output.weight": (len(tokens), WIDTH), "output_norm.weight": (WIDTH,)},
        **{"blk.0.attn_norm.weight": (WIDTH,), "blk.0.ffn_norm.weight": (WIDTH,)},
    }
    for name, shape in shapes.items():
        writer.add_tensor(name, random.normal(0, 0.5, shape).astype("float32"))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the server."""
    folder = tmp_path_factory.mktemp("llama")
    write_model(folder / "tiny.gguf")
    port = free_port()
    options = (
        "--model",
        str(folder / "tiny.gguf"),
        "--port",
        str(port),
        "--n_ctx",
        str(CONTEXT),
        "--n_threads",
        "1",
    )
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", "llama_cpp.server", *options]
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            for _ in range(600):
                assert process.poll() is None, (folder / "log").read_text()
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.kill()
            process.wait()


def test_candidates_of_a_real_server(base: str) -> None:
    model = Chat(base, "tiny", prompt="repair", temperature=0.8, max_tokens=6, sampling_seed=3, concurrency=2)
    requests = [Request(str(n), f"int f{n}() {{}}", (), 3) for n in range(3)]
    answers = list(model.ask_many(requests))
    for answer in answers:
        assert answer.error is None
        assert len(answer.candidates) == len(answer.raw) == 3  # it ignores `n`
        assert {candidate.finish_reason for candidate in answer.candidates} <= {"stop", "length"}
        assert all(raw["reply"]["usage"]["completion_tokens"] <= 6 for raw in answer.raw)
    assert len({candidate.text for answer in answers for candidate in answer.candidates}) > 3
    assert model.budget.tokens > 0
    assert model.budget.estimated == 0
    assert [answer.candidates for answer in model.ask_many(requests)] == [
        answer.candidates for answer in answers
    ]


def test_a_prompt_longer_than_the_context_is_an_error_of_its_row(base: str) -> None:
    model = Chat(base, "tiny", prompt="repair", max_tokens=4)
    long, short = (Request(str(n), "int f() {}" * n, ()) for n in (100, 1))
    answers = list(model.ask_many([long, short]))
    assert str(answers[0].error).startswith(
        f"HTTP 400: This model's maximum context length is {CONTEXT} tokens."
    )
    assert answers[1].error is None


def test_a_path_that_does_not_exist_ends_the_run(base: str) -> None:
    with pytest.raises(CannotRun, match="HTTP 404: "):
        Chat(f"{base}/none", "tiny").answer(Request("b", "int f() {}", ()))
