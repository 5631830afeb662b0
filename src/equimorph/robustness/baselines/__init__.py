"""Models without weights, which every measurement can stand beside: what editing by template, copying and memorising reach."""

from __future__ import annotations
