"""Naming as text: the model of method names, judged as one that writes a text: ROUGE-L and BLEU of the name's parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from equimorph.search.tasks.measures import TEXT, Measure, text_counts
from equimorph.search.tasks.method_names import MethodNames, NameModel, trained
from equimorph.search.tasks.methods import TaskText
from equimorph.search.tasks.task import Judged, TrainingOptions


class TextNameModel(NameModel):
    """A model of names whose names are compared as texts, so that the order of their parts counts."""

    name = "naming"

    def judged(self, texts: Sequence[TaskText]) -> list[Judged]:
        """Return the model's output for each text, with its counts for ROUGE-L and BLEU."""
        return [
            replace(one, counts=text_counts(str(one.predicted).split(), str(one.true).split()))
            for one in super().judged(texts)
        ]


class Naming(MethodNames):
    """The task: write the name of a method from the rest of it; ROUGE-L and BLEU."""

    name = "naming"
    measure: Measure = TEXT

    def train(self, texts: Sequence[TaskText], options: TrainingOptions) -> TextNameModel:
        """Train a model, as `Task.train`."""
        made = trained(texts, options)
        return TextNameModel(made.module, made.vocabulary, options.device)
