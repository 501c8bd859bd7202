// The largest weight of a row of attention: its mean, its median, and how often it exceeds a threshold.

#include "methods/softmax/extremes.hpp"
#include "catalogue/attention.hpp"
#include "methods/softmax/boost_extremes.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

/// The request of a call.
struct Asked {
    NormalRow row;  ///< the row that proofs are about
    RowsAsked rows;
    std::string beyond_proof;  ///< why there can be no proof; empty where there may be one
};

Asked asked(const AttentionRowArguments& given) {
    Asked result;
    result.rows = rows_asked(given);
    result.row = {given.std, result.rows.n};
    if (result.rows.law.kind != LogitLaw::Kind::normal) {
        result.beyond_proof =
            "no proof is known for the largest of capped logits; only sampling is available";
    } else if (result.rows.mask != RowMask::full) {
        result.beyond_proof =
            "the largest weight is proved only for rows of one length; otherwise only sampling is available";
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

Routes max_weight(const AttentionRowArguments& given) {
    const Asked call = asked(given);
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

Routes fraction_above(const AttentionRowArguments& given) {
    const Asked call = asked(given);
    const Real threshold = given.threshold.value();
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

Routes median_max_weight(const AttentionRowArguments& given) {
    const Asked call = asked(given);
    return {proof(call, median_of_max_weight), sampled([call](const Context& context) {
                return sampled_row_median(RowStatistic::max_weight, call.rows, context);
            })};
}

}  // namespace

std::vector<Quantity> attention_extremes_quantities() {
    return {quantity("attention.max_weight", max_weight),
            quantity("attention.fraction_above", fraction_above),
            quantity("attention.median_max_weight", median_max_weight)};
}

}  // namespace sigprop
