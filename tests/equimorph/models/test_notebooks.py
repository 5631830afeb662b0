"""Progress in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from equimorph.models import notebooks
from equimorph.models.notebooks import with_progress


def kernel(monkeypatch: pytest.MonkeyPatch, *settings: str) -> None:
    shell = SimpleNamespace(config=dict.fromkeys(settings))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(notebooks, "_SECONDS", 0)


def failing() -> Iterator[int]:
    yield 1
    raise ValueError("no more")


def test_a_notebook_shows_how_many_of_all_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel(monkeypatch, "IPKernelApp")
    assert list(with_progress(iter("abc"), [1, 2, 3, 4])) == ["a", "b", "c"]
    shown = [f"{count} of 4 requests" for count in (1, 2, 3, 3)]
    assert capsys.readouterr().err.strip().split("\r") == ["", *shown][-len(shown) :]


def test_what_was_done_before_an_error_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel(monkeypatch, "IPKernelApp")
    with pytest.raises(ValueError, match="no more"):
        list(with_progress(failing(), iter(())))
    assert capsys.readouterr().err.endswith("1 requests\n")


@pytest.mark.parametrize("settings", [(), ("TerminalIPythonApp",)])
def test_a_terminal_shows_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: tuple[str, ...]
) -> None:
    kernel(monkeypatch, *settings)
    assert list(with_progress(iter("ab"), "ab")) == ["a", "b"]
    assert capsys.readouterr().err == ""
