"""What the framework checks of every mutator, and the examples of those there are."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import pytest

from mutators import get, names
from mutators.base import Example, Match, Mutator
from mutators.java import (
    dead_branch,
    log_statement,
    permute_exchange,
    reorder_condition,
    return_variable,
    sketch,
    string_equality,
    try_catch,
    unused_statement,
    useless_cast,
)
from mutators.java.declaration_split import forms as declarations
from mutators.java.expression_exchange import forms as assignments
from mutators.java.infix_dividing import operand as divided
from mutators.java.loop_exchange import conditional, for_to_while, foreach
from mutators.java.match import JavaMatch
from mutators.java.new_variable import alias as aliasing
from mutators.java.operator_mutation import compiles as operands
from mutators.java.operator_mutation.filters import FILTERS
from mutators.java.parameter_adding import Parameters
from mutators.java.parenthesise import compiled as parentheses
from mutators.java.parenthesise import where as expressions
from mutators.java.permute_statement import order as statement_order
from mutators.java.reorder_condition import Comparison, ReorderCondition
from mutators.java.switch_to_if import chains, clauses, switches
from mutators.java.ternary_to_if import forms as choices
from mutators.java.ternary_to_if import target as targets
from mutators.java.tools import renaming, wrapping
from mutators.java.tools.declarations import ANNOTATED
from mutators.java.tools.spacing import replacement
from mutators.java.useless_cast import where as casts
from mutators.java.variable_renaming import VariableRenaming
from mutators.model import Edit, EditConflict, Mutation, MutationError, Refused, Site
from mutators.model import Site as ModelSite
from mutators.operator_sets import OPERATOR_SETS
from mutators.options import Option
from mutators.seeding import Chance, site_key
from parsers.java.effects import model as effect_model
from parsers.java.javac import BESIDE_CASE_GROUP, FINAL_IN_COMPACT, YIELD_CALL
from parsers.java.method import Method
from parsers.java.names import insertion_points
from parsers.java.names.private_methods import PrivateMethod
from parsers.java.syntax.tree import Node
from parsers.java.types.inference import POLY
from parsers.java.types.results import NO_RESULT
from parsers.source import SourceFile

EXAMPLES = [(name, example) for name in names() for example in get(name).examples]


@pytest.mark.parametrize(
    ("name", "example"), EXAMPLES, ids=lambda v: v if isinstance(v, str) else repr(v.before)
)
def test_example(name: str, example: Example) -> None:
    mutator = get(name)
    source = SourceFile.from_text(example.before)
    start, end = example.at
    judged = [(s, reason) for s, reason in mutator.judged(source) if start <= s.start and s.end <= end]
    if example.after is None:
        assert example.reason in [reason for _, reason in judged]
        for site, reason in judged:
            if reason is not None:
                with pytest.raises(Refused, match=r".") as raised:
                    mutator.apply(source, site)
                assert raised.value.reason == reason
        return
    accepted = [site for site, reason in judged if reason is None]
    made = {mutator.apply(source, site, seed).text for site in accepted for seed in range(12)}
    assert example.after in made


def test_every_mutator_has_accepted_and_refused_examples() -> None:
    for name in names():
        rows = get(name).examples
        assert sum(row.after is not None for row in rows) >= 3, name
        assert sum(row.reason is not None for row in rows) >= 2, name


def reasons(function: Callable[..., object]) -> set[str]:
    """The literal reasons that a function returns."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return {
        part.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Return) and node.value is not None
        for part in ast.walk(node.value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


COMMUTE = {
    value
    for key, value in vars(effect_model).items()
    if key in ("USES", "BOTH_THROW", "THROWS_BEFORE", "VOLATILE")
}


HELPERS = {
    "reorder-condition": (reorder_condition.Comparison.obstacle,),
    "permute-exchange": (permute_exchange.Branches.obstacle,),
    "permute-statement": (statement_order._obstacle, statement_order._conflict),
    "infix-dividing": (
        renaming.unseen,
        insertion_points.misplaced,
        divided.Operand._misplaced,
        divided.Operand._unfit,
    ),
    "sketch": (sketch.Names.obstacle, renaming.unseen),
    "method-renaming": (PrivateMethod.obstacle,),
    "parameter-adding": (Parameters._why,),
    "variable-renaming": (renaming.obstacle, renaming.unseen, renaming.unresolved),
    "useless-cast": (
        useless_cast.VariableRead.obstacle,
        casts.obstacle,
        casts._position,
        casts._compiled_otherwise,
    ),
    "unused-variable": (renaming.unseen, insertion_points.misplaced),
    "unused-statement": (unused_statement.Place.obstacle, insertion_points.misplaced),
    "dead-branch": (dead_branch.Statement.obstacle, wrapping.obstacle, insertion_points.misplaced),
    "try-catch": (
        try_catch.Statement.obstacle,
        wrapping.obstacle,
        insertion_points.misplaced,
        renaming.unseen,
    ),
    "log-statement": (log_statement.Place.obstacle, renaming.unseen, insertion_points.misplaced),
    "new-variable": (renaming.unseen, renaming.unresolved, aliasing.plan, aliasing._home),
    "loop-exchange": (
        renaming.unseen,
        for_to_while._planned,
        for_to_while._obstacle,
        conditional._do_obstacle,
        foreach._planned,
        foreach._over_iterable,
    ),
    "expression-exchange": (
        assignments.Exchange._twice,
        assignments._Expanded.obstacle,
        assignments._Contracted.obstacle,
        assignments._Unfolded.obstacle,
        assignments._Incremented.obstacle,
    ),
    "switch-to-if": (
        renaming.unseen,
        clauses.obstacle,
        switches._planned,
        chains._obstacle,
    ),
    "declaration-split": (
        declarations.Declared.obstacle,
        declarations._Assign.obstacle,
        declarations._Declare.obstacle,
    ),
    "ternary-to-if": (
        choices.Choice.obstacle,
        targets._Variable.obstacle,
        targets.Declared.obstacle,
    ),
    "return-variable": (
        renaming.unseen,
        return_variable._Named.obstacle,
        return_variable._Unnamed.obstacle,
    ),
    "parenthesise": (expressions.obstacle, parentheses.obstacle),
    "string-equality": (string_equality.Comparison.obstacle,),
    "operator-mutation": (
        operands.obstacle,
        operands._ambiguous,
        *set(operands._RULES.values()) - {operands._anyway},
    ),
}
"""The functions from which matches get the reasons of their obstacles."""


def test_every_reason_occurs_in_an_example() -> None:
    known: dict[str, set[str]] = {name: set() for name in names()}
    for name, helpers in HELPERS.items():
        for helper in helpers:
            assert reasons(helper)
            known[name] |= reasons(helper)
    known["reorder-condition"] |= COMMUTE
    known["operator-mutation"] |= {filter_.reason for filter_ in FILTERS}
    for name in ("loop-exchange", "permute-exchange", "condition-exchange", "operator-mutation"):
        known[name].add(POLY)
    for name in ("declaration-split", "ternary-to-if", "return-variable"):
        known[name] |= {ANNOTATED, BESIDE_CASE_GROUP}
    for name in ("declaration-split", "ternary-to-if"):
        known[name].add(FINAL_IN_COMPACT)
    for name in ("ternary-to-if", "return-variable"):
        known[name].add(NO_RESULT)
    for name in ("parenthesise", "string-equality"):
        known[name].add(YIELD_CALL)
    assert len(COMMUTE) == 4
    assert all(known.values())
    missing = {
        (name, reason)
        for name, all_ in known.items()
        for reason in all_ - {row.reason for row in get(name).examples}
    }
    assert not missing, "\n".join(map(str, sorted(missing)))


def test_made_up_sites_are_refused() -> None:
    source = SourceFile.from_text("class A { void f(int i) { g(1); } }")
    at = source.text.index("1")
    for name in names():
        with pytest.raises(Refused) as raised:
            get(name).apply(source, Site.of(name, at, at + 1, scheme="any", purity="proven"))
        assert raised.value.reason == f"nothing that {name} could change stands there"


def test_a_site_needs_a_mutator_of_its_name_not_of_its_options() -> None:
    source = SourceFile.from_text("class A { boolean f(A x, A y) { return x.getId() < y.size(); } }")
    (asked,) = (s for s, _ in ReorderCondition(purity="conventional").judged(source))
    assert asked.param("purity") == "conventional"
    assert ReorderCondition().refuse(source, asked) is None
    assert ReorderCondition().apply(source, asked).local.assumptions
    assert get("useless-cast").match_at(source, asked) is None
    unknown = Site.of("reorder-condition", asked.start, asked.end, purity="no such")
    assert "nothing that reorder-condition could change" in (ReorderCondition().refuse(source, unknown) or "")


def test_matches_are_found_once_and_kept_with_the_method() -> None:
    class Counting(ReorderCondition):
        asked = 0

        def matches(self, method: Method) -> Iterator[Comparison]:
            type(self).asked += 1
            return super().matches(method)

    source = SourceFile.from_text("class A { boolean f(int a, int b) { return a < b; } void g(B<C> d) { } }")
    for _ in range(2):
        (site,) = Counting().sites(source)
        Counting().apply(source, site)
    assert Counting.asked == 2  # once for each method
    list(Counting(purity="conventional").judged(source))
    assert Counting.asked == 4


TEXT = 'class A { int f(int a) { return(a)+1; } /* é */ String g() { return "x y"; } int x; }'


class Probe(Mutator):
    """Makes the edits that a test asks for."""

    name = "the-probe"
    language = "java"
    relation = "breaking"
    examples = ()

    def __init__(self, *edits: Edit, refusal: str | None = None) -> None:
        self.edits = edits
        self.refusal = refusal
        self.drawn: list[float] = []

    def matches(self, method: Method) -> Iterator[Match]:
        if method.name == "f":
            yield _Probed(method, method.root, self)
            yield _Probed(method, method.root, self, p=1)


class _Probed(JavaMatch):
    def __init__(self, method: Method, node: Node, probe: Probe, **params: int) -> None:
        super().__init__(method, node, **params)
        self.probe = probe

    @property
    def end(self) -> int:
        return self.start + 5

    def obstacle(self) -> str | None:
        return self.probe.refusal

    def edits(self, rng: Random) -> Iterator[Edit]:
        self.probe.drawn.append(rng.random())
        yield from self.probe.edits


def at(old: str, new: str, after: str = "") -> Edit:
    start = TEXT.index(old, TEXT.index(after))
    return Edit(len(TEXT[:start].encode()), old, new)


def probe(*edits: Edit, seed: int = 0, text: str = TEXT, **options: str) -> object:
    mutator = Probe(*edits, **options)
    source = SourceFile.from_text(text)
    site = next(iter(mutator.candidates(source)))
    return mutator.apply(source, site, seed)


def test_mutators_with_constructors_of_their_own_share_no_matches() -> None:
    source = SourceFile.from_text(TEXT)
    for new in ("2", "3"):
        mutator = Probe(at("1", new))
        site = next(iter(mutator.candidates(source)))
        assert mutator.apply(source, site).text == TEXT.replace("1", new)


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ((at("(a)+1", "a"),), "token boundary"),  # returna
        ((at("1", "1)"),), "not parse"),
        ((at("a", "b", "(a)"), at("a)", "c)", "(a)")), "overlap"),
        ((Edit(at("(a)", "x").start, "(b)", "x"),), "is not"),
        ((at('"x y"', '"z"'),), "outside"),
        ((at("int x", "long x"),), "outside"),
        ((at("1", "1 + /*"),), "not parse|boundary"),
        ((at("1", '"'),), "not parse|boundary"),
        ((at("+1", "+1L1"),), "not parse|boundary"),
    ],
)
def test_bad_edits_are_caught(edits: tuple[Edit, ...], message: str) -> None:
    with pytest.raises(EditConflict, match=message):
        probe(*edits)


def test_edits_inside_a_token_are_caught() -> None:
    with pytest.raises(EditConflict, match="boundary"):
        probe(at("eturn", "eturns", "int a"))
    inside = 'class A { int f(int a) { g("x y"); return + +a; } }'
    with pytest.raises(EditConflict, match="boundary"):
        probe(Edit(inside.index("x y"), "x", "z"), text=inside)
    with pytest.raises(EditConflict, match="boundary"):  # ++a parses
        probe(Edit(inside.index("+ +"), "+ ", "+"), text=inside)


def test_what_a_mutator_is_not_asked_for() -> None:
    with pytest.raises(Refused, match="changes nothing"):
        probe(at("1", "1"))
    with pytest.raises(Refused, match="because") as raised:
        probe(at("1", "2"), refusal="because")
    assert raised.value.reason == "because"
    source = SourceFile.from_text(TEXT)
    with pytest.raises(Refused, match="not in a method"):
        Probe().apply(source, Site("the-probe", 0, 5))
    with pytest.raises(Refused, match="not in a method"):
        Probe().apply(source, Site("the-probe", TEXT.index("return(a)"), len(TEXT)))


def test_a_method_that_cannot_be_trusted_is_refused_alone() -> None:
    broken = "class A { int f(int a) { return 1 +; } boolean g(int b, int c) { return b < c; } }"
    source = SourceFile.from_text(broken)
    judged = list(get("reorder-condition").judged(source))
    assert [(source.method_at(s.start).name, r is None) for s, r in judged] == [("f", False), ("g", True)]
    with pytest.raises(Refused, match="syntax error"):
        Probe().apply(source, judged[0][0])
    with pytest.raises(Refused, match="syntax error"):
        get("reorder-condition").apply(source, judged[0][0])


def test_a_good_mutation() -> None:
    mutant = probe(at("1", "22"), at("(a)", " b"), seed=3)
    assert mutant.text == TEXT.replace("return(a)+1", "return b+22")
    assert mutant.mutant == "int f(int a) { return b+22; }"
    assert mutant.original == "int f(int a) { return(a)+1; }"
    assert (mutant.offset, mutant.mutator, mutant.relation) == (10, "the-probe", "breaking")
    assert mutant.local.edits == (Edit(21, "(a)", " b"), Edit(25, "1", "22"))
    assert mutant.mutation.edits == (Edit(31, "(a)", " b"), Edit(35, "1", "22"))
    assert mutant.mutation.site == ModelSite("the-probe", 10, 15)
    assert mutant.local.site == ModelSite("the-probe", 0, 5)
    assert mutant.local.seed == 3
    assert {"-" + TEXT, "+" + mutant.text} <= set(mutant.diff().splitlines())
    assert isinstance(mutant.local, Mutation)


def test_chance_depends_on_seed_member_and_site_alone() -> None:
    edits = (at("1", "2"),)

    def drawn(text: str, seed: int, site: Site | None = None) -> float:
        shift = text.index("int f") - TEXT.index("int f")
        mutator = Probe(*(Edit(e.start + shift, e.old, e.new) for e in edits))
        source = SourceFile.from_text(text)
        mutator.apply(source, site or next(iter(mutator.candidates(source))), seed)
        return mutator.drawn[0]

    same = drawn(TEXT, 0)
    assert drawn("/* more */ " + TEXT, 0) == same
    assert drawn(TEXT.replace("int x", "long other"), 0) == same
    others = [
        drawn(TEXT, 1),
        drawn(TEXT.replace("+1", "+1+3"), 0),
        drawn(TEXT, 0, Site.of("the-probe", 10, 15, p=1)),
    ]
    assert len({same, *others}) == 4
    method = SourceFile.from_text(TEXT).methods[0]
    assert site_key(0, method, Site("m", 10, 13)) == bytes.fromhex(KEY)


KEY = "852f7a436b3db805635964096d6e52d782dc59c24e2137f475e455f25468ca68"


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: [rng.random(), rng.randrange(10**20), rng.gauss(0, 1)],
        lambda rng: [rng.gauss(0, 1), rng.choice("abc"), rng.sample(range(9), 5), rng.randbytes(3)],
        lambda rng: [copy.copy(rng).random(), rng.random(), rng.getstate()],
        lambda rng: [rng.setstate(Random(1).getstate()), rng.random()],
        lambda rng: [rng.seed(5), rng.random()],
    ],
)
def test_chance_is_as_if_seeded_at_once(draw: Callable[[Random], list[object]]) -> None:
    method = SourceFile.from_text(TEXT).methods[0]
    key = partial(site_key, 0, method, Site("m", 10, 13))
    assert draw(Chance(key)) == draw(Random(int.from_bytes(key())))


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ('return"x"==s', '"x"', "s", "return s==s"),
        ("return(a)<b", "(a)", "b", "return b<b"),
        ("'a'<k", "'a'", "k", "k<k"),
        ("x=a+b", "a", "+c", "x=+c+b"),
        ("x=y-(a)", "(a)", "-b", "x=y- -b"),
        ("x=(a)instanceof B", "(a)", "c", "x=c instanceof B"),
        ("(a)>b", "(a)", "c", "c>b"),
        ("ä==(b)", "(b)", "ö", "ä==ö"),
        ("case(1):", "(1)", "é", "case é:"),
    ],
)
def test_replacement_keeps_tokens_apart(text: str, old: str, new: str, expected: str) -> None:
    data = text.encode()
    start = len(text[: text.index(old)].encode())
    edit = replacement(data, start, start + len(old.encode()), new)
    assert edit.old == old
    assert (data[: edit.start] + edit.new.encode() + data[edit.end :]).decode() == expected


def test_example_rows() -> None:
    rows = Example.rows("é { @ }", "a -> b", "c -> !why not")
    assert rows == (
        Example("é { a }", (5, 6), "é { b }", None),
        Example("é { c }", (5, 6), None, "why not"),
    )


def test_options_are_checked() -> None:
    with pytest.raises(MutationError, match="naming scheme 'nope'; there are: any, first-letter"):
        VariableRenaming(schemes=["generic", "nope"])
    with pytest.raises(MutationError, match="purity 'nope'; there are: proven, conventional"):
        ReorderCondition("nope")
    with pytest.raises(MutationError, match="reorder-condition has no option 'schemes'; there are: purity"):
        ReorderCondition(schemes=["any"])
    with pytest.raises(MutationError, match="takes 1 options, not 2"):
        ReorderCondition("proven", "proven")
    with pytest.raises(MutationError, match="two values for its option 'purity'"):
        ReorderCondition("proven", purity="proven")
    with pytest.raises(MutationError, match="takes words, not 3"):
        ReorderCondition(purity=3)
    with pytest.raises(MutationError, match="no purity 'zz'; there are: a, b"):
        Option("purity", ["a", "b"], "a default that is none", default="zz")
    with pytest.raises(MutationError, match="the option 'purity' has no values"):
        Option("purity", (), "nothing to choose from")
    assert Option("o", ("a", "b"), "", default="a", many=True).default == ("a",)
    with pytest.raises(MutationError, match="purity takes one purity, not 2"):
        ReorderCondition(purity=["proven", "conventional"])


def test_a_subclass_with_a_constructor_refuses_sites_that_it_does_not_know() -> None:
    class Second(VariableRenaming):
        def __init__(self) -> None:
            super().__init__(schemes=("type-name",))

    source = SourceFile.from_text("int f(int a) { return a; }")
    (site,) = VariableRenaming().sites(source)
    assert "nothing that variable-renaming could change" in (Second().refuse(source, site) or "")
    assert [s.param("scheme") for s in Second().sites(source)] == ["type-name"]


def test_mutators_that_are_equal_but_no_keys_keep_their_own_matches() -> None:
    @dataclass
    class Picky(ReorderCondition):
        sign: str = field(default="<", compare=False)

        def matches(self, method: Method) -> Iterator[Comparison]:
            return (m for m in ReorderCondition().matches(method) if m.operator.type == self.sign)

    source = SourceFile.from_text("boolean f(int a, int b) { return a < b | a > b; }")
    for sign in "<>":
        (site,) = Picky(sign).candidates(source)
        assert sign in source.slice(site.start, site.end)


def test_options_are_attributes() -> None:
    assert ReorderCondition().purity == ReorderCondition("proven").purity == "proven"
    assert VariableRenaming("generic").schemes == ("generic",)
    assert VariableRenaming(["generic", "synonym", "generic"]).schemes == ("generic", "synonym")
    assert get("operator-mutation").settings["operators"] == OPERATOR_SETS


@pytest.mark.parametrize("name", [name for name in names() if get(name).hint is not None])
def test_no_member_without_the_hint_has_a_match(name: str) -> None:
    mutator = get(name)
    assert mutator.hint is not None
    left_out = 0
    for path in sorted(Path(__file__).parent.parent.joinpath("subjects").glob("*.java")):
        for method in SourceFile(path.read_bytes()).methods:
            if method.untrusted is None and mutator.hint.search(method.data) is None:
                left_out += 1
                assert list(mutator.matches(method)) == []
    for example in mutator.examples:
        if example.after is not None:
            assert mutator.hint.search(example.before.encode()) is not None
    assert left_out > 0
