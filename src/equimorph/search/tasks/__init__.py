"""Tasks that run offline, with models that are trained in the run: names of methods, search by Javadoc, naming as text (paper 003).

The tasks need the extra ``models``, and `naming` also ``metrics``; they are imported when they are asked for.
"""

from __future__ import annotations

from importlib import import_module

from equimorph.runs.extras import module
from equimorph.search.errors import SearchError
from equimorph.search.tasks.measures import Figure, Measure
from equimorph.search.tasks.methods import TaskText, methods_in
from equimorph.search.tasks.task import Judged, Task, TaskModel, TrainingOptions

__all__ = [
    "TASKS",
    "Figure",
    "Judged",
    "Measure",
    "Task",
    "TaskModel",
    "TaskText",
    "TrainingOptions",
    "methods_in",
    "task_of",
]

_CLASSES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "method-names": ("method_names", "MethodNames", ()),
    "javadoc": ("javadoc", "JavadocSearch", ("dual",)),
    "javadoc-single": ("javadoc", "JavadocSearch", ("single",)),
    "naming": ("naming", "Naming", ()),
}
TASKS = tuple(_CLASSES)
"""The names of the tasks."""


def task_of(name: str) -> Task:
    """Return a task.

    Raises:
        SearchError: the task does not exist.
        ModuleNotFoundError: torch is not installed; names what to install.
    """
    if name not in _CLASSES:
        raise SearchError(f"no task {name!r}; there are: {', '.join(TASKS)}")
    module("torch")
    home, kind, arguments = _CLASSES[name]
    made: Task = getattr(import_module(f"{__name__}.{home}"), kind)(*arguments)
    return made
