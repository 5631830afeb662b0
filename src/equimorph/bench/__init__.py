"""A benchmark of candidates whose labels come from running tests in a sandbox, never from how a candidate was made."""

from __future__ import annotations

from equimorph.bench.errors import ProblemError, SandboxError
from equimorph.bench.functions import normal_form
from equimorph.bench.making import Candidate, candidates
from equimorph.bench.perturbing import Perturbed, partial_prompt, perturb_bench, perturbed, undone
from equimorph.bench.problems import Perturbation, Problem, problems_in
from equimorph.bench.reports.report import Report, report
from equimorph.bench.running import Runner, RunOptions
from equimorph.bench.sampling import sample_bench
from equimorph.bench.sandbox import Limits, Sandbox
from equimorph.bench.sources import SOURCES, read_problems
from equimorph.bench.verdicts import Outcome, Verdict
from equimorph.bench.writing import MakeOptions, Tally, make_bench, run_bench

__all__ = [
    "SOURCES",
    "Candidate",
    "Limits",
    "MakeOptions",
    "Outcome",
    "Perturbation",
    "Perturbed",
    "Problem",
    "ProblemError",
    "Report",
    "RunOptions",
    "Runner",
    "Sandbox",
    "SandboxError",
    "Tally",
    "Verdict",
    "candidates",
    "make_bench",
    "normal_form",
    "partial_prompt",
    "perturb_bench",
    "perturbed",
    "problems_in",
    "read_problems",
    "report",
    "run_bench",
    "sample_bench",
    "undone",
]
