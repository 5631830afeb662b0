"""The program in the reply of a chat model."""

from __future__ import annotations

import pytest

from equimorph.answers.programs import program_in

JAVA = "int f() { return 1; }\n"
PYTHON = "def f():\n    return 1\n"


@pytest.mark.parametrize(
    ("reply", "language", "program"),
    [
        (JAVA, "java", JAVA),
        (f"Here:\n```java\n{JAVA}```\nDone.", "java", JAVA),
        (f"```\n{JAVA}```", "java", JAVA),
        (f"```py\n{PYTHON}```", "python", PYTHON),
        (f"```python3\n{PYTHON}```", "python", PYTHON),
        (f"```bash\nmvn test with many words\n```\n```java\n{JAVA}```", "java", JAVA),
        (f"```java\nint x;\n```\nbetter:\n```java\n{JAVA}```", "java", JAVA),
        (f"<think>\n```java\nwrong wrong wrong wrong\n```\n</think>\n```java\n{JAVA}```", "java", JAVA),
        (f"```java\n{JAVA}", "java", JAVA),
        ("```python\nx = 1\n```", "java", "```python\nx = 1\n```"),
        ("I cannot do that.", "java", "I cannot do that."),
        ("", "python", ""),
    ],
)
def test_the_program_is_the_longest_fitting_block(reply: str, language: str, program: str) -> None:
    assert program_in(reply, language) == program
