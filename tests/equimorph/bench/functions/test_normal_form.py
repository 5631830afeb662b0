"""The function of a prediction, whatever is around it: literal texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimorph.bench import normal_form
from equimorph.bench.humaneval_x import problem_of
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.bench.test_sources import ROW

BODY = "    return x + x\n"
WHOLE = DOUBLE.prompt + BODY

PYTHON = {
    "the function": (DOUBLE.solution, DOUBLE.solution),
    "a completion": (BODY, DOUBLE.solution),
    "the prompt repeated": (WHOLE, DOUBLE.solution),
    "the prompt repeated before the function": (DOUBLE.prompt + "    pass\n\n" + WHOLE, DOUBLE.solution),
    "line ends of Windows": (WHOLE.replace("\n", "\r\n"), DOUBLE.solution),
    "a byte order mark": ("\ufeff" + WHOLE, DOUBLE.solution),
    "a form feed in a text": (
        "def double(x):\n    s = '\x0c'\n    return x + x\n",
        "def double(x):\n    s = '\x0c'\n    return x + x\n",
    ),
    "a fence": (f"Sure:\n\n```python\n{WHOLE}```\n\nIt doubles.", DOUBLE.solution),
    "a completion in a fence": (f"```python\n{BODY}```", DOUBLE.solution),
    "an example in a second fence": (f"```py\n{WHOLE}```\n```py\nprint(double(2))\n```\n", DOUBLE.solution),
    "thinking": (f"<think>\n{WHOLE}</think>\n```python\n{DOUBLE.solution}```", DOUBLE.solution),
    "two versions": (f"```python\n{WHOLE}```\nor\n```python\ndef double(x):\n    return 2 * x\n```", None),
    "tests and examples": (
        f"import sys\n{WHOLE}\nassert double(1) == 2\nprint(double(3))\n\nif __name__ == '__main__':\n    sys.exit(1)\n",
        DOUBLE.solution,
    ),
    "a helper": (
        "from operator import neg\n\ndef h(x):\n    return neg(x)\n\ndef spare():\n    pass\n\ndef double(x):\n    return h(x)\n",
        "from operator import neg\n\n\ndef h(x):\n    return neg(x)\n\n\ndef double(x):\n    return h(x)\n",
    ),
    "a statement that runs": (
        "import sys\nsys.setrecursionlimit(9)\ndef double(x):\n    return x\n",
        "import sys\nsys.setrecursionlimit(9)\ndef double(x):\n    return x\n",
    ),
    "names reached by their text": (
        "def help(x):\n    return x\n\ndef double(x):\n    return eval('help')(x)\n",
        "def help(x):\n    return x\n\ndef double(x):\n    return eval('help')(x)\n",
    ),
    "two statements on a line": (
        "a = 1; b = 2\ndef double(x):\n    return a\n",
        "a = 1; b = 2\ndef double(x):\n    return a\n",
    ),
    "a docstring beside the body": (
        'def double(x): "Twice."; return x + x\n',
        'def double(x): "Twice."; return x + x\n',
    ),
    "a docstring alone": ('def double(x):\n    """Twice."""\n', 'def double(x):\n    """Twice."""\n'),
    "a decorator": (
        "import functools\n\n@functools.cache\ndef double(x):\n    '''Twice.'''\n    return x + x\n",
        "import functools\n\n\n@functools.cache\ndef double(x):\n    return x + x\n",
    ),
    "a lambda": ("double = lambda x: x + x\n", "double = lambda x: x + x\n"),
    "a class around": (
        "class Solution:\n    def double(self, x: int) -> int:\n        return x + x\n",
        "def double(x: int) -> int:\n    return x + x\n",
    ),
    "a static method": (
        "class Solution:\n    @staticmethod\n    def double(x):\n        '''Twice.'''\n        return x + x\n",
        "def double(x):\n    return x + x\n",
    ),
    "a method with a docstring of several lines": (
        'class Solution:\n    def double(self, x):\n        """Twice.\n\n        Twice x.\n        """\n        return x + x\n',
        DOUBLE.solution,
    ),
    "a method that uses its class": (
        "class Solution:\n    def double(self, x):\n        return Solution.twice(x)\n    def twice(x):\n        return x + x\n",
        None,
    ),
    "a method that uses its object": (
        "class Solution:\n    def double(self, x):\n        return self.twice(x)\n",
        None,
    ),
    "a method with a text of several lines": (
        "class Solution:\n    def double(self, x):\n        return '''\n        a'''\n",
        None,
    ),
    "a body that lost its margin": ("return x + x\n", None),
    "another function": ("def triple(x):\n    return 3 * x\n", None),
    "a completion that is no code": ("I cannot do that.", None),
    "nothing": ("", None),
    "the prompt alone": (DOUBLE.prompt, None),
}


@pytest.mark.parametrize(("text", "function"), PYTHON.values(), ids=PYTHON)
def test_a_function_of_python(text: str, function: str | None) -> None:
    """None: it is left as it is, and its tests say what it is worth."""
    assert normal_form(DOUBLE, text) == (text.removeprefix("\ufeff") if function is None else function)


MEMBER = TWICE.solution.strip()
JAVA = {
    "the method": (TWICE.solution, TWICE.solution),
    "a comment before": (f"/** Twice. */\n{MEMBER}\n", TWICE.solution),
    "the class": (TWICE.prefix + TWICE.solution + TWICE.suffix, TWICE.solution),
    "another class": (
        f"import java.util.*;\n\nclass Answer {{\n    Answer() {{ }}\n{MEMBER}\n}}\n",
        TWICE.solution,
    ),
    "a main of its own": (
        f"class Answer {{\n{MEMBER}\npublic static void main(String[] a) {{ twice(1); }}\n}}",
        TWICE.solution,
    ),
    "a fence": (f"Here:\n```java\n{TWICE.solution}```\nDone.", TWICE.solution),
    "prose": (
        f"This is the method that you want:\n{MEMBER}\nIt returns the number twice, as you asked.\n",
        TWICE.solution,
    ),
    "imports of its own": (
        f"import java.util.stream.*;\nimport java.io.File;\nimport java.util.*;\nclass S {{\n{MEMBER}\n}}",
        f"import java.util.stream.*;\n\n{MEMBER}",
    ),
    "a helper": (
        "class S {\n static int k = 2;\n static int spare;\n static int h(int x) { return k * x; }\n"
        " static List<Integer> twice(int x) { return List.of(h(x)); }\n}",
        "static int k = 2;\n\nstatic int h(int x) { return k * x; }\n\nstatic List<Integer> twice(int x) { return List.of(h(x)); }",
    ),
    "a class that is named": (
        "class S {\n static int h() { return 1; }\n static int twice(int x) { return S.h(); }\n}",
        None,
    ),
    "a superclass": ("class S extends T {\n static int twice(int x) { return 1; }\n}", None),
    "another class of the file": (
        "class S {\n static int twice(int x) { return T.k; }\n}\nclass T { static int k; }",
        None,
    ),
    "a broken method": ("static int twice(int x) { return 1 }", None),
    "another method": ("static int thrice(int x) { return 1; }", None),
}


@pytest.mark.parametrize(("text", "function"), JAVA.values(), ids=JAVA)
def test_a_method_of_java(text: str, function: str | None) -> None:
    found = normal_form(TWICE, text)
    assert found == (text if function is None else function)
    assert normal_form(TWICE, found) == found


def test_a_completion_of_human_eval_x_is_the_method_alone() -> None:
    problem = problem_of(ROW)
    assert normal_form(problem, ROW["canonical_solution"]) == problem.solution
    assert normal_form(problem, ROW["prompt"] + ROW["canonical_solution"]) == problem.solution
    assert normal_form(problem, "        return half(x * 4);\n    }") == problem.solution


def test_imports_of_a_method_stand_before_the_class_around_it() -> None:
    text = f"import java.util.stream.*;\n\n{MEMBER}"
    assert TWICE.program(text) == f"import java.util.stream.*;\n{TWICE.prefix}\n{MEMBER}{TWICE.suffix}"
    bare = replace(TWICE, prefix="", suffix="")
    assert normal_form(bare, text) == text == bare.program(text)
