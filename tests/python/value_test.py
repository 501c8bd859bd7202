"""A value is what the tool says, exactly, and its arithmetic and comparisons are proofs."""

from __future__ import annotations

import decimal
import fractions
import math
import pickle
import sys
import warnings
from pathlib import Path

import pytest
import sigprop

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from share import share_of  # noqa: E402

CALLS = [
    "truncated_normal.std(-2, 2)",
    "activation.gain(gelu)",
    "activation.gain(silu, std=2)",
    "attention.entropy(512, std=2)",
    "sqrt(2) * activation.gain(relu) - 2",
    "residual.second_moment(pre_norm, sublayers=96)",
    "selu.alpha()",
    "1/3",
    "attention.entropy(2, std=8)",
    "torch.trunc_normal_(std=0.02)",
]


@pytest.mark.filterwarnings("ignore::sigprop.SigpropWarning")
def test_evidence_is_the_tools_to_the_bit(tool):
    for text in CALLS:
        ours = sigprop.evaluate(text, evidence=True).to_dict()
        theirs = tool("eval", text)["records"][0]
        assert ours == theirs


@pytest.mark.filterwarnings("ignore::sigprop.SigpropWarning")
def test_a_thousand_values_are_the_tools(tool):
    """Those that the shipped claims and series ask for, and grids over the classic parameters."""
    texts = [f"activation.gain({name}, std={std})" for name in NAMES for std in STDS]
    texts += [f"truncated_normal.std({-a}, {a}, std={s})" for a in CUTS for s in ("0.02", "1", "1/3")]
    texts += [f"attention.entropy({n}, std={s})" for n in (2, 3, 17, 512, 65536) for s in ("1/10", "0.5", "1", "2", "4")]
    texts += [f"residual.{q}({scheme}, sublayers={n})" for q in ("second_moment", "gradient_ratio") for scheme in
              ("pre_norm", "post_norm") for n in range(1, 101)]
    texts += [f"init.std({scheme}, fan_in={n}, fan_out={m})" for scheme in ("glorot", "xavier")
              for n in (3, 64, 768, 4096) for m in (64, 768, 1000)]
    texts = list(dict.fromkeys(texts))
    assert len(texts) >= 1000
    texts = share_of(texts)
    theirs = []
    for first in range(0, len(texts), 100):
        theirs += tool("eval", *texts[first : first + 100], "--methods", "closed_form,arb_*")["records"]
    for text, record in zip(texts, theirs):
        value = sigprop.evaluate(text)
        computed = record["computed"]
        assert value.status == record["status"], text
        assert value._found().decimal == computed["decimal"], text
        assert value._found().value == computed["double"], text


NAMES = ("relu", "gelu", "silu", "mish", "tanh", "sigmoid", "elu", "selu", "softplus", "gelu_tanh", "hard_swish", "erf",
         "leaky_relu", "softsign", "quick_gelu", "squared_relu", "relu6", "hardtanh", "tanhshrink", "logsigmoid")
STDS = [f"{n}/10" for n in range(1, 31)]
CUTS = [fractions.Fraction(n, 10) for n in range(5, 45)]


def test_bounds_are_exact_and_contain_the_proved_digits():
    value = sigprop.truncated_normal.std(-2, 2, digits=50)
    assert isinstance(value.lower, fractions.Fraction)
    assert value.lower < value.upper
    assert value.upper - value.lower < fractions.Fraction(1, 10**50)
    assert abs(fractions.Fraction(value.decimal) - value.lower) < fractions.Fraction(1, 10**49)
    assert value.digits == 50
    assert float(value) == 0.87962566103423975


def test_exact_numbers_of_python_arrive_exactly():
    tenth = sigprop.evaluate(0.1)
    assert tenth.lower == tenth.upper == fractions.Fraction(0.1)
    assert sigprop.evaluate(2**70 + 1).lower == 2**70 + 1
    assert sigprop.evaluate(fractions.Fraction(1, 3)).lower <= fractions.Fraction(1, 3)
    assert sigprop.evaluate(decimal.Decimal("0.1")) == fractions.Fraction(1, 10)
    assert sigprop.evaluate(5e-324).lower == fractions.Fraction(5e-324)
    assert sigprop.activation.gain("relu", std=0.1).expression.endswith("std=0.1000000000000000055511151231257827021181583404541015625)")
    assert sigprop.activation.gain("relu", std="0.1").expression == "activation.gain(relu, std=0.1)"


def test_arithmetic_is_proved_again():
    std = sigprop.truncated_normal.std(-2, 2)
    for value, text in [
        (std * 2, "truncated_normal.std(-2, 2) * 2"),
        (2 * std, "2 * truncated_normal.std(-2, 2)"),
        (std + "1/3", "truncated_normal.std(-2, 2) + 1/3"),
        (1 / std, "1/truncated_normal.std(-2, 2)"),
        (std - 1, "truncated_normal.std(-2, 2) - 1"),
        (1 - std, "1 - truncated_normal.std(-2, 2)"),
        (std**2, "truncated_normal.std(-2, 2)^2"),
        (2**std, "2^truncated_normal.std(-2, 2)"),
        (-(std + 1) ** 2, "-(truncated_normal.std(-2, 2) + 1)^2"),
        (abs(-std), "abs(-truncated_normal.std(-2, 2))"),
        ((std - std) / std, "(truncated_normal.std(-2, 2) - truncated_normal.std(-2, 2))/truncated_normal.std(-2, 2)"),
    ]:
        assert str(value) == str(sigprop.evaluate(text)), text
    assert (std * 0.02).digits == 30
    assert (sigprop.evaluate("1/3", digits=50) + sigprop.evaluate("1/7", digits=10)).digits == 50


def test_comparisons_are_proofs():
    gain = sigprop.activation.gain("gelu")
    assert gain > 1 and gain < 2 and gain >= "3/2" and gain != 1.5 and not gain == 1.5
    assert gain == sigprop.activation.gain("gelu")
    assert gain < math.inf and gain > -math.inf and not gain == math.nan
    assert sigprop.evaluate("1/2") == 0.5
    # sqrt(2)^2 is 2, which digits alone never decide
    with pytest.raises(sigprop.UndecidedError, match="not decided by 30 proved digits"):
        bool(sigprop.evaluate("sqrt(2)^2") == 2)
    with pytest.raises(TypeError):
        hash(gain)


def test_outcomes_without_a_value():
    assert sigprop.evaluate("1/0").status == "domain"
    with pytest.raises(sigprop.DomainError, match="division by zero"):
        float(sigprop.evaluate("1/0"))
    diverges = sigprop.activation.second_moment("exp(x^2)")
    assert diverges.status == "domain" and "diverges" in diverges.reason
    for look in (float, str, lambda v: v.lower, lambda v: v.decimal, lambda v: v > 1):
        with pytest.raises(sigprop.DomainError):
            look(diverges)
    assert "domain" in repr(diverges) and "domain" in diverges._repr_html_()
    undecided = sigprop.evaluate("activation.gain(gelu)", methods="monte_carlo", samples=1000)
    assert undecided.status == "unable" and len(undecided.evidence) == 1
    with pytest.raises(sigprop.UndecidedError):
        float(undecided)
    with pytest.raises(OverflowError):
        sigprop.evaluate("exp(exp(20))").lower


def test_what_can_only_be_simulated_is_sampled():
    value = sigprop.residual.simulated_second_moment("pre_norm", sublayers=2, width=16, networks=64)
    assert value.kind == "sample" and value.interval.lower < decimal.Decimal(float(value)) < value.interval.upper
    assert float(value) > 0 and "sampled" in repr(value)
    with pytest.raises(sigprop.UndecidedError, match="interval"):
        value.lower
    again = sigprop.residual.simulated_second_moment("pre_norm", sublayers=2, width=16, networks=64, seed=1)
    assert float(again) != float(value)


def test_forms():
    value = sigprop.activation.gain("silu")
    assert f"{value:.4f}" == "1.6765" and f"{value}" == str(value)
    assert repr(value) == f"<sigprop.Value activation.gain(silu) = {value}, 30 digits proved>"
    assert "activation.gain(silu)" in value._repr_html_()
    assert "<script>" not in sigprop.evaluate('activation.mean("x")')._repr_html_()
    copy = pickle.loads(pickle.dumps(value * 2))
    assert copy == value * 2
    table = value.with_evidence(samples=1000).evidence
    assert len(table) > 4 and {one.kind for one in table} == {"enclosure", "estimate", "sample"}
    assert list(table.to_pandas().columns) == list(sigprop.Evidence._fields)
    with pytest.raises(TypeError, match="is not an integer"):
        int(value)


def test_warnings_point_at_the_users_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sigprop.torch.trunc_normal_(std=0.02)
    assert caught and caught[0].category is sigprop.SigpropWarning
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: sigprop.evaluate("activation.gian(gelu)"), sigprop.InputError, r"did you mean 'activation.gain'\?\n.*\n\^\^"),
        (lambda: sigprop.activation.gain("gelu", sdt=2), TypeError, "did you mean 'std'"),
        (lambda: sigprop.activation.gian, AttributeError, "did you mean 'gain'"),
        (lambda: sigprop.activation.gain("gelu", 1, 2, 3, 4, 5), TypeError, "at most"),
        (lambda: sigprop.activation.gain("gelu", f="silu"), TypeError, "two values for 'f'"),
        (lambda: sigprop.activation.gain(), sigprop.InputError, "f"),
        (lambda: sigprop.activation.gain(3), TypeError, "takes a function"),
        (lambda: sigprop.activation.gain("gelu", std=math.nan), sigprop.InputError, "std: .*NaN"),
        (lambda: sigprop.activation.gain("gelu", std=[1]), TypeError, "std: a number is expected"),
        (lambda: sigprop.activation.gain("gelu", std=1j), TypeError, "std: a number is expected"),
        (lambda: sigprop.activation.gain("gelu", std=True), TypeError, "truth value"),
        (lambda: sigprop.activation.gain("gelu", std=object()), TypeError, "not object"),
        (lambda: sigprop.truncated_normal.std(2, -2), sigprop.InputError, "lower < upper is required, not 2 and -2"),
        (lambda: sigprop.activation.gain("gelu", digits=0), sigprop.InputError, "digits takes a whole number"),
        (lambda: sigprop.activation.gain("gelu", digits=10**30), sigprop.InputError, "digits takes a whole number"),
        (lambda: sigprop.activation.gain("gelu", digits="30"), sigprop.InputError, "digits takes a whole number"),
        (lambda: sigprop.activation.gain("gelu", seed=-1), sigprop.InputError, "seed takes"),
        (lambda: sigprop.activation.gain("gelu", methods=3), sigprop.InputError, "methods (needs|takes) globs"),
        (lambda: sigprop.activation.gain("gelu", methods="monte_carla"), sigprop.InputError, r"did you mean 'monte_carlo'\?\n.*\n +\^{11}$"),
        (lambda: sigprop.evaluate("1", methods=["arb_*", "!closed_frm"]), sigprop.InputError, "no method has the name 'closed_frm'"),
        (lambda: sigprop.sweep("x", x=[1], methods="zzz*"), sigprop.InputError, "the methods are arb_integral"),
        (lambda: sigprop.evaluate("1", methods=[]), sigprop.InputError, "methods (needs|takes) globs"),
        (lambda: sigprop.activation.gain("gelu", evidence=1), sigprop.InputError, "True or False"),
        (lambda: sigprop.activation.gain("gelu", budget=-1), sigprop.InputError, "budget takes seconds"),
        (lambda: sigprop.activation.gain("gelu", budget=math.nan), sigprop.InputError, "budget takes seconds"),
        (lambda: sigprop.evaluate("1", nonsense=1), TypeError, "no option 'nonsense'"),
        (lambda: sigprop.evaluate(None), TypeError, "expression as text"),
        (lambda: sigprop.evaluate("(" * 100), sigprop.InputError, "deep"),
        (lambda: sigprop.evaluate("\0"), sigprop.InputError, ""),
        (lambda: sigprop.evaluate("1 + "), sigprop.InputError, ""),
        (lambda: sigprop.evaluate("1") + [1], TypeError, ""),
    ],
)
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_an_array_in_arithmetic_says_what_to_write():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="use float"):
        numpy.ones(3) * sigprop.evaluate("1/3")
    assert str(numpy.float32(0.1) * sigprop.evaluate("1")) == str(sigprop.evaluate(float(numpy.float32(0.1))))
    assert sigprop.evaluate(numpy.int64(7)) == 7
