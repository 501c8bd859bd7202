// Means over rows of attention weights for independent logits, exact at finite length: the integrals of
// methods/softmax/means.hpp, combined in two ways where possible, with sampled rows as witnesses.

#include "methods/softmax_sampling/samples.hpp"
#include "quantities/attention/row_formulas.hpp"
#include "quantities/attention/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

struct RowQuestion {
    LogitLaw law;
    std::uint64_t n;
    RowMask mask;
};

RowQuestion row_of(const Arguments& arguments) {
    return {logit_law(arguments), row_length(arguments, "n"), row_mask(arguments)};
}

bool is_normal(const RowQuestion& row) { return row.law.kind == LogitLaw::Kind::normal; }

/// Combines both values, or returns the first reason why that is impossible.
template <class Combine>
Answer both(const Answer& a, const Answer& b, const Combine& combine) {
    if (a.status != Status::ok) return a;
    if (b.status != Status::ok) return b;
    return Answer(combine(a.value, b.value));
}

using RowValue = Answer (*)(const RowQuestion& row, long bits, const Context& context);

template <RowMean What>
Answer integral(const RowQuestion& row, long bits, const Context& context) {
    return row_mean(What, row.law, row.n, row.mask, bits, context);
}

template <EntropyForm Form>
Answer entropy(const RowQuestion& row, long bits, const Context& context) {
    return row_entropy(Form, row.law, row.n, row.mask, bits, context);
}

Answer one(const RowQuestion&, long, const Context&) { return Ball(1); }

/// The mean logit under the weights by Stein's lemma.
Answer stein_mean_logit(const RowQuestion& row, long bits, const Context& context) {
    const Answer spread = integral<RowMean::spread>(row, bits, context);
    if (spread.status != Status::ok) return spread;
    return pow(row.law.std.at(bits), 2) * spread.value;
}

/// 1 - E sum over i != j of a_i a_j.
Answer participation_from_spread(const RowQuestion& row, long bits, const Context& context) {
    const Answer spread = integral<RowMean::spread>(row, bits, context);
    if (spread.status != Status::ok) return spread;
    return 1 - spread.value;
}

/// E sum a^2 - 2 E sum a^3 + E (sum a^2)^2, with the given way to the participation.
template <RowValue Participation>
Answer jacobian_norm(const RowQuestion& row, long bits, const Context& context) {
    const Answer rest = both(integral<RowMean::sum_cubes>(row, bits, context),
                             integral<RowMean::participation_squared>(row, bits, context),
                             [](const Ball& cubes, const Ball& squared) { return squared - 2 * cubes; });
    return both(Participation(row, bits, context), rest, [](const Ball& a, const Ball& b) { return a + b; });
}

Route closed_form(const RowQuestion& row, RowValue value) {
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
Route definition_of(const RowQuestion& row) {
    const auto by_code = [=](long bits, const Context& context) { return Definition(row, bits, context); };
    if (!is_normal(row) || row.mask != RowMask::full)
        return enclosed(RouteKind::definition, "arb_trapezoid", by_code);
    return enclosed(RouteKind::definition, "arb_trapezoid", MeansOfRow{InMeans(row.law, row.n), by_code});
}

template <RowStatistic What>
Route mean_of_samples(const RowQuestion& row) {
    return sampled([=](const Context& context) {
        return sampled_row_mean(What, {row.law, row.n, row.mask}, context);
    });
}

/// The condition of the second proof on the law.
enum class Needs : std::uint8_t { nothing, normal_law };

template <RowStatistic What, RowValue Definition, Written InMeans, RowValue Other, Needs Asked>
Routes two_proofs(const Arguments& arguments) {
    const RowQuestion row = row_of(arguments);
    Routes routes;
    if (Asked == Needs::nothing || is_normal(row)) routes.push_back(closed_form(row, Other));
    routes.push_back(definition_of<Definition, InMeans>(row));
    routes.push_back(mean_of_samples<What>(row));
    return routes;
}

template <RowStatistic What, RowMean Mean>
Routes one_proof(const Arguments& arguments) {
    const RowQuestion row = row_of(arguments);
    return {definition_of<integral<Mean>, mean_formula<Mean>>(row), mean_of_samples<What>(row)};
}

Routes total_weight(const Arguments& arguments) {
    const RowQuestion row = row_of(arguments);
    return {closed_form(row, one),
            definition_of<integral<RowMean::total_weight>, mean_formula<RowMean::total_weight>>(row)};
}

template <RowStatistic What>
Routes median(const Arguments& arguments) {
    const RowQuestion row = row_of(arguments);
    return {sampled([=](const Context& context) {
        return sampled_row_median(What, {row.law, row.n, row.mask}, context);
    })};
}

// ---- descriptions

const char* const law =
    "logits are independent N(0, std^2), exact at every n (softcap: cap tanh of such a logit over cap); std "
    "is a standard deviation. mask=causal: the average over the rows of 1, 2, … n keys, of which the first "
    "has one weight, 1";
const char* const own =
    "own derivation, from log S = integral of (e^-t - e^(-t S)) dt/t and S^-p = integral of t^(p-1) e^(-t S) "
    "dt/Gamma(p): S enters through g(u) = E exp(-e^(x+u)) alone";
const char* const samples = "simulation: rows of logits drawn and measured; --samples counts logits";

std::vector<std::string> theorems_of(const std::string& name) {
    if (name.starts_with("median_")) return {};  // sampled
    std::vector<std::string> all = {"transform_of_a_row", "trapezoidal_rectangle"};
    if (name == "entropy" || name == "mean_logit") all.emplace_back("stein_lemma");
    if (name == "entropy") all.emplace_back("entropy_falls_with_scale");
    if (name != "entropy" && name != "jacobian_norm") all.emplace_back("weights_sharpen_with_scale");
    return all;
}

Quantity row_quantity(const char* name, const char* summary, const char* formula, const std::string& units,
                      std::vector<std::string> notes, Routes (*routes)(const Arguments&),
                      NumberRange values = {}) {
    return {.name = std::string("attention.") + name,
            .summary = summary,
            .formula = formula,
            .units = units + law,
            .source = own,
            .parameters = row_parameters(),
            .values = std::move(values),
            .route_notes = std::move(notes),
            .theorems = theorems_of(name),
            .routes = routes};
}

const char* const no_second_integral =
    "no second integral is taken: the samples, and E sum a = 1 from the same table (attention.total_weight), "
    "are the check";

std::vector<Quantity> entropies() {
    return {row_quantity(
                "entropy", "Mean entropy of a row of attention weights.",
                R"(\mathbb{E}\left[H\right] = \mathbb{E}\left[\log S\right] - \mathbb{E}\left[\sum_j a_j )"
                R"(x_j\right], \quad H = -\sum_j a_j \log a_j, \quad a = \operatorname{softmax}(x))",
                "nats, 0 <= H <= log n; the mean over rows, not the entropy of the mean; ",
                {"closed_form: E log S - std^2 (1 - E sum a^2), by Stein's lemma; for normal logits only. "
                 "Shares the integral of E log S with the definition",
                 "definition: E log S - E sum a x, the latter integrated as it stands", samples},
                two_proofs<RowStatistic::entropy, entropy<EntropyForm::integrated>, row_entropy_formula,
                           entropy<EntropyForm::stein>, Needs::normal_law>,
                "[0, inf)"),
            row_quantity(
                "log_partition", "Mean logarithm of softmax's denominator.",
                R"(\mathbb{E}\left[\log S\right] = \int \left(\exp(-e^u) - g(u)^n\right)\,du, \quad S = )"
                R"(\sum_j e^{x_j})",
                "nats; log sum exp, not its mean over n; ",
                {std::string("definition: the integral; ") + no_second_integral, samples},
                one_proof<RowStatistic::log_partition, RowMean::log_partition>),
            row_quantity(
                "mean_logit", "Mean logit of a row, each weighed by its attention.",
                R"(\mathbb{E}\left[\sum_j a_j x_j\right] = n \int \mathbb{E}\left[x e^{x+u} )"
                R"(\exp(-e^{x+u})\right] g(u)^{n-1}\,du)",
                "in units of the logits; ",
                {"closed_form: std^2 (1 - E sum a^2), by Stein's lemma, the latter without cancellation; "
                 "for normal logits only",
                 "definition: the integral", samples},
                two_proofs<RowStatistic::mean_logit, integral<RowMean::mean_logit>,
                           mean_formula<RowMean::mean_logit>, stein_mean_logit, Needs::normal_law>),
            row_quantity(
                "total_weight", "Mean sum of a row's weights: 1, and so a test of the integrals.",
                R"(\mathbb{E}\left[\sum_j a_j\right] = n \int \mathbb{E}\left[e^{x+u} )"
                R"(\exp(-e^{x+u})\right] g(u)^{n-1}\,du)",
                "dimensionless; ",
                {"closed_form: 1", "definition: the integral, from the table that every other mean is of"},
                total_weight)};
}

std::vector<Quantity> powers() {
    const char* const weights = "dimensionless, of weights that sum to 1; ";
    Quantity participation = row_quantity(
        "participation", "Mean sum of squared attention weights: one over the number of keys that count.",
        R"(Y = \mathbb{E}\left[\sum_j a_j^2\right] = n \int \mathbb{E}\left[y^2 e^{-y}\right] )"
        R"(g(u)^{n-1}\,du, \quad y = e^{x+u})",
        "dimensionless, 1/n <= Y <= 1: the inverse participation ratio, not the ratio; ",
        {"closed_form: 1 - E sum over i != j of a_i a_j, n (n-1) times the integral of g^(n-2) g'^2: another "
         "integral, of another function",
         "definition: the integral", samples},
        two_proofs<RowStatistic::participation, integral<RowMean::participation>,
                   mean_formula<RowMean::participation>, participation_from_spread, Needs::nothing>,
        "[0, 1]");
    participation.aliases = {"attention.inverse_participation_ratio"};
    return {std::move(participation),
            row_quantity("sum_cubes", "Mean sum of cubed attention weights.",
                         R"(\mathbb{E}\left[\sum_j a_j^3\right] = \frac{n}{2} \int \mathbb{E}\left[y^3 )"
                         R"(e^{-y}\right] g(u)^{n-1}\,du, \quad y = e^{x+u})",
                         weights, {std::string("definition: the integral; ") + no_second_integral, samples},
                         one_proof<RowStatistic::sum_cubes, RowMean::sum_cubes>, "[0, 1]"),
            row_quantity("participation_squared", "Second moment of the sum of squared attention weights.",
                         R"(\mathbb{E}\left[\left(\sum_j a_j^2\right)^2\right] = \mathbb{E}\left[\sum_j )"
                         R"(a_j^4\right] + \frac{n (n - 1)}{6} \int \mathbb{E}\left[y^2 e^{-y}\right]^2 )"
                         R"(g(u)^{n-2}\,du, \quad y = e^{x+u})",
                         std::string("the mean of the square, not the square of the mean; ") + weights,
                         {std::string("definition: the integrals; ") + no_second_integral, samples},
                         one_proof<RowStatistic::participation_squared, RowMean::participation_squared>,
                         "[0, 1]"),
            row_quantity(
                "jacobian_norm",
                "Mean squared Frobenius norm of softmax's Jacobian: how much gradient passes through a row.",
                R"(\mathbb{E} \left\|\operatorname{diag}(a) - a a^\top\right\|_F^2 = )"
                R"(\mathbb{E}\left[\sum_j a_j^2\right] - 2\,\mathbb{E}\left[\sum_j a_j^3\right] + )"
                R"(\mathbb{E}\left[\left(\sum_j a_j^2\right)^2\right])",
                "squared, of da/dx with logits x; the mean is carried by rare rows when std is large, see "
                "attention.median_jacobian_norm; ",
                {"closed_form: with E sum a^2 from the integral of g^(n-2) g'^2; the other two as in the "
                 "definition",
                 "definition: three integrals", samples},
                two_proofs<RowStatistic::jacobian_norm, jacobian_norm<integral<RowMean::participation>>,
                           row_jacobian_formula, jacobian_norm<participation_from_spread>, Needs::nothing>,
                "[0, 1]")};
}

std::vector<Quantity> medians() {
    const std::vector<std::string> notes = {
        "simulation: the median of sampled rows, with the standard error of their order statistics; no proof "
        "is known, and no other method is implemented"};
    return {row_quantity(
                "median_jacobian_norm",
                "Median squared Frobenius norm of softmax's Jacobian over rows: what vanishes for large std.",
                R"(\text{median of } \left\|\operatorname{diag}(a) - a a^\top\right\|_F^2)",
                "squared; the median over rows, of which the mean is attention.jacobian_norm; ", notes,
                median<RowStatistic::jacobian_norm>, "[0, 1]"),
            row_quantity("median_entropy", "Median entropy of a row of attention weights.",
                         R"(\text{median of } {-}\sum_j a_j \log a_j)",
                         "nats; the median over rows, of which the mean is attention.entropy; ", notes,
                         median<RowStatistic::entropy>, "[0, inf)")};
}

}  // namespace

std::vector<Quantity> attention_rows_quantities() {
    std::vector<Quantity> all;
    for (auto theme : {entropies, powers, medians}) {
        for (Quantity& one : theme()) all.push_back(std::move(one));
    }
    return all;
}

}  // namespace sigprop
