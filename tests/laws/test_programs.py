"""L7 on generated programs: what the generator writes, what the oracle says of its mutants, and that the oracle can fail."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings

import equimorph as em
from mutators.java.reorder_condition import Comparison, ReorderCondition
from parsers.java.method import Method
from parsers.java.syntax.tokens import tokenize
from parsers.oracles.jdk import Jdk
from tests.strategies.programs import Program, programs, seeded
from tests.strategies.programs.constructs import CONSTRUCTS, constructs
from tests.strategies.programs.findings import Finding
from tests.strategies.programs.judge import JAVAC, Judge, preserving
from tests.strategies.programs.program import IMPORTS
from tests.strategies.programs.reduce import reduced

# In the tokens of a program with a blank between each two; W is a name.
FEATURES = {
    "for without parts": r"for \( ; ; \)",
    "for without init or update": r"for \( ; W < W ; \)",
    "for with several updates": r"for \( int W = 0 , W = W ; W < W ; W \+\+ , W -- \)",
    "for with calls in its header": r"for \( int W = log",
    "for downwards": r"for \( int W = W ; W -- > 0 ;",
    "for over chars": r"for \( char",
    "for over doubles": r"for \( double W = 0",
    "for with an iterator": r"for \( Iterator < Integer > W =",
    "while with a decrement or increment": r"while \( (\+\+ )?W (\+\+ )?<=? W",
    "while true": r"while \( true \)",
    "do": r"do \{",
    "do without braces": r"do [^{;]*;",
    "foreach": r"for \( (final )?\S+( \[ \])? W : ",
    "foreach over a new array": r"for \( \w+ W : new int",
    "counter written in the body": r"for \( int W = 0 ; W < W (&& [^;]*)?; W \+\+ \) \{ if \( [^{;]*\) (\+\+ )?W (\+\+|\+=|=)?",
    "continue": r"continue ;",
    "continue with a label": r"continue W ;",
    "break": r"break ;",
    "break with a label": r"break W ;",
    "labelled block": r"W : \{",
    "this.field": r"this \. W",
    "hidden static field": r"Program \. W",
    "outer this": r"Program \. this \. W",
    "super.field": r"super \. name",
    "local class": r"class Local\d",
    "local record": r"record Pair\d",
    "compact constructor": r"Pair\d \{",
    "lambda": r"W = (W|\( (final )?(int )?W \)) -> ",
    "lambda with a block": r"-> \{",
    "anonymous class": r"new Object \( \) \{",
    "anonymous subclass": r"new Shape \( .*?\) \{ @ Override",
    "old switch": r"case [^:>]* : ",
    "switch over strings": r'case "[^"]*" ',
    "switch over an enum": r"case RED",
    "switch with arrows": r"case [^:>]* -> ",
    "switch with two labels": r"case \S+ , \S+ (->|:)",
    "switch expression": r"= switch \( ",
    "yield": r"yield ",
    "try with resources": r"try \( (final )?\w+ W = new Res",
    "finally": r"finally \{",
    "multi-catch": r"catch \( W \| W",
    "rethrow": r"throw W ;",
    "throw": r"throw new Oops",
    "checked exception": r"throw new Checked",
    "return in finally": r"finally \{ log \( [^;]*; return",
    "string concatenation with null": r"\+ null",
    "text block": '"""',
    "NaN": r"Double \. NaN",
    "negative zero": r"- 0\.0",
    "boxed values": r"Integer \. valueOf \( 12[78]",
    "identity of boxes": r"W [!=]= Integer \. valueOf|Integer \. valueOf \( \w+ \) [!=]=",
    "null box": r"\( Integer \) null",
    "array of arrays": r"int \[ \] \[ \] W =",
    "array declared behind the name": r"int W \[ \] =",
    "varargs": r"int \. \. \. W|int \.\.\. W",
    "call with varargs": r"sum \( \S+ , ",
    "member record": r"record Rec\d",
    "enum with bodies": r"HIGH \( 2 \) \{",
    "pattern": r"instanceof (String|Integer|Point) W",
    "pattern with &&": r"instanceof \w+ W &&",
    "negated pattern that leaves": r"if \( ! \( [^{;]*instanceof \w+ W \)( \|\| [^{;]*)? \) (\{ )?(return|throw|break|continue)",
    "conditional expression": r" \? ",
    "compound assignment": r"W [-+*/%&|^]= ",
    "compound shift": r"W (<<=|> >=|>>=|> > >=|>>>=) ",
    "increment": r"W \+\+ ;",
    "decrement": r"-- W",
    "overloads": r"pick \( ",
    "generic method": r"< T extends Comparable < T > > T",
    "type arguments": r"Program \. < String >",
    "constructor": r"Program \( int W \) \{",
    "initialiser": r"[};] \{ [^}]*",
    "static initialiser": r"static \{ try",
    "assignment in an operand": r"\( W = ",
    "mixed logic": r"(&&|\|\|) [^;&|]* [&|^] ",
    "chain of equalities": r"[!=]= [^;()&|]* [!=]= ",
    "shift": r" << ",
    "cast": r"\( (byte|short|char|int|long|float|double) \)",
    "if without braces": r"if \( [^{;]*\) [a-z]\w* ",
    "dangling else": r"if \( [^{;]*\) if \( [^{;]*\) [^{}]*; else",
    "else if": r"else if",
    "empty statement": r"\) ;|; ;",
    "deferred assignment": r"; (final )?(int|long|String|boolean|double) W ; if",
    "final locals": r"final int W = ",
    "var": r"var W = ",
    "two declarators": r"int W = [^;]*, W = ",
    "unicode names": r"größe|naïve|名",
    "synchronized": r"synchronized",
    "assert": r"assert",
    "method reference or lambda called": r"applyAsInt",
    "list methods": r"\. (add|get|contains) \(",
}  # fmt: skip
PROGRAMS = int(os.environ.get("EQUIMORPH_PROGRAMS", "2"))
LAYOUTS = {
    "comment in a header": r"\((?: |/\*c\*/)*/\*",
    "line comment": r"//",
    "CRLF": r"\r\n",
    "no blanks": r"\){\w",
    "tab": r"\t",
}


@pytest.fixture(scope="module")
def judging(jdk: Jdk) -> Iterator[Jdk]:
    """A JDK with the options that judging needs, if there is one at all."""
    with Jdk(options=JAVAC) as oracle:
        yield oracle


drawn_once = cache(seeded)


def flat(program: Program) -> str:
    """The tokens of a program."""
    return " ".join(token.text.decode() for token in tokenize(program.own.encode()))


def test_every_feature_occurs() -> None:
    drawn = [drawn_once(seed) for seed in range(300)]
    texts = [flat(program) for program in drawn]
    counts = {}
    for name, pattern in FEATURES.items():
        # In a class of characters a W is a W.
        found = re.compile(re.sub(r"(?<![\\\w])W(?!\w)", r"[\\w$]+", pattern))
        counts[name] = sum(bool(found.search(text)) for text in texts)
    counts |= {name: sum(bool(re.search(p, d.own)) for d in drawn) for name, p in LAYOUTS.items()}
    missing = {name: count for name, count in counts.items() if count < 3}
    assert not missing, missing


def test_every_construct_is_frequent() -> None:
    found = Counter(name for seed in range(100) for name in constructs(drawn_once(seed).own))
    seldom = {name: found[name] for name in CONSTRUCTS if found[name] < 5}
    assert not seldom, seldom


@pytest.mark.parametrize(
    ("own", "name"),
    [
        ("switch (x) { case 1: f(); case 2: break; }", "switch: group that falls through"),
        ("switch (x) { default: f(); break; case 2: f(); }", "switch: default before others"),
        ('switch (s) { case "Aa": break; case "BB": f(); }', "switch: labels of equal hashes"),
        ("int y; switch (x) { case 1: y = 1; break; default: y = 2; }", "blank: assigned by a switch"),
        ("if (x == 1) { f(); } else if (2 == x) { g(); }", "chain of ifs over constants"),
        ("int y = 1; Runnable r = () -> log(y);", "captured by a lambda"),
        ("while (true) { if (f()) return; }", "dead: behind an endless loop"),
        ("log(a ? b ? 1 : 'c' : null);", "conditional: nested, passed"),
        ("try { x = 1; f(); } catch (Oops e) { log(x); }", "try: local of it read in the catch"),
    ],
)
def test_constructs_are_told_apart(own: str, name: str) -> None:
    assert name in constructs(
        f"class Program {{ void m(int x, String s, boolean a, boolean b) {{ {own} }} }}"
    )
    others = "int z = 1; if (x > 1) { f(); } else if (s == null) { g(); } switch (x) { case 1: f(); break; default: g(); }"
    others += " try { f(); } catch (Oops e) { x = 1; } while (true) { if (b) break; } Runnable r = () -> f(); log(a ? 1 : 2);"
    assert name not in constructs(f"class Program {{ void m(int x, String s) {{ {others} }} }}")


@pytest.mark.parametrize("seed", range(2))
def test_mutants_of_generated_programs_do_the_same(judging: Jdk, seed: int) -> None:
    judge = Judge(judging, preserving(all_schemes=seed == 1), stacks=1, each=25)
    report = judge.judge([seeded(1000 * seed + k) for k in range(PROGRAMS)], seed)
    assert not report.faults, report.faults[0]
    assert not report.findings, report.findings[0]
    assert report.programs == PROGRAMS
    assert report.stacks == PROGRAMS
    assert sum(report.mutants.values()) > 50
    assert len(report.mutants) >= 7


@settings(max_examples=8)
@given(programs())
def test_drawn_programs_compile_and_end(judging: Jdk, program: Program) -> None:
    assert not em.parse(program.text).has_error
    report = Judge(judging, (), stacks=0).judge([program], 0)
    assert not report.faults, report.faults[0]


@pytest.mark.parametrize(("batch", "number"), [(41, 0), (83, 3)])
def test_what_once_did_not_compile(judging: Jdk, batch: int, number: int) -> None:
    """A `var` whose value has a lambda somewhere inside, and a variable that is read behind the block around its declaration."""
    program = seeded((990001 * 1_000_003 + batch) * 1_009 + number)
    report = Judge(judging, (), stacks=0).judge([program], 0)
    assert report.programs == 1
    assert not report.faults, report.faults[0]


@pytest.mark.parametrize(
    ("body", "unverified", "faults"),
    [
        ('call("m", () -> { throw new VerifyError(); });', 1, 0),
        ("throw new VerifyError();", 1, 0),
        ("throw new Oops(1);", 0, 1),
        ('System.out.println("fine"); throw new Oops(1);', 0, 1),
        ('call("m", () -> { throw new Oops(1); });', 0, 0),
    ],
)
def test_code_that_the_jvm_rejects_is_no_program(
    judging: Jdk, body: str, unverified: int, faults: int
) -> None:
    own = (
        f"{IMPORTS}public class Program extends Lib {{ public static void main(String[] a) {{ {body} }} }}\n"
    )
    report = Judge(judging, (), stacks=0).judge([Program(own)], 0)
    assert (report.unverified, len(report.faults)) == (unverified, faults)
    assert report.programs == 1 - unverified - faults


class Careless(ReorderCondition):
    """Does what it should refuse."""

    def matches(self, method: Method) -> Iterator[Comparison]:
        for match in super().matches(method):
            yield Unchecked(match.method, match.node, self.purity)


class Unchecked(Comparison):
    """A comparison whose operands change places whatever they do."""

    def obstacle(self) -> str | None:
        return None


def test_a_wrong_mutator_is_found_and_its_program_made_small(judging: Jdk) -> None:
    judge = Judge(judging, [Careless()], stacks=0)
    wrong: list[Finding] = []
    for seed in range(34, 200, 2):
        report = judge.judge([seeded(seed), seeded(seed + 1)], 0)
        wrong += [f for f in report.findings if f.kind == "output"]
        if wrong:
            break
    assert wrong
    assert {f.mutators for f in wrong} == {("reorder-condition",)}
    small = reduced(judge, min(wrong, key=lambda f: len(f.program.own)), tries=120)
    assert small.kind == "output"
    assert len(small.program.own) < 0.5 * len(wrong[0].program.own)
    assert small.diff.count("\n+") <= 3
    alone = em.parse(small.program.named("Small"))
    before = judging.compile({"Small.java": alone.data}, bytes_=True)
    assert judging.run(before, "Small").status == "ok"
