#!/usr/bin/env python3
"""Models as Flax makes them, by linen and by nnx, saved as people have them: .safetensors files of flattened names.

    tools/requirements/run.sh jax flax_models.py FOLDER [--seed N] [--only NAME...]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Callable, Dict, Sequence

import safetensors_write

VOCABULARY, WIDTH, LENGTH, LAYERS = 500, 128, 32, 3
Arrays = Dict[str, Any]


def flattened(variables: Any) -> Arrays:
    """As flax.traverse_util.flatten_dict(variables, sep="."), of the parameters alone where there is nothing else."""
    from flax.traverse_util import flatten_dict
    return flatten_dict(variables["params"] if set(variables) == {"params"} else variables, sep=".")


def initialised(module: Any, seed: int, *inputs: Any) -> Arrays:
    import jax
    return flattened(module.init(jax.random.key(seed), *inputs))


def tokens() -> Any:
    import jax.numpy as jnp
    return jnp.zeros((2, LENGTH), dtype="int32")


def images(side: int = 32) -> Any:
    import jax.numpy as jnp
    return jnp.zeros((2, side, side, 3))


def linen_mlp(seed: int) -> Arrays:
    import flax.linen as nn
    import jax.numpy as jnp
    return initialised(nn.Sequential([nn.Dense(256), nn.relu, nn.Dense(256), nn.relu, nn.Dense(256), nn.relu, nn.Dense(10)]), seed, jnp.zeros((2, 64)))


def linen_cnn(seed: int) -> Arrays:
    import flax.linen as nn

    class Net(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            for width in (32, 64, 128):
                x = nn.relu(nn.BatchNorm(use_running_average=False)(nn.Conv(width, (3, 3))(x)))
            x = nn.GroupNorm(8)(nn.ConvTranspose(64, (4, 4), (2, 2))(x))
            x = nn.Conv(64, (3, 3), feature_group_count=64)(x)
            return nn.Dense(10)(x.mean((1, 2)))
    return initialised(Net(), seed, images())


def linen_resnet(seed: int) -> Arrays:
    """As the example of Flax: the last scale of a block starts at 0, kernels are He's."""
    import flax.linen as nn

    class ResNetBlock(nn.Module):  # type: ignore[misc]
        filters: int

        @nn.compact
        def __call__(self, x: Any) -> Any:
            conv = lambda n, k: nn.Conv(n, k, use_bias=False, kernel_init=nn.initializers.he_normal())  # noqa: E731
            y = nn.relu(nn.BatchNorm(use_running_average=False)(conv(self.filters, (3, 3))(x)))
            y = nn.BatchNorm(use_running_average=False, scale_init=nn.initializers.zeros_init())(conv(self.filters, (3, 3))(y))
            if x.shape != y.shape:
                x = nn.BatchNorm(use_running_average=False, name="norm_proj")(conv(self.filters, (1, 1))(x))
            return nn.relu(x + y)

    class ResNet(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            x = nn.BatchNorm(use_running_average=False, name="bn_init")(nn.Conv(32, (3, 3), use_bias=False, name="conv_init")(x))
            for filters in (32, 32, 64, 64):
                x = ResNetBlock(filters)(x)
            return nn.Dense(10)(x.mean((1, 2)))
    return initialised(ResNet(), seed, images())


def linen_transformer(seed: int, pre: bool = True) -> Arrays:
    import flax.linen as nn
    import jax.numpy as jnp

    class Block(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            x = x + nn.MultiHeadDotProductAttention(4)(nn.LayerNorm()(x))
            return x + nn.Dense(WIDTH)(nn.gelu(nn.Dense(4 * WIDTH)(nn.LayerNorm()(x))))

    class Model(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            x = nn.Embed(VOCABULARY, WIDTH)(x) + nn.Embed(LENGTH, WIDTH)(jnp.arange(LENGTH))
            for _ in range(LAYERS):
                x = Block()(x)
            return nn.Dense(VOCABULARY)(nn.LayerNorm()(x))
    return initialised(Model(), seed, tokens())


def linen_vit(seed: int) -> Arrays:
    """As Google's vision_transformer: xavier kernels, biases of 1e-6, positions of std 0.02, a head of zeros."""
    import flax.linen as nn

    class Encoder1DBlock(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            dense = dict(kernel_init=nn.initializers.xavier_uniform(), bias_init=nn.initializers.normal(1e-6))
            x = x + nn.MultiHeadDotProductAttention(4, kernel_init=nn.initializers.xavier_uniform())(nn.LayerNorm()(x))
            return x + nn.Dense(WIDTH, **dense)(nn.gelu(nn.Dense(4 * WIDTH, **dense)(nn.LayerNorm()(x))))

    class VisionTransformer(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            import jax.numpy as jnp
            x = nn.Conv(WIDTH, (4, 4), (4, 4), name="embedding")(x)
            x = x.reshape(x.shape[0], -1, WIDTH)
            cls = self.param("cls", nn.initializers.zeros, (1, 1, WIDTH))
            x = jnp.concatenate([jnp.tile(cls, (x.shape[0], 1, 1)), x], axis=1)
            x = x + self.param("pos_embedding", nn.initializers.normal(0.02), (1, x.shape[1], WIDTH))
            for i in range(LAYERS):
                x = Encoder1DBlock(name=f"encoderblock_{i}")(x)
            return nn.Dense(10, kernel_init=nn.initializers.zeros, name="head")(nn.LayerNorm(name="encoder_norm")(x)[:, 0])
    return initialised(VisionTransformer(), seed, images())


def linen_mixer(seed: int) -> Arrays:
    import flax.linen as nn

    class MixerBlock(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            y = nn.LayerNorm()(x).swapaxes(1, 2)
            y = nn.Dense(64, name="token_out")(nn.gelu(nn.Dense(128, name="token_in")(y)))
            x = x + y.swapaxes(1, 2)
            return x + nn.Dense(WIDTH, name="channel_out")(nn.gelu(nn.Dense(4 * WIDTH, name="channel_in")(nn.LayerNorm()(x))))

    class Mixer(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            x = nn.Conv(WIDTH, (4, 4), (4, 4), name="stem")(x).reshape(2, 64, WIDTH)
            for i in range(LAYERS):
                x = MixerBlock(name=f"MixerBlock_{i}")(x)
            return nn.Dense(10, name="head", kernel_init=nn.initializers.zeros)(x.mean(1))
    return initialised(Mixer(), seed, images())


def linen_recurrent(cell: str) -> Callable[[int], Arrays]:
    def make(seed: int) -> Arrays:
        import flax.linen as nn

        class Net(nn.Module):  # type: ignore[misc]
            @nn.compact
            def __call__(self, x: Any) -> Any:
                x = nn.Embed(VOCABULARY, WIDTH)(x)
                for _ in range(2):
                    x = nn.RNN(getattr(nn, cell)(96))(x)
                return nn.Dense(VOCABULARY)(x)
        return initialised(Net(), seed, tokens())
    return make


def linen_scanned(seed: int) -> Arrays:
    """Layers that nn.scan stacks along the first axis, as of large models."""
    import flax.linen as nn

    class Block(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any, _: Any) -> Any:
            y = nn.RMSNorm(name="norm")(x)
            x = x + nn.Dense(WIDTH, use_bias=False, name="down")(nn.silu(nn.Dense(3 * WIDTH, use_bias=False, name="up")(y)))
            return x, None

    class Model(nn.Module):  # type: ignore[misc]
        @nn.compact
        def __call__(self, x: Any) -> Any:
            x = nn.Embed(VOCABULARY, WIDTH)(x)
            layers = nn.scan(Block, variable_axes={"params": 0}, split_rngs={"params": True}, length=4)
            x, _ = layers(name="layers")(x, None)
            return nn.Dense(VOCABULARY, use_bias=False, name="logits")(nn.RMSNorm(name="final_norm")(x))
    return initialised(Model(), seed, tokens())


def nnx_arrays(model: Any) -> Arrays:
    """Parameters and running statistics of an nnx model by their paths: no states of random number generators."""
    from flax import nnx
    import numpy
    found = {}
    for path, value in nnx.to_flat_state(nnx.state(model, nnx.Any(nnx.Param, nnx.BatchStat))):
        found[".".join(map(str, path))] = numpy.asarray(value[...])
    return found


def nnx_mlp(seed: int) -> Arrays:
    from flax import nnx
    rngs = nnx.Rngs(seed)
    widths = (64, 256, 256, 256, 10)
    return nnx_arrays(nnx.Sequential(*(nnx.Linear(a, b, rngs=rngs) for a, b in zip(widths, widths[1:]))))


def nnx_cnn(seed: int) -> Arrays:
    from flax import nnx

    class Net(nnx.Module):  # type: ignore[misc]
        def __init__(self, rngs: Any) -> None:
            self.convs = nnx.List([nnx.Conv(a, b, (3, 3), rngs=rngs) for a, b in ((3, 32), (32, 64), (64, 64), (64, 64))])
            self.norms = nnx.List([nnx.BatchNorm(n, rngs=rngs) for n in (32, 64, 64, 64)])
            self.up = nnx.ConvTranspose(64, 32, (4, 4), rngs=rngs)
            self.head = nnx.Linear(32, 10, rngs=rngs)
    return nnx_arrays(Net(nnx.Rngs(seed)))


def nnx_transformer(seed: int) -> Arrays:
    from flax import nnx

    class Block(nnx.Module):  # type: ignore[misc]
        def __init__(self, rngs: Any) -> None:
            self.ln1, self.ln2 = nnx.LayerNorm(WIDTH, rngs=rngs), nnx.LayerNorm(WIDTH, rngs=rngs)
            self.mha = nnx.MultiHeadAttention(4, WIDTH, decode=False, rngs=rngs)
            self.linear1, self.linear2 = nnx.Linear(WIDTH, 4 * WIDTH, rngs=rngs), nnx.Linear(4 * WIDTH, WIDTH, rngs=rngs)

    class Model(nnx.Module):  # type: ignore[misc]
        def __init__(self, rngs: Any) -> None:
            self.embed, self.pos = nnx.Embed(VOCABULARY, WIDTH, rngs=rngs), nnx.Embed(LENGTH, WIDTH, rngs=rngs)
            self.blocks = nnx.List([Block(rngs) for _ in range(LAYERS)])
            self.ln_f, self.head = nnx.LayerNorm(WIDTH, rngs=rngs), nnx.Linear(WIDTH, VOCABULARY, rngs=rngs)
    return nnx_arrays(Model(nnx.Rngs(seed)))


def nnx_recurrent(cell: str) -> Callable[[int], Arrays]:
    def make(seed: int) -> Arrays:
        from flax import nnx

        class Net(nnx.Module):  # type: ignore[misc]
            def __init__(self, rngs: Any) -> None:
                self.embed = nnx.Embed(VOCABULARY, WIDTH, rngs=rngs)
                self.cells = nnx.List([getattr(nnx, cell)(WIDTH, WIDTH, rngs=rngs) for _ in range(2)])
                self.head = nnx.Linear(WIDTH, VOCABULARY, rngs=rngs)
        return nnx_arrays(Net(nnx.Rngs(seed)))
    return make


def nnx_lora(seed: int) -> Arrays:
    from flax import nnx

    class Net(nnx.Module):  # type: ignore[misc]
        def __init__(self, rngs: Any) -> None:
            self.layers = nnx.List([nnx.LoRALinear(WIDTH, WIDTH, lora_rank=8, rngs=rngs) for _ in range(3)])
    return nnx_arrays(Net(nnx.Rngs(seed)))


MODELS: Dict[str, Callable[[int], Arrays]] = {
    "linen_MLP": linen_mlp, "linen_CNN": linen_cnn, "linen_ResNet": linen_resnet, "linen_Transformer": linen_transformer,
    "linen_ViT": linen_vit, "linen_Mixer": linen_mixer, "linen_LSTM": linen_recurrent("LSTMCell"),
    "linen_OptimizedLSTM": linen_recurrent("OptimizedLSTMCell"), "linen_GRU": linen_recurrent("GRUCell"),
    "linen_Scanned": linen_scanned,
    "nnx_MLP": nnx_mlp, "nnx_CNN": nnx_cnn, "nnx_Transformer": nnx_transformer,
    "nnx_LSTM": nnx_recurrent("LSTMCell"), "nnx_OptimizedLSTM": nnx_recurrent("OptimizedLSTMCell"), "nnx_GRU": nnx_recurrent("GRUCell"),
    "nnx_LoRA": nnx_lora,
}


def make(name: str, folder: Path, seed: int) -> Path:
    import numpy
    file = folder / f"{name}.safetensors"
    safetensors_write.write(file, [safetensors_write.of_array(key, numpy.asarray(one)) for key, one in MODELS[name](seed).items()])
    return file


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", default=list(MODELS), choices=list(MODELS))
    given = parser.parse_args(words)
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.only:
        print(make(name, given.folder, given.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
