"""The table of all options: one spelling, one meaning."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from equimorph.cli import app

pytest.importorskip("sphinx")
sys.path.append(str(Path(__file__).resolve().parents[2] / "docs" / "_ext"))

from cli_options import meanings
from typer.main import get_command

SEVERAL = 45
"""The number of options whose help begins with more than one sentence, by verb; it may only fall."""


def test_the_table_has_every_option_with_a_sentence_and_its_verbs() -> None:
    table = meanings(get_command(app))
    assert "mutate" in next(iter(table["--limit-per-method"].values()))
    assert all(sentence and verbs for sentences in table.values() for sentence, verbs in sentences.items())
    assert "--help" not in table


def test_no_option_gets_another_meaning() -> None:
    several = [flag for flag, sentences in meanings(get_command(app)).items() if len(sentences) > 1]
    assert len(several) <= SEVERAL, f"give the new option a name or the sentence of another verb: {several}"
