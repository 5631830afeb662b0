"""Reports of a run while it lasts: failures, notes, progress. A command shows them; `SILENT` drops them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

__all__ = ["SILENT", "Reporter", "counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, which has an s in the plural unless that is given."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


class Reporter(Protocol):
    """The receiver of the reports of a run."""

    def failed(self, message: object, reason: str = "") -> None:
        """Take notice that something failed; the run continues.

        Args:
            message: Message with the place.
            reason: Reason without the place, if many rows may fail for the same reason.
        """

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        """Take notice of members that are left alone.

        Args:
            count: how many.
            messages: about the first of them.
        """

    def failed_earlier(self, count: int) -> None:
        """Take notice of failures that an earlier run reported, with which this one continues."""

    def note(self, message: str) -> None:
        """Take notice of something that is no failure."""

    def bar(self, total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
        """Begin to show progress; the context is a function to call after each item, or with a number of items."""


class _Silent:
    """A reporter that drops everything: what failed is in the results as well."""

    def failed(self, message: object, reason: str = "") -> None:
        """Drop it."""

    def skipped(self, count: int, messages: Iterable[object] = ()) -> None:
        """Drop it."""

    def failed_earlier(self, count: int) -> None:
        """Drop it."""

    def note(self, message: str) -> None:
        """Drop it."""

    @contextmanager
    def bar(self, total: int | None, what: str) -> Iterator[Callable[..., None]]:
        """Show nothing."""
        yield lambda count=1: None


SILENT: Reporter = _Silent()
