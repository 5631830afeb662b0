"""L1 to L6 for every Python mutator: determinism, inversion, records, validity, locality, undo; and stacks that run."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import equimorph as em
from mutators.model import Mutation, checked, sha256
from mutators.registry import classes
from tests.laws.corpus import TESTS
from tests.laws.python_corpus import PROGRAMS, every_python_program, mutants, read, some_sites
from tests.laws.python_judging import Runner, steady

_RECORDS = """
import sys
from pathlib import Path
import equimorph as em
for path in sys.argv[1:]:
    for mutant in em.mutate(Path(path), seed=11, select=em.Selection(limit_per_mutator=2)):
        print(path, mutant.local.to_json(), mutant.mutation.id)
"""
FEW = tuple(
    path for path in PROGRAMS if path.stem in ("renaming", "layout", "tabs_and_crlf", "byte_order_mark")
)


def records(programs: tuple[Path, ...], hash_seed: str) -> list[str]:
    env = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-c", _RECORDS, *map(str, programs)]
    return subprocess.run(
        command, env=env, capture_output=True, encoding="utf-8", check=True, cwd=TESTS.parent
    ).stdout.splitlines()


def test_l1_other_processes_make_the_same_mutants() -> None:
    one, other = records(FEW, "1"), records(FEW[::-1], "2")
    assert len(one) > 100
    assert sorted(one) == sorted(other)


@every_python_program
def test_l1_a_mutant_depends_on_nothing_but_seed_member_and_site(program: Path) -> None:
    source = read(program)
    start = b"\xef\xbb\xbf" if source.data.startswith(b"\xef\xbb\xbf") else b""
    line = b"# -*- coding: utf-8 -*-\n# moved\n"
    moved = em.SourceFile(start + line + source.data.removeprefix(start), language="python")
    for cls in classes("python").values():
        mutator = cls()
        sites = list(some_sites(mutator, source, 8))
        expected = {site: mutator.apply(source, site, 7).local for site in sites}
        # Other order, fresh facts, and the same member at another place of a file.
        for site in Random(3).sample(sites, len(sites)):
            assert mutator.apply(moved, site.moved(len(line)), 7).local == expected[site]


@every_python_program
def test_l2_inverting_is_exact(program: Path) -> None:
    for mutant in mutants(program):
        assert mutant.mutation.invert(mutant.data) == read(program).data
        assert mutant.local.invert(mutant.mutant_data) == mutant.method.data


@every_python_program
def test_l3_records_survive_json_and_suffice_alone(program: Path) -> None:
    for mutant in mutants(program):
        record = Mutation.from_dict(json.loads(json.dumps(mutant.local.to_dict())))
        assert record == mutant.local
        assert record.apply(mutant.original.encode()) == mutant.mutant.encode()
        assert record.original_sha256 == sha256(mutant.original.encode())
        assert Mutation.from_json(mutant.mutation.to_json()).apply(read(program).data) == mutant.data


@every_python_program
def test_l4_python_compiles_mutants_and_libcst_reads_them(program: Path) -> None:
    for mutant in mutants(program):
        compile(mutant.data, "mutant.py", "exec", dont_inherit=True)
    for mutant in mutants(program)[::40]:
        again = em.SourceFile(mutant.data, language="python")
        assert [m.name for m in again.methods] == [m.name for m in read(program).methods]


def comments(text: str) -> Counter[str]:
    """The comments of a text with CR LF or LF at its line ends."""
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    return Counter(token.string.rstrip() for token in tokens if token.type == tokenize.COMMENT)


@every_python_program
def test_l5_nothing_outside_the_edits_changes(program: Path) -> None:
    data = read(program).data
    kept = comments(data.decode("utf-8-sig"))
    for mutant in mutants(program):
        at_original = at_mutant = 0
        edits = checked(mutant.mutation.edits)
        assert edits == mutant.mutation.edits
        for edit in edits:
            length = edit.start - at_original
            assert mutant.data[at_mutant : at_mutant + length] == data[at_original : edit.start]
            at_original, at_mutant = edit.end, at_mutant + length + len(edit.new.encode())
            assert mutant.method.start <= edit.start <= edit.end <= mutant.method.end
        assert mutant.data[at_mutant:] == data[at_original:]
    for mutant in mutants(program)[::5]:
        assert comments(mutant.data.decode("utf-8-sig")) == kept, mutant.diff()


@every_python_program
def test_l6_undo_is_the_identity_on_the_mutant(program: Path) -> None:
    found = mutants(program)
    by_name = {name: [m for m in found if m.mutator == name] for name in {m.mutator for m in found}}
    for alike in by_name.values():
        few = Random(1).sample(alike, min(2, len(alike)))
        for mutant in few:
            assert em.undo(mutant.mutant, mutant) == mutant.original
        assert em.undo(few[0].text, few[0]) == read(program).text


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with Runner() as running:
        yield running


@every_python_program
def test_stacks_do_the_same_and_are_taken_apart(runner: Runner, program: Path) -> None:
    source = read(program)
    before = steady(runner, source.text)
    for seed in range(2):
        stacked = em.stack(source, seed=seed, per_method=6)
        # In a module that hands on `locals` and the like, every function is refused.
        assert bool(stacked.mutants) == (program.stem != "reflection")
        assert runner.run(stacked.text) == before, f"{seed}: {stacked.mutator}"
        assert em.invert(stacked.text, stacked) == source.text


def test_every_mutator_has_mutants_in_the_corpus() -> None:
    counts = Counter(mutant.mutator for program in PROGRAMS for mutant in mutants(program))
    assert set(counts) == set(classes("python"))
    assert min(counts.values()) >= 25, counts
