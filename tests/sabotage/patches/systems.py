"""Patches of `equimorph`: rows, trees, bulk runs, bugs, pairs, reports."""

from __future__ import annotations

from tests.sabotage.patch import Patch


PATCHES = ()
