// Attention with a sink, and other ways in which the weights of a row need not add up to 1: sigmoids instead
// of a softmax; and what keeps logits in bounds.
//
// With S = sum e^x and a sink of logit b the weights are a_j = e^(x_j)/(S + e^b) and a_b = e^b/(S + e^b), and
// their entropy is log(S + e^b) - sum a_j x_j - a_b b. By Stein's lemma E sum a_j x_j = std^2 E sum a_j (1 -
// a_j), as without a sink.

#include "quantities/attention/sinks.hpp"

#include <cmath>
#include <sigprop/core/random/random.hpp>

#include "catalogue/attention.hpp"
#include "quantities/normal/expected.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

constexpr double most_sink_draws = 0x1p25;

struct SinkRow {
    LogitLaw law;
    std::uint64_t n = 2;
    Real sink = 0;
};

/// E sum a x, the second way by Stein's lemma.
Answer sink_mean_logit(EntropyForm form, const SinkRow& row, long bits, const Context& context) {
    const auto mean = [&](SinkRowMean what) {
        return sink_row_mean(what, row.law, row.n, row.sink, bits, context);
    };
    if (form == EntropyForm::integrated) return mean(SinkRowMean::mean_logit);
    const Answer weight = mean(SinkRowMean::keys_weight);
    if (weight.status != Status::ok) return weight;
    const Answer squares = mean(SinkRowMean::participation);
    if (squares.status != Status::ok) return squares;
    return pow(row.law.std.at(bits + 32), 2) * (weight.value - squares.value);
}

Answer sink_entropy(EntropyForm form, const SinkRow& row, long bits, const Context& context) {
    const Answer logit = sink_mean_logit(form, row, bits, context);
    if (logit.status != Status::ok) return logit;
    const auto mean = [&](SinkRowMean what) {
        return sink_row_mean(what, row.law, row.n, row.sink, bits, context);
    };
    const Answer partition = mean(SinkRowMean::log_partition);
    if (partition.status != Status::ok) return partition;
    const Answer weight = mean(SinkRowMean::sink_weight);
    if (weight.status != Status::ok) return weight;
    return partition.value - logit.value - weight.value * row.sink.at(bits + 32);
}

/// The mean over sampled rows of a function of the logits' exponentials.
Answer sampled_sink_mean(const SinkRow& row, const Context& context,
                         const std::function<double(std::span<const double> logits, double sink)>& of_row) {
    const auto draws = static_cast<double>(row.n);
    const double wanted = std::max(static_cast<double>(context.samples) / draws, 64.0);
    if (wanted * draws > most_sink_draws) return {Status::unable, "so many keys are too many to sample"};
    const RandomStream stream(context.seed, "attention.sink " + std::to_string(row.n));
    std::vector<double> logits(row.n);
    const double std = row.law.std.to_double(), sink = row.sink.to_double();
    const double cap = row.law.kind == LogitLaw::Kind::normal ? 0 : row.law.cap.to_double();
    return mean_of_trials(
        static_cast<std::uint64_t>(wanted), row.n,
        [&](std::uint64_t trial) {
            stream.fill_normals(trial * row.n, logits);
            for (double& x : logits) x = cap > 0 ? cap * std::tanh(std * x / cap) : std * x;
            return of_row(logits, sink);
        },
        context);
}

double entropy_of(std::span<const double> logits, double sink) {
    double most = sink;
    for (const double x : logits) most = std::max(most, x);
    double sum = std::exp(sink - most), first = sum * (sink - most);
    for (const double x : logits) {
        const double e = std::exp(x - most);
        sum += e;
        first += e * (x - most);
    }
    return std::log(sum) - first / sum;
}

double weight_of_sink(std::span<const double> logits, double sink) {
    double sum = 1;
    for (const double x : logits) sum += std::exp(x - sink);
    return 1 / sum;
}

Routes sink_weight(const SinkWeightArguments& given) {
    const LogitLaw law =
        given.softcap ? LogitLaw::capped_normal(given.std, *given.softcap) : LogitLaw::normal(given.std);
    const SinkRow row{law, row_length(given.n), given.sink};
    return {
        enclosed(RouteKind::closed_form, "arb_trapezoid",
                 [row](long bits, const Context& context) -> Answer {
                     const Answer keys =
                         sink_row_mean(SinkRowMean::keys_weight, row.law, row.n, row.sink, bits, context);
                     if (keys.status != Status::ok) return keys;
                     return 1 - keys.value;
                 }),
        enclosed(RouteKind::definition, "arb_trapezoid",
                 [row](long bits, const Context& context) {
                     return sink_row_mean(SinkRowMean::sink_weight, row.law, row.n, row.sink, bits, context);
                 }),
        sampled([row](const Context& context) { return sampled_sink_mean(row, context, weight_of_sink); })};
}

// ---- sigmoids instead of a softmax

/// With the density moved by std, e^x/(1 + e^x) becomes a factor times 1/(1 + e^x).
Routes sigmoid_sum(const SigmoidSumArguments& given) {
    (void)row_length(given.n);
    const Real usual("-log(" + given.n.text() + ")",
                     [n = given.n](long bits) { return -log(n.at(bits + 8)); });
    const Real bias = given.bias.value_or(usual);
    const Formula z = Formula::variable(), s(given.std), b(bias), keys(given.n);
    Route moved =
        expectation({sigmoid(-(b + pow(s, 2) + s * z))}, Law::normal(), keys * exp(b + pow(s, 2) / 2) * z);
    std::get<Expectation>(moved).route = RouteKind::closed_form;
    return {moved, expectation({sigmoid(b + s * z)}, Law::normal(), keys * z)};
}

// ---- the largest logit

Routes largest_logit(const LargestLogitArguments& given) {
    return mapped(expected_max_routes(given.n), Formula(given.std) * Formula::variable());
}

Routes qk_clip(const QkClipArguments& given) {
    const std::optional<int> order = compare(given.largest, given.threshold);
    if (!order)
        throw InputError::about({"largest", "threshold"},
                                "largest and threshold are too close to decide which is larger");
    if (*order <= 0)
        return {constant(RouteKind::closed_form, "closed_form", Formula(1)),
                constant(RouteKind::definition, "recursion", pow(Formula(1), 1))};
    const Formula share = Formula(given.threshold) / Formula(given.largest);
    return {constant(RouteKind::closed_form, "closed_form", pow(share, Formula(given.exponent))),
            constant(RouteKind::definition, "recursion",
                     exp(Formula(given.exponent) *
                         (log(Formula(given.threshold)) - log(Formula(given.largest)))))};
}

}  // namespace

std::vector<Route> sink_entropy_routes(const RowsAsked& asked, const Real& sink) {
    if (asked.mask != RowMask::full)
        throw InputError::about({"sink", "mask"}, "a sink is for rows of n keys: leave out mask=causal");
    const SinkRow row{asked.law, asked.n, sink};
    Routes routes;
    if (row.law.kind == LogitLaw::Kind::normal)
        routes.push_back(
            enclosed(RouteKind::closed_form, "closed_form", [row](long bits, const Context& context) {
                return sink_entropy(EntropyForm::stein, row, bits, context);
            }));
    routes.push_back(
        enclosed(RouteKind::definition, "arb_trapezoid", [row](long bits, const Context& context) {
            return sink_entropy(EntropyForm::integrated, row, bits, context);
        }));
    routes.push_back(
        sampled([row](const Context& context) { return sampled_sink_mean(row, context, entropy_of); }));
    return routes;
}

std::vector<Quantity> attention_sink_quantities() {
    return {quantity("attention.sink_weight", sink_weight), quantity("attention.sigmoid_sum", sigmoid_sum),
            quantity("attention.largest_logit", largest_logit), quantity("attention.qk_clip", qk_clip)};
}

}  // namespace sigprop
