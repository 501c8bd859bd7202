"""Metamorphic relations: two expressions whose enclosures must overlap (equal), or be ordered (at most), whatever their values.

None needs an oracle, so that quantities without one are attacked, too.
"""
from fractions import Fraction
from typing import NamedTuple

import formulas
import named_activations
from cases import argument, fraction, positive, wide
from formulas import text_of


class Relation(NamedTuple):
    name: str
    left: str
    kind: str  # "=" or "<="
    right: str


RELATIONS = []  # (quantities, generator, weight)


def relation(*names, weight=1):
    def keep(generate):
        RELATIONS.append((names, generate, weight))
        return generate
    return keep


def quoted(text):
    return f'"{text}"'


def formula(rng, depth=2):
    return formulas.drawn(rng, depth).text


def substituted(text, inner):
    """The formula with another argument in the place of x; `exp` and `max` keep theirs."""
    out, i = [], 0
    while i < len(text):
        alone = text[i] == "x" and not (i and text[i - 1].isalnum()) and not (i + 1 < len(text) and text[i + 1].isalnum())
        out.append(f"({inner})" if alone else text[i])
        i += 1
    return "".join(out)


MEANS = ("mean", "second_moment", "variance", "gain", "variance_gain", "linear_share")


@relation(*(f"activation.{name}" for name in MEANS), weight=3)
def affine_input(rng):
    """f over N(mean, std^2) is f(mean + std x) over N(0, 1)."""
    name, f, std, mean = rng.choice(MEANS), formula(rng), wide(rng), fraction(rng, -2, 2)
    return Relation("shifted and scaled input", f"activation.{name}({quoted(f)}, std={text_of(std)}, mean={text_of(mean)})", "=",
                    f"activation.{name}({quoted(substituted(f, f'{text_of(mean)} + {text_of(std)}*x'))})")


@relation(*(f"activation.{name}" for name in MEANS), "activation.derivative_second_moment", "activation.chi_ratio", weight=2)
def mirrored(rng):
    name, f, std, mean = rng.choice((*MEANS, "derivative_second_moment", "chi_ratio")), formula(rng), wide(rng), fraction(rng, -2, 2)
    return Relation("mirrored input", f"activation.{name}({quoted(f)}, std={text_of(std)}, mean={text_of(mean)})", "=",
                    f"activation.{name}({quoted(substituted(f, '-x'))}, std={text_of(std)}, mean={text_of(-mean)})")


@relation("activation.gain", "activation.second_moment", "activation.variance", "activation.chi_ratio", "activation.derivative_mean", weight=2)
def scaled_output(rng):
    f, a = formula(rng), fraction(rng, -3, 3) or Fraction(2)
    scaled = quoted(f"{text_of(a)}*({f})")
    f, by = quoted(f), text_of(a)
    return Relation("scaled output", *rng.choice((
        (f"activation.gain({scaled})", "=", f"activation.gain({f})/abs({by})"),
        (f"activation.second_moment({scaled})", "=", f"{by}^2*activation.second_moment({f})"),
        (f"activation.variance({scaled})", "=", f"{by}^2*activation.variance({f})"),
        (f"activation.derivative_mean({scaled})", "=", f"{by}*activation.derivative_mean({f})"))))


@relation("activation.variance", "activation.mean", weight=2)
def moments(rng):
    f, std, mean = quoted(formula(rng)), text_of(wide(rng)), text_of(fraction(rng, -2, 2))
    law = f"{f}, std={std}, mean={mean}"
    return Relation("moments", *rng.choice((
        (f"activation.variance({law})", "=", f"activation.second_moment({law}) - activation.mean({law})^2"),
        ("0", "<=", f"activation.variance({law})"),
        (f"activation.gain({law})^2*activation.second_moment({law})", "=", "1"),
        (f"activation.mean({law})^2", "<=", f"activation.second_moment({law})"))))


@relation("activation.mean", "activation.derivative_mean", weight=2)
def stein(rng):
    """std^2 E f' = E f(x) (x - mean) for continuous f; sums; two ways to write an integrand."""
    f, g = formulas.smooth(rng.choice(list(formulas.SMOOTH)), formulas.leaf(rng)).text, formulas.smooth(rng.choice(list(formulas.SMOOTH)), formulas.leaf(rng)).text
    std, mean = wide(rng), fraction(rng, -2, 2)
    law = f"std={text_of(std)}, mean={text_of(mean)}"
    of = lambda text, name="mean": f"activation.{name}({quoted(text)}, {law})"
    return Relation("two ways to write it", *rng.choice((
        (f"{text_of(std)}^2*{of(f, 'derivative_mean')}", "=", of(f"({f})*(x - {text_of(mean)})")),
        (of(f"({f}) + ({g})"), "=", f"{of(f)} + {of(g)}"),
        (of(f"({f})^2"), "=", of(f, "second_moment")),
        (of("x*sigmoid(2*x)"), "=", of("x*(1 + tanh(x))/2")),
        (of("abs(x - 1)"), "=", of("relu(x - 1) + relu(1 - x)")),
        (of("max(x, 0.25*x)"), "=", of("where(x < 0, x/4, x)")),
        (of("softplus(3*x)"), "=", of("3*x + softplus(-3*x)")),
        (of("exp(-x^2/2)"), "=", f"exp(-{text_of(mean)}^2/(2*(1 + {text_of(std)}^2)))/sqrt(1 + {text_of(std)}^2)"))))


@relation("activation.correlation", weight=2)
def correlations(rng):
    f = named_activations.drawn(rng).text if rng.random() < 0.7 else quoted(formula(rng, 1))
    std, c = text_of(fraction(rng, Fraction(1, 4), 3)), Fraction(rng.randint(1, 19), 20)
    law = f"std={std}"
    return Relation("correlation", *rng.choice((
        (f"activation.correlation({f}, 1, {law})", "=", "1"),
        (f"activation.correlation({f}, 0, {law})", "=", f"activation.mean({f}, {law})^2/activation.second_moment({f}, {law})"),
        (f"activation.correlation({f}, {text_of(c)}, {law})", "<=", "1"),
        (f"activation.correlation({f}, {text_of(c / 2)}, {law})", "<=", f"activation.correlation({f}, {text_of(c)}, {law})"),
        ("-1", "<=", f"activation.correlation({f}, {text_of(-c)}, {law})"))))


@relation("truncated_normal.std", "truncated_normal.mean", "truncated_normal.variance", "truncated_normal.mass", "truncated_normal.second_moment",
          "truncated_normal.std_correction", "truncated_normal.partial_second_moment", weight=3)
def truncated(rng):
    name = rng.choice(("mass", "mean", "variance", "std", "std_correction"))
    low, k, m, s = fraction(rng, -4, 3), positive(rng, -2, 1), fraction(rng, -3, 3), positive(rng, -1, 0)
    high = low + positive(rng, -2, 0)
    l, h, f, t = map(text_of, (low, high, m, s))
    moved = f"truncated_normal.{name}({text_of(low * k + m)}, {text_of(high * k + m)}, {argument(mean=m, std=k)})"
    plain = f"truncated_normal.{name}({l}, {h})"
    expected = {"mean": f"{f} + {text_of(k)}*{plain}", "variance": f"{text_of(k)}^2*{plain}", "std": f"{text_of(k)}*{plain}"}.get(name, plain)
    law = f"{l}, {h}, {f}, {t}"
    return Relation("truncated normal", *rng.choice((
        (moved, "=", expected),
        (f"truncated_normal.{name}({text_of(-high)}, {text_of(-low)})", "=", f"-({plain})" if name == "mean" else plain),
        (f"truncated_normal.second_moment({law})", "=", f"truncated_normal.variance({law}) + truncated_normal.mean({law})^2"),
        (f"truncated_normal.partial_second_moment({law})", "=", f"truncated_normal.mass({law})*truncated_normal.second_moment({law})"),
        (f"truncated_normal.variance({law})", "<=", f"{t}^2"),
        (f"{l}", "<=", f"truncated_normal.mean({law})"), (f"truncated_normal.mean({law})", "<=", h),
        (f"truncated_normal.std({law})*truncated_normal.std_correction({law})", "=", t),
        (f"truncated_normal.std({l}, {h})", "<=", f"truncated_normal.std({l}, {text_of(high + 1)})"),
        (f"truncated_normal.mass({l}, {h}) + truncated_normal.mass({h}, inf)", "=", f"truncated_normal.mass({l}, inf)"))))


@relation("attention.entropy", "attention.log_partition", "attention.mean_logit", "attention.participation", "attention.sum_cubes",
          "attention.participation_squared", "attention.jacobian_norm", "attention.total_weight", weight=1.5)
def rows(rng):
    n, std = rng.choice((2, 3, 4, 7, 16, 64, 512, 4096)), fraction(rng, Fraction(1, 4), 4)
    row = f"{n}, {text_of(std)}"
    of = lambda name, given=row: f"attention.{name}({given})"
    more = f"{n + 1}, {text_of(std)}"
    sharper = f"{n}, {text_of(std + Fraction(1, 8))}"
    return Relation("rows of attention", *rng.choice((
        (of("entropy"), "=", f"{of('log_partition')} - {of('mean_logit')}"),
        (of("mean_logit"), "=", f"{text_of(std)}^2*(1 - {of('participation')})"),
        (of("jacobian_norm"), "=", f"{of('participation')} - 2*{of('sum_cubes')} + {of('participation_squared')}"),
        (of("total_weight"), "=", "1"), (of("entropy"), "<=", of("entropy", more)), (of("entropy", sharper), "<=", of("entropy")),
        (of("participation", more), "<=", of("participation")), (of("participation"), "<=", of("participation", sharper)),
        (of("entropy"), "<=", f"log({n})"), (of("participation") + "^2", "<=", of("participation_squared")))))


@relation("attention.preserving_scale", "attention.rule_factor", "attention.rule_entropy", "attention.entropy_drift", weight=0.3)
def length_rules(rng):
    n, ref, std = rng.choice((600, 1024, 4096)), rng.choice((256, 512)), text_of(fraction(rng, Fraction(1, 2), 2, 6))
    given = f"{n}, reference={ref}, std={std}"
    return Relation("length rules", *rng.choice((
        (f"attention.entropy({n}, attention.preserving_scale({given}))", "=", f"attention.entropy({ref}, {std})"),
        (f"attention.rule_entropy(log, {given})", "=", f"attention.entropy({n}, {std}*attention.log_rule({n}, {ref}))"),
        (f"attention.rule_factor(sqrt_log, {given})", "=", f"attention.sqrt_log_rule({n}, {ref})"),
        (f"attention.entropy_drift(constant, {given})", "=", f"attention.entropy({n}, {std}) - attention.entropy({ref}, {std})"))))


@relation("activation.unit_std", "activation.q_fixed_point", "activation.chi_1", "activation.q_fixed_point_slope", "activation.variance_map",
          "activation.variance_at_depth", "activation.edge_of_chaos", weight=1)
def fixed_points(rng):
    f = rng.choice(("tanh", "erf", "sigmoid", "sin", "softsign"))
    w, b, q, layers = text_of(fraction(rng, Fraction(3, 2), 4)), text_of(fraction(rng, Fraction(1, 20), 1)), text_of(fraction(rng, Fraction(1, 2), 2)), rng.randint(1, 6)
    grows = rng.choice(("gelu", "silu", "elu", "relu", "mish"))
    point = f"activation.q_fixed_point({f}, {w}, {b})"
    return Relation("fixed points", *rng.choice((
        (f"activation.variance_map({f}, {point}, {w}, {b})", "=", point),
        (f"activation.chi_1({f}, {w}, {b})", "=", f"{w}*activation.derivative_second_moment({f}, std=sqrt({point}))"),
        (f"activation.second_moment({grows}, std=activation.unit_std({grows}))", "=", "1"),
        (f"activation.variance_at_depth({f}, {layers}, {w}, {b}, q={q})", "=",
         f"activation.variance_map({f}, activation.variance_at_depth({f}, {layers - 1}, {w}, {b}, q={q}), {w}, {b})"))))


@relation("residual.second_moment", "residual.gradient_ratio", "residual.skip_weight", "residual.path_length_mean", weight=1)
def streams(rng):
    scheme, layers, v = rng.choice(("pre_norm", "post_norm", "sandwich", "deep_norm", "ngpt", "rezero", "layer_norm_scaling")), rng.randint(2, 30), text_of(positive(rng, -2, 0))
    q = positive(rng, -1, 0)
    given = "alpha=0.3" if scheme == "ngpt" else v  # nGPT's branch is normalised
    # with chi_ratio = 1 pre_norm telescopes to 1/q_layer, post_norm to 1
    return Relation("residual streams", *rng.choice((
        (f"residual.gradient_ratio(pre_norm, sublayers={layers}, sublayer=0, branch_variance={v}, initial={text_of(q)})", "=", f"1/{text_of(q)}"),
        (f"residual.gradient_ratio(post_norm, sublayers={layers}, sublayer=0, branch_variance={v})", "=", "1"),
        (f"residual.second_moment(pre_norm, sublayers={layers}, branch_variance={v})", "<=", f"residual.second_moment(pre_norm, sublayers={layers + 1}, branch_variance={v})"),
        (f"residual.path_length_mean({scheme}, sublayers={layers}, branch_variance={given})", "<=", f"residual.path_length_mean({scheme}, sublayers={layers + 1}, branch_variance={given})"
         if scheme not in ("deep_norm",) else f"{layers}"),
        (f"residual.path_length_variance({scheme}, sublayers={layers}, branch_variance={given})", "<=", f"residual.path_length_mean({scheme}, sublayers={layers}, branch_variance={given})"),
        (f"residual.skip_weight(post_norm, sublayers={layers}, branch_variance={v})", "=", f"(1 + {v})^(-{layers}/2)"),
        (f"residual.skip_weight(ngpt, sublayers={layers}, alpha=0.3)", "=", f"(0.7/sqrt(0.49 + 0.09))^{layers}"))))


@relation("elementwise.error", "elementwise.excess_error", "elementwise.irreducible_error", "elementwise.fit_alpha", "elementwise.fit_c",
          "elementwise.best_map", "elementwise.jacobian_mismatch", "norm.diagonal_share", "elementwise.ode_residual", "elementwise.ode_solution", weight=0.4)
def element_wise(rng):
    dim, a, k = rng.randint(3, 64), text_of(fraction(rng, Fraction(1, 10), 1)), text_of(positive(rng, -1, 0))
    x, c = text_of(fraction(rng, -3, 3)), text_of(positive(rng, -1, 0))
    return Relation("element-wise maps", *rng.choice((
        (f"elementwise.error(dyt, {dim}, alpha={a})", "=", f"elementwise.excess_error(dyt, {dim}, alpha={a}) + elementwise.irreducible_error({dim})"),
        (f"elementwise.irreducible_error({dim + 1})", "<=", f"elementwise.irreducible_error({dim})"),
        (f"elementwise.fit_alpha({dim}, {k})", "=", f"elementwise.fit_alpha({dim})/{k}"),
        (f"elementwise.fit_c({dim}, {k})", "=", f"elementwise.fit_c({dim})*{k}^2"),
        (f"elementwise.best_map({dim}, {x})", "=", f"-elementwise.best_map({dim}, -({x}))"),
        (f"1 - norm.diagonal_share(rms_norm, {dim})", "<=", f"elementwise.jacobian_mismatch(dyt, {dim}, alpha={a})"),
        (f"elementwise.ode_residual(dyisru, {dim}, c={c}, lower=-2, upper=2)", "=", "0"),
        (f"elementwise.ode_solution(dyisru, 2, {dim}, c={c})", "=", f"sqrt({dim})*2/sqrt(4 + {c})"))))


@relation("activation.mean", "activation.second_moment", weight=1)
def narrow_law(rng):
    """As std -> 0 means tend to the value: |E f(x) - f(mean)| <= L std for Lipschitz f (E|z| < 1)."""
    f, slope = rng.choice((("tanh(x)", 1), ("sigmoid(x)", 1), ("softplus(x)", 1), ("abs(x)", 1), ("atan(2*x)", 2), ("relu(x) + sin(x)", 2)))
    mean, power = text_of(fraction(rng, -2, 2)), rng.randint(2, 12)
    value, at = f"activation.mean({quoted(f)}, std=1e-{power}, mean={mean})", f"activation.value({quoted(f)}, {mean})"
    return Relation("narrow laws", f"abs({value} - {at})", "<=", f"{slope}*1e-{power}")


@relation("activation.depth_scale", "activation.correlation_at_depth", "attention.rule_score", "residual.weight_gradient_ratio", weight=0.7)
def definitions(rng):
    """Quantities that are written in terms of others."""
    f, layers, v = rng.choice(("tanh", "erf")), rng.randint(1, 20), text_of(positive(rng, -2, 0))
    w, b, c, q = (text_of(fraction(rng, *ends)) for ends in ((Fraction(5, 4), 4), (Fraction(1, 20), 1), (0, 1), (Fraction(1, 2), 2)))
    layer = rng.randrange(layers)
    given = f"{rng.choice((600, 1024))}, reference=512, std={text_of(fraction(rng, Fraction(1, 2), 2, 6))}"
    settled = f"{f}, {w}, {b}"
    return Relation("definitions", *rng.choice((
        (f"activation.depth_scale({settled}, of=variance)", "=", f"-1/log(activation.q_fixed_point_slope({settled}))"),
        (f"activation.correlation_at_depth({f}, 1, {c}, {w}, {b}, q={q})", "=",
         f"({w}*activation.correlation({f}, {c}, std=sqrt({q}))*activation.second_moment({f}, std=sqrt({q})) + {b})/activation.variance_map({f}, {q}, {w}, {b})"),
        (f"attention.rule_score(sqrt_log, {given})", "=",
         f"1 - abs(attention.entropy_drift(sqrt_log, {given}))/abs(attention.entropy_drift(constant, {given}))"),
        (f"residual.weight_gradient_ratio(pre_norm, sublayers={layers}, sublayer={layer}, branch_variance={v})", "=", f"1/residual.second_moment(pre_norm, sublayers={layer + 1}, branch_variance={v})"))))
