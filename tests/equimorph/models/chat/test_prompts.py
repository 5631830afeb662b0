"""Templates of prompts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from equimorph.models import Request
from equimorph.models.chat import BUILT_IN, Prompt, prompt
from equimorph.models.exchange import CannotRun

JAVA = Request(
    "b/m",
    "int f(int a) {\n    return a - 1;\n}",
    (2,),
    5,
    file="class A {}",
    failing_tests=("a.T::one", "a.T::two"),
)
REPAIRS = ("repair", "repair-lines", "repair-diff", "repair-examples")


def test_the_names_of_a_template() -> None:
    text = "{{ text }}|{{ fault_lines }}|{{ file }}|{{ failing_tests }}|{{ language }}|{{ k }}|{{ marked }}"
    assert Prompt("p", text).rendered(JAVA) == (
        f"{JAVA.text}|[2]|class A {{}}|['a.T::one', 'a.T::two']|java|5|int f(int a) {{\n    return a - 1;  // buggy\n}}"
    )


def test_examples_are_before_the_method() -> None:
    rendered = prompt("repair-examples").rendered(replace(JAVA, examples=(("int a() {}", "int b() {}"),)))
    places = [
        rendered.index(text) for text in ("int a() {}", "correction:", "int b() {}", "has a bug", JAVA.text)
    ]
    assert places == sorted(places)
    assert prompt("repair-examples").rendered(JAVA) == prompt("repair").rendered(JAVA)


def test_python_has_its_own_comment_and_no_file_is_empty() -> None:
    python = Request("b", "def f(a):\n    return a", (1, 2), language="python")
    rendered = Prompt("p", "{{ marked }}{% if file %}no{% endif %}").rendered(python)
    assert rendered == "def f(a):  # buggy\n    return a  # buggy"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_prompt_has_the_method(name: str) -> None:
    rendered = prompt(name).rendered(JAVA)
    assert "return a - 1;" in rendered
    assert ("// buggy" in rendered) == (name in ("repair-lines", "repair-diff"))
    assert all((word in rendered) == (name in REPAIRS) for word in ("a.T::one, a.T::two", "class A {}"))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_prompt_names_the_language_and_no_part_that_a_request_lacks(name: str) -> None:
    for language, word in (("java", "method"), ("python", "function")):
        rendered = prompt(name).rendered(Request("b", "the larger of two numbers", (), language=language))
        assert language in rendered
        assert rendered == rendered.strip()
        assert "None" not in rendered
        assert "test" not in rendered
        assert "file" not in rendered
        if name == "generate":
            assert word in rendered
    assert "the larger of two numbers" in rendered


def test_a_mark_is_before_the_end_of_a_line_of_windows() -> None:
    windows = Request("b", "int f() {\r\n  return 1;\r\n}", (2,))
    assert Prompt("p", "{{ marked }}").rendered(windows) == "int f() {\r\n  return 1;  // buggy\r\n}"


def test_a_template_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Fix: {{ text | upper }}\n", encoding="utf-8")
    assert prompt(tmp_path / "mine.txt").rendered(JAVA) == f"Fix: {JAVA.text.upper()}"


@pytest.mark.parametrize("name", ["fixed", "original", "mutation", "record", "request", "id"])
def test_an_unknown_name_is_an_error_that_lists_the_names(name: str) -> None:
    with pytest.raises(
        CannotRun, match=f"p: no name '{name}' for a template; there are: text, fault_lines, "
    ):
        Prompt("p", f"{{{{ text }}}}{{% if false %}}{{{{ {name} }}}}{{% endif %}}")


def test_a_syntax_error_has_its_line() -> None:
    with pytest.raises(CannotRun, match="p:2: "):
        Prompt("p", "x\n{% if %}")


@pytest.mark.parametrize(
    "text",
    [
        "{{ text.__class__.__mro__[1].__subclasses__() }}",
        "{{ text.format.__globals__ }}",
        "{{ fault_lines.append(3) }}",
        "{{ ''.__class__ }}",
        "{{ text.nothing.more }}",
        "{{ 1 / 0 }}",
        "{% include '/etc/passwd' %}",
        "{{ range(10**9) | list }}",
    ],
)
def test_a_template_reaches_nothing_else(text: str) -> None:
    with pytest.raises(CannotRun, match="p: b/m: "):
        Prompt("p", text).rendered(JAVA)


def test_files_that_are_no_template(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(CannotRun, match="not UTF-8"):
        prompt(tmp_path / "latin")
    with pytest.raises(CannotRun, match=r"no prompt '.*gone': .*; give a file, or one of: repair, "):
        prompt(tmp_path / "gone")
