"""Garbage and what is kept: large files need little, and the user's process stays as it is."""

from __future__ import annotations

import gc

import pytest

import equimorph as em
from equimorph.runs.collection import rare_collection

FILE = "class A {" + "".join(f" int f{n}(int a) {{ return a < {n} ? {n} : a; }}" for n in range(250)) + " }"


def test_garbage_is_collected_rarely_only_within() -> None:
    before = gc.get_threshold()
    with rare_collection():
        assert gc.isenabled()
        assert gc.get_threshold()[0] > 10 * before[0]
    assert gc.get_threshold() == before
    with pytest.raises(ZeroDivisionError), rare_collection():
        raise ZeroDivisionError
    assert gc.get_threshold() == before


def test_facts_of_methods_that_are_done_are_given_up() -> None:
    source = em.parse(FILE)
    mutants = list(em.mutate(source, ["reorder-condition", "variable-renaming"], seed=3))
    assert len(mutants) == 500
    kept = [method for method in source.methods if "scopes" in vars(method)]
    assert kept == list(source.methods[-100:])
    # Who asks again has them again.
    again = list(em.mutate(source, ["reorder-condition", "variable-renaming"], seed=3))
    assert [(m.local, m.mutant) for m in again] == [(m.local, m.mutant) for m in mutants]
    assert mutants[0].method.scopes.names == {"f0", "a"}
