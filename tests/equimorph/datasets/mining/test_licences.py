"""Licences of commits: the identifier where the text leaves no doubt, and the file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from equimorph.datasets.mining.git import Entry
from equimorph.datasets.mining.licences import licence_files, spdx
from tests.equimorph.datasets.mining.conftest import BUGGY, FIX, FIXED, History, Mined

Mine = Callable[..., Mined]
APACHE = "                              Apache License\n                        Version 2.0, January 2004\n"
MIT = (
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it\n"
    "without restriction."
)
BSD = (
    "Redistribution and use in source and binary forms, with or without modification, are permitted provided"
)
THIRD = "Neither the name of the company nor the names of its contributors may be used to endorse or promote products"
GPL = "GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007"
LGPL = "GNU LESSER GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007\n"


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([APACHE], ("Apache-2.0", 0)),
        (["Licensed under the Apache License, Version 2.0 (the License)"], ("Apache-2.0", 0)),
        ([f"The Apache Software License, Version 1.1\n{BSD}"], ("Apache-1.1", 0)),
        ([MIT], ("MIT", 0)),
        ([f"/* {MIT.replace(' ', '  ')} */"], ("MIT", 0)),
        ([BSD], ("BSD-2-Clause", 0)),
        ([f"{BSD}\n{THIRD}"], ("BSD-3-Clause", 0)),
        ([GPL], ("GPL-3.0", 0)),
        ([GPL.replace("3", "2")], ("GPL-2.0", 0)),
        ([GPL + " ... see the GNU Lesser General Public License version 3"], ("GPL-3.0", 0)),
        ([f"GNU AFFERO {GPL[4:]}"], ("AGPL-3.0", 0)),
        ([LGPL], ("LGPL-3.0", 0)),
        ([LGPL.replace("3,", "2.1,")], ("LGPL-2.1", 0)),
        ([GPL, LGPL], ("LGPL-3.0", 1)),
        (["Mozilla Public License Version 2.0"], ("MPL-2.0", 0)),
        (["Eclipse Public License - v 1.0"], ("EPL-1.0", 0)),
        (["Eclipse Public License - v 2.0"], ("EPL-2.0", 0)),
        (["", APACHE], ("Apache-2.0", 1)),
        ([APACHE, APACHE], ("Apache-2.0", 0)),
        # Nobody but a person can say it.
        ([], None),
        ([""], None),
        (["All rights reserved."], None),
        ([APACHE, MIT], None),
        ([f"{APACHE}\n{MIT}"], None),
        (["GNU General Public License"], None),
        (["x" * 500 + GPL], None),
        (["MIT"], None),
    ],
)
def test_a_licence_is_known_by_words_of_its_text(texts: list[str], found: tuple[str, int] | None) -> None:
    assert spdx(texts) == found


def test_files_of_licences_are_plain_files_of_such_names() -> None:
    good = (
        b"LICENSE LICENSE.txt licence.md COPYING COPYING.LESSER UNLICENSE MIT-LICENSE LICENSE-2.0.txt".split()
    )
    bad = b"LICENSES NOTICE license_checker_not COPY unlicensed MY-LICENSE".split()
    tree = [Entry(name, b"100644", "0") for name in good + bad]
    tree += [Entry(b"LICENSE.link", b"120000", "0"), Entry(b"LICENSE.d", b"40000", "0")]
    found = {one.name for one in licence_files(tree)}
    assert found & set(bad) <= {b"license_checker_not"}
    assert set(good) <= found
    assert not found & {b"LICENSE.link", b"LICENSE.d"}


def test_an_item_has_the_licence_of_its_commit(history: History, mined: Mine) -> None:
    history.commit("Begin", {"A.java": BUGGY})
    history.commit(FIX, {"A.java": FIXED})
    history.commit(FIX, {"A.java": BUGGY, "LICENSE": MIT, "src/COPYING": GPL})
    history.commit(FIX, {"A.java": FIXED, "LICENSE": APACHE})
    history.commit(FIX, {"A.java": BUGGY, "LICENSE": "Ask us."})
    found = mined(history)
    assert [(row["license"], row["license_file"]) for row in found.methods] == [
        (None, None),
        ("MIT", "LICENSE"),
        ("Apache-2.0", "LICENSE"),
        (None, "LICENSE"),
    ]
    assert found.summary["licenses"] == {"Apache-2.0": 3, "MIT": 3, "unknown": 6}
    found = mined(history, licenses=["MIT", "ISC"])
    assert [row["license"] for row in found.methods] == ["MIT"]
    assert found.dropped["its licence is not among those that are kept"] == 3
