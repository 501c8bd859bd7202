"""The quantities torch.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def calculate_gain(
    nonlinearity: Literal["linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"],
    param: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """The gain that PyTorch recommends for a nonlinearity.

        linear, conv…, sigmoid: 1; tanh: 5/3; relu: √2; leaky_relu: √(2/(1 + param²)); selu: 3/4

    nonlinearity: the function's name in torch.nn.functional; one of linear, conv1d, conv2d, conv3d,
        conv_transpose1d, conv_transpose2d, conv_transpose3d, sigmoid, tanh, relu, leaky_relu, selu
    param: negative slope of leaky_relu, 0.01 if left out; else ignored

    Units: a factor on the std of weights. relu and leaky_relu have the gain that keeps the second moment of a
        standard normal (activation.gain); the others are a table: 5/3, 1 and 3/4 are not the gains of tanh,
        sigmoid and selu. There is none for gelu or silu
    Source: PyTorch 1.13.1, torch/nn/init.py:67-119, calculate_gain
    """
    ...

def normal_(
    mean: Optional[Number] = ...,
    std: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by normal_.

        std

    mean: mean; default 0
    std: standard deviation, > 0; default 1
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a std, not a variance
    Source: PyTorch 1.13.1, torch/nn/init.py:140-155, normal_
    """
    ...

def uniform_(
    a: Optional[Number] = ...,
    b: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by uniform_.

        (b - a)/√12

    a: lower bound; default 0
    b: upper bound; default 1
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a and b are bounds. The defaults 0 and 1 have mean 1/2: weights of one sign
    Source: PyTorch 1.13.1, torch/nn/init.py:122-137, uniform_
    """
    ...

def trunc_normal_(
    mean: Optional[Number] = ...,
    std: Optional[Number] = ...,
    a: Optional[Number] = ...,
    b: Optional[Number] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by trunc_normal_.

        std of N(mean, std²) on [a, b]

    mean: mean of the normal before truncation; default 0
    std: standard deviation before truncation, > 0; default 1
    a: lower limit, a value of weights; default -2
    b: upper limit, a value of weights; default 2
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: a and b are values of weights, not multiples of std: std=0.02 with the defaults +-2 is +-100 std,
        and nothing is cut; for +-2 std write a=-2*std, b=2*std. Where nothing is cut, one float32 weight in
        2^24 is nevertheless a or b, since the inverse of the cdf is infinite at the end of its grid: that is
        no part of this number
    Source: PyTorch 1.13.1, torch/nn/init.py:22-54 and 157-176, trunc_normal_
    """
    ...

def kaiming_uniform_(
    a: Optional[Number] = ...,
    mode: Optional[Literal["fan_in", "fan_out"]] = ...,
    nonlinearity: Optional[Literal["linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"]] = ...,
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by kaiming_uniform_.

        torch.calculate_gain(nonlinearity, a)/√fan; the bounds are ±√3 times that

    a: negative slope of leaky_relu; else ignored; default 0
    mode: which fan; one of fan_in, fan_out; default fan_in
    nonlinearity: what the gain is of; one of linear, conv1d, conv2d, conv3d, conv_transpose1d,
        conv_transpose2d, conv_transpose3d, sigmoid, tanh, relu, leaky_relu, selu; default leaky_relu
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the defaults are He's: leaky_relu with slope a=0 has the gain sqrt(2). a=sqrt(5) is the default of
        Linear and Conv: gain 1/sqrt(3). fan_in of a grouped convolution is in_channels/groups times the
        kernel's area; fan_out is out_channels times the area, whatever the groups
    Source: PyTorch 1.13.1, torch/nn/init.py:366-412, kaiming_uniform_
    """
    ...

def kaiming_normal_(
    a: Optional[Number] = ...,
    mode: Optional[Literal["fan_in", "fan_out"]] = ...,
    nonlinearity: Optional[Literal["linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"]] = ...,
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by kaiming_normal_.

        torch.calculate_gain(nonlinearity, a)/√fan

    a: negative slope of leaky_relu; else ignored; default 0
    mode: which fan; one of fan_in, fan_out; default fan_in
    nonlinearity: what the gain is of; one of linear, conv1d, conv2d, conv3d, conv_transpose1d,
        conv_transpose2d, conv_transpose3d, sigmoid, tanh, relu, leaky_relu, selu; default leaky_relu
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: the defaults are He's: leaky_relu with slope a=0 has the gain sqrt(2). a=sqrt(5) is the default of
        Linear and Conv: gain 1/sqrt(3). fan_in of a grouped convolution is in_channels/groups times the
        kernel's area; fan_out is out_channels times the area, whatever the groups
    Source: PyTorch 1.13.1, torch/nn/init.py:415-451, kaiming_normal_
    """
    ...

def xavier_uniform_(
    gain: Optional[Number] = ...,
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by xavier_uniform_.

        gain √(2/(fan_in + fan_out)); the bounds are ±√3 times that

    gain: factor on the std, > 0; default 1
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: gain is a factor on the std. Three matrices in one tensor, as in_proj_weight of MultiheadAttention,
        have the fan_out of all three: the std is sqrt(2) too small for each. fan_out of a convolution is
        out_channels times the kernel's area, whatever the groups
    Source: PyTorch 1.13.1, torch/nn/init.py:303-327, xavier_uniform_
    """
    ...

def xavier_normal_(
    gain: Optional[Number] = ...,
    fan_in: Optional[Number] = ...,
    fan_out: Optional[Number] = ...,
    shape: Optional[Numbers] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of weights filled by xavier_normal_.

        gain √(2/(fan_in + fan_out))

    gain: factor on the std, > 0; default 1
    fan_in: inputs of the layer, times the kernel's area, >= 1
    fan_out: outputs of the layer, times the kernel's area, >= 1
    shape: instead of fans, of the weight: [out, in/groups, kernel …], >= 1
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: gain is a factor on the std. Three matrices in one tensor, as in_proj_weight of MultiheadAttention,
        have the fan_out of all three: the std is sqrt(2) too small for each. fan_out of a convolution is
        out_channels times the kernel's area, whatever the groups
    Source: PyTorch 1.13.1, torch/nn/init.py:330-353, xavier_normal_
    """
    ...

def orthogonal_(
    shape: Numbers,
    gain: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of the entries of a matrix filled by orthogonal_.

        gain/√(max(rows, columns)), rows = shape[0], columns = the product of the others

    shape: of the weight: [out, in/groups, kernel …], >= 1
    gain: factor on the matrix, > 0; default 1

    Units: root mean square of an entry over many draws. Singular values are all `gain`; entries are neither
        independent nor normal. A convolution is flattened to shape[0] rows
    Source: PyTorch 1.13.1, torch/nn/init.py:454-496, orthogonal_
    """
    ...

def Linear(
    in_features: Number,
    out_features: Number,
    parameter: Optional[Literal["weight", "bias"]] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of the weight or bias of a new nn.Linear.

        1/√(3 in_features), uniform within ±1/√in_features; the bias the same

    in_features: inputs of the layer, >= 1
    out_features: outputs of the layer, >= 1; without effect
    parameter: which of the layer's parameters; one of weight, bias; default weight
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: kaiming_uniform_ with a=sqrt(5), which is a bound and no recommendation: the variance is a third of
        LeCun's and a sixth of He's. The bias is not 0
    Source: PyTorch 1.13.1, torch/nn/modules/linear.py:103-111, Linear.reset_parameters
    """
    ...

def Conv2d(
    in_channels: Number,
    out_channels: Number,
    kernel_size: Numbers,
    stride: Optional[Numbers] = ...,
    padding: Optional[Numbers] = ...,
    dilation: Optional[Numbers] = ...,
    groups: Optional[Number] = ...,
    parameter: Optional[Literal["weight", "bias"]] = ...,
    of: Optional[Literal["std", "mean", "lower", "upper", "argument"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of the weight or bias of a new nn.Conv2d.

        1/√(3 fan_in), uniform within ±1/√fan_in, fan_in = in_channels/groups · the kernel's area

    in_channels: channels of the input, >= 1
    out_channels: channels of the output, >= 1; without effect
    kernel_size: one number for a square, or [height, width], >= 1
    stride: without effect: here for its place; default 1
    padding: without effect: here for its place; default 0
    dilation: without effect: here for its place; default 1
    groups: groups of channels, >= 1; default 1
    parameter: which of the layer's parameters; one of weight, bias; default weight
    of: which number of the law that the call draws from: its std, mean or bounds, or the argument that it
        passes to its sampler (a std before truncation, or a half-width); one of std, mean, lower, upper,
        argument; default std

    Units: kaiming_uniform_ with a=sqrt(5), as for Linear. The fourth argument is stride: write groups by name
    Source: PyTorch 1.13.1, torch/nn/modules/conv.py:146-155, _ConvNd.reset_parameters
    """
    ...

def Embedding(
    num_embeddings: Number,
    embedding_dim: Number,
    of: Optional[Literal["std", "mean", "lower", "upper"]] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    seed: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Standard deviation of the weight of a new nn.Embedding.

        1: normal_ with its defaults

    num_embeddings: rows, >= 1; without effect
    embedding_dim: columns, >= 1; without effect
    of: which number of the law that the call draws from: its std, mean or bounds; one of std, mean, lower,
        upper; default std

    Units: whatever the dimension: tied to an output layer, its logits have a std of sqrt(embedding_dim) on
        inputs of unit variance. The row padding_idx is 0
    Source: PyTorch 1.13.1, torch/nn/modules/sparse.py:150-152, Embedding.reset_parameters
    """
    ...
