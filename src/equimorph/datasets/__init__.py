"""Clean data sets: fixes mined from git repositories, without the bugs of benchmarks, split so that nothing overlaps."""

from __future__ import annotations

from equimorph.datasets.checking import Checked, check
from equimorph.datasets.filtering import Filtered, filter
from equimorph.datasets.findings import Finding
from equimorph.datasets.mining import mine
from equimorph.datasets.splitting import Split, split

__all__ = ["Checked", "Filtered", "Finding", "Split", "check", "filter", "mine", "split"]
