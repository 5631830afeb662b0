"""L1 to L5 for every mutator: determinism, inversion, records, validity, locality."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import javalang
import pytest

import equimorph as em
from mutators import Mutant, get, names
from mutators.model import Mutation, checked, sha256
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import parse
from tests.laws.corpus import PROGRAMS, TESTS, Program, every_program, mutants, some_sites
from tests.laws.grouping import groups, together
from tests.laws.judging import culprits

_RECORDS = """
import sys
from pathlib import Path
import equimorph as em
for path in sys.argv[1:]:
    for mutant in em.mutate(Path(path), seed=11):
        print(path, mutant.local.to_json(), mutant.mutation.id)
"""


def records(programs: tuple[Program, ...], hash_seed: str) -> str:
    env = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-c", _RECORDS, *(str(program.path) for program in programs)]
    return subprocess.run(
        command, env=env, capture_output=True, encoding="utf-8", check=True, cwd=TESTS.parent
    ).stdout


def test_l1_other_processes_make_the_same_mutants() -> None:
    one, other = records(PROGRAMS, "1"), records(PROGRAMS[::-1], "2")
    assert len(one.splitlines()) > 100
    assert sorted(one.splitlines()) == sorted(other.splitlines())


@every_program
def test_l1_a_mutant_depends_on_nothing_but_seed_member_and_site(program: Program) -> None:
    source = program.source
    for name in names():
        mutator = get(name)
        sites = list(some_sites(mutator, source))
        expected = {site: mutator.apply(source, site, 7).local for site in sites}
        # Other order, fresh facts, and the same member at another place of a file.
        moved = em.SourceFile(b"/* moved */ " + source.data.removeprefix(b"\xef\xbb\xbf"))
        shift = len(moved.data) - len(source.data)
        for site in Random(3).sample(sites, len(sites)):
            found = mutator.apply(moved, site.moved(shift), 7).local
            if mutator.reach == "member":
                assert found == expected[site]
            else:  # the record is of the whole text
                wanted = expected[site].rebase(shift, moved.data, b"")
                assert replace(found, mutant_sha256=wanted.mutant_sha256) == wanted


@every_program
def test_l2_inverting_is_exact(program: Program) -> None:
    for mutant in mutants(program):
        assert mutant.mutation.invert(mutant.data) == program.source.data
        assert mutant.local.invert(mutant.mutant_data) == mutant.method.data
        assert em.invert(mutant.text, mutant) == program.source.text


@every_program
def test_l3_records_survive_json_and_suffice_alone(program: Program) -> None:
    for mutant in mutants(program):
        record = Mutation.from_dict(json.loads(json.dumps(mutant.local.to_dict())))
        assert record == mutant.local
        assert record.apply(mutant.original.encode()) == mutant.mutant.encode()
        assert record.invert(mutant.mutant.encode()) == mutant.original.encode()
        assert record.original_sha256 == sha256(mutant.original.encode())
        whole = Mutation.from_json(mutant.mutation.to_json())
        assert whole.apply(program.source.data) == mutant.data
        assert program.source.data[mutant.offset :].startswith(mutant.original.encode())


@every_program
def test_l3_higher_order_mutants_invert_last_to_first(program: Program) -> None:
    source, stack = program.source, []
    rng = Random(5)
    for round_ in range(4):
        mutator = get(names()[round_ % len(names())])
        sites = list(mutator.sites(source))
        if not sites:
            continue
        mutant = mutator.apply(source, rng.choice(sites), round_)
        stack.append(mutant.mutation)
        source = em.SourceFile(mutant.data)
    assert stack
    assert em.invert(source.data, stack) == program.source.data
    if len(stack) > 1:
        with pytest.raises(em.RecordMismatch):
            em.invert(source.data, stack[::-1])


def javalang_takes(data: bytes) -> bool:
    try:
        javalang.parse.parse(data.decode("utf-8-sig"))
    except (javalang.parser.JavaSyntaxError, javalang.tokenizer.LexerError, TypeError, IndexError):
        return False
    return True


def javalang_refuses(group: Sequence[Mutant]) -> str:
    return "" if javalang_takes(together(group[0].source, group)) else "javalang does not take it"


def test_l4_what_javalang_refuses_is_found_in_a_group() -> None:
    source = em.parse(
        "class A { int f(int a, int b) { return a < b ? a : b; } boolean g(int a) { return a < 1; } }"
    )
    assert javalang_takes(source.data)
    found = list(em.mutate(source))
    wrong = found[3]
    # The text of a record is what the framework checked; this one was tampered with afterwards.
    edits = (replace(wrong.local.edits[0], new="("), *wrong.local.edits[1:])
    tampered = replace(wrong, local=replace(wrong.local, edits=edits))
    group = next(group for group in groups([tampered, *found]) if tampered in group)
    assert len(group) > 1
    assert [each.group for each in culprits(group, javalang_refuses)] == [(tampered,)]


@every_program
def test_l4_no_new_syntax_error(program: Program) -> None:
    found = {m.data: m for m in mutants(program)}
    if not parse(program.source.data).root_node.has_error:
        for data, mutant in found.items():
            assert not parse(data).root_node.has_error, mutant.diff()
    if javalang_takes(program.source.data):
        # It is slow, and stops at the first error: mutants that lie apart are read at once.
        wrong = [each for group in groups(found.values()) for each in culprits(group, javalang_refuses)]
        assert not wrong, "\n".join(map(str, wrong))


def comments(member: bytes) -> Counter[bytes]:
    """The comments of a member, or of a file."""
    root = parse(member).root_node
    if root.has_error:
        root = parse(b"class C {" + member + b"\n}").root_node
    stack, found = [root], Counter()
    while stack:
        node = stack.pop()
        stack += node.children
        if node.type in ("line_comment", "block_comment"):
            found[node.text] += 1
    return found


@every_program
def test_l5_nothing_outside_the_edits_changes(program: Program) -> None:
    facts = {}
    for mutant in mutants(program):
        at_original = at_mutant = 0
        edits = checked(mutant.mutation.edits)
        assert edits == mutant.mutation.edits
        for edit in edits:
            length = edit.start - at_original
            kept = program.source.data[at_original : edit.start]
            assert mutant.data[at_mutant : at_mutant + length] == kept
            at_original, at_mutant = edit.end, at_mutant + length + len(edit.new.encode())
            assert mutant.method.start <= edit.start <= edit.end <= mutant.method.end
        assert mutant.data[at_mutant:] == program.source.data[at_original:]
        # What lies outside the member is the same, so the member's own comments and tokens say all.
        if mutant.method.sha256 not in facts:
            facts[mutant.method.sha256] = comments(mutant.method.data), tokenize(mutant.method.data)
        before, base = facts[mutant.method.sha256]
        assert comments(mutant.mutant_data) == before
        ranges, shifted, shift = [], [], -mutant.method.start
        for edit in edits:
            ranges.append((edit.start - mutant.method.start, edit.end - mutant.method.start))
            start = edit.start + shift
            shifted.append((start, start + len(edit.new.encode())))
            shift += len(edit.new.encode()) - len(edit.old.encode())
        outside = [t.text for t in base if not any(a < t.end and t.start < b for a, b in ranges)]
        tokens = tokenize(mutant.mutant_data)
        assert outside == [t.text for t in tokens if not any(a < t.end and t.start < b for a, b in shifted)]


def test_every_mutator_has_mutants_in_the_corpus() -> None:
    counts = Counter(mutant.mutator for program in PROGRAMS for mutant in mutants(program))
    assert set(counts) == set(names())
    assert min(counts.values()) >= 20


def test_methods_with_mutants_have_comments() -> None:
    methods = {mutant.method.start: mutant.method for program in PROGRAMS for mutant in mutants(program)}
    assert sum(comments(method.data).total() for method in methods.values()) > 100
