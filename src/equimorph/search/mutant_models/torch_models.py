"""The weights of a module of torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from math import prod
from typing import Any

import torch
from torch import Tensor, nn

from equimorph.models.errors import ModelError
from equimorph.search.errors import SearchError
from equimorph.search.mutant_models.layers import Layer, Places
from equimorph.search.mutant_models.operators import Mutated
from equimorph.search.mutant_models.weights import OneAtATime
from equimorph.search.outputs import TextModel, ask

_TABLES = (nn.Embedding, nn.EmbeddingBag)
_TRANSPOSED = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
_GROUPED = (nn.Conv1d, nn.Conv2d, nn.Conv3d, *_TRANSPOSED)


@dataclass(frozen=True)
class TorchPatch:
    """A mutation of a module.

    Attributes:
        edits: name, places, and new numbers of the tensor's type, on the CPU.
        skipped: the names of layers that pass their input on.
        changed: how many numbers differ from the original's.
        digest: the sha256 of all that.
    """

    edits: tuple[tuple[str, Tensor, Tensor], ...]
    skipped: tuple[str, ...]
    changed: int
    digest: str


class TorchWeights:
    """The weights of a module: its parameters of two dimensions or more, and the biases beside them.

    Args:
        module: Any module; it stays where it is.

    Attributes:
        layers: Layers in the order of the parameters; a tensor that two layers share counts once.
        skippable: Names of the layers whose input and output have the same shape, as `look_for_skippable` found them.

    Raises:
        SearchError: it is no module, it has no weights, or one of them is not finite.
    """

    def __init__(self, module: object) -> None:
        if not isinstance(module, nn.Module):
            raise SearchError(f"`module` is a torch.nn.Module, not {type(module).__name__}")
        self._module = module
        self._turn = OneAtATime()
        self.layers: tuple[Layer, ...] = tuple(_layers(module))
        self.skippable: tuple[str, ...] = ()
        if not self.layers:
            raise SearchError(
                f"{type(module).__name__} has no weights: no parameter of floating point numbers has two dimensions or more"
            )
        for name in self._names():
            if not bool(torch.isfinite(self._tensor(name)).all()):
                raise SearchError(
                    f"weight {name!r} of {type(module).__name__} holds a number that is not finite"
                )

    library, version = "torch", str(torch.__version__)

    @property
    def device(self) -> str:
        """The device of the first of the weights."""
        return str(self._tensor(self.layers[0].name).device)

    def look_for_skippable(self, model: TextModel, texts: Sequence[str]) -> None:
        """Find the layers with weights whose input and output are of one shape for each of some texts.

        Raises:
            ModelError: the model fails.
        """
        same: dict[str, bool] = {}
        with ExitStack() as hooks, self._turn.alone():
            for name, part in self._module.named_modules():
                if name and any(True for _ in part.parameters()):
                    hook = partial(_compare, same, name)
                    hooks.callback(part.register_forward_hook(hook, with_kwargs=True).remove)
            ask(model, texts)
        self.skippable = tuple(name for name, yes in sorted(same.items()) if yes)

    def read(self, name: str, where: Places) -> Sequence[float]:
        """Return the numbers at some places of a tensor."""
        tensor = self._tensor(name)
        found: list[float] = tensor[_at(tensor, _whole(where))].double().tolist()
        return found

    def patch(self, change: Mutated) -> TorchPatch:
        """Return a mutation ready to be shown.

        Raises:
            ModelError: a new number is not finite in the type of its tensor.
        """
        digest, edits, changed = sha256(), list[tuple[str, Tensor, Tensor]](), 0
        for edit in filter(lambda one: one.where, change.edits):
            tensor = self._tensor(edit.name)
            # On the CPU, so that no device rounds in its own way.
            values = torch.tensor(edit.values, dtype=torch.float64).to(tensor.dtype)
            if not bool(torch.isfinite(values).all()):
                raise ModelError(f"weight {edit.name!r}: a mutated number is not finite in {tensor.dtype}")
            where = _whole(edit.where)
            old = tensor[_at(tensor, where)].cpu()
            differ = _bytes(old, len(where)).ne(_bytes(values, len(where))).any(1)
            where, values = where[differ], values[differ]
            if not len(where):
                continue
            changed += len(where)
            digest.update(f"{edit.name}:{len(where)};".encode())
            digest.update(where.numpy().tobytes())
            digest.update(_bytes(values, len(where)).numpy().tobytes())
            edits.append((edit.name, where, values))
        digest.update("".join(f"skip {name};" for name in change.skipped).encode())
        return TorchPatch(tuple(edits), change.skipped, changed, digest.hexdigest())

    @contextmanager
    def shown(self, patch: TorchPatch) -> Iterator[None]:
        """Show a mutation while the context lasts; then the weights are as before, whatever happened.

        Raises:
            ModelError: another mutation of this module is shown by this thread.
        """
        with self._turn.alone(), ExitStack() as undo:
            for name, where, values in patch.edits:
                tensor = self._tensor(name)
                at = _at(tensor, where.to(tensor.device))
                undo.callback(_write, tensor, at, tensor[at].clone())
                _write(tensor, at, values.to(tensor.device))
            for name in patch.skipped:
                hook = self._module.get_submodule(name).register_forward_hook(_pass_on, with_kwargs=True)
                undo.callback(hook.remove)
            yield

    def digest(self) -> str:
        """Return the sha256 of all parameters and buffers, in hex."""
        found = sha256()
        for name, tensor in sorted(self._all().items()):
            found.update(f"{name}:{tensor.dtype}:{tuple(tensor.shape)};".encode())
            found.update(_bytes(tensor.detach().cpu(), 1).numpy().tobytes())
        return found.hexdigest()

    def _all(self) -> Mapping[str, Tensor]:
        own = {**dict(self._module.named_parameters()), **dict(self._module.named_buffers())}
        return {name: one for name, one in own.items() if one.layout == torch.strided}

    def _names(self) -> Iterator[str]:
        for layer in self.layers:
            yield layer.name
            if layer.bias is not None:
                yield layer.bias

    def _tensor(self, name: str) -> Tensor:
        """Return the tensor of a name as it is now: a module that moved, or loaded other weights, has others."""
        return self._module.get_parameter(name).detach()


def _layers(module: nn.Module) -> Iterator[Layer]:
    """Yield a layer for each parameter that is one, and for each memory once."""
    seen = set[tuple[object, ...]]()
    for name, one in module.named_parameters():
        if nn.parameter.is_lazy(one) or one.device.type == "meta":
            raise SearchError(
                f"weight {name!r} holds no numbers yet: ask the model once before it is mutated"
            )
        if one.ndim < 2 or not one.is_floating_point() or one.layout != torch.strided or not one.numel():
            continue
        memory = (one.data_ptr(), tuple(one.shape), one.stride())
        if memory in seen or _overlaps(one):
            continue
        seen.add(memory)
        yield _layer(module, name, one)


def _layer(module: nn.Module, name: str, one: Tensor) -> Layer:
    owner, _, last = name.rpartition(".")
    part = module.get_submodule(owner)
    groups = part.groups if isinstance(part, _GROUPED) and last == "weight" else 1
    transposed = isinstance(part, _TRANSPOSED) and last == "weight"
    made = Layer(
        name,
        one.shape[0],
        one.shape[1],
        trail=prod(one.shape[2:]),
        transposed=transposed,
        groups=groups,
        table=isinstance(part, _TABLES),
    )
    beside = last.replace("weight", "bias")
    bias = getattr(part, beside, None) if beside != last else None
    if not isinstance(bias, nn.Parameter) or bias.shape != (made.neurons,) or bias.dtype != one.dtype:
        return made
    return replace(made, bias=f"{owner}.{beside}" if owner else beside)


def _overlaps(one: Tensor) -> bool:
    """Return whether two places of a tensor are the same memory, as in an expanded one."""
    return any(stride == 0 and size > 1 for stride, size in zip(one.stride(), one.shape, strict=True))


def _whole(where: Places) -> Tensor:
    return torch.frombuffer(where, dtype=torch.int64).clone() if where else torch.zeros(0, dtype=torch.int64)


def _at(tensor: Tensor, where: Tensor) -> tuple[Tensor, ...]:
    """Return the indices of flat places, counted in the order of rows whatever the memory looks like."""
    return torch.unravel_index(where, tensor.shape)


def _write(tensor: Tensor, at: tuple[Tensor, ...], values: Tensor) -> None:
    tensor[at] = values


def _bytes(tensor: Tensor, rows: int) -> Tensor:
    return tensor.contiguous().view(-1).view(torch.uint8).reshape(rows, -1)


def _compare(
    same: dict[str, bool],
    name: str,
    _: nn.Module,
    args: tuple[object, ...],
    named: dict[str, object],
    answer: object,
) -> None:
    given, made = _first_tensor(args, named), _main(answer)
    # A nested tensor, as of an encoder with padding, has no shape to compare.
    plain = [one for one in (given, made) if one is not None and not one.is_nested]
    equal = len(plain) == 2 and len({(one.shape, one.dtype) for one in plain}) == 1
    same[name] = equal and same.get(name, True)


def _pass_on(_: nn.Module, args: tuple[object, ...], named: dict[str, object], answer: object) -> Any:  # noqa: ANN401
    given = _first_tensor(args, named)
    return (given, *answer[1:]) if isinstance(answer, tuple) else given


def _first_tensor(args: tuple[object, ...], named: dict[str, object]) -> Tensor | None:
    return next((one for one in (*args, *named.values()) if isinstance(one, Tensor)), None)


def _main(answer: object) -> Tensor | None:
    """Return the tensor that a layer hands on: its output, or the first one of a tuple."""
    first = answer[0] if type(answer) is tuple and answer else answer
    return first if isinstance(first, Tensor) else None
