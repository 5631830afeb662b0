"""Which operators are exchanged, inserted and removed, parentheses and blanks, what is refused; javac on every pair of types."""

from __future__ import annotations

from itertools import product

import pytest

import equimorph as em
from mutators import MutationError
from mutators.java import operator_mutation
from mutators.java.operator_mutation import OperatorMutation
from mutators.operator_sets import OPERATOR_SETS
from parsers.oracles.jdk import Jdk

HEAD = (
    "class A { int g(int... n) { return n.length; } boolean t; void f(int a, int b, long n, double d, boolean p, boolean q, "
    "char c, Integer box, int[] s) { "
)
TAIL = " } }"


@pytest.fixture
def unfiltered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be equivalent is not asked: tests/mutators/test_equivalence.py has that."""
    monkeypatch.setattr(operator_mutation, "equivalent", lambda method, change: None)


def made(body: str, old: str, new: str) -> list[str]:
    """What a body becomes by each accepted site of an exchange."""
    found = OperatorMutation().mutants(em.parse(HEAD + body + TAIL))
    mutants = [
        m for m in found if (m.local.site.param("operator"), m.local.site.param("replacement")) == (old, new)
    ]
    assert all(m.local.invert(m.mutant_data) == m.original.encode() for m in mutants)
    return [m.text.removeprefix(HEAD).removesuffix(TAIL) for m in mutants]


def refusals(body: str, old: str, new: str) -> list[str | None]:
    found = OperatorMutation().judged(em.parse(HEAD + body + TAIL))
    return [reason for s, reason in found if (s.param("operator"), s.param("replacement")) == (old, new)]


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        # JLS 15.17 to 15.24: the operands stay what they were.
        ("g(a - b + 3);", "-", "*", "g(a * b + 3);"),
        ("g(a + b - 3 * a);", "-", "%", "g((a + b) % (3 * a));"),
        ("g(a - (b - 3) - 7);", "-", "/", "g((a - (b - 3)) / 7);"),
        ("g(a * b * s[1]);", "*", "-", "g((a - b) * s[1]);"),
        ("g(a / 2 % b);", "%", "+", "g(a / 2 + b);"),
        ("g(-a * b);", "*", "+", "g(-a + b);"),
        ("p = a + b == s[0] && q;", "==", "<=", "p = a + b <= s[0] && q;"),
        ("p = a < b == q;", "<", "!=", "p = a != b == q;"),
        ("p = q == a < b;", "<", "==", "p = q == (a == b);"),
        ("p = q & g() < a | t;", "|", "&&", "p = q & g() < a && t;"),
        ("p = p || q && t;", "||", "&", "p = p & (q && t);"),
        ("p = p && q || t;", "&&", "^", "p = p ^ q || t;"),
        ("p = p && q & t;", "&", "||", "p = p && (q || t);"),
        ("p = p & q & t;", "&", "^", "p = (p ^ q) & t;"),
        ("p = !(p & q);", "&", "&&", "p = !(p && q);"),
        ("p = t ? p && q : t;", "&&", "||", "p = t ? p || q : t;"),
        ("n = 1L << a + b;", "+", "-", "n = 1L << a - b;"),
        ("n = n >>> a << b;", "<<", ">>", "n = n >>> a >> b;"),
        # tokens that must not join (JLS 3.2)
        ("g(a-b- -b);", "-", "+", "g(a-b+ -b);"),
        ("g(a+ +b);", "+", "-", "g(a- +b);"),
        ("g(a-/* c */b);", "-", "/", "g(a/ /* c */b);"),
        ("g(a+b++);", "x++", "++x", "g(a+ ++b);"),
        ("g(a- --b);", "--x", "b--", ""),
        ("g(a- --b);", "--x", "x--", "g(a- b--);"),
        ("g(a+ ++s[0]);", "++x", "x++", "g(a+ s[0]++);"),
        ("g(- -a);", "-", "", "g(-a);"),
        ("g(a+-+b);", "-", "", "g(a+ +b);"),
        ("g(a- -++b);", "-", "", "g(a- ++b);"),
        ("g(a+-++b);", "-", "", "g(a+ ++b);"),
        ("g(a/-/* c */b);", "-", "", "g(a/ /* c */b);"),
        ("g(a*-b);", "-", "~", "g(a*~b);"),
        ("g(a-b);", "", "-", "g(a- -b);"),
        ("g((int) a);", "", "-", "g((int) -a);"),
        ("if(p)g();", "", "!", "if(!p)g();"),
        ("while ((p)) g();", "", "!", "while (!(p)) g();"),
        ("if ((p || q) && t) g();", "", "!", "if (!(p || q) && t) g();"),
        ("if ((p = q)) g();", "", "!", "if (!(p = q)) g();"),
        ("return!p;", "!", "", "return p;"),
        ("p = ! (p || q) && t;", "!", "", "p = (p || q) && t;"),
        # JLS 15.26.2, 15.14, 15.15
        ("a += b;", "+=", "=", "a = b;"),
        ("n -= a;", "-=", "=", "n = a;"),
        ("a += c;", "+=", "=", "a = c;"),
        ("c <<= n;", "<<=", ">>>=", "c >>>= n;"),
        ("p |= g() > 2;", "|=", "&=", "p &= g() > 2;"),
        ("for (; t; a++) g();", "x++", "x--", "for (; t; a--) g();"),
    ],
)
@pytest.mark.usefixtures("unfiltered")
def test_rewriting(before: str, old: str, new: str, after: str) -> None:
    found = made(before, old, new)
    assert found == [] if not after else after in found


@pytest.mark.parametrize(
    ("body", "old", "new", "reason"),
    [
        ("g(a + u());", "+", "-", "the operands may be strings"),
        ("final int k = 3; g(k * 2);", "*", "+", "it may be a constant expression"),
        ("switch (a) { case 1 + 2: g(); }", "+", "*", "it may be a constant expression"),
        ("while (LEFT < RIGHT) g();", "<", "<=", "it may be a constant expression"),
        ("p = u() > v();", ">", "!=", "both operands may be boxed"),
        ("p = box > w;", ">", "==", "both operands may be boxed"),
        ("p = box == w;", "==", "<", "the operands may be something else than numbers"),
        ("p = q == t;", "==", "<", "the operands may be something else than numbers"),
        ("p = (u() & v()) == w;", "&", "&&", "the operands may be integers"),
        ("a <<= n;", "<<=", "=", "the right side may be of another type"),
        ("c += 1;", "+=", "=", "the right side may be of another type"),
        ("w += a;", "+=", "-=", "the left side may be a string"),
        ("g(-c);", "-", "", "the type of the operand may be another than that of the result"),
        ("g(c);", "", "-", "the type of the operand may be another than that of the result"),
        ("d = d * 2;", "", "~", "the operand may be floating-point"),
        ("Object o = (Integer) ~a;", "~", "-", "a cast to a reference type takes no sign"),
        ("Object o = (Integer) a;", "", "-", "a cast to a reference type takes no sign"),
        (
            "if (w instanceof String x && x.isEmpty()) g();",
            "&&",
            "||",
            "a pattern variable may be bound by the condition",
        ),
        (
            "if (!(w instanceof String x)) return; g(x);",
            "!",
            "",
            "a pattern variable may be bound by the condition",
        ),
        ("int k; if (p && (k = a) > 1) g(k);", "&&", "||", "a variable may be assigned in the condition"),
        # A variable of a switch whose initialiser is jumped over, which javac refuses to read.
        (
            "switch (a) { case 0: int k = 1; break; case 1: if (p && (k = a) > 1) g(k); }",
            "&&",
            "||",
            "a variable may be assigned in the condition",
        ),
        (
            "int k; if (p || ON) k = 1; else return; g(k);",
            "||",
            "&",
            "a part of the condition may be constant",
        ),
        ("if (w.u()) g();", "", "!", "the type of the call may be inferred from its place"),
        ("r(() -> !u());", "!", "", "the operand may be a Boolean"),
        # JLS 16.9: blank fields of class bodies; 16.1.5: branches of ?: that are constant
        (
            "h(new Object() { final int k; { if (p & (k = a) > 2) g(); } });",
            "&",
            "&&",
            "a variable may be assigned in the condition",
        ),
        (
            "h(new Object() { final int k; { if (q || true) k = a; } });",
            "||",
            "&&",
            "a part of the condition may be constant",
        ),
        (
            "int k; if (q || (p ? true : true)) { k = 1; } g(k);",
            "||",
            "&",
            "a part of the condition may be constant",
        ),
        ("Object o = (Integer) ~-a;", "~", "", "a cast to a reference type takes no sign"),
        ("Object o = (Object) ~--a;", "~", "", "a cast to a reference type takes no sign"),
        ("r(() -> !(p = q));", "!", "", None),
        ("r(() -> -g());", "-", "", "the type of the operand may be another than that of the result"),
    ],
)
@pytest.mark.usefixtures("unfiltered")
def test_refused(body: str, old: str, new: str, reason: str | None) -> None:
    assert reason in refusals(body, old, new)


@pytest.mark.parametrize(
    "body",
    [
        "a = b;",  # plain assignment is left alone
        "Object o = +a;",
        '@SuppressWarnings("a" + "b") int k = g();',
        "a++;",
    ],
)
def test_what_no_candidate_is(body: str) -> None:
    groups = {
        (s.param("operator"), s.param("replacement"))
        for s, _ in OperatorMutation().judged(em.parse(HEAD + body + TAIL))
    }
    assert groups <= {("", "-"), ("", "~"), ("+", "-"), ("x++", "x--"), ("x++", "++x")}


@pytest.mark.usefixtures("unfiltered")
def test_sets() -> None:
    body = "if (a < b && p == q) { a += b << 2; b++; g(a & b, -a, a * b); }"
    source = em.parse(HEAD + body + TAIL)
    by_set = {name: set(OperatorMutation([name]).candidates(source)) for name in OPERATOR_SETS}
    assert all(by_set.values())
    assert sum(map(len, by_set.values())) == len(set().union(*by_set.values()))
    assert set(OperatorMutation().candidates(source)) == set().union(*by_set.values())
    assert {s.param("operator") for s in by_set["relational"]} == {"<"}
    # A site says all: any mutator of the name takes it.
    site = next(iter(OperatorMutation(["shift"]).sites(source)))
    assert (
        OperatorMutation(["equality"]).apply(source, site).text == OperatorMutation().apply(source, site).text
    )
    with pytest.raises(MutationError, match=r"no set of operators 'logical'.*arithmetic, relational"):
        OperatorMutation(["logical"])


def test_breaking_mutants_are_never_made_unasked() -> None:
    source = em.parse("int f(int a, int b) { return a < b ? a - b : b; }")
    assert {mutant.relation for mutant in em.mutate(source)} == {"preserving"}
    assert {mutant.relation for mutant in em.mutate(source, ["operator-mutation"])} == {"breaking"}
    assert "operator-mutation" in {info.name for info in em.list_mutators()}


TYPES = (
    *("byte", "short", "char", "int", "long", "float", "double", "boolean"),
    *("Byte", "Character", "Integer", "Long", "Double", "Boolean", "String", "Object"),
)
BINARY = ("+", "-", "*", "/", "%", "<", "<=", "==", "!=", "&&", "||", "&", "|", "^", "<<", ">>>")
ASSIGNMENTS = ("+=", "-=", "%=", "&=", "^=", "<<=", ">>=")
SHAPES = (
    *(f"Object m(L a, R b) {{ return a {sign} b; }}" for sign in BINARY),
    *(f"void m(L a, R b) {{ a {sign} b; }}" for sign in ASSIGNMENTS),
)


@pytest.mark.parametrize("torn", ["", "if (n > 0 {"])
@pytest.mark.parametrize(
    ("statement", "mutated"),
    [
        ("if (!(o instanceof String)) n++;", "if ((o instanceof String)) n++;"),
        ("if (!b) n++;", "if (b) n++;"),
        ("n = -n;", "n = n;"),
        ("if (n < 3) n++;", "if (n <= 3) n++;"),
    ],
)
def test_a_copy_of_the_mutated_line_is_a_conflict(statement: str, mutated: str, torn: str) -> None:
    """Of a copy nobody knows whether it is to go back, too; with an operator that was deleted there is no mutated token to see."""
    text = f"void f(Object o, boolean b, int n) {{\n    {statement}\n    g(n);\n}}\n"
    mutant = next(m for m in em.mutate(text, ["operator-mutation"]) if f" {mutated}\n" in m.text)
    with pytest.raises(em.UndoConflict, match=r"repeats what was mutated|several times"):
        em.undo(mutant.text.replace(f"    {mutated}\n", f"    {mutated}\n" * 2 + torn), mutant)


UNARY = (
    *(f"Object m(L a) {{ return {sign}a; }}" for sign in ("-", "+", "~", "!", "++", "--")),
    *(f"L m(L[] a) {{ return {sign}a[0]; }}" for sign in ("-", "~", "!", "")),
    "L m(L a) { return a++; }",
    "Object m(L a) { return (Object) a--; }",
    "void m(L a) { if (a) m(a); var k = !a; }",
    "Object m(L a) { var k = -a; L[] all = {a, k}; return (L) a; }",
)


def methods() -> list[str]:
    both = [
        shape.replace("L ", f"{left} ").replace("R ", f"{right} ")
        for shape, left, right in product(SHAPES, TYPES, TYPES)
    ]
    return both + [shape.replace("L", type_) for shape, type_ in product(UNARY, TYPES)]


def compiled(jdk: Jdk, found: list[str]) -> list[str]:
    """Those methods that compile."""
    unit = (
        "abstract class M {\n"
        + "\n".join(m.replace(" m(", f" m{i}(", 1) for i, m in enumerate(found))
        + "\n}"
    )
    bad = {diagnostic.line - 2 for diagnostic in jdk.compile({"M.java": unit}).diagnostics}
    return [method for i, method in enumerate(found) if i not in bad]


@pytest.mark.usefixtures("unfiltered")
def test_all_pairs_of_types_compile() -> None:
    with Jdk(options=["-Xmaxerrs", "100000"]) as jdk:
        originals = compiled(jdk, methods())
        assert len(originals) > 700
        mutants = [m.text for method in originals for m in OperatorMutation().mutants(em.parse(method))]
        assert len(mutants) > 3000
        assert sorted(set(mutants) - set(compiled(jdk, mutants))) == []
