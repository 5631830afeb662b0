"""The options of the verbs of `equimorph search`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.values import rows_format
from equimorph.search.differs import RULES
from equimorph.search.operators import BY_DEFAULT, OPERATORS

__all__ = [
    "Batch",
    "Budget",
    "Device",
    "Elite",
    "FoundFile",
    "Generations",
    "K",
    "Methods",
    "ModelName",
    "Mutants",
    "Operators",
    "Population",
    "Rate",
    "Replace",
    "Restart",
    "Rule",
    "ScopeName",
    "Seconds",
    "Stagnation",
    "Target",
    "Theta",
    "parse_elite",
]

_OPERATORS = Known("operator", lambda: OPERATORS)
_RULES = Known("rule", lambda: RULES)
_SCOPES = Known("scope", lambda: ("suite", "input"))
_REPLACE = Known("replace", lambda: ("always", "not-worse"))

ModelName = Annotated[
    str,
    typer.Option(
        help="The model, texts -> outputs: MODULE:NAME or FILE.py:NAME, or the folder of an encoder.",
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
Mutants = Annotated[
    str,
    typer.Option(
        metavar="N|DIR",
        help="How many mutant models: of the weights where the model has some, else by rewriting its input. With 0 the score is"
        " whether the model's own answer changes. Or the folder that `search model-mutants` wrote.",
        rich_help_panel=Panel.SELECTION,
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Model calls, at most: one text that reaches the model or a mutant model is one call. Default: no limit.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Methods = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Methods, at most, drawn by the seed. Default: all; with --budget as many as it lets evolve for all generations.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Generations = Annotated[
    int,
    typer.Option(min=0, help="Of `guided`, at most.", rich_help_panel=Panel.SELECTION),
]
Elite = Annotated[
    str,
    typer.Option(
        help="How many pass unchanged in `guided`: a number, or a share such as 10%.",
        rich_help_panel=Panel.SELECTION,
    ),
]
Rate = Annotated[
    float,
    typer.Option(
        min=0,
        max=1,
        help="Probability with which `guided` mutates each of the others in a generation.",
        rich_help_panel=Panel.SELECTION,
    ),
]
ScopeName = Annotated[
    str,
    typer.Option(
        help="Populations of `guided`: suite, all methods are one; input, each method has its own.",
        callback=_SCOPES.check,
        autocompletion=_SCOPES.complete,
        rich_help_panel=Panel.SELECTION,
    ),
]
Population = Annotated[
    int,
    typer.Option(
        min=1, help="Individuals of each method with --scope input.", rich_help_panel=Panel.SELECTION
    ),
]
Replace = Annotated[
    str,
    typer.Option(
        help="When a mutant takes the place of its parent in `guided`: always, or not-worse.",
        callback=_REPLACE.check,
        autocompletion=_REPLACE.complete,
        rich_help_panel=Panel.SELECTION,
    ),
]
K = Annotated[
    int,
    typer.Option(
        "-k", "--steps", min=0, help="Steps of each mutant of `times`.", rich_help_panel=Panel.SELECTION
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        help="Seconds after which no generation begins; what is found then depends on the machine. Default: no limit.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Target = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="End when so many methods have a mutant of which the model says something else. Default: never.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Stagnation = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="End after so many generations without a better score of any method. Default: never.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Operators = Annotated[
    list[str] | None,
    typer.Option(
        "--operator",
        help=f"Use only this operator, or mutator (repeatable): {', '.join(OPERATORS)}. Default: all but "
        f"{', '.join(name for name in OPERATORS if name not in BY_DEFAULT)}.",
        show_default=False,
        autocompletion=_OPERATORS.complete,
        rich_help_panel=Panel.MUTATORS,
    ),
]
Rule = Annotated[
    str | None,
    typer.Option(
        help=f"When two outputs differ: {', '.join(RULES)}. Default: equal for labels and texts, nearest for vectors.",
        show_default=False,
        callback=_RULES.check,
        autocompletion=_RULES.complete,
        rich_help_panel=Panel.SELECTION,
    ),
]
Theta = Annotated[
    float,
    typer.Option(
        min=-1,
        max=1,
        help="Cosine below which vectors differ by the rule cosine.",
        rich_help_panel=Panel.SELECTION,
    ),
]
Batch = Annotated[
    int,
    typer.Option(min=1, help="Texts of one call of a model, at most.", rich_help_panel=Panel.WORKERS),
]
Device = Annotated[
    str | None,
    typer.Option(
        help="Where the model of a folder computes: cpu, cuda, cuda:1. Default: a GPU where there is one.",
        show_default=False,
        rich_help_panel=Panel.WORKERS,
    ),
]
FoundFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        help="Output file (.jsonl, .jsonl.gz), written whole or not at all, with OUT.manifest.json beside it. Default, and -:"
        " standard output.",
        show_default=False,
        callback=rows_format,
        rich_help_panel=Panel.OUTPUT,
    ),
]
Restart = Annotated[
    bool,
    typer.Option(
        "--restart",
        help="Forget what an earlier run left in OUT.partial.",
        rich_help_panel=Panel.OUTPUT,
    ),
]


def parse_elite(given: str) -> int | float:
    """Return a number of individuals, or a share.

    Raises:
        typer.BadParameter: it is neither.
    """
    try:
        if given.endswith("%"):
            return float(given[:-1]) / 100
        return float(given) if "." in given else int(given)
    except ValueError:
        raise typer.BadParameter(
            f"{given!r} is neither a number nor a share such as 10%", param_hint="--elite"
        ) from None
