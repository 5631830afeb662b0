"""The JDKs of this machine, one for each reader of class files."""

from __future__ import annotations

from pathlib import Path

from parsers.oracles.jdk.home import find_jdk, jdk_version

__all__ = ["HOMES", "READERS"]

READERS = ("asm", "classfile")
HOMES = {
    "classfile" if (jdk_version(home) or 0) >= 24 else "asm": home
    for home in sorted({find_jdk(), *(home.resolve() for home in Path("/usr/lib/jvm").glob("*"))})
    if (jdk_version(home) or 0) >= 17
}
"""A JDK by its reader: that of JDK 17 to 23, and that of JDK 24 and later."""
