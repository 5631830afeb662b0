"""The weights of a layer: which ones lead into a neuron, and which ones lead out of one.

A layer is seen as a table of rows and columns, with whole blocks around and inside it: a number has the flat place
``((lead * rows + row) * columns + column) * trail + inner``. A linear layer of torch has a row for each neuron and a column for
each neuron before it; one of Keras has them the other way round (`transposed`). A convolution holds its kernel inside (torch) or
around (Keras).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

Places: TypeAlias = "array[int]"
"""Flat places in the weights of a layer, counted in the order of its rows, whatever the memory looks like."""


@dataclass(frozen=True)
class Layer:
    """The weights between two layers of neurons.

    Attributes:
        name: Name of the tensor.
        rows, columns: Size of the table.
        lead, trail: Number of blocks around it, and of numbers inside each cell, for example in a convolution.
        bias: Name of the tensor with one number for each neuron, or None.
        transposed: Whether a column, and not a row, belongs to a neuron.
        groups: Groups of a grouped convolution.
        table: Whether this is a table of vectors, such as word embeddings: its weights count, but its rows are no
            neurons.
    """

    name: str
    rows: int
    columns: int
    lead: int = 1
    trail: int = 1
    bias: str | None = None
    transposed: bool = False
    groups: int = 1
    table: bool = False

    @property
    def size(self) -> int:
        """The number of weights, without the bias."""
        return self.lead * self.rows * self.columns * self.trail

    @property
    def neurons(self) -> int:
        """The number of neurons that the weights lead into."""
        if self.table:
            return 0
        return self.columns * self.groups if self.transposed else self.rows

    @property
    def inputs(self) -> int:
        """The number of neurons that the weights lead out of."""
        if self.table:
            return 0
        return self.rows if self.transposed else self.columns * self.groups

    def incoming(self, neuron: int) -> Places:
        """Return the places of the weights that lead into a neuron, in rising order."""
        return self._of_columns(neuron) if self.transposed else self._of_row(neuron)

    def outgoing(self, neuron: int) -> Places:
        """Return the places of the weights that lead out of a neuron of the layer before, in rising order."""
        return self._of_row(neuron) if self.transposed else self._of_columns(neuron)

    def _of_row(self, row: int) -> Places:
        long = self.columns * self.trail
        starts = ((lead * self.rows + row) * long for lead in range(self.lead))
        return places(at for start in starts for at in range(start, start + long))

    def _of_columns(self, number: int) -> Places:
        """Return the places of a column; with groups, a column belongs to a share of the rows only."""
        group, column = divmod(number, self.columns)
        share = self.rows // self.groups
        return places(self._cells(range(group * share, (group + 1) * share), column))

    def _cells(self, rows: range, column: int) -> Iterator[int]:
        for lead in range(self.lead):
            for row in rows:
                start = ((lead * self.rows + row) * self.columns + column) * self.trail
                yield from range(start, start + self.trail)


def places(numbers: Iterable[int]) -> Places:
    """Return places as an array."""
    return array("q", numbers)
