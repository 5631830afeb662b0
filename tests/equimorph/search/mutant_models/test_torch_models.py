"""Mutations of modules of torch: shown for a while, and taken back whatever happens."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from torch import Tensor, nn  # noqa: E402

from equimorph.models.errors import ModelError  # noqa: E402
from equimorph.search.errors import SearchError  # noqa: E402
from equimorph.search.mutant_models.mutant import MutantModel  # noqa: E402
from equimorph.search.mutant_models.operators import OPERATORS, mutated  # noqa: E402
from equimorph.search.mutant_models.specs import MutantSpec  # noqa: E402
from equimorph.search.mutant_models.torch_models import TorchWeights  # noqa: E402
from equimorph.search.outputs import ask, named  # noqa: E402
from tests.equimorph.search.mutant_models.small import TEXTS, WIDTH, TorchModel, mlp  # noqa: E402


def mutant_of(model: Any, spec: MutantSpec, weights: TorchWeights | None = None) -> MutantModel:  # noqa: ANN401
    held = weights or TorchWeights(model.module)
    return MutantModel(spec, held.patch(mutated(held, spec)), named(model), held, held.digest())


def bytes_of(module: nn.Module) -> dict[str, bytes]:
    return {
        name: one.detach().contiguous().view(-1).view(torch.uint8).numpy().tobytes()
        for name, one in (*module.named_parameters(), *module.named_buffers())
    }


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_mutant_answers_with_other_weights_and_the_original_has_its_own_again(operator: str) -> None:
    model = TorchModel(mlp(), vectors=True)
    weights = TorchWeights(model.module)
    weights.look_for_skippable(model, TEXTS)
    before, said = bytes_of(model.module), ask(model, TEXTS)
    mutant = mutant_of(model, MutantSpec(operator, 0.3, 1), weights)
    assert ask(mutant, TEXTS) != said
    assert bytes_of(model.module) == before
    assert ask(model, TEXTS) == said


def test_a_shown_mutation_is_in_the_module() -> None:
    module = mlp()
    weights = TorchWeights(module)
    spec = MutantSpec("NAI", 1, 1)
    wanted = [-one.detach() for one in module.parameters()]
    with weights.shown(weights.patch(mutated(weights, spec))):
        assert all(map(torch.equal, module.parameters(), wanted))


class Fails(TorchModel):
    def __call__(self, texts: Sequence[str]) -> list[Any]:
        super().__call__(texts)
        raise KeyboardInterrupt


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_failure_leaves_the_original_as_it_was(operator: str) -> None:
    model = Fails(mlp())
    weights = TorchWeights(model.module)
    weights.skippable = ("0", "2")
    before = bytes_of(model.module)
    with pytest.raises(KeyboardInterrupt):
        mutant_of(model, MutantSpec(operator, 0.5, 1), weights)(TEXTS)
    assert bytes_of(model.module) == before
    assert not any(part._forward_hooks for part in model.module.modules())


def test_a_failure_while_weights_are_written_takes_back_those_that_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from equimorph.search.mutant_models import torch_models

    model = TorchModel(mlp())
    mutant = mutant_of(model, MutantSpec("NAI", 1, 1))
    before, write, calls = bytes_of(model.module), torch_models._write, list[int]()

    def breaks(*given: Any) -> None:  # noqa: ANN401
        calls.append(1)
        if len(calls) == 5:
            raise RuntimeError("out of memory")
        write(*given)

    monkeypatch.setattr(torch_models, "_write", breaks)
    with pytest.raises(RuntimeError, match="out of memory"):
        mutant(TEXTS)
    assert len(calls) > 5
    assert bytes_of(model.module) == before


class Lazy(TorchModel):
    """Answers later, when it is asked for the outputs."""

    def __call__(self, texts: Sequence[str]) -> Iterator[Any]:  # type: ignore[override]
        outputs = super().__call__
        return (outputs([text])[0] for text in texts)


class View(TorchModel):
    """Answers with its own weights."""

    def __call__(self, texts: Sequence[str]) -> list[Any]:
        return [self.module[0].weight[0] for _ in texts]  # type: ignore[index]


@pytest.mark.parametrize("kind", [Lazy, View])
def test_outputs_are_those_of_the_mutant_also_when_they_are_looked_at_later(kind: type[TorchModel]) -> None:
    plain, given = TorchModel(mlp(), vectors=True), kind(mlp(), vectors=True)
    wanted: object
    spec = MutantSpec("NAI", 1, 1)
    if kind is Lazy:
        wanted = ask(mutant_of(plain, spec), TEXTS)
    else:
        wanted = [tuple(one) for one in [(-plain.module[0].weight[0]).tolist()] * len(TEXTS)]  # type: ignore[index]
    answer = mutant_of(given, spec)(TEXTS)
    assert (
        ask(lambda texts: answer, TEXTS, batch=len(TEXTS)) == wanted
        or [tuple(one) for one in answer] == wanted
    )  # type: ignore[arg-type,comparison-overlap]


def test_layers_of_equal_shape_are_found_and_skipped() -> None:
    module = nn.Sequential(nn.Linear(WIDTH, 12), nn.Linear(12, 12), nn.LayerNorm(12), nn.Linear(12, 5))
    model = TorchModel(module, vectors=True)
    weights = TorchWeights(module)
    weights.look_for_skippable(model, TEXTS)
    assert weights.skippable == ("1", "2")
    said = ask(mutant_of(model, MutantSpec("LD", 1, 1), weights), TEXTS)
    assert said == ask(TorchModel(nn.Sequential(module[0], module[3]), vectors=True), TEXTS)
    assert not any(part._forward_hooks for part in module.modules())


class Pair(nn.Module):
    """A layer that returns its states and something else, as those of transformers do."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(WIDTH, WIDTH)

    def forward(self, states: Any) -> tuple[Any, str]:  # noqa: ANN401
        return self.inner(states), "kept"


class Uses(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair()

    def forward(self, given: Any) -> Any:  # noqa: ANN401
        states, kept = self.pair(states=given)
        assert kept == "kept"
        return states


def test_a_layer_that_returns_more_than_its_states_is_skipped_and_the_rest_stays() -> None:
    model = TorchModel(Uses(), vectors=True)
    weights = TorchWeights(model.module)
    weights.look_for_skippable(model, TEXTS)
    assert weights.skippable == ("pair", "pair.inner")
    weights.skippable = ("pair",)
    mutant = mutant_of(model, MutantSpec("LD", 1, 1), weights)
    assert ask(mutant, TEXTS) == ask(TorchModel(nn.Sequential(nn.Identity()), vectors=True), TEXTS)


def test_a_layer_whose_shapes_differ_for_one_text_is_not_skippable() -> None:
    class Cuts(nn.Linear):
        def forward(self, given: Any) -> Any:  # noqa: ANN401
            made = super().forward(given)
            return made[:, :3] if given[0, 0] > 0.1 else made

    class Sums(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cuts = Cuts(WIDTH, WIDTH)

        def forward(self, given: Any) -> Any:  # noqa: ANN401
            return self.cuts(given).sum(1, keepdim=True)

    weights = TorchWeights(Sums())
    for texts, wanted in ((["  0 b"], ()), (["b"], ("cuts",)), (["p", "bbb"], ())):
        weights.look_for_skippable(TorchModel(weights._module, vectors=True), texts)
        assert weights.skippable == wanted


def test_tied_weights_count_once_and_both_users_see_them() -> None:
    module = nn.Sequential(nn.Linear(WIDTH, WIDTH, bias=False), nn.Linear(WIDTH, WIDTH, bias=False))
    module[1].weight = module[0].weight
    weights = TorchWeights(module)
    assert [layer.name for layer in weights.layers] == ["0.weight"]
    with weights.shown(weights.patch(mutated(weights, MutantSpec("NI", 1, 1)))):
        assert not module[1].weight.any()
    assert module[1].weight.all()


def test_two_parameters_in_one_memory_count_once() -> None:
    module = nn.Sequential(nn.Linear(WIDTH, WIDTH, bias=False), nn.Linear(WIDTH, WIDTH, bias=False))
    module[1].weight.data = module[0].weight.data
    assert [layer.name for layer in TorchWeights(module).layers] == ["0.weight"]


def test_an_expanded_parameter_is_left_alone() -> None:
    module = nn.Module()
    module.weight = nn.Parameter(torch.randn(1, 4).expand(3, 4))
    with pytest.raises(SearchError, match="has no weights"):
        TorchWeights(module)


@pytest.mark.parametrize("operator", ["GF", "WS", "NEB", "NAI", "NS", "WPR", "WI", "NI"])
def test_a_tensor_that_is_not_contiguous_is_mutated_as_one_that_is(operator: str) -> None:
    plain, turned = mlp(), mlp()
    for part in turned:
        if isinstance(part, nn.Linear):
            part.weight.data = part.weight.data.T.contiguous().T
            assert not part.weight.is_contiguous()
    spec = MutantSpec(operator, 0.4, 3)
    found = []
    for module in (plain, turned):
        weights = TorchWeights(module)
        with weights.shown(weights.patch(mutated(weights, spec))):
            found.append(bytes_of(module))
    assert found[0] == found[1] != bytes_of(plain)
    assert bytes_of(turned) == bytes_of(plain)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("operator", ["GF", "WS", "NAI", "NS", "WPR"])
def test_weights_of_another_precision_stay_of_it(operator: str, dtype: Any) -> None:  # noqa: ANN401
    module = mlp().to(dtype)
    weights, before = TorchWeights(module), bytes_of(module)
    patch = weights.patch(mutated(weights, MutantSpec(operator, 0.5, 1)))
    with weights.shown(patch):
        assert bytes_of(module) != before
        assert {one.dtype for one in module.parameters()} == {dtype}
    assert bytes_of(module) == before


def test_an_overflow_in_half_precision_is_an_error() -> None:
    module = nn.Linear(4, 4).to(torch.float16)
    module.weight.data.fill_(60000)
    weights = TorchWeights(module)
    with pytest.raises(ModelError, match=r"'weight': a mutated number is not finite in torch\.float16"):
        weights.patch(mutated(weights, MutantSpec("GF", 1, 1, 0.5)))


def whole() -> nn.Module:
    made = nn.Module()
    made.weight = nn.Parameter(torch.ones(3, 3, dtype=torch.int32), requires_grad=False)
    return made


def not_a_number() -> nn.Module:
    made = nn.Linear(3, 3)
    made.weight.data[1, 1] = torch.nan
    return made


def bad_bias() -> nn.Module:
    made = nn.Linear(3, 3)
    made.bias.data[1] = torch.inf
    return made


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (nn.ReLU, "has no weights"),
        (lambda: nn.LayerNorm(4), "has no weights"),
        (whole, "has no weights"),
        (lambda: nn.Linear(0, 3), "has no weights"),
        (not_a_number, "weight 'weight' of Linear holds a number that is not finite"),
        (bad_bias, "weight 'bias' of Linear holds a number that is not finite"),
        (lambda: nn.LazyLinear(3), "holds no numbers yet"),
        (lambda: nn.Linear(3, 3, device="meta"), "holds no numbers yet"),
        (dict, "is a torch.nn.Module, not dict"),
    ],
)
@pytest.mark.filterwarnings("ignore:Lazy modules", "ignore:Initializing zero-element")
def test_a_module_that_cannot_be_mutated_is_refused(make: Callable[[], Any], reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        TorchWeights(make())


def test_a_module_made_for_inference_alone_is_mutated_too() -> None:
    with torch.inference_mode():
        model = TorchModel(mlp(), vectors=True)
    said = ask(model, TEXTS)
    assert ask(mutant_of(model, MutantSpec("NAI", 0.5, 1)), TEXTS) != said
    assert ask(model, TEXTS) == said


def test_a_module_that_requires_gradients_keeps_them() -> None:
    model = TorchModel(mlp(), vectors=True)
    model.module(torch.randn(2, WIDTH)).sum().backward()
    before = [one.grad.clone() for one in model.module.parameters()]
    ask(mutant_of(model, MutantSpec("NAI", 0.5, 1)), TEXTS)
    assert all(map(torch.equal, before, (one.grad for one in model.module.parameters())))
    assert all(one.requires_grad and one.is_leaf for one in model.module.parameters())


def test_a_mutant_that_asks_another_one_is_an_error_and_nothing_stays_changed() -> None:
    model = TorchModel(mlp())
    weights, before = TorchWeights(model.module), bytes_of(model.module)
    inner = mutant_of(model, MutantSpec("NAI", 0.5, 1), weights)
    outer = MutantModel(MutantSpec("NAI", 0.5, 2), inner.patch, named(inner, "inner"), weights, "")
    with pytest.raises(ModelError, match="while another one of the same model answers"):
        outer(TEXTS)
    assert bytes_of(model.module) == before


def test_threads_wait_for_each_other() -> None:
    model = TorchModel(mlp(), vectors=True)
    weights, before = TorchWeights(model.module), bytes_of(model.module)
    mutants = [mutant_of(model, MutantSpec("NAI", 0.5, seed), weights) for seed in range(4)]
    wanted = [ask(one, TEXTS) for one in mutants]
    found: list[Any] = [None] * len(mutants)

    def work(at: int) -> None:
        found[at] = [ask(mutants[at], TEXTS) for _ in range(5)]

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(mutants))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [[one] * 5 for one in wanted]
    assert bytes_of(model.module) == before


def test_weights_that_were_loaded_later_are_the_ones_that_change() -> None:
    module = mlp()
    weights = TorchWeights(module)
    patch = weights.patch(mutated(weights, MutantSpec("NI", 1, 1)))
    module.load_state_dict(mlp(seed=2).state_dict(), assign=True)
    before = bytes_of(module)
    with weights.shown(patch):
        assert not module[0].weight.any()
    assert bytes_of(module) == before


def test_the_digest_is_of_parameters_and_buffers() -> None:
    module = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
    weights = TorchWeights(module)
    found = {weights.digest()}
    module[1].running_mean[0] = 5
    found.add(weights.digest())
    module[0].weight.data[0, 0] += 1
    found.add(weights.digest())
    assert len(found) == 3


def test_the_identity_of_a_mutant_says_its_original_and_its_change() -> None:
    model = TorchModel(mlp())
    spec = MutantSpec("GF", 0.5, 1)
    names = {
        mutant_of(model, spec).identity,
        mutant_of(model, MutantSpec("GF", 0.5, 2)).identity,
        mutant_of(TorchModel(mlp(2)), spec).identity,
    }
    assert len(names) == 3
    assert mutant_of(model, spec).identity in names
    assert mutant_of(model, spec).name == "TorchModel/GF-0.5-1"


class Blank(nn.Module):
    """Weights that a small change leaves as they are: all zero."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Linear(WIDTH, 4), nn.Linear(4, 4)
        for each in self.parameters():
            nn.init.zeros_(each)

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.two(self.one(x))
        return found


@pytest.mark.parametrize("operator", ["GF", "WS", "NEB", "NS", "WPR"])
def test_an_edit_that_changes_nothing_is_no_change(operator: str) -> None:
    model = TorchModel(Blank(), vectors=True)
    weights = TorchWeights(model.module)
    patch = weights.patch(mutated(weights, MutantSpec(operator, 0.5, 1, 0.0 if operator == "GF" else None)))
    assert (patch.changed, patch.edits) == (0, ())


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_an_encoder_with_padding_has_layers_that_cannot_be_skipped() -> None:
    class Padded(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            layer = nn.TransformerEncoderLayer(WIDTH, 2, 8, batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, 2)
            self.eval()

        def forward(self, x: Tensor) -> Tensor:
            whole = torch.stack([x, x], 1)
            mask = torch.tensor([[False, True]] * len(x))
            found: Tensor = self.encoder(whole, src_key_padding_mask=mask)[:, 0]
            return found

    model = TorchModel(Padded(), vectors=True)
    weights = TorchWeights(model.module)
    weights.look_for_skippable(model, TEXTS)
    assert "encoder.layers.0" not in weights.skippable
