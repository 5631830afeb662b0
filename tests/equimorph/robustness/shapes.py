"""Small bugs of our own, with fixes in the shapes of those of Lang, Cli, Csv and Gson: a corpus for all steps of the study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from equimorph.patches.diffs import unified_diff
from tests.equimorph.robustness.conftest import make_bug

__all__ = ["SHAPES", "Shape", "checkout"]


@dataclass(frozen=True)
class Shape:
    """A bug.

    Attributes:
        buggy: the file.
        changes: texts of it, and what the fix has in their place.
        scope: what the fix needs.
        others: further files that the fix changes, by path: before and after.
        methods: how many faulty methods there are; `unfixed` of them have no repaired text.
    """

    buggy: str
    changes: Mapping[str, str]
    scope: str = "method"
    others: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    methods: int = 1
    unfixed: int = 0
    line_end: str = "\n"

    @property
    def fixed(self) -> str:
        """The file after the fix."""
        text = self.buggy
        for old, new in self.changes.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return text


WORDS = """\
package a;

class Range {
    private int width = 8;

    Range(int width) {
        this.width = width;
    }

    static String strip(String text) {
        if (text.startsWith("--")) {
            return text.substring(2, text.length());
        }
        if (text.startsWith("-")) {
            return text.substring(1, text.length());
        }
        return text;
    }

    int digits(String text, boolean signed) {
        int found = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                found++;
            }
        }
        if (signed) {
            found++;
        }
        return found;
    }

    String pad(String text) {
        StringBuilder out = new StringBuilder();
        int missing = width - text.length();
        for (int i = 0; i < missing; i++) {
            out.append(' ');
        }
        out.append(text);
        return out.toString();
    }

    String pad(String text, char fill) {
        StringBuilder out = new StringBuilder();
        int missing = width - text.length();
        while (missing > 0) {
            out.append(fill);
            missing--;
        }
        return out.append(text).toString();
    }

    int kind(int token) {
        switch (token) {
            case 1:
                return 3;
            case 2:
            case 4:
                return 5;
            default:
                return token;
        }
    }

    static String read(java.io.Reader in) {
        String found = null;
        try {
            int next = in.read();
            found = next < 0 ? null : String.valueOf((char) next);
        } catch (java.io.IOException e) {
            found = "";
        }
        return found;
    }
}
"""
CLOSED = """\
        if (text.startsWith("-")) {
            return text.substring(1, text.length());
        }
"""
OTHER = "src/main/java/a/Other.java"
HELPER = "package a;\n\nclass Other {\n    int seven(int n) {\n        return n + 6;\n    }\n}\n"

SHAPES: dict[str, Shape] = {
    "a null check": Shape(
        WORDS,
        {
            '        if (text.startsWith("--")) {\n': (
                '        if (text == null) {\n            return null;\n        }\n        if (text.startsWith("--")) {\n'
            )
        },
    ),
    # The inserted lines can be read as others, since what is around them is like them.
    "an insertion that can slide": Shape(
        WORDS,
        {
            CLOSED: CLOSED
            + '        if (text.startsWith("+")) {\n            return text.substring(1, text.length());\n        }\n'
        },
    ),
    "a second line that is the same": Shape(
        WORDS, {"            missing--;\n": "            missing--;\n" * 2}
    ),
    "a case more": Shape(WORDS, {"            case 2:\n": "            case 2:\n            case 3:\n"}),
    "a deletion that can slide": Shape(WORDS, {CLOSED: ""}),
    "a condition deleted": Shape(WORDS, {"        if (signed) {\n            found++;\n        }\n": ""}),
    "a line for a line": Shape(WORDS, {"c <= '9'": "c < '9'"}),
    "several hunks": Shape(
        WORDS,
        {
            "        int found = 0;\n        for": "        int found = 0;\n        boolean wasDigit = false;\n        for",
            "                found++;\n            }\n        }\n        if": (
                "                found += wasDigit ? 0 : 1;\n                wasDigit = true;\n                continue;\n"
                "            }\n            wasDigit = false;\n        }\n        if"
            ),
        },
    ),
    "a statement wrapped": Shape(
        WORDS,
        {
            "        out.append(text);\n": (
                "        try {\n            out.append(text);\n        } catch (RuntimeException e) {\n"
                "            throw new IllegalStateException(e);\n        }\n"
            )
        },
    ),
    "a statement unwrapped": Shape(
        WORDS,
        {
            "            if (c >= '0' && c <= '9') {\n                found++;\n            }\n": "            found++;\n",
        },
    ),
    "a loop written anew": Shape(
        WORDS,
        {
            "        while (missing > 0) {\n            out.append(fill);\n            missing--;\n        }\n": (
                "        for (; missing > 0; missing--) {\n            out.append(fill);\n        }\n"
            )
        },
    ),
    "one of two overloads": Shape(WORDS, {"i < missing": "i <= missing"}),
    "a head": Shape(
        WORDS, {"static String read(java.io.Reader in)": "static synchronized String read(java.io.Reader in)"}
    ),
    "a constructor": Shape(
        WORDS, {"        this.width = width;\n": "        this.width = Math.max(0, width);\n"}
    ),
    "two methods": Shape(
        WORDS,
        {"c <= '9'": "c < '9'", "                return 5;\n": "                return 6;\n"},
        "methods",
        methods=2,
    ),
    "three methods, of which two are overloads": Shape(
        WORDS,
        {"i < missing": "i <= missing", "missing > 0": "missing >= 0", "return 3": "return 4"},
        "methods",
        methods=3,
    ),
    "two files": Shape(
        WORDS,
        {"c <= '9'": "c < '9'"},
        "methods",
        {OTHER: (HELPER, HELPER.replace("6", "7"))},
        methods=2,
    ),
    "an import": Shape(
        WORDS,
        {
            "package a;\n": "package a;\n\nimport java.util.Locale;\n",
            "return out.append(text).toString();": "return out.append(text).toString().toUpperCase(Locale.ROOT);",
        },
        "file",
    ),
    "a field": Shape(
        WORDS,
        {
            "    private int width = 8;\n": "    private int width = 8;\n    private int most = 80;\n",
            "this.width = width;": "this.width = Math.min(most, width);",
        },
        "file",
    ),
    "the type of a field": Shape(
        WORDS,
        {
            "private int width = 8;": "private long width = 8;",
            "width - text.length();\n        for": ("(int) width - text.length();\n        for"),
        },
        "file",
    ),
    "a new method": Shape(
        WORDS,
        {
            "            out.append(fill);\n            missing--;\n": "            missing = added(out, fill, missing);\n",
            "    int kind(": (
                "    private static int added(StringBuilder out, char fill, int missing) {\n        out.append(fill);\n"
                "        return missing - 1;\n    }\n\n    int kind("
            ),
        },
        "file",
        unfixed=1,
    ),
    "a field of another file": Shape(
        WORDS,
        {"c <= '9'": "c < '9'"},
        "files",
        {OTHER: (HELPER, HELPER.replace("    int seven", "    int six = 6;\n\n    int seven"))},
    ),
    "CR LF": Shape(
        WORDS,
        {
            '        if (text.startsWith("--")) {\n': (
                '        if (text == null) {\n            return null;\n        }\n        if (text.startsWith("--")) {\n'
            )
        },
        line_end="\r\n",
    ),
    "CR LF, several hunks": Shape(
        WORDS,
        {"int found = 0;\n": "int found = 0;\n        int most = 9;\n", "c <= '9'": "c <= '0' + most"},
        line_end="\r\n",
    ),
    "tabs": Shape(
        WORDS.replace("    ", "\t"),
        {"\t\tif (signed) {\n": "\t\tif (signed && found > 0) {\n\t\t\tfound--;\n\t\t}\n\t\tif (signed) {\n"},
    ),
    "an initialiser": Shape(
        WORDS.replace(
            "    Range(",
            "    static final int[] POWERS = new int[4];\n    static {\n        POWERS[0] = 0;\n    }\n\n    Range(",
        ),
        {"POWERS[0] = 0;": "POWERS[0] = 1;"},
    ),
    "a class within a method": Shape(
        WORDS.replace(
            "        return found;\n    }\n}\n",
            "        new Thread() {\n            @Override\n            public void run() {\n                int left = 3;\n"
            "                while (left > 1) {\n                    left--;\n                }\n            }\n"
            "        }.start();\n        return found;\n    }\n}\n",
        ),
        {"left > 1": "left > 0"},
    ),
    "a comment with it": Shape(
        WORDS,
        {
            "            case 2:\n": "            // and those of old files\n            case 2:\n            case 7:\n"
        },
    ),
    "no line end at the end": Shape(WORDS[:-1], {'found = "";': "throw new IllegalStateException(e);"}),
}


def checkout(folder: Path, name: str, number: int) -> Path:
    """Makes the checkout of a shape, with its fix in it."""
    shape = SHAPES[name]
    texts = [text.replace("\n", shape.line_end) for text in (shape.buggy, shape.fixed)]
    made = make_bug(folder, f"Shapes-{number}b", *texts)
    for path, (before, after) in shape.others.items():
        (made / path).write_text(before)
        with (made / "fix.patch").open("ab") as patch:
            patch.write(unified_diff(path, before.encode(), after.encode()))
    return made
