"""A language model as the model of a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.models import BudgetSpent, Chat
from equimorph.models.errors import ModelError
from equimorph.search.outputs import CountedModel
from equimorph.search.prompted import prompted_model
from tests.equimorph.models.chat.server import Exchange, completion, serving


def length(exchange: Exchange) -> None:
    """Reply with the length of the prompt, or refuse to speak of "bad"."""
    text = exchange.body["messages"][0]["content"]
    exchange.reply(completion() if text == "bad" else completion(f"\n {len(text)} \n"))


@pytest.fixture
def prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "text.txt").write_text("{{ text }}")
    return str(tmp_path / "text.txt")


def test_outputs_are_replies_without_blanks_each_text_once(prompt: str) -> None:
    with serving(length) as server:
        model = CountedModel(prompted_model(Chat(server.base, "m", prompt=prompt)))
        assert model.ask(["abc", "a", "abc"]) == ["3", "1", "3"]
        assert model.calls == len(server.requests) == 2


def test_a_text_without_a_reply_is_an_error_with_its_index(prompt: str) -> None:
    with serving(length) as server:
        model = prompted_model(Chat(server.base, "m", prompt=prompt, retries=0))
        with pytest.raises(ModelError) as caught:
            model(["abc", "bad"])
    assert caught.value.index == 1


def test_another_prompt_is_another_model(prompt: str, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("Name {{ text }}")
    one = Chat("http://127.0.0.1:9/v1", "m", prompt=prompt)
    other = Chat("http://127.0.0.1:9/v1", "m", prompt=str(tmp_path / "other.txt"))
    assert prompted_model(one).identity != prompted_model(other).identity
    assert prompted_model(one).name == "m"


def test_a_spent_budget_ends_the_search_and_is_no_error_of_a_text(prompt: str) -> None:
    with serving(length) as server:
        model = CountedModel(
            prompted_model(Chat(server.base, "m", prompt=prompt, budget_tokens=1, concurrency=1))
        )
        with pytest.raises(BudgetSpent):
            model.ask(["abc", "ab", "a"])
        assert len(server.requests) == 1
