"""Tokens and cost before anything is sent."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from equimorph.models import Request
from equimorph.models.chat import ChatOptions
from equimorph.models.chat.estimate import Estimate, Estimator
from equimorph.models.chat.prompts import Prompt

TEXT = "int f() { return 1; }"


def estimate(count: int = 3, system: str | None = None, **options: float) -> Estimate:
    given = ChatOptions(chat="http://127.0.0.1:9/v1", chat_model="gpt-4o", **options)
    estimator = Estimator(given, Prompt("mine", "{{ text }}"), system)
    for number in range(count):
        assert estimator.add(Request(str(number), TEXT, (1,), 5)) == TEXT
    return estimator.estimate()


def words(text: str, **_: object) -> list[str]:
    return text.split()


def tiktoken(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
    def encoding_for_model(model: str) -> SimpleNamespace:
        assert model == "gpt-4o"
        if error is not None:
            raise error
        return SimpleNamespace(encode=words)

    monkeypatch.setitem(sys.modules, "tiktoken", SimpleNamespace(encoding_for_model=encoding_for_model))


def test_without_tiktoken_characters_are_counted() -> None:
    assert estimate(system="Be brief.") == Estimate(3, 3 * (len(TEXT) + 9), None, None, None)


def test_with_tiktoken_tokens_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    tiktoken(monkeypatch)
    found = estimate(price_in=2, price_out=4, max_tokens=10)
    assert (found.tokens, found.cost_in) == (3 * len(TEXT.split()), 3 * len(TEXT.split()) * 2 / 1e6)
    assert found.cost_out == 3 * 5 * 10 * 4 / 1e6
    assert "18 tokens by tiktoken" in found.summary()


@pytest.mark.parametrize("error", [KeyError("gpt"), OSError("no network")])
def test_an_encoding_that_is_not_there_is_done_without(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    tiktoken(monkeypatch, error)
    assert estimate().tokens is None


def test_replies_without_a_limit_have_no_highest_cost() -> None:
    found = estimate(price_in=1, price_out=1)
    assert found.cost_out is None
    assert "no limit, without --max-tokens" in found.summary()
