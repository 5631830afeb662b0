"""The options of verbs that compile mutants to check them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from equimorph.runs.declared import Option, Panel

__all__ = ["CompilerOptions", "VerifyOptions"]


@dataclass(frozen=True, kw_only=True)
class CompilerOptions:
    """The Python interpreter that compiles, and the classes and sources that javac reads besides a row.

    Attributes:
        python: Python interpreter that compiles, 3.11 to 3.13, such as python3.12. Default: the one that runs this command.
        classpath: Class path for javac, with its separator.
        sourcepath: Folder with further sources for javac (repeatable).
        checkout: Defects4J checkout with the originals of the rows: javac gets their whole files, and its sources (repeatable).
    """

    python: Annotated[str | None, Option(panel=Panel.CHECKS, metavar="COMMAND")] = None
    classpath: Annotated[str, Option(panel=Panel.CHECKS)] = ""
    sourcepath: Annotated[tuple[Path, ...], Option(panel=Panel.CHECKS, exists=True, folder=True)] = ()
    checkout: Annotated[tuple[Path, ...], Option(panel=Panel.CHECKS, exists=True, folder=True)] = ()

    def classpath_parts(self) -> tuple[str, ...]:
        """Return the jars and folders of the class path."""
        return tuple(part for part in self.classpath.split(os.pathsep) if part)


@dataclass(frozen=True, kw_only=True)
class VerifyOptions:
    """The checks of `verify` besides records and parsers.

    Attributes:
        javac: Also compile Java, with this machine's JDK.
        compile: Also compile Python; nothing is run.
        equivalence: Find equivalent breaking mutants, by class bytes and proofs; in Python by code objects.
        compilers: what compiles.
    """

    javac: Annotated[bool, Option(panel=Panel.CHECKS)] = False
    compile: Annotated[bool, Option(panel=Panel.CHECKS)] = False
    equivalence: Annotated[bool, Option(panel=Panel.CHECKS)] = False
    compilers: CompilerOptions = CompilerOptions()

    def __bool__(self) -> bool:
        """Return whether any check is on."""
        return self.javac or self.compile or self.equivalence
