"""Bugs of Defects4J from a clone of its repository and one of the project, without an installation of it."""

from __future__ import annotations

from equimorph.defects4j.rebuilding.folders import bug_ids, bug_patch, rebuild

__all__ = ["bug_ids", "bug_patch", "rebuild"]
