"""Bugs of Defects4J and BugsInPy from a clone of its repository and one of the project, without an installation of it."""

from __future__ import annotations

from equimorph.defects4j.rebuilding.bugsinpy import bugsinpy_ids, bugsinpy_patch, rebuild_bugsinpy
from equimorph.defects4j.rebuilding.folders import bug_ids, bug_patch, rebuild

__all__ = ["bug_ids", "bug_patch", "bugsinpy_ids", "bugsinpy_patch", "rebuild", "rebuild_bugsinpy"]
