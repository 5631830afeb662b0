"""Which weights lead into a neuron and out of one: layers of torch say it by what they compute."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from torch import nn  # noqa: E402

from equimorph.search.mutant_models.layers import Layer  # noqa: E402
from equimorph.search.mutant_models.torch_models import TorchWeights  # noqa: E402

CASES = {
    "linear": (lambda: nn.Linear(4, 6), (2, 4)),
    "conv1d": (lambda: nn.Conv1d(4, 6, 3), (2, 4, 5)),
    "conv2d": (lambda: nn.Conv2d(4, 6, (2, 3)), (2, 4, 5, 5)),
    "grouped": (lambda: nn.Conv1d(4, 6, 3, groups=2), (2, 4, 5)),
    "depthwise": (lambda: nn.Conv1d(6, 6, 3, groups=6), (2, 6, 5)),
    "transposed": (lambda: nn.ConvTranspose1d(4, 6, 3), (2, 4, 5)),
    "transposed, grouped": (lambda: nn.ConvTranspose2d(4, 6, 2, groups=2), (2, 4, 3, 3)),
}


def zeroed(part: nn.Module, name: str, where: object) -> None:
    tensor = part.get_parameter(name).data
    tensor[torch.unravel_index(torch.tensor(list(where)), tensor.shape)] = 0  # type: ignore[call-overload]


@pytest.mark.parametrize("case", CASES)
def test_without_its_incoming_weights_a_neuron_says_nothing_and_the_others_say_the_same(case: str) -> None:
    torch.manual_seed(1)
    make, shape = CASES[case]
    given = torch.randn(shape)
    first = make()
    [layer] = TorchWeights(first).layers
    whole = first(given)
    assert layer.neurons == whole.shape[1]
    for neuron in range(layer.neurons):
        part = make()
        part.load_state_dict(first.state_dict())
        zeroed(part, layer.name, layer.incoming(neuron))
        assert layer.bias is not None
        zeroed(part, layer.bias, [neuron])
        made = part(given)
        assert not made[:, neuron].any()
        others = [one for one in range(layer.neurons) if one != neuron]
        assert torch.equal(made[:, others], whole[:, others])


@pytest.mark.parametrize("case", CASES)
def test_without_its_outgoing_weights_the_neuron_before_has_no_effect_and_the_others_keep_theirs(
    case: str,
) -> None:
    torch.manual_seed(2)
    make, shape = CASES[case]
    given = torch.randn(shape)
    first = make()
    [layer] = TorchWeights(first).layers
    assert layer.inputs == given.shape[1]
    for neuron in range(layer.inputs):
        part = make()
        part.load_state_dict(first.state_dict())
        zeroed(part, layer.name, layer.outgoing(neuron))
        silent = given.clone()
        silent[:, neuron] = 0
        assert torch.allclose(part(given), first(silent), atol=1e-6)


def test_the_kernel_of_a_convolution_of_keras_has_the_neurons_last() -> None:
    kernel = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    layer = Layer("0", rows=4, columns=5, lead=6, transposed=True)
    assert (layer.size, layer.neurons, layer.inputs) == (120, 5, 4)
    for neuron in range(5):
        assert list(layer.incoming(neuron)) == kernel[..., neuron].reshape(-1).tolist()
    for before in range(4):
        assert list(layer.outgoing(before)) == kernel[:, :, before, :].reshape(-1).tolist()


def test_the_words_of_a_table_of_vectors_are_no_neurons() -> None:
    [layer] = TorchWeights(nn.Embedding(7, 3)).layers
    assert (layer.size, layer.neurons, layer.inputs) == (21, 0, 0)


def test_each_part_of_a_layer_of_attention_has_its_bias() -> None:
    found = {one.name: one.bias for one in TorchWeights(nn.MultiheadAttention(8, 2)).layers}
    assert found == {"in_proj_weight": "in_proj_bias", "out_proj.weight": "out_proj.bias"}


def test_a_recurrent_layer_has_a_bias_for_each_of_its_matrices() -> None:
    found = {one.name: one.bias for one in TorchWeights(nn.LSTM(3, 4)).layers}
    assert found == {"weight_ih_l0": "bias_ih_l0", "weight_hh_l0": "bias_hh_l0"}
