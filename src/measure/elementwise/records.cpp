#include "measure/elementwise/records.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/engine/evaluate.hpp>

#include "engine/records.hpp"
#include "formats/list_text.hpp"
#include "measure/attention/layout.hpp"

namespace sigprop {
namespace {

using Named = std::vector<std::pair<std::string, double>>;

constexpr std::array<const char*, replacement_forms> form_names = {"dyt", "dyisru"};
constexpr std::array<const char*, replacement_forms> parameter_names = {"alpha", "c"};

double number(std::size_t n) { return static_cast<double>(n); }

/// An estimate with this radius, or without a value where there is no number.
EvidenceRecord measured_as(double value, double radius, const ElementwiseMeasurement& measured,
                           const Context& context) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::estimate;
    evidence.work.samples = measured.rows;
    if (measured.rows == 0) {
        evidence.reason = "no row can be measured";
    } else if (!std::isfinite(value)) {
        evidence.reason = std::isnan(value)
                              ? "the target is zero"
                              : "the error keeps falling as the parameter grows: no value is best";
    } else {
        evidence.status = Status::ok;
        // widening: estimate
        evidence.value = Ball(value).at_precision(64).widened(Ball(radius));
    }
    return record_of(evidence, context.digits, context.confidence);
}

Named common(const ElementwiseMeasurement& measured) {
    return {{"rows", number(measured.rows)},
            {"bad_rows", number(measured.bad_rows)},
            {"flat_rows", number(measured.flat_rows)},
            {"dim", number(measured.features.size())},
            {"epsilon", measured.epsilon},
            {"rms", measured.rms},
            {"row_rms_min", measured.min_rms},
            {"row_rms_max", measured.max_rms}};
}

void add_quantiles(Named& all, const std::string& name, const std::array<double, 5>& values) {
    constexpr std::array<const char*, 5> places = {"min", "5_percent", "median", "95_percent", "max"};
    for (std::size_t i = 0; i < places.size(); ++i) all.emplace_back(name + "_" + places[i], values[i]);
}

/// The statistics of one form's parameter by name.
Named parameter_statistics(const ElementwiseMeasurement& measured, std::size_t form) {
    const FormMeasurement& found = measured.forms[form];
    Named all = common(measured);
    const std::string name = parameter_names[form];
    all.emplace_back(name, found.shared.parameter);
    all.emplace_back("error", found.shared.error);
    all.emplace_back(name + "_normal", found.normal.parameter);
    all.emplace_back("error_normal", found.normal.error);
    all.emplace_back(name + "_normal_of_rms", found.rescaled.parameter);
    all.emplace_back("error_normal_of_rms", found.rescaled.error);
    all.emplace_back("error_own", found.own_error);
    all.emplace_back("features_at_limit", number(found.at_limit));
    add_quantiles(all, "own_" + name, found.parameter_quantiles);
    add_quantiles(all, "own_error", found.error_quantiles);
    all.emplace_back("outliers", number(measured.outliers.size()));
    for (std::size_t i = 0; i < measured.worst.size(); ++i) {
        const std::string prefix = fmt::format("worst_{}", i + 1);
        const FeatureFit& feature = measured.features[measured.worst[i]];
        all.emplace_back(prefix + "_feature", number(measured.worst[i]));
        all.emplace_back(prefix + "_rms", feature.rms);
        all.emplace_back(prefix + "_share_of_error", feature.share_of_error[form]);
        all.emplace_back(prefix + "_" + name, feature.own[form].parameter);
        all.emplace_back(prefix + "_error", feature.own[form].error);
    }
    return all;
}

std::string target_text(const ElementwiseMeasurement& measured) {
    return fmt::format("{} over the last axis of {} {}, eps {}{}", measured.layer, to_string(measured.type),
                       list_text(measured.shape), measured.epsilon,
                       measured.weight_name.empty() ? "" : ", weighted by " + measured.weight_name);
}

}  // namespace

std::vector<Record> elementwise_expectations(std::size_t dim, const std::optional<std::string>& rms,
                                             const Context& context, const Executor& execute) {
    const std::string std = rms ? ", std=" + *rms : "";
    const std::vector<std::string> expressions = {fmt::format("elementwise.fit_alpha({}{})", dim, std),
                                                  fmt::format("elementwise.fit_c({}{})", dim, std),
                                                  fmt::format("elementwise.error(dyt, {})", dim),
                                                  fmt::format("elementwise.error(dyisru, {})", dim),
                                                  fmt::format("elementwise.irreducible_error({})", dim)};
    std::vector<Record> records(expressions.size());
    execute(expressions.size(),
            [&](std::size_t i) { records[i] = evaluate_record(expressions[i], context); });
    return records;
}

void add_measurements(ElementwiseMeasurement& measured, const Context& context) {
    constexpr double relative = 1e-9;
    constexpr double absolute = 1e-15;
    const std::string target = target_text(measured);
    const auto say = [&](Record& record, const std::string& name, const std::string& statement, double value,
                         double radius) {
        record.id = measured.name + ": " + name;
        record.source.title = measured.name;
        record.statement = statement;
        record.note =
            "the expression assumes independent normal features with one rms in all rows, and RMSNorm";
        record.evidence.push_back(measured_as(value, radius, measured, context));
        if (!measured.bad_reason.empty()) record.reason = measured.bad_reason;
    };
    for (std::size_t form = 0; form < replacement_forms; ++form) {
        const FormMeasurement& found = measured.forms[form];
        Record& parameter = measured.records[form];
        const double value = found.shared.parameter;
        say(parameter, fmt::format("{} {}", form_names[form], parameter_names[form]),
            fmt::format("the {} for which {} is closest to {}", parameter_names[form], form_names[form],
                        target),
            value, relative * value);
        parameter.measured = parameter_statistics(measured, form);
        Record& error = measured.records[replacement_forms + form];
        const double left = found.shared.error;
        say(error, fmt::format("{} error", form_names[form]),
            fmt::format("the relative mean square error that remains"), left, relative * left + absolute);
        error.measured = common(measured);
        error.measured.emplace_back("error", left);
        error.measured.emplace_back("error_own", found.own_error);
        error.measured.emplace_back("error_normal", found.normal.error);
    }
    Record& best = measured.records.back();
    say(best, "best map error", "the error that the best element-wise map, one for all features, would leave",
        measured.best_map_error, measured.best_map_slack + relative * measured.best_map_error + absolute);
    best.measured = common(measured);
    best.measured.emplace_back("best_map_error", measured.best_map_error);
    best.measured.emplace_back("correction", measured.best_map_slack);
}

}  // namespace sigprop
