#!/usr/bin/env python3
"""Scalars of JAX and TensorFlow are the numbers that they hold, and arrays of JAX are answered in words by check_backward."""

from __future__ import annotations

import sys
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy
import tensorflow

import sigprop


def message(call: Callable[[], Any]) -> str:
    try:
        return f"no error: {call()}"
    except (TypeError, ValueError) as error:
        return str(error)


def main() -> int:
    faults = []
    w = numpy.random.default_rng(0).standard_normal((64, 32)) * 0.02
    single = float(numpy.float32(0.02))
    for std, held in ((jnp.float32(0.02), single), (jnp.array([0.02]), single), (jnp.array(2), 2.0), (jnp.array(0.02, jnp.bfloat16), None),
                      (tensorflow.constant(0.02), single), (tensorflow.Variable(2.0), 2.0)):
        held = float(std) if held is None else held
        if str(sigprop.activation.gain("gelu", std=std)) != str(sigprop.activation.gain("gelu", std=held)):
            faults.append(f"{std!r} is not {held}")
        if sigprop.measure.weights(w, std=std).verdict != ("refuted" if held > 1 else "confirmed"):
            faults.append(f"measure.weights with std={std!r}")
    if str(sigprop.activation.gain("gelu", std=jnp.float32(0.02))) == str(sigprop.activation.gain("gelu", std=0.02)):
        faults.append("control: the float is not the double")

    def square(x: Any) -> Any:
        return jnp.tanh(x) ** 2

    x = jnp.linspace(0.1, 1, 7)
    for call, words in ((lambda: jax.jit(lambda s: sigprop.activation.gain("gelu", std=s))(1.0), "outside of jit"),
                        (lambda: sigprop.activation.gain("gelu", std=jnp.array([1.0, 2.0])), "no single number"),
                        (lambda: sigprop.check_backward(square, x), "give numpy.asarray(x)")):
        if words not in message(call):
            faults.append(message(call))
    jax.config.update("jax_enable_x64", True)  # as the answer says, and with a wrong factor
    for factor, verdict in ((1.0, "confirmed"), (1.01, "refuted")):
        check = sigprop.check_backward(lambda x: numpy.asarray(square(x)),
                                       lambda x, dy, factor=factor: factor * numpy.asarray(jax.vjp(square, x)[1](dy)[0]), numpy.asarray(x, float))
        if check.verdict != verdict:
            faults.append(f"a factor of {factor}: {check!r}")
    print("\n".join(faults) or "scalars of JAX and TensorFlow are numbers")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
