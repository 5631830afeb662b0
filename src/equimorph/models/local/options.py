"""The options of a local model."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal

from equimorph.models.sampling import Sampling, check_unused
from equimorph.runs.declared import Option, Panel

__all__ = ["Dtype", "LocalOptions"]

Dtype = Literal["auto", "float32", "float16", "bfloat16"]
"""Number formats of the weights."""


@dataclass(frozen=True, kw_only=True)
class LocalOptions(Sampling):
    """The folder of a local model, the prompt, sampling and the device.

    Without `hf`, prompt and sampling may be meant for a chat server: a command line that has neither refuses them.

    Attributes:
        hf: Folder with a causal or seq2seq model of Hugging Face, its weights in safetensors.
        device: Device of the model: cpu, cuda, cuda:1. Default: a GPU where there is one.
        batch_size: Maximum number of candidates that are generated at once.
        dtype: Number format of the weights: auto (as saved on a GPU, float32 on the CPU), float32, float16 or bfloat16.

    Raises:
        CannotRun: a value is out of its range, or an option needs `hf`.
    """

    hf: Annotated[Path | None, Option(panel=Panel.INPUT, metavar="DIR", folder=True)] = None
    device: Annotated[str | None, Option(panel=Panel.LOCAL)] = None
    batch_size: Annotated[int, Option(panel=Panel.LOCAL, minimum=1)] = 8
    dtype: Annotated[Dtype, Option(panel=Panel.LOCAL)] = "auto"

    def __post_init__(self) -> None:
        if isinstance(self.hf, str):
            object.__setattr__(self, "hf", Path(self.hf))
        super().__post_init__()
        if self.hf is None:
            shared = {"device", *(field.name for field in fields(Sampling))}  # others may need these
            check_unused(self, {field.name for field in fields(self)} - shared, "--hf")
