"""Folders with tiny models, made once for each run of the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

PROMPT = "int f(int a) {\n    return a - 1;\n}"
ANSWER = "```java\nint f(int a) {\n    return a + 1;\n}\n```"


@pytest.fixture(scope="session")
def plain_prompt(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A template that is the text alone."""
    path = tmp_path_factory.mktemp("prompts") / "text.txt"
    path.write_text("{{ text }}", encoding="utf-8")
    return str(path)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the folder of a model by the name of its kind."""
    from tests.equimorph.models.local import tiny

    root = tmp_path_factory.mktemp("models")
    makers: dict[str, Callable[[Path], Path]] = {
        "causal": tiny.causal,
        "llama": tiny.llama,
        "seq2seq": tiny.seq2seq,
        "short": lambda path: tiny.causal(path, positions=24),
        "chat": lambda path: tiny.causal(path, template=tiny.TEMPLATE),
        "learned": lambda path: tiny.learned(path, PROMPT, ANSWER),
    }

    def make(kind: str) -> Path:
        path = root / kind
        return path if path.exists() else makers[kind](path)

    return make
