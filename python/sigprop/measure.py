"""Measurements of your own arrays, compared with what they should be, as in ``sigprop measure``.

    >>> w = 0.02 * torch.randn(768, 768)
    >>> sigprop.measure.weights(w, std="0.02").verdict
    'confirmed'

Arrays are those of NumPy (float64, float32, float16, bfloat16 of ml_dtypes; uint16 with ``dtype="bfloat16"``), tensors of
torch on the CPU, and any object that exports a buffer or DLPack. They are read in place, with any strides.
Numbers such as ``std`` are int, float, Fraction, Value, or an expression as text. Options are those of ``evaluate``.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from . import _core
from ._arrays import array, dtype_name
from ._errors import InputError, shown
from ._groups import argument_text
from ._measured import Judged, Measurement
from ._report import PathLike, Record, Report, json_text, path_bytes, read_text, renamed
from ._slope import QUARTER, SlopeMeasurement, slope_of
from ._state_dict import stored
from ._text import check_text

__all__ = [
    "AttentionMeasurement",
    "ElementwiseMeasurement",
    "JacobianMeasurement",
    "JacobianOutput",
    "ModelMeasurement",
    "SlopeMeasurement",
    "WeightsMeasurement",
    "attention",
    "elementwise",
    "jacobian",
    "model",
    "slope",
    "weights",
]


@contextlib.contextmanager
def _keywords() -> Iterator[None]:
    """Messages of the library name flags of the tool: here they are keywords."""
    try:
        yield
    except InputError as error:
        def keyword(text: str) -> str:
            return re.sub(r"--([a-z][a-z-]*)", lambda found: found.group(1).replace("-", "_"), text)

        raise InputError(keyword(str(error)), keyword(error.text), error.offset, error.length) from None


def _number(value: Any, name: str) -> Optional[str]:
    return None if value is None else argument_text(value, "real", name)


def _word(value: Any, name: str, first: str, second: str) -> bool:
    if not isinstance(value, str) or value not in (first, second):
        raise InputError(f"{name} is '{first}' or '{second}', not {shown(value)}")
    return bool(value == second)


def _array(value: Any, name: str, dtype: Any, title: Optional[str] = None) -> Any:
    """The array; ``dtype`` says what its bits are, or repeats what they are."""
    wanted = dtype_name(dtype)
    check_text("" if title is None else title, "name")
    held = array(value, title or name, wanted == "bfloat16")
    if wanted is not None and held.dtype != wanted:
        raise InputError(f"{title or name} holds {held.dtype}, not {wanted}: dtype says what the array holds")
    return held


class WeightsMeasurement(Measurement):
    """Weights, compared with the claimed law. Statistics: count, zeros, nans, infinities, mean, std, standard_error
    (of std), min, max, skewness, kurtosis, mean_magnitude, rms. ``truncation`` and ``tested`` are texts."""

    @property
    def ok(self) -> bool:
        """Whether the weights are as claimed; without a claim, whether all of them are finite."""
        return self.verdict == "confirmed" if self.verdict else self.nans == 0 and self.infinities == 0

    @property
    def record(self) -> Record:
        return self.report.records[0]

    @property
    def expected_std(self) -> Optional[float]:
        """The std that follows from the claim."""
        return (self.record.computed or {}).get("double")

    @property
    def table(self) -> list[dict]:
        row = {"weights": self.record.id, "shape": self.shape, "dtype": self.dtype, "n": int(self.count)}
        row.update({name: self._details["statistics"][name] for name in ("mean", "std", "standard_error")})
        row["expected std"] = self.expected_std
        row.update({name: self._details["statistics"][name] for name in ("min", "max", "kurtosis")})
        return [{**row, "truncation": self.truncation, "verdict": self.verdict}]


def weights(
    w: Any,
    std: Any = None,
    *,
    lower: Any = None,
    upper: Any = None,
    limits: Optional[str] = None,
    distribution: str = "normal",
    layout: str = "torch",
    dtype: Any = None,
    name: str = "w",
    **options: Any,
) -> WeightsMeasurement:
    """Was the initialisation applied, and where was it truncated?

    w: the weights, an array of any shape
    std: the claimed std of the law; for a truncated normal, the std before truncation. Without std there is no claim:
        ``law`` describes the weights, and ``likely`` lists the initialisers that fit, as (name, std, log-likelihood)
    lower, upper: limits of a truncated normal; ``limits="relative"`` means multiples of std, "absolute" means values
    distribution: "normal", or "uniform" on ±sqrt(3) std
    layout: "torch": w[fan_out, fan_in, …]; "keras": w[…, fan_in, fan_out]
    dtype: "bfloat16" if 16-bit integers are the bits of bfloat16 numbers
    name: the name of the weights in the report
    """
    uniform = _word(distribution, "distribution", "normal", "uniform")
    if limits is not None and uniform:
        raise InputError("limits is for a truncated normal only: a uniform law ends at ±sqrt(3) std")
    if limits is not None and lower is None and upper is None:
        raise InputError("limits sets the unit of lower and upper: give at least one of them, too")
    absolute = _word("relative" if limits is None else limits, "limits", "relative", "absolute")
    keras = _word(layout, "layout", "torch", "keras")
    if std is None and (uniform or lower is not None or upper is not None):
        raise InputError("lower, upper and distribution are parts of a claim, which also needs its std")
    claimed = None if std is None else argument_text(std, "real", "std")
    held = _array(w, "w", dtype, name)
    with _keywords():
        report, details = _core.measure_weights(
            held, options, std=claimed, lower=_number(lower, "lower"), upper=_number(upper, "upper"), absolute=absolute,
            uniform=uniform, keras=keras,
        )
    return WeightsMeasurement(Report(report), details)


class ModelMeasurement(Measurement):
    """A checkpoint. ``summary`` describes it, ``findings`` lists findings and remarks (kind, tensors, text, accuses), ``notes`` says what was taken,
    left out and not read, ``recipes`` counts the tensors that each recipe explains, and ``tensors`` describes each tensor. The numbers of the whole
    model are attributes: weights, layers, fresh_share."""

    @property
    def ok(self) -> bool:
        """Whether every tensor is as specified; without a specification, whether there are no findings but remarks."""
        return self.verdict == "confirmed" if self.verdict else not self._odd()

    @property
    def reason(self) -> str:
        """Why tensors are not as specified; without a specification, the findings."""
        judged = [f"{one.id}: {one.reason}" for one in self.records if one.verdict in ("refuted", "undecided")]
        return "; ".join(judged or self._odd())

    def _odd(self) -> list[str]:
        return [one["text"] for one in self.findings if one["accuses"]]

    @property
    def tensors(self) -> list[dict]:
        """For each tensor, or matrix of a fused one: its name, verdict, words (role, law, likely, …) and statistics."""
        return [
            {"tensor": one.id, "verdict": one.verdict, **(one.described or {}), **(one.measured or {})}
            for one in self.report.records[1:]
        ]

    @property
    def table(self) -> list[dict]:
        return self.tensors

    def _headline(self) -> str:
        return self.verdict or self.summary


def model(
    path: Union[PathLike, Mapping[str, Any]],
    *,
    spec: Any = None,
    recipe: Optional[str] = None,
    roles: Any = None,
    layout: Optional[str] = None,
    sizes: Optional[dict] = None,
    spectrum: bool = False,
    ignore: Sequence[str] = (),
    config: bool = True,
    dtype: Any = None,
    **options: Any,
) -> ModelMeasurement:
    """Which model is this checkpoint, and is every tensor initialised as it should be?

    path: a .safetensors file, its index or folder, an .npz archive, a file of torch.save (.pt, .pth, .bin, .ckpt), its index
        or folder, a folder of .npy files, or a GGUF file; no code of a file runs. Or a model's ``state_dict()``, or another
        dictionary of arrays, which is written to a temporary file
    spec: the law that each tensor must have: a file that ``sigprop recipe NAME --emit spec`` wrote, or its dictionary
    recipe: the recipe that the model should follow (the one that explains most tensors)
    roles: rules that assign roles to tensors, a file or its dictionary
    layout: "torch" or "keras", if names and shapes do not decide it
    sizes: sizes that no shape shows, such as {"heads": 12}
    spectrum: add singular values and the logits of each head to the statistics of ``tensors``
    ignore: findings to omit: ids such as "zero-rows", or "unlike-its-layers:h.3.*" for some tensors
    config: also omit those of [tool.sigprop] in the pyproject.toml of the working directory or a parent folder
    dtype: "bfloat16" if 16-bit integers are the bits of bfloat16 numbers
    """
    if layout is not None:
        _word(layout, "layout", "torch", "keras")
    if isinstance(ignore, str):
        raise TypeError(f"ignore is a list of findings, such as [{ignore!r}]")
    for one in ignore:
        check_text(one, "a finding to ignore")
    if not isinstance(config, bool):
        raise TypeError(f"config takes True or False, not {shown(config)}")
    bfloat16 = dtype is not None and dtype_name(dtype) == "bfloat16"
    if recipe is not None:
        check_text(recipe, "recipe")
    if sizes is not None and not isinstance(sizes, dict):
        raise TypeError(f'sizes is a dictionary such as {{"heads": 12}}, not {type(sizes).__name__}')
    for one in sizes or {}:
        check_text(one, "the name of a size")
    texts = {name: argument_text(value, "real", name) for name, value in (sizes or {}).items()}
    with _keywords(), stored(path, "path") as file:
        report, details = _core.measure_model(
            path_bytes(file, "path"), options, spec=_document(spec, "spec"), recipe=recipe, roles=_document(roles, "roles"),
            layout=layout, sizes=list(texts.items()), bfloat16=bfloat16, spectrum=bool(spectrum), ignore=list(ignore), config=config,
        )
    made = Report(report)
    return ModelMeasurement(made if file is path else renamed(made, str(file), "state_dict"), details)


def _document(value: Any, name: str) -> Optional[str]:
    """JSON as text: of a file, or of a dictionary."""
    if value is None or isinstance(value, dict):
        return None if value is None else json_text(value, name)
    return read_text(value, name)


class AttentionMeasurement(Measurement):
    """The softmax rows of each head. Statistics (entropy, effective_keys, max_weight, …) are arrays with the leading
    axes of q; ``heads`` has them as dictionaries, and ``logits`` describes how the logits were computed."""

    @property
    def ok(self) -> bool:
        """Whether every row is finite."""
        return all(statistics["bad_rows"] == 0 for _, _, statistics in self._details["heads"])

    @property
    def heads(self) -> list[dict]:
        """A dictionary of statistics for each head, with its indices, those of its keys, and the entropy of iid normal
        logits of the same std (``expected_entropy``)."""
        made = []
        for (head, keys, statistics), record in zip(self._details["heads"], self.records):
            expected = (record.computed or {}).get("double")
            made.append({"head": head, "key_head": keys, "expected_entropy": expected, **statistics})
        return made

    def __getattr__(self, name: str) -> Any:
        heads = self.__dict__.get("_details", {}).get("heads", [])
        if heads and name in heads[0][2]:
            import numpy

            shape = self._details["q_shape"][:-2]
            return numpy.array([statistics[name] for _, _, statistics in heads]).reshape(shape)
        return super().__getattr__(name)

    def _names(self) -> list[str]:
        heads = self.__dict__.get("_details", {}).get("heads", [])
        return sorted({*super()._names(), *(heads[0][2] if heads else ())})

    @property
    def table(self) -> list[dict]:
        shown = ("entropy", "entropy_share", "expected_entropy", "effective_keys", "max_weight", "above_half",
                 "above_99", "jacobian_norm", "logit_std", "bad_rows")
        return [{"head": one["head"], **{name: one[name] for name in shown}} for one in self.heads]


def attention(
    q: Any,
    k: Any,
    *,
    scale: Any = None,
    softcap: Any = None,
    causal: bool = False,
    dtype: Any = None,
    **options: Any,
) -> AttentionMeasurement:
    """How sharp are the softmax rows of each head?

    q: queries [n, d], [heads, n, d] or [batch, heads, n, d]
    k: keys of the same shape, or with fewer heads; their number must divide that of q
    scale: logits are scale q.k (1/sqrt(d))
    softcap: the cap c: logits x become c tanh(x / c)
    causal: a query sees no key after its position; the last one sees all keys
    dtype: "bfloat16" if 16-bit integers are the bits of bfloat16 numbers
    """
    if not isinstance(causal, bool):
        raise TypeError(f"causal takes True or False, not {shown(causal)}")
    queries, keys = _array(q, "q", dtype), _array(k, "k", dtype)
    with _keywords():
        report, details = _core.measure_attention(
            queries, keys, options, scale=_number(scale, "scale"), softcap=_number(softcap, "softcap"), causal=causal
        )
    return AttentionMeasurement(Report(report), details)


class ElementwiseMeasurement(Measurement):
    """Fits of element-wise forms to normalised rows. ``dyt`` and ``dyisru`` are dictionaries: the shared parameter and
    its error, the error with one parameter per feature, the optimum for normal inputs, and lists over features."""

    @property
    def ok(self) -> bool:
        """Whether every row could be used."""
        return not self._details["reason"]

    @property
    def reason(self) -> str:
        return self._details["reason"]

    @property
    def alpha(self) -> float:
        """The alpha of the closest sqrt(d) tanh(alpha x), one for all features."""
        return self._details["dyt"]["parameter"]

    @property
    def c(self) -> float:
        """The C of the closest sqrt(d) x / sqrt(x^2 + C), one for all features."""
        return self._details["dyisru"]["parameter"]

    @property
    def table(self) -> list[dict]:
        rows = []
        for form, parameter in (("dyt", "alpha"), ("dyisru", "C")):
            one = self._details[form]
            rows.append({"form": form, "parameter": parameter, "fitted": one["parameter"], "error": one["error"],
                         "error, one per feature": one["own_error"], "normal optimum": one["normal"]["parameter"],
                         "its error here": one["normal"]["error"], "best map's error": self.best_map_error})
        return rows


def elementwise(
    x: Any,
    *,
    layer: str = "rms_norm",
    eps: Any = None,
    rms: Any = None,
    weight: Any = None,
    dtype: Any = None,
    **options: Any,
) -> ElementwiseMeasurement:
    """What could replace the normalisation of these activations?

    x: activations [..., d], the layer's input
    layer: "rms_norm", "layer_norm", or the name of an implementation
    eps: the layer's epsilon (0)
    rms: root mean square of the normal inputs whose optimum is reported for comparison (1)
    weight: the gain, one number per feature (1)
    dtype: "bfloat16" if 16-bit integers are the bits of bfloat16 numbers
    """
    held = _array(x, "x", dtype)
    gain = None if weight is None else array(weight, "weight", dtype_name(dtype) == "bfloat16")
    with _keywords():
        report, details = _core.measure_elementwise(
            held, gain, options, layer=_layer(layer), eps=_number(eps, "eps"), rms=_number(rms, "rms")
        )
    return ElementwiseMeasurement(Report(report), details)


def _layer(layer: Any) -> str:
    if not isinstance(layer, str):
        raise TypeError(f"layer takes a name such as 'rms_norm', not {type(layer).__name__}")
    return check_text(layer, "layer")


class JacobianOutput(Judged):
    """One output of a backward pass: dx, dweight, dbias or y. ``mistakes`` lists the known mistakes that fit, and
    ``statistics`` has the figures of the report."""

    def __init__(self, details: dict, record: Record) -> None:
        self.name: str = details["output"]
        self.shape: tuple = details["shape"]
        self.dtype: str = details["dtype"]
        self.statistics: dict = details["statistics"]
        self.mistakes: list[str] = [one[0] for one in details["looks_like"]]
        self.looks_like: list[tuple] = details["looks_like"]
        self.unseen: list[str] = details["unseen"]
        self.record = record


class JacobianMeasurement(Measurement):
    """A backward pass, compared with the exact gradient. ``outputs`` has a JacobianOutput for each given output; so do
    the attributes ``.dx``, ``.dweight``, …; ``warnings`` lists properties of the input that hide errors."""

    @property
    def outputs(self) -> dict[str, JacobianOutput]:
        pairs = zip(self._details["outputs"], self.records)
        return {details["output"]: JacobianOutput(details, record) for details, record in pairs}

    @property
    def mistakes(self) -> list[str]:
        """The known mistakes that fit the outputs, the best match first."""
        return list(dict.fromkeys(name for one in self.outputs.values() for name in one.mistakes))

    def __getattr__(self, name: str) -> Any:
        if name in ("dx", "dweight", "dbias", "y"):
            outputs = self.outputs
            if name in outputs:
                return outputs[name]
            raise AttributeError(f"{name} was not given to measure.jacobian")
        return super().__getattr__(name)

    @property
    def table(self) -> list[dict]:
        rows = []
        for one in self.outputs.values():
            rows.append({"output": one.name, "shape": one.shape, "dtype": one.dtype, **one.statistics,
                         "looks like": "; ".join(one.mistakes), "verdict": one.verdict})
        return rows


def jacobian(
    *,
    x: Any,
    dy: Any,
    layer: str,
    eps: Any = None,
    dskip: Any = None,
    dx: Any = None,
    weight: Any = None,
    weight_offset: Any = None,
    dweight: Any = None,
    bias: Any = None,
    dbias: Any = None,
    y: Any = None,
    dtype: Any = None,
    groups: Optional[int] = None,
    **options: Any,
) -> JacobianMeasurement:
    """Is the backward pass of a normalisation layer or an activation right?

    x: the layer's input [..., d], or [B, C, ...] for layers with channels; dy: the gradient of its output
    layer: "rms_norm", "layer_norm", "batch_norm", "group_norm", …; the name of an implementation, such as
        "GemmaRMSNorm"; an activation, such as "mish"; or a formula in x
    eps: the layer's epsilon (that of the named implementation)
    dskip: the gradient that bypasses the layer and is added to dx, as in a norm fused with its residual (0)
    dx, dweight, dbias, y: the results of your kernel, which are checked
    weight: the gain (1); weight_offset: the number added to it (that of the implementation, such as 1 for Gemma; else 0);
        bias: the bias (0)
    dtype: the type that the kernel computes in (that of each output); with "bfloat16", 16-bit integers are its bits
    groups: the number of groups in group_norm
    """
    computed_in = dtype_name(dtype)
    given = {"x": x, "dy": dy, "dskip": dskip, "dx": dx, "weight": weight, "dweight": dweight, "bias": bias,
             "dbias": dbias, "y": y}
    if groups is not None and (isinstance(groups, bool) or not hasattr(groups, "__index__")
                               or not 1 <= groups.__index__() < 2**31):
        raise InputError(f"groups takes a whole number from 1 to 2^31 - 1, not {shown(groups)}")
    required = ("x", "dy")
    held = {
        role: array(value, role, computed_in == "bfloat16")
        for role, value in given.items()
        if value is not None or role in required
    }
    with _keywords():
        report, details = _core.measure_jacobian(
            held, options, layer=_layer(layer), eps=_number(eps, "eps"), weight_offset=_number(weight_offset, "weight_offset"),
            dtype=computed_in, groups=None if groups is None else groups.__index__()
        )
    return JacobianMeasurement(Report(report), details)


def slope(
    by_width: Mapping[Any, Any],
    expected: Any = None,
    *,
    at_most: Any = None,
    confidence: float = 0.99,
    tolerance: float = QUARTER,
) -> SlopeMeasurement:
    """Does a number of your own training code grow with the width as it should? The coordinate check of muP.

        >>> changes = {64: [0.51, 0.49], 128: [0.52, 0.48], 256: [0.50, 0.51]}    # rms, of two seeds each
        >>> sigprop.measure.slope(changes, at_most=0).verdict
        'confirmed'

    by_width: for each width a number, such as the root mean square of the logits or of what a layer's output has changed by
        since initialisation, or the activations themselves as an array, of which the root mean square is taken; a list has
        one of these for each seed
    expected: the exponent of the width. In muP what training changes activations and logits by has 0, as have hidden
        activations, while logits start with -1/2; ``sigprop.training.expected_slope`` computes others
    at_most: instead of ``expected``, the largest exponent that is right: at moderate widths what training changes logits by
        falls in a right muP, and grows in none
    confidence: of the interval, which is Student's for independent points around a power law
    tolerance: an interval within so much of ``expected`` confirms it, one wholly outside refutes it. Exponents of theory are
        multiples of 1/2, which a quarter tells apart
    """

    def rms_of(array_of: Any, name: str) -> float:
        detached = array_of.detach() if hasattr(array_of, "detach") else array_of  # a gradient is of no use here
        return float(weights(detached, name=name).rms)

    return slope_of(by_width, expected, at_most, confidence, tolerance, rms_of)
