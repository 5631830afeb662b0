"""The options that chat servers and local models share."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from equimorph.models.chat import ChatOptions
from equimorph.models.exchange import CannotRun
from equimorph.models.sampling import Sampling, check_unused, system_message
from equimorph.runs.declared import Declared, Panel, declared

NAMES = ("prompt", "system", "temperature", "top_p", "max_tokens", "stop", "sampling_seed")


def test_each_option_has_its_words_and_is_declared_once() -> None:
    assert tuple(field.name for field in fields(Sampling)) == NAMES
    for name in NAMES:
        option = declared(ChatOptions)[name]
        assert isinstance(option, Declared)
        assert option.option.panel == Panel.SAMPLING
        assert name not in vars(ChatOptions).get("__annotations__", {})


def test_texts_are_taken_for_what_they_are() -> None:
    options = Sampling(stop="END", system="system.txt")  # type: ignore[arg-type]
    assert (options.stop, options.system) == (("END",), Path("system.txt"))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"temperature": -1}, "temperature is 0 or more, not -1"),
        ({"top_p": 1.5}, r"top_p is from 0 to 1, not 1\.5"),
        ({"max_tokens": 0}, "max_tokens is 1 or more, not 0"),
    ],
)
def test_a_value_out_of_its_range_is_an_error(values: dict[str, float], message: str) -> None:
    with pytest.raises(CannotRun, match=message):
        Sampling(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "flag"),
    [({"prompt": "repair"}, "--prompt"), ({"stop": "x"}, "--stop"), ({"top_p": 0}, "--top-p")],
)
def test_options_that_nothing_uses_are_errors(values: dict[str, object], flag: str) -> None:
    check_unused(Sampling(), NAMES, "--chat or --hf")
    check_unused(Sampling(**values), {"system"}, "--chat or --hf")  # type: ignore[arg-type]
    with pytest.raises(CannotRun, match=f"{flag} needs --chat or --hf"):
        check_unused(Sampling(**values), NAMES, "--chat or --hf")  # type: ignore[arg-type]


def test_a_system_message_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "system.txt"
    path.write_bytes("é".encode())
    assert (system_message(path), system_message(None)) == ("é", None)
    path.write_bytes(b"\xe9")
    with pytest.raises(CannotRun, match="is not UTF-8"):
        system_message(path)
