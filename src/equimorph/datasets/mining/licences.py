"""Licences: the file of a commit that has the text of a licence, and its SPDX identifier where the text leaves no doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from equimorph.datasets.mining.git import Entry

_FILE = re.compile(
    rb"(un)?licen[cs]e([-_.].*)?|copying([-_.].*)?|(mit|apache|bsd|gpl|lgpl)[-_]licen[cs]e([-_.].*)?",
    re.IGNORECASE,
)
_PLAIN = (b"100644", b"100755")
_GNU = (
    ("AGPL-3.0", "gnu affero general public license version 3"),
    ("LGPL-3.0", "gnu lesser general public license version 3"),
    ("LGPL-2.1", "gnu lesser general public license version 2.1"),
    ("LGPL-2.0", "gnu library general public license version 2"),
    ("GPL-3.0", "gnu general public license version 3"),
    ("GPL-2.0", "gnu general public license version 2"),
)
"""The versions by the heads of their texts; whether a later version may be chosen is in the files, not there."""
_OTHERS = (
    ("Apache-2.0", ("apache license version 2.0",)),
    ("Apache-1.1", ("apache software license version 1.1",)),
    (
        "MIT",
        ("permission is hereby granted free of charge to any person obtaining a copy", "without restriction"),
    ),
    (
        "ISC",
        (
            "permission to use copy modify and or distribute this software for any purpose with or without fee",
        ),
    ),
    ("MPL-2.0", ("mozilla public license version 2.0",)),
    ("MPL-1.1", ("mozilla public license version 1.1",)),
    ("EPL-1.0", ("eclipse public license v 1.0",)),
    ("EPL-2.0", ("eclipse public license v 2.0",)),
    ("CDDL-1.0", ("common development and distribution license cddl version 1.0",)),
    ("CC0-1.0", ("cc0 1.0 universal",)),
    ("Unlicense", ("this is free and unencumbered software released into the public domain",)),
    (
        "Zlib",
        (
            "this software is provided as is without any express or implied warranty",
            "altered source versions",
        ),
    ),
    ("BSL-1.0", ("boost software license version 1.0",)),
    ("WTFPL", ("do what the fuck you want to public license",)),
)
_BSD = "redistribution and use in source and binary forms with or without modification are permitted"
_THIRD = re.compile(r"neither the names? .{0,300}? (endorse|promote)|may not be used to endorse or promote")
_HEAD = 400
"""The version of a licence of GNU is within this many characters; the texts name other versions and licences further on."""


def licence_files(tree: Iterable[Entry]) -> list[Entry]:
    """Return the files in the top folder of a commit that may hold a licence, by name."""
    candidates = [entry for entry in tree if entry.mode in _PLAIN and _FILE.fullmatch(entry.name)]
    return sorted(candidates, key=lambda entry: entry.name)


def spdx(texts: Sequence[str]) -> tuple[str, int] | None:
    """Return the SPDX identifier of the licence of some files, and which of them says it.

    It is recognised by words that only its text has. The Lesser GPL 3 is an addition to the GPL 3, so the two together
    are the Lesser one. GNU identifiers are the ones that GitHub shows: the version of the text, not whether a later one
    may be chosen.

    Returns:
        None if no licence is recognised, or several are: then nobody but a person can say what holds.
    """
    licences = {name: at for at, text in reversed(list(enumerate(texts))) for name in _names(text)}
    if {"LGPL-3.0", "GPL-3.0"} == set(licences):
        del licences["GPL-3.0"]
    return next(iter(licences.items())) if len(licences) == 1 else None


def _names(text: str) -> list[str]:
    """Return the licences whose words are in a text."""
    plain = " ".join(re.sub(r"[^\w.]+", " ", text.lower()).split())
    head = plain[:_HEAD]
    gnu = sorted((head.index(title), name) for name, title in _GNU if title in head)
    others = [name for name, words in _OTHERS if all(word in plain for word in words)]
    if _BSD in plain and "Apache-1.1" not in others:  # whose text is one of BSD with more conditions
        others.append("BSD-3-Clause" if _THIRD.search(plain) else "BSD-2-Clause")
    return [gnu[0][1]] if gnu else others
