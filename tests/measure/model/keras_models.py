#!/usr/bin/env python3
"""Models as Keras makes them, saved as people have them: an .npz archive of the weights by their paths.

    tools/requirements/run.sh jax keras_models.py FOLDER [--seed N] [--only NAME...]

Networks of keras.applications with weights=None and small inputs, and small ones of Keras's own layers. Each becomes
NAME.npz, by the line of Python that sigprop's message for a file of HDF5 has.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Callable, Dict, Sequence

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

VOCABULARY, WIDTH, LENGTH = 500, 128, 32
Maker = Callable[[], Any]


def application(name: str, side: int = 64, **options: Any) -> Maker:
    def make() -> Any:
        import keras
        return getattr(keras.applications, name)(weights=None, input_shape=(side, side, 3), classes=100, **options)
    return make


def sequential(*layers: Callable[[Any], Any], inputs: Sequence[int], dtype: str = "float32") -> Maker:
    def make() -> Any:
        import keras
        return keras.Sequential([keras.Input(inputs, dtype=dtype), *(layer(keras.layers) for layer in layers)])
    return make


def mlp(initializer: str) -> Maker:
    return sequential(lambda of: of.Dense(256, "relu", kernel_initializer=initializer), lambda of: of.Dense(256, "relu", kernel_initializer=initializer),
                      lambda of: of.Dense(256, "relu", kernel_initializer=initializer), lambda of: of.Dense(10, kernel_initializer=initializer), inputs=(64,))


def sequences(*layers: Callable[[Any], Any]) -> Maker:
    return sequential(lambda of: of.Embedding(VOCABULARY, WIDTH), *layers, lambda of: of.Dense(VOCABULARY), inputs=(LENGTH,), dtype="int32")


def transformer(causal: bool, normal: bool = False, reused: bool = False) -> Maker:
    """Blocks of the functional API, whose layers Keras numbers itself; `normal` draws as GPT-2 does, `reused` by one
    initialiser, which gives layers of one shape the same numbers."""
    def make() -> Any:
        import keras
        of = keras.layers
        shared = keras.initializers.RandomNormal(0.0, 0.02)

        def drawn(what: str = "kernel") -> Dict[str, Any]:
            return {f"{what}_initializer": shared if reused else keras.initializers.RandomNormal(0.0, 0.02)} if normal else {}

        tokens = keras.Input((LENGTH,), dtype="int32")
        places = of.Embedding(LENGTH, WIDTH, **drawn("embeddings"))(keras.ops.arange(LENGTH))
        x = of.Embedding(VOCABULARY, WIDTH, **drawn("embeddings"))(tokens) + places
        for _ in range(3):
            y = of.LayerNormalization()(x)
            x = x + of.MultiHeadAttention(4, WIDTH // 4, **drawn())(y, y, use_causal_mask=causal)
            y = of.LayerNormalization()(x)
            x = x + of.Dense(WIDTH, **drawn())(of.Dense(4 * WIDTH, "gelu", **drawn())(y))
        return keras.Model(tokens, of.Dense(VOCABULARY, **drawn())(of.LayerNormalization()(x)))
    return make


def named_transformer() -> Any:
    """Blocks that are layers of their own, with names."""
    import keras
    of = keras.layers

    class Block(of.Layer):  # type: ignore[misc]
        def __init__(self, name: str) -> None:
            super().__init__(name=name)
            self.norm1, self.norm2 = of.LayerNormalization(name="norm1"), of.LayerNormalization(name="norm2")
            self.attention = of.MultiHeadAttention(4, WIDTH // 4, name="attention")
            self.up, self.down = of.Dense(4 * WIDTH, "gelu", name="up"), of.Dense(WIDTH, name="down")

        def call(self, x: Any) -> Any:
            y = self.norm1(x)
            x = x + self.attention(y, y)
            return x + self.down(self.up(self.norm2(x)))

    tokens = keras.Input((LENGTH,), dtype="int32")
    x = of.Embedding(VOCABULARY, WIDTH, mask_zero=False, name="token_embedding")(tokens)
    for i in range(4):
        x = Block(f"block_{i}")(x)
    return keras.Model(tokens, of.Dense(VOCABULARY, name="head")(x))


def einsum_attention() -> Any:
    """Projections by EinsumDense, RMS norms, grouped queries."""
    import keras
    of = keras.layers
    tokens = keras.Input((LENGTH,), dtype="int32")
    x = of.Embedding(VOCABULARY, WIDTH)(tokens)
    for i in range(3):
        y = of.RMSNormalization(name=f"layer_{i}_norm")(x)
        x = x + of.GroupQueryAttention(WIDTH // 4, 4, 2, name=f"layer_{i}_attention")(y, y)
        y = of.RMSNormalization(name=f"layer_{i}_mlp_norm")(x)
        y = of.EinsumDense("btd,df->btf", output_shape=(None, 3 * WIDTH), activation="silu", name=f"layer_{i}_up")(y)
        x = x + of.EinsumDense("btf,fd->btd", output_shape=(None, WIDTH), name=f"layer_{i}_down")(y)
    return keras.Model(tokens, of.EinsumDense("btd,dv->btv", output_shape=(None, VOCABULARY), bias_axes="v", name="logits")(x))


def convolutions() -> Any:
    """One of each kind of convolution, with the norms that go with them."""
    import keras
    of = keras.layers
    image = keras.Input((32, 32, 3))
    x = of.BatchNormalization()(of.Conv2D(32, 3, padding="same")(image))
    x = of.GroupNormalization(8)(of.DepthwiseConv2D(3, padding="same", depth_multiplier=2)(x))
    x = of.BatchNormalization()(of.SeparableConv2D(96, 5, padding="same")(x))
    x = of.PReLU(shared_axes=(1, 2))(of.Conv2DTranspose(64, 4, 2, padding="same")(x))
    x = of.UnitNormalization()(of.Conv2D(64, 3, groups=4)(x))
    return keras.Model(image, of.Dense(10)(of.GlobalAveragePooling2D()(x)))


def conv1d() -> Any:
    import keras
    of = keras.layers
    sound = keras.Input((400, 1))
    x = sound
    for width in (32, 64, 64, 64):
        x = of.LayerNormalization()(of.Conv1D(width, 9, 2, activation="relu", kernel_initializer="he_normal")(x))
    x = of.Bidirectional(of.LSTM(64, return_sequences=True))(x)
    return keras.Model(sound, of.Dense(20)(of.Bidirectional(of.GRU(64))(x)))


def autoencoder() -> Any:
    import keras
    of = keras.layers
    image = keras.Input((32, 32, 3))
    x = image
    for width in (32, 64, 128):
        x = of.BatchNormalization()(of.Conv2D(width, 3, 2, padding="same", activation="relu", kernel_initializer="he_uniform")(x))
    for width in (64, 32, 3):
        x = of.Conv2DTranspose(width, 3, 2, padding="same", activation="relu")(x)
    return keras.Model(image, x)


MODELS: Dict[str, Maker] = {
    "ResNet50": application("ResNet50"), "ResNet50V2": application("ResNet50V2"),
    "MobileNet": application("MobileNet"), "MobileNetV2": application("MobileNetV2"),
    "MobileNetV3Small": application("MobileNetV3Small"), "MobileNetV3Large": application("MobileNetV3Large"),
    "EfficientNetB0": application("EfficientNetB0"), "EfficientNetV2B0": application("EfficientNetV2B0"),
    "DenseNet121": application("DenseNet121"), "NASNetMobile": application("NASNetMobile", 224),
    "ConvNeXtTiny": application("ConvNeXtTiny"), "Xception": application("Xception", 96),
    "InceptionV3": application("InceptionV3", 96), "VGG11like": sequential(
        lambda of: of.Conv2D(64, 3, activation="relu"), lambda of: of.MaxPooling2D(), lambda of: of.Conv2D(128, 3, activation="relu"),
        lambda of: of.Conv2D(128, 3, activation="relu"), lambda of: of.Flatten(), lambda of: of.Dense(256), lambda of: of.Dense(10), inputs=(20, 20, 3)),
    "MLP": mlp("glorot_uniform"), "MLP_he_normal": mlp("he_normal"), "MLP_lecun_normal": mlp("lecun_normal"),
    "MLP_random_normal": mlp("random_normal"), "MLP_random_uniform": mlp("random_uniform"),
    "MLP_truncated": mlp("truncated_normal"), "MLP_orthogonal": mlp("orthogonal"),
    "LSTM": sequences(lambda of: of.LSTM(96, return_sequences=True), lambda of: of.LSTM(96)),
    "GRU": sequences(lambda of: of.GRU(96, return_sequences=True), lambda of: of.GRU(96)),
    "SimpleRNN": sequences(lambda of: of.SimpleRNN(96, return_sequences=True), lambda of: of.SimpleRNN(96)),
    "ConvLSTM": sequential(lambda of: of.ConvLSTM2D(16, 3, return_sequences=True), lambda of: of.ConvLSTM2D(16, 3), lambda of: of.Flatten(),
                           lambda of: of.Dense(10), inputs=(4, 16, 16, 3)),
    "Encoder": transformer(False), "Decoder": transformer(True), "Decoder_normal": transformer(True, True),
    "NamedTransformer": named_transformer, "EinsumAttention": einsum_attention,
    "Convolutions": convolutions, "Conv1D": conv1d, "Autoencoder": autoencoder,
}


def make(name: str, folder: Path, seed: int) -> Path:
    import keras
    import numpy
    keras.utils.clear_session()
    keras.utils.set_random_seed(seed)
    model = MODELS[name]()
    arrays = {one.path: one.numpy() for one in model.weights}
    if len(arrays) != len(model.weights):
        raise ValueError(f"{name}: two weights have the same path")
    file = folder / f"{name}.npz"
    numpy.savez(file, **arrays)
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
