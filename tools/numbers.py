"""The numbers that `sigprop what` knows: every quantity at its natural arguments, with its value.

    python3 tools/numbers.py [--write] [SIGPROP]    compares src/numbers/values.json with what the engine says, or writes it

A search for what a number is compares it with thousands of values at once. They are computed here, once, and
tests/engine/identify/number_index_test.cpp holds rows of the file against the engine. What the arguments are is decided here alone.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "numbers" / "values.json"
DIGITS = 20

ACTIVATIONS = (
    "identity relu relu6 squared_relu elu celu selu gelu gelu_tanh quick_gelu silu mish hard_swish sigmoid hard_sigmoid tanh hardtanh "
    "softsign erf softplus logsigmoid tanhshrink hardshrink softshrink snake sin exp_neg_sq leaky_relu"
).split()
SLOPES = ("0.05", "0.1", "0.2", "0.25", "0.3", "1/3", "0.5", "sqrt(5)")
OF_ACTIVATIONS = "gain variance_gain second_moment variance mean derivative_mean derivative_second_moment chi_ratio unit_std lipschitz".split()
DEPTHS = (6, 8, 12, 16, 24, 32, 48, 96)
VOCABULARIES = (256, 1000, 10000, 21128, 28996, 30522, 32000, 32128, 49152, 50257, 50265, 50304, 65024, 100277, 128256, 151936, 256000)
PRIORS = ("0.1", "0.05", "0.02", "0.01", "0.005", "0.001")


def expressions():
    for quantity in OF_ACTIVATIONS:
        for f in ACTIVATIONS:
            yield f"activation.{quantity}({f})"
    for quantity in ("gain", "variance_gain", "second_moment"):
        for slope in SLOPES:
            yield f"activation.{quantity}(leaky_relu({slope}))"
    for cut in ("1", "1.5", "2", "2.5", "3", "4"):
        for quantity in ("std", "std_correction", "variance", "mass"):
            yield f"truncated_normal.{quantity}(-{cut}, {cut})"
    for cut in ("1", "2", "3"):
        yield f"complex_truncated_normal.std({cut})"
    yield "sqrt(complex_truncated_normal.partial_second_moment(2))"
    yield "truncated_normal.mean(0, inf)"
    yield "truncated_normal.std(0, inf)"
    yield "selu.alpha()"
    yield "selu.lambda()"
    yield "-selu.lambda()*selu.alpha()"
    for nonlinearity in ("tanh", "selu"):
        yield f"torch.calculate_gain({nonlinearity})"
    yield 'activation.best_parameter("sigmoid(t * x)", "normal_cdf(x)")'
    yield 'activation.best_parameter("0.5*x*(1+tanh(sqrt(2/pi)*(x+t*x^3)))", gelu)'
    yield 'activation.best_parameter("(erf(x/t)+1)/2", sigmoid, lower=-5, upper=5, norm=l2)'
    yield "activation.edge_of_chaos(gelu)"
    yield "activation.half_stable(gelu)"
    yield "deepnorm.alpha_constant()"
    yield "deepnorm.beta_constant()"
    for depth in DEPTHS:
        yield f"deepnorm.decoder_alpha(decoder_layers={depth})"
        yield f"deepnorm.decoder_beta(decoder_layers={depth})"
        yield f"1/sqrt(2*{depth})"
        yield f"0.02/sqrt(2*{depth})"
    for beta2 in ("0.999", "0.98", "0.95", "0.99"):
        yield f"optimizer.adam_update_bound(0.9, {beta2})"
    yield "optimizer.adam_noise_rms(0.9)"
    for momentum in ("0.9", "0.99", "0.999"):
        yield f"optimizer.running_half_life({momentum})"
        yield f"optimizer.running_variance_factor({momentum})"
    for factor in (2, 4, 8, 16, 32, 40):
        yield f"attention.yarn_logit_factor({factor})"
        yield f"0.1*log({factor})+1"
    for n in (1024, 2048, 4096, 8192, 32768, 131072):
        yield f"attention.log_rule({n})"
    for size in VOCABULARIES:
        yield f"log({size})"
    for p in ("3/4", "0.9", "0.95", "0.975", "0.995"):
        yield f"root(normal_cdf(x) - {p}, x, 0, 4)"
    yield "1/root(normal_cdf(x) - 3/4, x, 0, 4)"
    yield "log(1/0.07)"
    for p in PRIORS:
        yield f"log({p}/(1-{p}))"


def values(tool):
    texts = list(dict.fromkeys(expressions()))
    run = subprocess.run(
        [tool, "eval", *texts, "--json", "--digits", str(DIGITS), "--methods", "closed_form,recursion,arb_*,interval_newton", "--reproducible"],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 3):
        sys.exit(run.stderr)
    rows = []
    for text, record in zip(texts, json.loads(run.stdout)["records"]):
        decimal = record["computed"]["decimal"]
        if decimal is None or abs(float(decimal)) in (0, 1) or record["computed"]["digits"] < DIGITS - 2:
            continue
        rows.append([text, decimal])
    return rows


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    tool = words[0] if words else str(ROOT / "build" / "release" / "sigprop")
    rows = ",\n".join("    " + json.dumps(row) for row in values(tool))
    text = '{\n  "values": [\n' + rows + "\n  ]\n}\n"
    if "--write" in sys.argv:
        FILE.write_text(text)
    elif FILE.read_text() != text:
        sys.exit("src/numbers/values.json is not what the engine says: python3 tools/numbers.py --write")


if __name__ == "__main__":
    main()
