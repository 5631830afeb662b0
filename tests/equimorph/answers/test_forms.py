"""The table of docs/undo.md: each form of an answer, in both languages, of a member and of a file, over four mutators of each."""

from __future__ import annotations

import ast
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pytest

import equimorph as em
from mutators.registry import get
from parsers import SourceFile

JAVA = """\
int total(String str, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (str.length() < i) {
            sum += str.charAt(i) & 7;
        }
    }
    int rest = n - sum;
    log(rest);
    log(str);
    log("a  b");
    log(sum);
    log(n);
    log(0);
    log(n);
    while (rest > sum) {
        rest = half(rest);
    }
    return sum;
}"""
PYTHON = """\
def total(self, text, n):
    amount = 0
    for i in range(0, n):
        if len(text) < i:
            amount += ord(text[i]) & 7
    rest = n - amount
    log(rest)
    log(text)
    log("a  b")
    log(amount)
    log(n)
    log(0)
    log(n)
    while rest > amount:
        rest = half(rest)
    return amount"""
FIXES = {
    "java": (("int sum = 0;", "int sum = 1;"), ("half(rest)", "half(rest - 1)")),
    "python": (("amount = 0", "amount = 1"), ("half(rest)", "half(rest - 1)")),
}
MUTATORS = {
    "java": ("variable-renaming", "reorder-condition", "useless-cast", "loop-exchange"),
    "python": ("variable-renaming", "reorder-condition", "unused-variable", "loop-exchange"),
}
FILES = {
    "java": f"package p;\n\nclass A {{\n    int other;\n\n    {JAVA}\n\n    void g() {{\n        log(1);\n    }}\n}}\n",
    "python": "import os\n\n\nclass A:\n    other = 1\n\n    "
    + PYTHON.replace("\n", "\n    ")
    + "\n\n    def g(self):\n        log(1)\n",
}
MEMBERS = {"java": JAVA, "python": PYTHON.replace("self, ", "")}


@dataclass(frozen=True)
class Case:
    """A mutant, its right patch, and the patch of the original that this is.

    Attributes:
        seen, patched: the mutated member and its patch, as a model sees and writes them.
        whole_seen, whole: the same with all that is around it.
        wanted: the original, patched.
    """

    mutant: em.Mutant
    seen: str
    patched: str
    whole_seen: str
    whole: str
    wanted: str

    @property
    def language(self) -> str:
        return self.mutant.source.language

    @property
    def is_file(self) -> bool:
        return self.whole != self.patched


def fixed(text: str, language: str) -> str:
    for old, new in FIXES[language]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def made(language: str, text: str, name: str) -> Case | None:
    source = SourceFile.from_text(text, language=language)
    mutator = get(name, language)
    for site in mutator.sites(source):
        mutant = mutator.apply(source, site, 3)
        assert mutant is not None
        if mutant.method.name != "total" or any(mutant.text.count(old) != 1 for old, _ in FIXES[language]):
            continue
        seen = mutant.mutant_data.decode()
        whole = fixed(mutant.text, language)
        return Case(mutant, seen, fixed(seen, language), mutant.text, whole, fixed(text, language))
    return None


@cache
def cases(language: str) -> tuple[Case, ...]:
    texts = (FILES[language], MEMBERS[language])
    found = [made(language, text, name) for text in texts for name in MUTATORS[language]]
    assert None not in found, found
    return tuple(case for case in found if case is not None)


def diff(
    case: Case, old: str, new: str, *, numbers: bool = True, context: int = 3, names: bool = True
) -> str:
    suffix = "java" if case.language == "java" else "py"
    lines = list(
        unified_diff(
            old.splitlines(),
            new.splitlines(),
            f"a/src/A.{suffix}",
            f"b/src/A.{suffix}",
            n=context,
            lineterm="",
        )
    )
    text = "\n".join(lines if names else lines[2:]) + "\n"
    return text if numbers else re.sub(r"^@@ .*@@$", "@@ ... @@", text, flags=re.MULTILINE)


def whole_diff(case: Case, **options: object) -> str:
    return diff(case, case.whole_seen, case.whole, **options)  # type: ignore[arg-type]


def git_diff(case: Case) -> str:
    head = "diff --git a/src/A.java b/src/A.java\nold mode 100644\nnew mode 100755\nindex 0f0786a..607e9b6\n"
    return head + whole_diff(case)


def blocks(case: Case, fence: str = "") -> str:
    """Search/replace blocks, one for each changed line, with a line around it."""
    old, new = case.whole_seen.splitlines(), case.whole.splitlines()
    found = []
    for at, (one, other) in enumerate(zip(old, new, strict=True)):
        if one != other:
            search, replace = [old[at - 1], one, old[at + 1]], [old[at - 1], other, old[at + 1]]
            lines = ["<<<<<<< SEARCH", *search, "=======", *replace, ">>>>>>> REPLACE"]
            lines = ["src/A.java", f"{fence}{case.language}", *lines, fence] if fence else lines
            found.append("\n".join(lines))
    assert len(found) == 2
    return "\n\n".join(found) + "\n"


def wrapped(case: Case) -> str:
    if case.language == "java":
        return f"public class Solution {{\n{case.patched}\n}}\n"
    return "class Solution:\n" + alone(case, "    ")


def alone(case: Case, margin: str = "") -> str:
    """The patched member at a margin."""
    first = case.patched.split("\n")
    inner = "    " if case.is_file and case.language == "python" else ""
    return "\n".join(margin + line.removeprefix(inner) for line in first) + "\n"


def fence(case: Case, ticks: str = "```", tag: str | None = None) -> str:
    return f"{ticks}{case.language if tag is None else tag}\n{alone(case)}{ticks}\n"


def in_json(case: Case, text: str) -> str:
    return json.dumps({"explanation": "The sum {was} wrong; see above.", "code": text})


WORDS = "The sum was wrong by one, and the loop took too much off.\n"
FORMS: dict[str, tuple[str, Callable[[Case], str]]] = {
    "code alone": ("undone", alone),
    "CR LF": ("undone", lambda case: alone(case).replace("\n", "\r\n")),
    "a byte order mark": ("undone", lambda case: "\ufeff" + alone(case)),
    "fence": ("undone", fence),
    "fence of many backticks or tildes": ("undone", lambda case: fence(case, "``````") + fence(case, "~~~~")),
    "fence in a fence": ("undone", lambda case: f"````markdown\n{fence(case)}````\n"),
    "fence with a title": ("undone", lambda case: fence(case, tag=f'{case.language} title="A.java"')),
    "fence with a capital name": ("undone", lambda case: fence(case, tag=case.language.title())),
    "fence that is not closed": ("undone", lambda case: fence(case).removesuffix("```\n")),
    "fence closed behind the code": ("undone", lambda case: fence(case).removesuffix("\n```\n") + "```"),
    "fence that the prompt opened": ("undone", lambda case: f"{alone(case)}```\n\n{WORDS}"),
    "prose around a fence": ("undone", lambda case: f"Sure! Here it is:\n\n{fence(case)}\n{WORDS}"),
    "the question quoted in a fence before": (
        "undone",
        lambda case: f"```\n{alone(case_of_seen(case))}```\nshould be\n{fence(case)}",
    ),
    "prose around code": ("undone", lambda case: f"Here is the fix you want:\n\n{alone(case)}\n{WORDS}"),
    "bold words before": ("undone", lambda case: f"**Fixed**\n\n{alone(case)}"),
    "a word before": ("undone", lambda case: f"Fixed:\n{alone(case)}\nDone!\n"),
    "a heading": ("undone", lambda case: f"### Fixed code\n\n{alone(case)}"),
    "thinking": ("undone", lambda case: f"<think>\nx = 1;\n```\nno\n```\n</think>\n{alone(case)}"),
    "thinking whose start is missing": ("undone", lambda case: f"x = 1;\n</think>\n\n{fence(case)}"),
    "thinking that does not end": ("empty", lambda case: f"<think>\nLet me see.\n{fence(case)}"),
    "tags": ("undone", lambda case: f"Here:\n<answer>\n{alone(case)}</answer>\n"),
    "tag that is not closed": ("undone", lambda case: f"<fixed_code>\n{alone(case)}"),
    "marks at the ends": ("undone", lambda case: f"<s>{alone(case)}</s><|endoftext|>"),
    "[INST] before the answer": (
        "undone",
        lambda case: f"<s>[INST] Repair this:\n{alone(case_of_seen(case))} [/INST]\n{alone(case)}</s>",
    ),
    "[INST] around the answer": ("undone", lambda case: f"[INST]\n{alone(case)}[/INST]"),
    "a chat with its turns": (
        "undone",
        lambda case: (
            f"<|im_start|>user\nRepair.\n{alone(case_of_seen(case))}<|im_end|>\n<|im_start|>assistant\n{fence(case)}<|im_end|>\n"
        ),
    ),
    "a turn that runs on": (
        "undone",
        lambda case: f"{alone(case)}<|end|><|user|>Thanks.<|end|>",
    ),
    "JSON with a field of code": ("undone", lambda case: in_json(case, alone(case))),
    "JSON in a fence, with a fence in it": (
        "undone",
        lambda case: f"```json\n{in_json(case, fence(case))}\n```\n",
    ),
    "JSON with a diff": ("undone", lambda case: json.dumps({"diff": whole_diff(case), "reason": "a; b"})),
    "an item of a list": (
        "undone",
        lambda case: "1. " + alone(case).rstrip().replace("\n", "\n   ") + "\n",
    ),
    "fence in a list": (
        "undone",
        lambda case: "1. The fix:\n\n" + re.sub(r"^", "   ", fence(case), flags=re.MULTILINE),
    ),
    "HTML throughout": ("undone", lambda case: html.escape(alone(case), quote=False).replace("'", "&#39;")),
    "a class around the member": ("undone", wrapped),
    "unified diff": ("undone", whole_diff),
    "unified diff in a fence": ("undone", lambda case: f"Sure:\n```diff\n{whole_diff(case)}```\n{WORDS}"),
    "unified diff in a fence of the language": (
        "undone",
        lambda case: f"```{case.language}\n{whole_diff(case)}```\n",
    ),
    "unified diff without numbers": ("undone", lambda case: whole_diff(case, numbers=False)),
    "unified diff without numbers in a fence": (
        "undone",
        lambda case: f"```diff\n{whole_diff(case, numbers=False, context=2)}```\n",
    ),
    "unified diff without names": ("undone", lambda case: whole_diff(case, names=False)),
    "unified diff with wrong numbers": ("undone", lambda case: whole_diff(case).replace("@@ -", "@@ -9")),
    "unified diff of the member": (
        "undone",
        lambda case: f"```diff\n{diff(case, case.seen, case.patched)}```\n",
    ),
    "unified diff after the question": (
        "undone",
        lambda case: f"```\n{alone(case_of_seen(case))}```\nPatch:\n```diff\n{whole_diff(case)}```\n",
    ),
    "signed lines in a fence": (
        "undone",
        lambda case: f"```diff\n{whole_diff(case, names=False, context=50).split(chr(10), 1)[1]}```\n",
    ),
    "git diff": ("undone", git_diff),
    "git diff in a fence, with tags": (
        "undone",
        lambda case: f"<patch>\n```diff\n{git_diff(case)}```\n</patch>\n",
    ),
    "apply_patch": (
        "undone",
        lambda case: (
            "*** Begin Patch\n*** Update File: src/A.java\n"
            + whole_diff(case, numbers=False, names=False).replace("@@ ... @@", "@@")
            + "*** End Patch\n"
        ),
    ),
    "search/replace blocks": ("undone", blocks),
    "search/replace blocks in fences": ("undone", lambda case: f"{WORDS}\n{blocks(case, '```')}"),
    "whole file": ("undone", lambda case: case.whole),
    "whole file in a fence": (
        "undone",
        lambda case: f"Sure:\n```{case.language}\n{case.whole.rstrip()}\n```\n",
    ),
    "HTML in part": ("the answer is written for HTML", lambda case: half_html(alone(case))),
    "two answers": (
        "more than one may be meant",
        lambda case: fence(case) + "or\n" + fence(case).replace("7", "8"),
    ),
    "two diffs": (
        "2 blocks that may be the diff",
        lambda case: f"```diff\n{whole_diff(case)}```\nor\n```diff\n{whole_diff(case, context=1)}```\n",
    ),
    "a diff and the whole method": (
        "has changes of the method, and the method as well",
        lambda case: f"```diff\n{whole_diff(case)}```\nso\n{fence(case)}",
    ),
    "JSON with two codes": (
        "2 fields of the answer may be the code",
        lambda case: json.dumps({"code": alone(case), "fixed_code": alone(case).replace("7", "8")}),
    ),
    "two turns": (
        "2 turns that may be meant",
        lambda case: f"<|assistant|>{alone(case)}<|end|><|assistant|>{alone(case).replace('7', '8')}",
    ),
    "a diff of another text": (
        "hunk 1 of the diff fits no place of the mutant",
        lambda case: (
            f"```diff\n{whole_diff(case).replace('range', 'count').replace('String', 'Text')}```\n"
            if case.mutant.mutation.mutator != "loop-exchange"
            else "```diff\n@@ -1 +1 @@\n-    nothing(like, it)\n+    x\n```\n"
        ),
    ),
    "a diff that fits twice": (
        "fits 2 places of the mutant",
        lambda case: f"```diff\n@@ -3 +3 @@\n-{line(case, 'log(n)')}\n+log(0)\n```\n",
    ),
    "a diff that only adds lines": (
        "hunk 1 of the diff only adds lines",
        lambda case: "```diff\n@@ -3,0 +4 @@\n+    log(0)\n```\n",
    ),
    "a diff that is cut off": (
        "the diff is cut off",
        lambda case: f"```diff\n{cut_diff(case)}",
    ),
    "search/replace of another text": (
        "search/replace block 1 fits no place of the mutant",
        lambda case: blocks(case).replace("= 0", "= 00", 1),
    ),
    "search/replace that is cut off": (
        "the last search/replace block is cut off",
        lambda case: blocks(case).rstrip().removesuffix(">>>>>>> REPLACE"),
    ),
    "one line of the method": (
        "does not have the method total",
        lambda case: (
            f"```{case.language}\nlog(rest + 1)" + (";" if case.language == "java" else "") + "\n```\n"
        ),
    ),
    "code cut off": ("unparsable", lambda case: fence(case)[: fence(case).index("half(") + 5]),
    "refusal": ("empty", lambda case: "I cannot find a bug; the code looks right (to me).\n"),
    "refusal in two letters": ("empty", lambda case: "N/A"),
    "refusal in one word": ("empty", lambda case: "None."),
    "refusal in a fence": ("empty", lambda case: "```\nNo bug found\n```\n"),
    "refusal in JSON": ("empty", lambda case: '{"explanation": "It is right.", "code": null}'),
    "comments alone": ("empty", lambda case: "// nothing\n" if case.language == "java" else "# nothing\n"),
    "nothing": ("empty", lambda case: " \n"),
}


def line(case: Case, text: str) -> str:
    """The first line of the mutant with a text."""
    return next(line for line in case.whole_seen.splitlines() if text in line)


def case_of_seen(case: Case) -> Case:
    return Case(case.mutant, case.seen, case.seen, case.whole_seen, case.whole_seen, case.wanted)


def half_html(text: str) -> str:
    return text.replace("&", "&amp;")


def cut_diff(case: Case) -> str:
    lines = whole_diff(case).split("\n")
    last = max(at for at, line in enumerate(lines) if line.startswith("-"))
    return "\n".join(lines[: last + 1])


def outcome(answer: str, case: Case) -> tuple[str, str]:
    try:
        undone = em.undo(answer, case.mutant)
    except em.UndoConflict as conflict:
        return conflict.reason, ""
    return undone.verdict, str(undone)


def is_right(undone: str, case: Case) -> bool:
    """Whether an undone text is the original, patched, or its member alone."""
    if em.same_tokens(undone, case.wanted, language=case.language):
        return True
    start, behind = case.mutant.method.start, len(case.mutant.source.data) - case.mutant.method.end
    data = case.wanted.encode()
    member = data[start : len(data) - behind].decode()
    if case.language == "java":
        return em.same_tokens(undone, member)
    return tree(undone) == tree(member)


def tree(text: str) -> str:
    """The tree of a Python member, whose first line may lack the indentation of the others."""
    for margin in ("", "    "):
        try:
            return ast.dump(ast.parse(dedent(margin + text)))
        except SyntaxError:
            continue
    raise AssertionError(text)


@pytest.mark.parametrize("language", ["java", "python"])
@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_as_the_table_says(form: str, language: str) -> None:
    wanted, write = FORMS[form]
    for case in cases(language):
        found, undone = outcome(write(case), case)
        where = (case.mutant.mutation.mutator, case.is_file, found, undone)
        if wanted == "undone":
            assert found == "undone", where
            assert is_right(undone, case), where
        elif wanted == "unparsable":  # or what is left does not show the mutation
            assert found == "unparsable" or not undone, where
        else:
            assert wanted in found, where
            assert found == "empty" or not undone


def test_the_docs_have_the_same_table() -> None:
    docs = (Path(__file__).parents[3] / "docs" / "undo.md").read_text()
    table = docs.partition("| form | what is done |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)[1:]
    assert [name.replace("`", "") for name, _ in named] == list(FORMS)
    words = {"undone": "undone", "unparsable": "unparsable", "empty": "empty"}
    for name, what in named:
        expected = words.get(FORMS[name.replace("`", "")][0], "conflict")
        assert what.startswith(expected), name
        if stripped := re.match(r"\w+: `([^`]+)`", what):
            case = cases("java")[0]
            assert em.undo(FORMS[name.replace("`", "")][1](case), case.mutant).stripped == stripped[1], name


@pytest.mark.parametrize("language", ["java", "python"])
def test_an_answer_that_is_cut_anywhere_is_never_another_repair(language: str) -> None:
    case = cases(language)[0]
    # Python code without a fence does not show whether more should follow.
    bare = [alone(case)] if language == "java" else []
    texts = [
        *bare,
        fence(case),
        in_json(case, alone(case)),
        f"<answer>\n{fence(case)}</answer>",
        blocks(case),
        f"```diff\n{whole_diff(case)}```\n",
    ]
    for text in texts:
        ends = (end for end in range(1, len(text), 29) if text[end - 1] != "\n")
        for end in ends:
            found, undone = outcome(text[:end], case)
            if found == "undone":
                assert is_right(undone, case), text[:end]


@pytest.mark.parametrize("language", ["java", "python"])
def test_a_diff_that_is_cut_off_is_known_by_its_numbers(language: str) -> None:
    case = cases(language)[0]
    lines = whole_diff(case).split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("-   "))
    for cut in ("\n".join(lines[: first + 1]), "```diff\n" + "\n".join(lines[: first + 3]) + "\n"):
        assert outcome(cut, case)[0] == "the diff is cut off"


@pytest.mark.parametrize("language", ["java", "python"])
@pytest.mark.parametrize(
    "form", ["HTML in part", "a diff and the whole method", "JSON with two codes", "two turns"]
)
def test_two_answers_in_one_are_a_conflict(form: str, language: str) -> None:
    """Also where the parts differ in one number only, or one of them is written for HTML."""
    wanted, write = FORMS[form]
    for case in cases(language)[:2]:
        found, undone = outcome(write(case), case)
        assert wanted in found
        assert not undone


@pytest.mark.parametrize("language", ["java", "python"])
def test_a_function_in_two_blocks_is_no_answer(language: str) -> None:
    """The first half of a Python function is a function, too; a block that quotes a line of it is not more of it."""
    case = cases(language)[4]
    lines = alone(case).splitlines(keepends=True)
    at = next(at for at, text in enumerate(lines) if "log(rest)" in text)
    halves = ["".join(lines[:at]), "".join(lines[at:])]
    found, undone = outcome("```\n" + "```\nand\n```\n".join(halves) + "```\n", case)
    assert not undone, found
    quote = f"{fence(case)}The line that changed:\n```{language}\n{line(case, 'log(rest)')}\n```\n"
    found, undone = outcome(quote, case)
    assert found == "undone"
    assert is_right(undone, case)


@pytest.mark.parametrize("language", ["java", "python"])
@pytest.mark.parametrize(
    "words",
    [
        "{}",
        "-",
        "The method `total` looks right; there is no bug in `half(rest)`.",
        "After reviewing it (carefully), I think total(x, n) is fine.\n\nNo change is needed.\n",
        "- I looked at the loop.\n- No bug was found.\n",
        "Nothing to do; it works.",
        "<|user|>\nint total(int n) { return n; }<|assistant|>\nI cannot find a bug.",
        "- fixed the loop\n+ added one\n",
    ],
)
def test_words_without_code_are_empty(words: str, language: str) -> None:
    assert outcome(words, cases(language)[0])[0] == "empty"


def test_blocks_are_applied_one_after_the_other() -> None:
    case = cases("java")[0]
    old = line(case, "sum = 0;")
    texts = [old, old.replace("0", "9"), old.replace("0", "1")]
    chain = "".join(
        f"<<<<<<< SEARCH\n{one}\n=======\n{other}\n>>>>>>> REPLACE\n" for one, other in pairwise(texts)
    )
    assert em.undo(chain, case.mutant) == case.mutant.source.text.replace("sum = 0;", "sum = 1;")
