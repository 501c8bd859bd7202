"""The quantities deepnorm.*. Written by tools/python/stubs.py from the catalogue."""

from typing import Optional, Sequence, Union

from ._types import Number
from ._value import Value

def encoder_alpha(
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
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
    """DeepNorm's multiplier of the skip path in the encoder.

        (2 N)^(1/4) alone, 0.81 (N⁴ M)^(1/16) with a decoder

    encoder_layers: N, blocks of the encoder, >= 0; 0: there is none; default 0
    decoder_layers: M, blocks of the decoder, >= 0; 0: there is none; default 0

    Units: N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is a
        stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the Xavier
        std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87 are the
        published, rounded constants: deepnorm.alpha_constant and beta_constant are what they round
    Source: Wang et al. 2022, arXiv:2203.00555, figure 2
    """
    ...

def encoder_beta(
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
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
    """DeepNorm's factor on the encoder's initial weights.

        (8 N)^(-1/4) alone, 0.87 (N⁴ M)^(-1/16) with a decoder

    encoder_layers: N, blocks of the encoder, >= 0; 0: there is none; default 0
    decoder_layers: M, blocks of the decoder, >= 0; 0: there is none; default 0

    Units: N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is a
        stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the Xavier
        std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87 are the
        published, rounded constants: deepnorm.alpha_constant and beta_constant are what they round
    Source: Wang et al. 2022, arXiv:2203.00555, figure 2
    """
    ...

def decoder_alpha(
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
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
    """DeepNorm's multiplier of the skip path in the decoder.

        (2 M)^(1/4) alone, (3 M)^(1/4) with an encoder

    encoder_layers: N, blocks of the encoder, >= 0; 0: there is none; default 0
    decoder_layers: M, blocks of the decoder, >= 0; 0: there is none; default 0

    Units: N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is a
        stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the Xavier
        std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87 are the
        published, rounded constants: deepnorm.alpha_constant and beta_constant are what they round
    Source: Wang et al. 2022, arXiv:2203.00555, figure 2
    """
    ...

def decoder_beta(
    encoder_layers: Optional[Number] = ...,
    decoder_layers: Optional[Number] = ...,
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
    """DeepNorm's factor on the decoder's initial weights.

        (8 M)^(-1/4) alone, (12 M)^(-1/4) with an encoder

    encoder_layers: N, blocks of the encoder, >= 0; 0: there is none; default 0
    decoder_layers: M, blocks of the decoder, >= 0; 0: there is none; default 0

    Units: N = encoder_layers and M = decoder_layers count blocks (a block has two or three sublayers); 0 is a
        stack that is not there. alpha multiplies the skip path before the norm; beta multiplies the Xavier
        std of the feed-forward, value and output projections, not of query and key. 0.81 and 0.87 are the
        published, rounded constants: deepnorm.alpha_constant and beta_constant are what they round
    Source: Wang et al. 2022, arXiv:2203.00555, figure 2
    """
    ...

def alpha_constant(
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
    """What DeepNorm's encoder constant 0.81 rounds.

        3^(-3/16)

    Units: dimensionless; the factor of (N^4 M)^(1/16) or (N^4 M)^(-1/16)
    Source: own derivation: alpha^2 beta^2 = 1/2 for the encoder, and M (beta_d^2/alpha_d) 4 N beta^2/alpha^2
        = 1 with the decoder's (3 M)^(1/4) and (12 M)^(-1/4)
    """
    ...

def beta_constant(
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
    """What DeepNorm's encoder constant 0.87 rounds.

        3^(3/16)/√2

    Units: dimensionless; the factor of (N^4 M)^(1/16) or (N^4 M)^(-1/16)
    Source: own derivation: alpha^2 beta^2 = 1/2 for the encoder, and M (beta_d^2/alpha_d) 4 N beta^2/alpha^2
        = 1 with the decoder's (3 M)^(1/4) and (12 M)^(-1/4)
    """
    ...
