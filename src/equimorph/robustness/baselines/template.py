"""The model `template`: a fixed order of edits on the faulty lines, as the first systems of template-based repair have them.

It knows the text of the member and nothing else. Kind follows kind (`Templates`); within a kind, the first edit of every
place precedes the second edit of any. It draws nothing and learns nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar

from equimorph.languages import part_of
from equimorph.models import Answer, Candidate, Request
from equimorph.robustness.baselines.templates import Faulty, Templates
from mutators import MutationError
from mutators.model import Edit, apply_checked, checked
from parsers import Member, ParseError, SourceFile


class TemplateModel:
    """Edits the faulty lines of each request.

    Attributes:
        name: "template".
    """

    name: ClassVar[str] = "template"

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        """Yield an answer for each request: up to `k` texts, no two of them equal, each with another text than the request.

        There is no candidate where no edit fits. A request that cannot be read has the reason in `error`.
        """
        for request in requests:
            try:
                texts = list(islice(repairs(request.text, request.fault_lines, request.language), k))
            except (ParseError, MutationError) as error:
                yield Answer(request.id, self.name, error=str(error))
                continue
            yield Answer(request.id, self.name, tuple(map(Candidate, texts)))


def repairs(text: str, fault_lines: Iterable[int], language: str = "java") -> Iterator[str]:
    """Yield the edited texts in their fixed order, each one once; all of them parse.

    Args:
        text: Text of a member; several members, a file or statements will do.
        fault_lines: 1-based, in `text`. A part of the text is edited if it begins on one of them.
        language: Language of the text.

    Raises:
        ParseError: the text is not one of its language.
        MutationError: no faulty line is in a method, or the grammar does not understand the method; there are no templates for
            the language.
    """
    templates: Templates | None = part_of(language, "templates")
    if templates is None:
        raise MutationError(f"there are no templates of {language}")
    faults = _faults(SourceFile.from_text(text, language=language), fault_lines, templates)
    seen = {text}
    for kind in templates.kinds:
        for method, edits in _rounds([(fault.method, list(kind(fault))) for fault in faults]):
            edited = _edited(method, edits)
            if edited is not None and edited not in seen:
                seen.add(edited)
                yield edited


def _faults(source: SourceFile, fault_lines: Iterable[int], templates: Templates) -> list[Faulty]:
    """Return the methods with faulty lines, and the nodes that begin on these."""
    lines = frozenset(fault_lines)
    faulty_methods = [templates.faulty(method, lines) for method in source.methods]
    faults = [fault for fault in faulty_methods if fault.nodes]
    if not faults:
        raise MutationError("no faulty line lies in a method")
    for fault in faults:
        if fault.method.untrusted is not None:
            raise MutationError(fault.method.untrusted)
    return faults


def _rounds(
    edits_by_method: Sequence[tuple[Member, Sequence[Sequence[list[Edit]]]]],
) -> Iterator[tuple[Member, list[Edit]]]:
    """Yield the first edit of every place, then the second one of every place that has two, and so on."""
    places = [(method, place) for method, of_method in edits_by_method for place in of_method]
    for turn in range(max((len(place) for _, place in places), default=0)):
        for method, place in places:
            if turn < len(place):
                yield method, place[turn]


def _edited(method: Member, edits: Iterable[Edit]) -> str | None:
    """Return the whole text with a method edited; None if it does not parse any more."""
    moved = checked(Edit(edit.start - method.start, edit.old, edit.new) for edit in edits)
    data, changes = apply_checked(method.data, moved)
    if method.fault_of(data, moved, changes) is not None:
        return None
    whole = method.source.data
    return (whole[: method.start] + data + whole[method.end :]).decode()
