"""The quantities norm.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Literal, Optional, Sequence, Union

from ._types import Number, Numbers
from ._value import Value

def output(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    x: Numbers,
    index: Number,
    epsilon: Optional[Number] = ...,
    weight: Optional[Numbers] = ...,
    bias: Optional[Numbers] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
    correction: Optional[Number] = ...,
    epsilon_place: Optional[Literal["own", "inside_root", "outside_root", "floor", "floor_of_square"]] = ...,
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
    """An entry of what a normalisation layer makes of a given input.

        y_i = weight_i (x_i - c)/r + bias_i

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel over the
        batch (batch_norm)
    index: i: which entry, >= 0
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    weight: gamma: one number for all entries, or a list; default 1
    bias: beta: one number for all entries, or a list; default 0
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    correction: std divides by n - correction, 0 to 1; default 0
    epsilon_place: own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps)); one of own,
        inside_root, outside_root, floor, floor_of_square; default own

    Units: indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
        of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that LayerNorm
        of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest entry (min_max) or
        0; r: rms, std (1/n), length, or max - min, with epsilon. BatchNorm as in training: by the statistics
        of x
    Source: Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
        2015, arXiv:1502.03167; own derivation of the Jacobian
    """
    ...

def jacobian(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    x: Numbers,
    row: Number,
    column: Number,
    epsilon: Optional[Number] = ...,
    weight: Optional[Numbers] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
    correction: Optional[Number] = ...,
    epsilon_place: Optional[Literal["own", "inside_root", "outside_root", "floor", "floor_of_square"]] = ...,
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
    """An entry of a normalisation layer's Jacobian at a given input.

        J_ij = weight_i ∂y_i/∂x_j; of RMSNorm: (δ_ij - y_i y_j/n)/rms

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel over the
        batch (batch_norm)
    row: i: which output, >= 0
    column: j: with respect to which input, >= 0
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    weight: gamma: one number for all entries, or a list; default 1
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    correction: std divides by n - correction, 0 to 1; default 0
    epsilon_place: own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps)); one of own,
        inside_root, outside_root, floor, floor_of_square; default own

    Units: indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
        of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that LayerNorm
        of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest entry (min_max) or
        0; r: rms, std (1/n), length, or max - min, with epsilon. `domain` where min, max or a floor has a
        kink
    Source: Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
        2015, arXiv:1502.03167; own derivation of the Jacobian
    """
    ...

def gradient(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    x: Numbers,
    dy: Numbers,
    index: Number,
    epsilon: Optional[Number] = ...,
    weight: Optional[Numbers] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
    correction: Optional[Number] = ...,
    epsilon_place: Optional[Literal["own", "inside_root", "outside_root", "floor", "floor_of_square"]] = ...,
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
    """An entry of the gradient that a normalisation layer's backward pass returns.

        dx_j = ∑_i dy_i weight_i ∂y_i/∂x_j

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    x: the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a channel over the
        batch (batch_norm)
    dy: dL/dy, as many numbers as x has
    index: j: with respect to which input, >= 0
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    weight: gamma: one number for all entries, or a list; default 1
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    correction: std divides by n - correction, 0 to 1; default 0
    epsilon_place: own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps)); one of own,
        inside_root, outside_root, floor, floor_of_square; default own

    Units: indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries
        of a centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that LayerNorm
        of one feature does for every input. c: mean (layer_norm, batch_norm, …), smallest entry (min_max) or
        0; r: rms, std (1/n), length, or max - min, with epsilon. dy: the gradient with respect to the outputs
    Source: Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy
        2015, arXiv:1502.03167; own derivation of the Jacobian
    """
    ...

vjp = gradient

def jacobian_norm(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    dim: Optional[Number] = ...,
    rms: Optional[Number] = ...,
    epsilon: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
    x: Optional[Numbers] = ...,
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
    """Squared Frobenius norm of a normalisation layer's Jacobian.

        ‖J‖_F² = ∑_ij (∂y_i/∂x_j)²; rms_norm: (d - 1)/r² + ε²/r⁶; layer_norm: (d - 2)/r² + ε²/r⁶, r² = rms² +
        ε

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm);
        or x
    rms: of the input's entries, >= 0; about their mean (the std, 1/n) where the layer is centred; default 1
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1
    x: instead of dim and rms: the input itself, [x0, x1, …], at most 128, for any layer

    Units: weight 1. The input is any that has this rms (about its mean where the layer is centred); of
        partial_rms_norm the leading entries and the rest have it alike. Divided by d it is the mean square of
        a backward signal that was 1
    Source: own derivation: J = (I - t u u^T)/r, u the input over its length, 1 - t = eps/r^2
    """
    ...

def spectrum(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "z_score"],
    dim: Number,
    index: Number,
    rms: Optional[Number] = ...,
    epsilon: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """A singular value of a normalisation layer's Jacobian.

        1/r for all directions but that of the input, ε/r³ (0 without epsilon); 0 for the mean that a centred
        layer takes away

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, z_score
    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    index: which, >= 1; 1 is the largest
    rms: of the input's entries, >= 0; about their mean (the std, 1/n) where the layer is centred; default 1
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: weight 1. The input is any that has this rms (about its mean where the layer is centred); of
        partial_rms_norm the leading entries and the rest have it alike. index 1 is the largest. Of
        partial_rms_norm one singular value lies above 1/r
    Source: own derivation: J = (I - t u v^T)/r; the two others have the product 1 - t and the squares' sum 2
        - 2 t + t^2 n/k
    """
    ...

def jacobian_rank(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    dim: Number,
    epsilon: Optional[Number] = ...,
    rms: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """Rank of a normalisation layer's Jacobian: how many directions of a gradient survive.

        d - 1, one less where the layer is centred, one more with ε > 0

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    rms: of the input's entries, >= 0; about their mean (the std, 1/n) where the layer is centred; default 1
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: at any input of that rms whose entries are not all equal (min_max, mean_range: whose extremes are
        attained once); rms matters to a floor alone (l2_norm). Without epsilon J x = 0, and a centred layer
        also has J (1, …, 1) = 0
    Source: own derivation: J r = I - (1 c^T + y r'^T), c and r' the derivatives of centre and divisor
    """
    ...

def mean_jacobian_norm(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "z_score"],
    dim: Number,
    std: Optional[Number] = ...,
    epsilon: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """Mean of |J|^2 of a normalisation layer over normal inputs.

        rms_norm: E[(d - 1)/r² + ε²/r⁶] = (d - 1) d/((d - 2) std²) for ε = 0; layer_norm: (d - 2) d/((d - 3)
        std²)

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, z_score
    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    std: of the inputs, > 0; default 1
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: x ~ N(0, std^2 I), weight 1. `domain` where it diverges: rms_norm of 2 entries, layer_norm of 3,
        without epsilon
    Source: own derivation: d rms^2/std^2 is chi-squared of d (centred: d - 1) degrees of freedom
    """
    ...

def diagonal_share(
    layer: Literal["layer_norm", "rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "z_score"],
    dim: Number,
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
    """Share of a normalisation layer's |J|^2 that stands on the diagonal: what an element-wise layer can have of
        it.

        E[∑_i J_ii²/‖J‖_F²]; rms_norm: (d - 2 + 3/(d + 2))/(d - 1) = (d + 1)/(d + 2); layer_norm: (d - 1)/(d +
        1)

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm, demodulation,
        z_score
    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)

    Units: a share; inputs of a law without preferred directions (normal ones of any std), without epsilon
    Source: own derivation: y/|y| is uniform on a sphere, E u_i^4 = 3/(d (d+2))
    """
    ...

def partial_rms_std(
    dim: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """Relative error of pRMSNorm's rms, which the first k entries give.

        std of RMS_k = √(1 - 2 Γ((k + 1)/2)²/(k Γ(k/2)²)) ≈ 1/√(2 k)

    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: a standard deviation relative to that of the entries, which are normal; E RMS_k^2 is unbiased
    Source: Zhang and Sennrich 2019, arXiv:1910.07467, section 4 (share 6.25 %); own derivation
    """
    ...

def partial_rms_inverse_mean(
    dim: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """Mean of 1/RMS_k for normal entries: how much too large pRMSNorm's output is.

        √(k/2) Γ((k - 1)/2)/Γ(k/2) ≈ 1 + 3/(4 k)

    dim: entries that share statistics, 1 to 10^9; features (layer_norm), batch x height x width (batch_norm)
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: in units of 1/std; `domain` for k = 1, where it diverges
    Source: own derivation
    """
    ...

def statistics_count(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    batch: Optional[Number] = ...,
    channels: Optional[Number] = ...,
    length: Optional[Number] = ...,
    height: Optional[Number] = ...,
    width: Optional[Number] = ...,
    groups: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
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
    """How many entries share one set of statistics of a normalisation layer.

        the product of these axes of x[batch, channels, length, height, width]:

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    batch: examples, 1 to 10^9; demodulation: output channels; default 1
    channels: channels, or features of a token, 1 to 10^9; demodulation: input channels; default 1
    length: tokens, or frames, 1 to 10^9; default 1
    height: rows, 1 to 10^9; default 1
    width: columns, 1 to 10^9; default 1
    groups: group_norm: into how many channels are divided, >= 1; default 1
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: entries; batch is of no concern to layer_norm and length of none to it either: statistics of a
        Transformer's LayerNorm are over features, one for each token
    Source: Ioffe and Szegedy 2015, arXiv:1502.03167, section 3.2; Ba et al. 2016, arXiv:1607.06450, section
        3; Wu and He 2018, arXiv:1803.08494, section 3.1
    """
    ...

def unbiased_ratio(
    batch: Number,
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
    """The unbiased variance of a batch over the biased one.

        B/(B - 1)

    batch: B, entries behind one mean, >= 1

    Units: of variances; B counts all entries behind one mean. PyTorch's BatchNorm normalises by the biased
        and stores the unbiased variance, Keras stores the biased one (unless fused)
    Source: definition; torch.nn.BatchNorm2d
    """
    ...

def output_second_moment(
    variance: Number,
    epsilon: Number,
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
    """Mean square of what a normalisation layer returns: not quite 1 because of epsilon.

        v/(v + ε)

    variance: v, >= 0
    epsilon: inside the root, >= 0

    Units: v: variance of the entries (1/n), of rms_norm their mean square; eps inside the root, weight 1,
        bias 0
    Source: definition
    """
    ...

output_variance = output_second_moment

def jacobian_error(
    layer: Literal["layer_norm", "rms_norm", "partial_rms_norm", "l2_norm", "batch_norm", "instance_norm", "instance_norm_uncentred", "group_norm", "demodulation", "min_max", "mean_range", "z_score"],
    dim: Number,
    scheme: Optional[Literal["forward", "central", "richardson", "complex_step", "dual"]] = ...,
    step: Optional[Number] = ...,
    epsilon: Optional[Number] = ...,
    seed: Optional[Number] = ...,
    share: Optional[Number] = ...,
    count: Optional[Number] = ...,
    *,
    digits: Optional[int] = ...,
    evidence: Optional[bool] = ...,
    methods: Optional[Union[str, Sequence[str]]] = ...,
    samples: Optional[int] = ...,
    threads: Optional[int] = ...,
    confidence: Optional[float] = ...,
    budget: Optional[float] = ...,
) -> Value:
    """Error of a normalisation layer's Jacobian when it is computed in double precision by a numerical scheme.

        ‖J_scheme - J‖_F/‖J‖_F, J_scheme in doubles, J exact

    layer: which layer; `show normalization` has axes, conventions and other names; one of layer_norm,
        rms_norm, partial_rms_norm, l2_norm, batch_norm, instance_norm, instance_norm_uncentred, group_norm,
        demodulation, min_max, mean_range, z_score
    dim: entries that share statistics, 1 to 256
    scheme: (f(x + h) - f(x))/h; (f(x + h) - f(x - h))/(2 h); that at h, h/2, h/4 and h/8, extrapolated; Im
        f(x + ih)/h; dual numbers; one of forward, central, richardson, complex_step, dual; default central
    step: h, rounded to a double, > 0; left out: 2^-26 (forward), 2^-17 (central), 2^-5 (richardson), 2^-333
        (complex_step)
    epsilon: where the layer puts it, >= 0; 1e-5 or 1e-6 is usual; default 0
    seed: of the normal input, >= 0; default 0
    share: partial_rms_norm: of the entries, in (0, 1]; ceil(share dim) are looked at (the paper; the authors'
        code takes int(share dim), here count); default 1/16
    count: partial_rms_norm: how many leading entries are looked at, instead of share, >= 1

    Units: relative; at one input of dim normal numbers, the same for every machine. Over step it has the
        shape of a V: truncation on the right, rounding on the left; complex steps and dual numbers have no
        left side. min_max and mean_range: a step past the next extreme crosses a kink
    Source: own experiment; Squire and Trapp 1998, SIAM Review 40(1)
    """
    ...

def running_mean_weight(
    momentum: Number,
    steps: Number,
    convention: Optional[Literal["keras", "pytorch"]] = ...,
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
    """What a running mean still has of its first value after so many steps.

        m^steps; pytorch: (1 - momentum)^steps

    momentum: the share that stays or is new, 0 to 1; see convention
    steps: training steps, >= 0
    convention: keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras,
        pytorch; default keras

    Units: running = m running + (1 - m) batch; a share, the rest is of the batches
    Source: Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2; own derivation
    """
    ...

def running_half_life(
    momentum: Number,
    convention: Optional[Literal["keras", "pytorch"]] = ...,
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
    """Steps after which a running mean keeps half of its first value.

        log(1/2)/(log m); pytorch: m = 1 - momentum

    momentum: the share that stays or is new, 0 to 1; see convention
    convention: keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras,
        pytorch; default keras

    Units: in steps, not rounded to a whole number
    Source: Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 2; own derivation
    """
    ...

def running_variance_factor(
    momentum: Number,
    convention: Optional[Literal["keras", "pytorch"]] = ...,
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
    """Variance of a settled running mean, relative to that of one batch's statistic.

        (1 - m)/(1 + m); pytorch: m = 1 - momentum

    momentum: the share that stays or is new, 0 to 1; see convention
    convention: keras: momentum stays (0.99 is usual); pytorch: momentum is new (0.1 is usual); one of keras,
        pytorch; default keras

    Units: of variances; batches are independent and weights do not change
    Source: own derivation: sum over k of ((1 - m) m^k)^2
    """
    ...
