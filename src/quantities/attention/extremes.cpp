// The largest weight of a row of attention: its mean, its median, and how often it exceeds a threshold.

#include "methods/softmax/extremes.hpp"
#include "methods/softmax/boost_extremes.hpp"
#include "methods/softmax_sampling/samples.hpp"
#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// The request of a call.
struct Asked {
    NormalRow row;  ///< the row that proofs are about
    RowsAsked rows;
    std::string beyond_proof;  ///< why there can be no proof; empty where there may be one
};

Asked asked(const Arguments& arguments) {
    Asked result;
    result.rows = {logit_law(arguments), row_length(arguments, "n"), row_mask(arguments)};
    result.row = {arguments.real("std"), result.rows.n};
    if (result.rows.law.kind != LogitLaw::Kind::normal) {
        result.beyond_proof = "no proof is known for the largest of capped logits; only samples are computed";
    } else if (result.rows.mask != RowMask::full) {
        result.beyond_proof =
            "the largest weight is proved for rows of one length; for others only samples are computed";
    }
    return result;
}

template <class Value>
Route proof(const Asked& call, const Value& value) {
    return enclosed(RouteKind::closed_form, "arb_trapezoid",
                    [=](long bits, const Context& context) -> Answer {
                        if (!call.beyond_proof.empty()) return {Status::unable, call.beyond_proof};
                        return value(call.row, bits, context);
                    });
}

Route estimate(std::function<Answer(const Context& context)> value) {
    return estimated(RouteKind::definition, "boost_gauss_kronrod", std::move(value));
}

// ---- the mean

Routes max_weight(const Arguments& arguments) {
    const Asked call = asked(arguments);
    Routes routes{proof(call, mean_max_weight)};
    if (call.beyond_proof.empty()) {
        if (call.row.n == 2) {  // the larger of two weights is sigmoid(|x_1 - x_2|)
            const Formula difference = sqrt(Formula(2)) * Formula(call.row.std) * abs(Formula::variable());
            routes.push_back(expectation({sigmoid(difference)}, Law::normal(), Formula::variable()));
        } else {
            routes.push_back(
                estimate([call](const Context& context) { return boost_max_weight(call.row, context); }));
        }
    }
    routes.push_back(sampled([call](const Context& context) {
        return sampled_row_mean(RowStatistic::max_weight, call.rows, context);
    }));
    return routes;
}

// ---- above a threshold

Formula upper_tail(const Formula& x) { return erfc(x / sqrt(Formula(2))) / 2; }

/// For three logits and a threshold of 1/2 or more: given the difference of two of them, the third minus
/// their mean is normal. log(e^a + e^b) = (a + b)/2 + log(2 cosh((a - b)/2)).
Route three_logits(const Real& std, const Real& threshold) {
    const Formula s{std};
    const Formula t{threshold};
    const Formula half = s * Formula::variable() / sqrt(Formula(2));
    const Formula log_cosh = softplus(2 * half) - half;
    const Formula tail = upper_tail((log(t / (1 - t)) + log_cosh) / (s * sqrt(Formula(3) / 2)));
    return expectation({tail}, Law::normal(), 3 * Formula::variable());
}

Routes fraction_above(const Arguments& arguments) {
    const Asked call = asked(arguments);
    const Real threshold = arguments.real("threshold");
    Routes routes{proof(call, [threshold](const NormalRow& row, long bits, const Context& context) {
        return fraction_of_rows_above(row, threshold, bits, context);
    })};
    const bool alone = compare(threshold, Real(0.5)).value_or(-1) >= 0;
    if (call.beyond_proof.empty() && alone) {
        if (call.row.n == 3) routes.push_back(three_logits(call.row.std, threshold));
        if (call.row.n > 3) {
            routes.push_back(estimate([call, threshold](const Context& context) {
                return boost_fraction_above(call.row, threshold, context);
            }));
        }
    }
    routes.push_back(sampled([call, threshold](const Context& context) {
        return sampled_fraction_above(threshold.to_double(), call.rows, context);
    }));
    return routes;
}

// ---- the median

Routes median_max_weight(const Arguments& arguments) {
    const Asked call = asked(arguments);
    return {proof(call, median_of_max_weight), sampled([call](const Context& context) {
                return sampled_row_median(RowStatistic::max_weight, call.rows, context);
            })};
}

std::vector<Parameter> with_threshold() {
    std::vector<Parameter> parameters = row_parameters();
    parameters.insert(
        parameters.begin() + 2,
        {.name = "threshold", .fallback = "0.99", .meaning = "of the largest weight", .range = "(0, 1)"});
    return parameters;
}

const char* const units =
    "a = softmax(x) over n independent logits x ~ N(0, std^2); std is that of a logit after scaling: sqrt(d) "
    "for q.k of unit normals that is not scaled, 1 for q.k/sqrt(d). Proofs are for rows of one length "
    "without a softcap";

}  // namespace

std::vector<Quantity> attention_extremes_quantities() {
    return {
        {.name = "attention.max_weight",
         .summary = "Mean of the largest weight of a row of attention.",
         .formula = R"(\mathbb{E}\left[\max_j a_j\right])",
         .units = units,
         .source = "own derivation: E max a = n E[e^x1/S; x1 is the largest], 1/S as a Laplace transform",
         .parameters = row_parameters(),
         .values = "[0, 1]",
         .route_notes =
             {"closed_form: a two-dimensional trapezoidal rule with proved errors; the probability below the "
              "largest logit is a power series",
              "definition: n = 2: E sigmoid(|x1 - x2|); otherwise n times the integral of p(x) e^(x+u) "
              "exp(-e^(x+u)) G(u, x)^(n-1), G = E[exp(-e^(y+u)); y < x], by Boost in double precision",
              "simulation: rows of sampled logits; --samples counts logits"},
         .theorems = {"transform_of_a_row", "one_large_weight", "trapezoidal_rectangle",
                      "weights_sharpen_with_scale"},
         .routes = max_weight},
        {.name = "attention.fraction_above",
         .summary = "Share of rows of attention whose largest weight exceeds a threshold.",
         .formula = R"(\mathbb{P}\left(\max_j a_j > \mathrm{threshold}\right))",
         .units = std::string(units) + ". Proved for thresholds of 1/2 and more, which no two weights of a "
                                       "row exceed, and up to 1/n, which the largest always exceeds",
         .source = "own derivation: n P(a1 > t) = n P(x1 - log(sum of the others' e^x) > log(t/(1-t))), the "
                   "Fourier inversion through the saddle point",
         .parameters = with_threshold(),
         .values = "[0, 1]",
         .route_notes =
             {"closed_form: n = 2: erfc(log(t/(1-t))/(2 std)); otherwise a contour integral of the transform "
              "of log(sum of the others' e^x)",
              "definition: n = 3: a mean over the difference of two logits; otherwise the inversion of "
              "Gil-Pelaez for (sum of the others' e^x) - e^x1 (1-t)/t, by Boost in double precision",
              "simulation: rows of sampled logits; --samples counts logits"},
         .theorems = {"transform_of_a_row", "one_large_weight", "trapezoidal_rectangle"},
         .routes = fraction_above},
        {.name = "attention.median_max_weight",
         .summary = "Median over rows of attention of the largest weight.",
         .formula = R"(\text{the } t \text{ with } \mathbb{P}\left(\max_j a_j > t\right) = \frac{1}{2})",
         .units = std::string(units) + ". Proved where it is above 1/2",
         .source = "own derivation, as for attention.fraction_above",
         .parameters = row_parameters(),
         .values = "[0, 1]",
         .route_notes = {"closed_form: the root of the proved P(max a > t) - 1/2",
                         "simulation: rows of sampled logits; --samples counts logits"},
         .theorems = {"transform_of_a_row", "one_large_weight", "trapezoidal_rectangle"},
         .routes = median_max_weight},
    };
}

}  // namespace sigprop
