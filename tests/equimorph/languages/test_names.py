"""No module compares the name of a language, but for those that decision 0011 lists with their reason."""

from __future__ import annotations

import re
from pathlib import Path

SRC = Path(__file__).resolve().parents[3] / "src"
COMPARED = re.compile(r"""[!=]= *[({]?"(?:java|python)"|in [({]"(?:java|python)"|\(None, "java"\)""")

FORMAT = "rows of Java have no field `language`"
LISTED = {
    "mutators/rows.py": FORMAT,
    "equimorph/bulk/work.py": FORMAT,
    "equimorph/contrastive/options.py": FORMAT,
    "equimorph/contrastive/schema.py": FORMAT,
    "equimorph/report/mutants.py": FORMAT,
    "equimorph/rows/batches.py": FORMAT,
    "equimorph/rows/row.py": "callers that take rows of Java alone",
    "equimorph/proving/checker.py": "class files",
}
CHANGING = ("mutators/registry.py", "equimorph/mutants/catalogue.py", "equimorph/cli/")
"""They list the mutators and options of both languages."""


def test_names_of_languages_are_compared_only_where_the_decision_says_why() -> None:
    found = {
        path.relative_to(SRC).as_posix()
        for path in SRC.rglob("*.py")
        if COMPARED.search(path.read_text(encoding="utf-8"))
    }
    assert {name for name in found if not name.startswith(CHANGING)} == set(LISTED)
