"""Translators: mutants of programs, names undone, issues that running finds real, and wheels."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import pytest

from equimorph.cote import MEASURES, CoteError, GeneratorError
from equimorph.cote.translators import (
    Program,
    TranslateOptions,
    TranslationTally,
    mutate_programs,
    named_translator,
    names_undone,
    program_of,
    subject_of,
    translate,
)
from mutators import Mutation

JAVA = """\
class Sums {
    static int sum(int[] xs) {
        int total = 0;
        for (int i = 0; i < xs.length; i++) {
            total += xs[i];
        }
        return total;
    }
}
"""
PROGRAM = Program("p", "java", JAVA, "sum", "p/tests")
RENAMING = TranslateOptions(mutators=("variable-renaming",), limit=9)
SUBJECTS = TranslateOptions(mutators=("variable-renaming",), limit=9, runs="subject")


def identity(text: str) -> str:
    return text


def rows(generator: Any, options: TranslateOptions = RENAMING, judge: Any = None) -> list[dict[str, Any]]:  # noqa: ANN401
    return translate(generator, [PROGRAM], options, judge=judge)


def test_renamed_variables_are_no_issue_once_names_are_undone() -> None:
    found = rows(identity)
    assert len(found) == 3
    assert [row["issue"] for row in found] == [False] * 3
    assert {row["subjects"]["undone"] for row in found} == {found[0]["subjects"]["original"]}
    assert all(row["mutant"] != row["input"] for row in found)


def test_a_translator_that_stumbles_over_a_name_has_an_issue() -> None:
    def stumbles(text: str) -> str:
        return text if "total" in text else "class Sums { static int sum(Object x) { throw new Error(); } }"

    def judge(problem: str, text: str) -> str:
        return "fail" if "Error" in text else "pass"

    found = {row["mutant"].count("total"): row for row in rows(stumbles, judge=judge)}
    assert (found[0]["issue"], found[0]["real"]) == (True, True)
    assert found[0]["behaviour"] == {"original": "pass", "mutant": "fail"}
    assert all((row["issue"], row["real"]) == (False, False) for count, row in found.items() if count)


def test_an_issue_whose_programs_behave_alike_is_not_real() -> None:
    def wordy(text: str) -> str:
        return (
            text
            if "total" in text
            else JAVA.replace("int total = 0;", "int[] t = {0}; int n = 0;").replace(
                "return total", "while (n < 0) { n++; } System.out.print(t[0]); return t[0]"
            )
        )

    found = rows(wordy, judge=lambda problem, text: "pass")
    assert [(row["issue"], row["real"]) for row in found if row["issue"]] == [(True, False)]


def test_where_the_original_fails_nothing_is_decided() -> None:
    assert {row["real"] for row in rows(identity, judge=lambda problem, text: "fail")} == {None}
    assert {row["real"] for row in rows(identity)} == {None}


def test_each_translation_of_a_problem_is_run_once() -> None:
    ran: list[tuple[str, str]] = []

    def judge(problem: str, text: str) -> str:
        ran.append((problem, text))
        return "pass"

    translate(lambda text: JAVA, [PROGRAM], RENAMING, judge=judge)
    assert [problem for problem, _ in ran] == ["p/tests"]


def test_what_is_run_is_the_program_by_its_own_name_or_the_subject_alone() -> None:
    ran: list[str] = []

    def judge(problem: str, text: str) -> str:
        ran.append(text)
        return "pass"

    whole = JAVA.replace("class Sums", "public class Sums")
    translate(lambda text: whole, [PROGRAM], RENAMING, judge=judge)
    translate(lambda text: whole, [PROGRAM], SUBJECTS, judge=judge)
    assert ran == [whole.replace("Sums", "Translated"), subject_of(whole, "java", "sum")]


@pytest.mark.parametrize(
    ("text", "lang", "program"),
    [
        (
            'public class Main { Main m; String s = "Main"; } // Main',
            "java",
            'public class Translated { Translated m; String s = "Main"; } // Main',
        ),
        ("public final class A { }", "java", "public final class Translated { }"),
        ("class A { }", "java", "class A { }"),
        (
            "// a public class X\npublic class A { X x; }",
            "java",
            "// a public class X\npublic class Translated { X x; }",
        ),
        (
            'import a.B; @S("public class Q") public final /**/ class A { }',
            "java",
            'import a.B; @S("public class Q") public final /**/ class Translated { }',
        ),
        ("f = 1", "python", "f = 1\n\n\ndef translated():\n    return None\n"),
    ],
)
def test_a_translation_is_run_under_a_name_of_its_own(text: str, lang: str, program: str) -> None:
    assert program_of(text, lang) == program


def test_programs_of_other_languages_do_not_check_themselves() -> None:
    with pytest.raises(
        CoteError, match="only programs of java and python check themselves, not those of json"
    ):
        program_of("{}", "json")


def test_a_translator_without_an_answer() -> None:
    def fails(text: str) -> str:
        raise ValueError("no")

    (row, *_) = rows(fails)
    assert (row["scores"], row["issues"], row["issue"], row["real"]) == (None, None, None, None)
    assert row["outputs"]["original"]["error"] == "ValueError: no"


def test_a_program_without_a_mutant_has_a_row() -> None:
    (row,) = translate(identity, [Program("e", "java", "class E { static void f() { } }", "f")], RENAMING)
    assert (row["id"], row["mutant"], row["mutator"], row["problem"]) == ("e", None, None, None)


def test_rows_give_the_original_back() -> None:
    for row in rows(identity):
        record = Mutation.from_dict(row["mutation"])
        assert record.invert(row["mutant"].encode()).decode() == row["input"]


def test_other_mutators_change_the_structure() -> None:
    options = TranslateOptions(mutators=("loop-exchange", "expression-exchange"), limit=1)
    assert {row["mutator"] for row in rows(identity, options)} == {"loop-exchange", "expression-exchange"}


def test_breaking_mutators_are_refused() -> None:
    with pytest.raises(
        CoteError, match="operator-mutation is breaking: a translator is tested with preserving mutants"
    ):
        list(mutate_programs(PROGRAM, ["operator-mutation"], 1, 0, lambda conflict: None))


def record(*edits: tuple[int, str, str]) -> Mutation:
    (first, *_) = rows(identity)
    data = json.loads(json.dumps(first["mutation"]))
    data["edits"] = [list(edit) for edit in edits]
    return Mutation.from_dict(data)


@pytest.mark.parametrize(
    ("program", "edits", "undone"),
    [
        ("f(index, index2)", [(0, "i", "index")], "f(i, index2)"),
        ("f(index, i)", [(0, "i", "index")], "f(index, i)"),
        ('f("index") // index', [(0, "i", "index")], 'f("index") // index'),
        ("f(index)", [(0, "i", "index"), (9, "j", "index")], "f(index)"),
        ("f(index)", [(0, "i + 1", "index")], "f(index)"),
        ("f(\u00e9, index)", [(0, "i", "index")], "f(\u00e9, i)"),
        ("f(a, b)", [], "f(a, b)"),
    ],
)
def test_names_are_undone_by_whole_tokens(
    program: str, edits: list[tuple[int, str, str]], undone: str
) -> None:
    assert names_undone(program, "java", record(*edits)) == undone


def test_operands_that_change_places_are_no_renaming() -> None:
    text = "def f(x):\n    y = None\n    if y is None:\n        y = x\n    return y\n"
    options = TranslateOptions(mutators=("reorder-condition",))
    (row,) = translate(
        lambda text: "class A { Object f(Object y) { return y == null; } }",
        [Program("f", "python", text, "f")],
        options,
    )
    assert "None is y" in row["mutant"]
    assert row["subjects"]["undone"] == row["subjects"]["mutant"]


@pytest.mark.parametrize(
    ("program", "lang", "entry", "subject"),
    [
        (JAVA, "java", "sum", JAVA[JAVA.index("static") : JAVA.rindex("}") - 1]),
        ("def sum_(x):\n    return x\n", "python", "sum", "def sum_(x):\n    return x\n"),
        ("def sum_of(x):\n    return x\n\ny = 1\n", "python", "sumOf", "def sum_of(x):\n    return x\n"),
        (
            "class A { void f() { } void f(int a) { } }",
            "java",
            "f",
            "class A { void f() { } void f(int a) { } }",
        ),
        ("class A { void g() { } }", "java", "f", "class A { void g() { } }"),
        ("not java at all", "java", "f", "not java at all"),
        ("", "java", "f", ""),
    ],
)
def test_the_subject_is_the_one_function_of_the_name(
    program: str, lang: str, entry: str, subject: str
) -> None:
    assert subject_of(program, lang, entry).rstrip() == subject.rstrip()


def test_figures_are_ratios_by_mutator() -> None:
    tally = TranslationTally()
    head = {"input_id": "p", "issues": dict.fromkeys(MEASURES, False)}
    for mutator, issue, real in (
        ("a", True, True),
        ("a", True, False),
        ("b", True, None),
        ("b", False, True),
        ("b", False, False),
    ):
        tally.add({**head, "mutator": mutator, "issues": dict.fromkeys(MEASURES, issue), "real": real})
    tally.add({"input_id": "q", "mutator": None, "issues": None, "real": None})
    tally.add({"input_id": "r", "mutator": "b", "issues": None, "real": None})
    found = {name: (one.numerator, one.denominator) for name, one in tally.of("all", "lcs").items()}
    assert found == {"issues": (3, 5), "precision": (1, 2), "recall": (1, 2), "real": (2, 4)}
    assert {name: (one.numerator, one.denominator) for name, one in tally.of("b", "ed").items()} == {
        **{"issues": (1, 3), "precision": (0, 0), "recall": (0, 1), "real": (1, 2)}
    }
    assert (len(tally.programs), tally.mutants["all"]) == (3, 6)
    with pytest.raises(CoteError, match="no row of a translation: 'mutator'"):
        tally.add({"input_id": "p"})


def test_an_unknown_translator_is_named_with_those_there_are() -> None:
    with pytest.raises(GeneratorError, match="no generator 'perl2java'; there are: jopy, j2py, a folder"):
        named_translator("perl2java")


@pytest.mark.skipif(find_spec("j2py") is not None, reason="j2py is installed")
def test_a_missing_wheel_is_named() -> None:
    with pytest.raises(
        GeneratorError, match="the translator j2py is not installed: pip install --no-deps j2py-converter"
    ):
        named_translator("j2py")


@pytest.mark.skipif(find_spec("jopy") is None, reason="jopy is not installed")
def test_jopy_translates_offline() -> None:
    text = "def double(n: int) -> int:\n    total = n\n    total += n\n    return total\n"
    options = TranslateOptions(mutators=("variable-renaming", "expression-exchange"), limit=2)
    found = translate(named_translator("jopy"), [Program("d", "python", text, "double")], options)
    assert {row["generator"] for row in found} == {"jopy"}
    renamed = [row for row in found if row["mutator"] == "variable-renaming"]
    assert renamed
    assert {row["scores"]["lcs"] for row in renamed} == {1.0}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limit": 0}, "the limit is 1 or more, not 0"),
        ({"measure": "x"}, "measure is lcs, ed, tf-idf, bleu, not 'x'"),
        ({"runs": "x"}, "runs is program or subject, not 'x'"),
    ],
)
def test_options_have_ranges(given: dict[str, Any], message: str) -> None:
    with pytest.raises(CoteError, match=message):
        TranslateOptions(**given)


@pytest.mark.parametrize("missing", ["id", "lang", "text", "entry"])
def test_a_row_without_a_field_is_no_program(missing: str) -> None:
    row = PROGRAM.to_row()
    assert Program.from_row(row) == PROGRAM
    del row[missing]
    with pytest.raises(CoteError, match=f"no '{missing}'"):
        Program.from_row(row)
