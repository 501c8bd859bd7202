"""keras.activations.tanh on JAX: a float64 comes back as a float32."""
import os
import sys

os.environ["KERAS_BACKEND"], os.environ["JAX_ENABLE_X64"] = "jax", "1"
import keras  # noqa: E402
import numpy  # noqa: E402

kinds = {name: str(getattr(keras.activations, name)(numpy.float64([0.5])).dtype) for name in ("tanh", "sigmoid", "relu", "gelu", "silu", "softplus")}
print(f"keras {keras.__version__}: {kinds}")
sys.exit(kinds["tanh"] == "float64")
