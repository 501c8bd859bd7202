// measure elementwise: the passes over the file, and what follows from their sums.

#include <sigprop/measure/elementwise/elementwise.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/doubles.hpp"
#include "measure/elementwise/best_map.hpp"
#include "measure/elementwise/fit.hpp"
#include "measure/elementwise/records.hpp"
#include "measure/elementwise/rows.hpp"
#include "measure/elementwise/target.hpp"
#include "quantities/normalization/table.hpp"

namespace sigprop {
namespace {

// Statements about the features as a whole: their quantiles, and those that stand out.

constexpr std::size_t max_worst = 5;
constexpr double outlying = 6;  // times the median rms

/// min, 5 %, 50 %, 95 %, max, interpolated linearly; NaN for an empty list.
std::array<double, 5> quantiles_of(std::vector<double> values) {
    std::array<double, 5> found{};
    found.fill(not_a_number);
    if (values.empty()) return found;
    std::sort(values.begin(), values.end());
    constexpr std::array<double, 5> places = {0, 0.05, 0.5, 0.95, 1};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const double at = places[i] * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(at);
        const double beyond = at - static_cast<double>(below);
        found[i] = values[below];
        if (beyond > 0) found[i] += beyond * (values[below + 1] - values[below]);
    }
    return found;
}

/// Fills in `worst` and `outliers` from the features.
void name_features(ElementwiseMeasurement& measured) {
    const std::vector<FeatureFit>& features = measured.features;
    std::vector<std::size_t> order(features.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return features[a].share_of_error[0] > features[b].share_of_error[0];
    });
    measured.worst.assign(order.begin(),
                          order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), max_worst)));
    std::vector<double> sizes;
    for (const FeatureFit& feature : features) sizes.push_back(feature.rms);
    const double median = quantiles_of(std::move(sizes))[2];
    for (std::size_t j = 0; j < features.size(); ++j) {
        if (features[j].rms > outlying * median) measured.outliers.push_back(j);
    }
    std::stable_sort(measured.outliers.begin(), measured.outliers.end(),
                     [&](std::size_t a, std::size_t b) { return features[a].rms > features[b].rms; });
}

constexpr std::array<ReplacementForm, replacement_forms> all_forms = {ReplacementForm::dyt,
                                                                      ReplacementForm::dyisru};

/// alpha or C from the factor of x, in the units of the file.
double parameter_of(ReplacementForm form, double a, double unit) {
    const double alpha = a * unit;
    return form == ReplacementForm::dyt ? alpha : 1 / alpha / alpha;
}

double inner_of(ReplacementForm form, double parameter, double unit) {
    return (form == ReplacementForm::dyt ? parameter : 1 / std::sqrt(parameter)) / unit;
}

/// A feature with no x but 0 has the same error at every parameter, so any will do.
double or_any(double a) { return std::isnan(a) ? 0 : a; }

std::vector<double> or_any(std::vector<double> fitted) {
    fitted.pop_back();
    for (double& a : fitted) a = or_any(a);
    return fitted;
}

/// For one form, the sums at each parameter that is reported.
struct FormPass {
    FormSums own, shared, normal, rescaled;

    FormPass(ReplacementForm form, const std::vector<double>& fitted, const FormMeasurement& asked,
             double unit)
        : own(form, or_any(fitted)),
          shared(form, std::vector<double>(fitted.size() - 1, or_any(fitted.back()))),
          normal(form, std::vector<double>(fitted.size() - 1, inner_of(form, asked.normal.parameter, unit))),
          rescaled(form,
                   std::vector<double>(fitted.size() - 1, inner_of(form, asked.rescaled.parameter, unit))) {}
    void add(const RowSlice& slice) {
        for (FormSums* sums : {&own, &shared, &normal, &rescaled}) sums->add(slice);
    }
};

/// Weighted sums over features; features without a target are left out.
class Weighted {
public:
    Weighted(const std::vector<double>& weights, const std::vector<double>& target)
        : weights_(weights), target_(target), all_(sum(target)) {}

    [[nodiscard]] double share(const std::vector<double>& squares) const {
        return all_ > 0 ? sum(squares) / all_ : not_a_number;
    }
    [[nodiscard]] double part(const std::vector<double>& squares, std::size_t feature) const {
        const double total = sum(squares);
        return total > 0 ? weights_[feature] * squares[feature] / total : 0;
    }

private:
    [[nodiscard]] double sum(const std::vector<double>& squares) const {
        double total = 0;
        for (std::size_t j = 0; j < weights_.size(); ++j) {
            if (weights_[j] > 0 && target_[j] > 0) total += weights_[j] * squares[j];
        }
        return total;
    }
    const std::vector<double>& weights_;
    const std::vector<double>& target_;
    double all_;
};

void finish_form(ElementwiseMeasurement& measured, ReplacementForm form, const FormPass& sums,
                 const std::vector<double>& fitted, const Weighted& weighted,
                 const std::vector<double>& target, double unit) {
    const auto index = static_cast<std::size_t>(form);
    FormMeasurement& found = measured.forms[index];
    found.shared = {parameter_of(form, fitted.back(), unit), weighted.share(sums.shared.square)};
    found.own_error = weighted.share(sums.own.square);
    for (const auto& [fit, of] :
         {std::pair(&found.normal, &sums.normal), {&found.rescaled, &sums.rescaled}}) {
        if (!std::isnan(fit->parameter)) fit->error = weighted.share(of->square);
    }
    std::vector<double> parameters;
    std::vector<double> errors;
    for (std::size_t j = 0; j < measured.features.size(); ++j) {
        FeatureFit& feature = measured.features[j];
        feature.shared_error[index] = not_a_number;
        if (!(target[j] > 0)) continue;
        feature.own[index] = {parameter_of(form, fitted[j], unit), sums.own.square[j] / target[j]};
        feature.shared_error[index] = sums.shared.square[j] / target[j];
        feature.share_of_error[index] = weighted.part(sums.shared.square, j);
        errors.push_back(feature.own[index].error);
        if (fitted[j] > 0 && std::isfinite(fitted[j])) {
            parameters.push_back(feature.own[index].parameter);
        } else if (!std::isnan(fitted[j])) {
            ++found.at_limit;
        }
    }
    found.parameter_quantiles = quantiles_of(std::move(parameters));
    found.error_quantiles = quantiles_of(std::move(errors));
}

/// The optimum for normal inputs at the requested and at the measured rms: alpha scales with 1/rms.
void put_normal(ElementwiseMeasurement& measured, double assumed_rms) {
    const double ratio = measured.rms / assumed_rms;
    for (const ReplacementForm form : all_forms) {
        const auto index = static_cast<std::size_t>(form);
        const double parameter = measured.records[index].computed.value.value_or(not_a_number);
        measured.forms[index].normal.parameter = parameter;
        measured.forms[index].rescaled.parameter =
            form == ReplacementForm::dyt ? parameter / ratio : parameter * ratio * ratio;
    }
}

void measure(ElementwiseMeasurement& measured, const ElementwiseRows& rows, const ElementwiseTarget& target,
             const Context& context) {
    const std::size_t dim = rows.dim();
    const double unit = rows.unit();
    const FittedForms fitted = fit_forms(rows, target.squared_weights, context);
    const std::vector<double>& x_square = fitted.moments.x_square;
    const std::vector<double>& u_square = fitted.moments.u_square;
    const auto count = static_cast<double>(rows.rows());
    double all = 0;
    for (std::size_t j = 0; j < dim; ++j) {
        measured.features[j].rms = std::sqrt(x_square[j] / count) / unit;
        all += x_square[j];
    }
    measured.rms = std::sqrt(all / count / static_cast<double>(dim)) / unit;
    put_normal(measured, target.assumed_rms);
    std::vector<FormPass> passes;
    for (const ReplacementForm form : all_forms) {
        const auto index = static_cast<std::size_t>(form);
        passes.emplace_back(form, fitted.a[index], measured.forms[index], unit);
    }
    BestMapBins bins(rows, target.squared_weights, !target.centred,
                     fitted.a[static_cast<std::size_t>(ReplacementForm::dyisru)].back());
    rows.pass([&](const RowSlice& slice) {
        for (FormPass& one : passes) one.add(slice);
        bins.add(slice);
    });
    const Weighted weighted(target.squared_weights, u_square);
    for (const ReplacementForm form : all_forms) {
        const auto index = static_cast<std::size_t>(form);
        finish_form(measured, form, passes[index], fitted.a[index], weighted, u_square, unit);
    }
    const BestMapBins::Estimate best = bins.estimate();
    // No form is better than the best map.
    const double limit = std::min(measured.forms[0].shared.error, measured.forms[1].shared.error);
    measured.best_map_error = std::isnan(best.error) ? not_a_number : std::min(best.error, limit);
    measured.best_map_slack = best.slack;
    name_features(measured);
}

/// Fills in the result for a file without a row that could be fitted.
void leave_empty(ElementwiseMeasurement& measured, double assumed_rms) {
    measured.rms = measured.min_rms = measured.max_rms = measured.best_map_error = not_a_number;
    put_normal(measured, assumed_rms);
    for (FormMeasurement& form : measured.forms) {
        form.own_error = not_a_number;
        form.parameter_quantiles = form.error_quantiles = quantiles_of({});
    }
    for (FeatureFit& feature : measured.features) {
        feature.rms = not_a_number;
        feature.shared_error.fill(not_a_number);
    }
}

}  // namespace

ElementwiseMeasurement measure_elementwise(const NamedTensor& x, const std::optional<NamedTensor>& weight,
                                           const ElementwiseQuestion& question, const Context& context,
                                           const Executor& execute) {
    const ElementwiseTarget target = elementwise_target(x, weight, question, context);
    ElementwiseMeasurement measured;
    measured.name = x.name;
    measured.weight_name = weight ? weight->name : "";
    measured.shape = x.view.shape();
    measured.type = x.view.type();
    measured.layer = target.layer;
    measured.formula = formula_text(target.rule);
    measured.epsilon = target.epsilon;
    measured.assumed_rms = question.rms.value_or("1");
    measured.features.resize(measured.shape.back());
    const ElementwiseRows rows(x, target.rule, target.epsilon, context);
    measured.rows = rows.rows();
    measured.bad_rows = rows.bad_rows();
    measured.flat_rows = rows.flat_rows();
    measured.bad_reason = rows.bad_reason();
    measured.min_rms = rows.min_rms();
    measured.max_rms = rows.max_rms();
    measured.records = elementwise_expectations(measured.features.size(), question.rms, context, execute);
    if (measured.rows > 0) {
        measure(measured, rows, target, context);
    } else {
        leave_empty(measured, target.assumed_rms);
    }
    add_measurements(measured, context);
    return measured;
}

ElementwiseMeasurement measure_elementwise(const std::string& x_path,
                                           const std::optional<std::string>& weight_path,
                                           const ElementwiseQuestion& question, const Context& context,
                                           const Executor& execute) {
    const NpyFile x(x_path, {.bfloat16 = question.bfloat16});
    const NamedTensor activations = {x.view(), x_path, [&](std::size_t numbers) { x.done_with(numbers); }};
    if (question.bfloat16 && !weight_path) check_read_as_bfloat16(std::array{x.view().type()});
    if (!weight_path) return measure_elementwise(activations, std::nullopt, question, context, execute);
    const NpyFile weight(*weight_path, {.bfloat16 = question.bfloat16});
    if (question.bfloat16) check_read_as_bfloat16(std::array{x.view().type(), weight.view().type()});
    return measure_elementwise(activations, NamedTensor{weight.view(), *weight_path}, question, context,
                               execute);
}

}  // namespace sigprop
