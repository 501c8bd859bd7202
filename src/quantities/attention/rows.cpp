// Means over rows of attention weights for independent logits, exact at finite length: the integrals of
// methods/softmax/means.hpp, combined in two ways where possible, with sampled rows as witnesses.

#include "quantities/rows.hpp"
#include "catalogue/attention.hpp"
#include "quantities/attention/row_formulas.hpp"
#include "quantities/attention/sinks.hpp"
#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

bool is_normal(const RowsAsked& row) { return row.law.kind == LogitLaw::Kind::normal; }

/// Combines both values, or returns the first reason why that is impossible.
template <class Combine>
Answer both(const Answer& a, const Answer& b, const Combine& combine) {
    if (a.status != Status::ok) return a;
    if (b.status != Status::ok) return b;
    return Answer(combine(a.value, b.value));
}

using RowValue = Answer (*)(const RowsAsked& row, long bits, const Context& context);

template <RowMean What>
Answer integral(const RowsAsked& row, long bits, const Context& context) {
    return row_mean(What, row.law, row.n, row.mask, bits, context);
}

template <EntropyForm Form>
Answer entropy(const RowsAsked& row, long bits, const Context& context) {
    return row_entropy(Form, row.law, row.n, row.mask, bits, context);
}

Answer one(const RowsAsked&, long, const Context&) { return Ball(1); }

/// The mean logit under the weights by Stein's lemma.
Answer stein_mean_logit(const RowsAsked& row, long bits, const Context& context) {
    const Answer spread = integral<RowMean::spread>(row, bits, context);
    if (spread.status != Status::ok) return spread;
    return pow(row.law.std.at(bits), 2) * spread.value;
}

/// 1 - E sum over i != j of a_i a_j.
Answer participation_from_spread(const RowsAsked& row, long bits, const Context& context) {
    const Answer spread = integral<RowMean::spread>(row, bits, context);
    if (spread.status != Status::ok) return spread;
    return 1 - spread.value;
}

/// E sum a^2 - 2 E sum a^3 + E (sum a^2)^2, with the given way to the participation.
template <RowValue Participation>
Answer jacobian_norm(const RowsAsked& row, long bits, const Context& context) {
    const Answer rest = both(integral<RowMean::sum_cubes>(row, bits, context),
                             integral<RowMean::participation_squared>(row, bits, context),
                             [](const Ball& cubes, const Ball& squared) { return squared - 2 * cubes; });
    return both(Participation(row, bits, context), rest, [](const Ball& a, const Ball& b) { return a + b; });
}

Route closed_form(const RowsAsked& row, RowValue value) {
    return enclosed(RouteKind::closed_form, "closed_form",
                    [=](long bits, const Context& context) { return value(row, bits, context); });
}

using Written = FormulaOfRow (*)(const LogitLaw& law, std::uint64_t n);

template <RowMean What>
FormulaOfRow mean_formula(const LogitLaw& law, std::uint64_t n) {
    return row_formula(What, law, n);
}

/// The definition, with its formula where the logits are normal and all rows have n keys.
template <RowValue Definition, Written InMeans>
Route definition_of(const RowsAsked& row) {
    const auto by_code = [=](long bits, const Context& context) { return Definition(row, bits, context); };
    if (!is_normal(row) || row.mask != RowMask::full)
        return enclosed(RouteKind::definition, "arb_trapezoid", by_code);
    return enclosed(RouteKind::definition, "arb_trapezoid", MeansOfRow{InMeans(row.law, row.n), by_code});
}

template <RowStatistic What>
Route mean_of_samples(const RowsAsked& row) {
    return sampled([=](const Context& context) { return sampled_row_mean(What, row, context); });
}

/// The condition of the second proof on the law.
enum class Needs : std::uint8_t { nothing, normal_law };

template <RowStatistic What, RowValue Definition, Written InMeans, RowValue Other, Needs Asked>
Routes two_proofs(const AttentionRowArguments& given) {
    const RowsAsked row = rows_asked(given);
    Routes routes;
    if (Asked == Needs::nothing || is_normal(row)) routes.push_back(closed_form(row, Other));
    routes.push_back(definition_of<Definition, InMeans>(row));
    routes.push_back(mean_of_samples<What>(row));
    return routes;
}

template <RowStatistic What, RowMean Mean>
Routes one_proof(const AttentionRowArguments& given) {
    const RowsAsked row = rows_asked(given);
    return {definition_of<integral<Mean>, mean_formula<Mean>>(row), mean_of_samples<What>(row)};
}

Routes total_weight(const AttentionRowArguments& given) {
    const RowsAsked row = rows_asked(given);
    return {closed_form(row, one),
            definition_of<integral<RowMean::total_weight>, mean_formula<RowMean::total_weight>>(row)};
}

Routes entropy_of_row(const AttentionRowArguments& given) {
    if (given.sink) return sink_entropy_routes(rows_asked(given), *given.sink);
    return two_proofs<RowStatistic::entropy, entropy<EntropyForm::integrated>, row_entropy_formula,
                      entropy<EntropyForm::stein>, Needs::normal_law>(given);
}

template <RowStatistic What>
Routes median(const AttentionRowArguments& given) {
    const RowsAsked row = rows_asked(given);
    return {sampled([=](const Context& context) { return sampled_row_median(What, row, context); })};
}

}  // namespace

std::vector<Quantity> attention_rows_quantities() {
    return {
        quantity("attention.entropy", entropy_of_row),
        quantity("attention.log_partition", one_proof<RowStatistic::log_partition, RowMean::log_partition>),
        quantity("attention.mean_logit",
                 two_proofs<RowStatistic::mean_logit, integral<RowMean::mean_logit>,
                            mean_formula<RowMean::mean_logit>, stein_mean_logit, Needs::normal_law>),
        quantity("attention.total_weight", total_weight),
        quantity("attention.participation",
                 two_proofs<RowStatistic::participation, integral<RowMean::participation>,
                            mean_formula<RowMean::participation>, participation_from_spread, Needs::nothing>),
        quantity("attention.sum_cubes", one_proof<RowStatistic::sum_cubes, RowMean::sum_cubes>),
        quantity("attention.participation_squared",
                 one_proof<RowStatistic::participation_squared, RowMean::participation_squared>),
        quantity("attention.jacobian_norm",
                 two_proofs<RowStatistic::jacobian_norm, jacobian_norm<integral<RowMean::participation>>,
                            row_jacobian_formula, jacobian_norm<participation_from_spread>, Needs::nothing>),
        quantity("attention.median_jacobian_norm", median<RowStatistic::jacobian_norm>),
        quantity("attention.median_entropy", median<RowStatistic::entropy>)};
}

}  // namespace sigprop
