"""Claims held against the tool: batches of a seed, each a claims file, and what the tool and the independent judge say of them."""
import json
import random
import re
import tempfile
from fractions import Fraction
from pathlib import Path

import claim_cases
import stated_judge
from attacking import ROOT, Failed, called

METHODS = "arb_*,closed_form,recursion"
CORES_A_BATCH = 12

# Quantities of shipped claims whose values are at hand in milliseconds, and others of many sizes.
QUICK = re.compile(r"(truncated_normal|complex_truncated_normal|selu|init|deepnorm|optimizer|torch|jax|keras|tf|timm|flax)\.\w+"
                   r"|activation\.(mean|second_moment|variance|gain|variance_gain|derivative_mean|derivative_second_moment|chi_ratio|value|slope)"
                   r"|residual\.(second_moment|skip_weight|branch_weight|gradient_ratio|fixup_scale|sublayer_cosine|path_length_\w+)"
                   r"|norm\.(diagonal_share|unbiased_ratio|output_second_moment|running_\w+|mean_jacobian_norm)"
                   r"|attention\.(mean_field_\w+|frozen_\w+|freezing_\w+|annealed_\w+|log_rule|sqrt_log_rule|yarn_logit_factor)")
# A refuted number near a quantity is looked up among its neighbours, which takes most of the time: many cores are plain numbers.
PLAIN = ("pi", "exp(1)", "sqrt(2)", "log(2)", "sqrt(3)/7", "exp(-3)")
MORE = ("truncated_normal.mass(-1, 3)", "truncated_normal.mean(1, 2)", "truncated_normal.std(30, 31)",
        "complex_truncated_normal.std(1/2)", "activation.gain(gelu)", "activation.mean(silu)", "activation.variance(tanh, std=3)",
        "activation.second_moment(\"x/(1+exp(-1.702*x))\")", "activation.derivative_second_moment(elu)", "attention.frozen_entropy(1/3)",
        "attention.mean_field_deficit(64, 8)", "activation.gain(swiglu)", "selu.alpha(variance=2)", "selu.lambda()",
        "norm.partial_rms_inverse_mean(64, count=4)", "optimizer.adam_update_bound()", "residual.branch_weight(post_norm, sublayers=12, sublayer=3)")


def shipped_expressions():
    """Of the shipped claims, those that only name quick quantities."""
    found = set()
    for path in sorted((ROOT / "src/claims").glob("*.json")):
        for claim in json.loads(path.read_text(encoding="utf-8"))["claims"]:
            expression = claim.get("expression", "")
            names = re.findall(r"[a-z_]+\.[A-Za-z_]+", expression)
            if claim.get("kind") in (None, "finding") and names and all(QUICK.fullmatch(name) for name in names):
                found.add(expression)
    return sorted(found)


def cores(expressions):
    """Each expression that has a value, with an interval that contains it, from 60 proved digits."""
    known = []
    for begin in range(0, len(expressions), 40):
        part = expressions[begin:begin + 40]
        done = called(["eval", *part, "--digits", "60", "--json", "--methods", METHODS], accepted=(0, 3))
        for expression, record in zip(part, json.loads(done.stdout)["records"], strict=True):
            computed = record.get("computed") or {}
            if computed.get("midpoint") is not None and computed.get("digits", 0) >= 50:
                middle, radius = Fraction(computed["midpoint"]), Fraction(computed["radius"])
                known.append(claim_cases.Value(expression, middle - radius, middle + radius))
    return known


def pool(small=False):
    exact = [claim_cases.exact(*one) for one in claim_cases.EXACT]
    return cores(list(MORE) if small else sorted({*shipped_expressions(), *MORE})), exact + cores(list(PLAIN))


def batch(values, seed, number, size):
    """The claims of one batch: [(value, claim, convention, change)], a pure function of its arguments."""
    rng = random.Random(f"{seed}:{number}")
    quantities, plain = values
    few = [rng.choice(quantities if rng.random() < 0.12 else plain) for _ in range(CORES_A_BATCH)]
    cases = [claim_cases.drawn(rng, rng.choice(few)) for _ in range(size)]
    for index, case in enumerate(cases):
        case[1]["id"] = f"case.{number}.{index}"
    return cases


def verdicts(claims):
    """What the tool says of each id; "refused" with the reason for what it does not read."""
    said, left = {}, list(claims)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.json"
        while left:
            path.write_text(json.dumps({"defaults": {"source": {"title": "an attack"}, "expected": "refuted"}, "claims": left}), encoding="utf-8")
            done = called(["verify", "--claims", str(path), "--json", "--methods", METHODS], accepted=(0, 1, 2, 3, 4))
            if done.returncode != 2:
                for record in json.loads(done.stdout)["records"]:
                    said[record["id"]] = record["verdict"], record.get("reason", "")
                break
            refused = dict(re.findall(r"claim '([^']+)': (.*)", done.stderr))
            if not any(claim["id"] in refused for claim in left):
                raise Failed(f"refused without the id of a claim: {done.stderr.strip()[:600]}")
            said.update((claim["id"], ("refused", refused[claim["id"]])) for claim in left if claim["id"] in refused)
            left = [claim for claim in left if claim["id"] not in refused]
    return said


def outcome(truth, verdict):
    """What a verdict is worth against what is right (None: the judge's interval does not tell)."""
    if verdict in ("refused", "undecided", "inconsistent"):
        return verdict
    if truth is None:
        return "not told"
    if verdict == ("confirmed" if truth else "refuted"):
        return "right"
    return "falsely " + verdict


def judged(cases, said, judge=stated_judge.bears_out):
    """(case, truth, verdict, reason, outcome) of each case."""
    rows = []
    for case in cases:
        value, claim = case[0], case[1]
        verdict, reason = said[claim["id"]]
        truth = judge(claim, value.low, value.high)
        rows.append((case, truth, verdict, reason, outcome(truth, verdict)))
    return rows


def why(case, result, reason):
    """The reason of what was not decided, in the judge's words where it knows them."""
    value, claim = case[0], case[1]
    if result not in ("undecided", "not told"):
        return re.sub(r"'[^']*' lies", "a number lies", reason)
    around = (value.high - value.low) + abs(value.middle) * Fraction(1, 10**70) + Fraction(1, 10**400)
    if claim.get("convention") == "exact":
        return "the value differs from an exact claim by less than 10^-30, where proofs end"
    if stated_judge.bears_out(claim, value.low - around, value.high + around) is None:
        return "the value lies exactly on the border, where no enclosure that has a width decides"
    return reason
