"""Small Transformers, trained exactly repeatably."""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._groups import split_arguments
from ._report import PathLike, Report, path_bytes


def train(*scheme_and_layers: Any, text: Optional[PathLike] = None, **parameters_and_options: Any) -> Report:
    """What ``sigprop train`` reports: ``train("pre_norm", 6, width=128, steps=300, networks=8, seed=1)``.

    Parameters are those of ``sigprop.training.validation_loss``; ``text`` is a file whose bytes are learned instead of
    a task. The report has records (validation loss and accuracy, nats learned, the share of each fate) and series:
    the loss against the step with its standard error over networks, each network's loss, and the stream against the
    layer, before and after. The bits are the same for any number of threads and on every machine.
    """
    entry = _core.quantity("training.validation_loss")
    given, options = split_arguments(entry, "train", scheme_and_layers, parameters_and_options)
    arguments = ", ".join(f"{name}={value}" for name, value in given)
    return Report(_core.train(arguments, None if text is None else path_bytes(text, "text"), options))
