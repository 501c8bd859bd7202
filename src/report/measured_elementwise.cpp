#include <fmt/format.h>

#include <cmath>
#include <sigprop/measure/elementwise/elementwise.hpp>

#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/measured.hpp"

namespace sigprop {
namespace {

constexpr int parameter_digits = 5;
constexpr int error_digits = 3;

Cell parameter(double value) { return {cell_number(value, parameter_digits)}; }
Cell error(double value) { return {cell_number(value, error_digits)}; }

double expected(const ElementwiseMeasurement& measured, std::size_t record) {
    return measured.records[record].computed.value.value_or(std::nan(""));
}

std::size_t dim_of(const ElementwiseMeasurement& measured) { return measured.features.size(); }

/// Index among the quantiles; the median of an even number of features may lie between two.
constexpr std::size_t median = 2;

TextGrid fits(const ElementwiseMeasurement& measured) {
    const auto& [dyt, dyisru] = measured.forms;
    TextGrid grid;
    grid.columns = {
        {"", false, false, 16}, {"dyt alpha", true}, {"error", true}, {"dyisru C", true}, {"error", true}};
    const auto row = [&](const std::string& name, const ReplacementFit& first, const ReplacementFit& second) {
        grid.rows.push_back({{name},
                             parameter(first.parameter),
                             error(first.error),
                             parameter(second.parameter),
                             error(second.error)});
    };
    row("fit to all features", dyt.shared, dyisru.shared);
    row("fit per feature (median)", {dyt.parameter_quantiles[median], dyt.own_error},
        {dyisru.parameter_quantiles[median], dyisru.own_error});
    row("normal optimum, rms " + measured.assumed_rms, dyt.normal, dyisru.normal);
    row("normal optimum, rms " + cell_number(measured.rms, 4), dyt.rescaled, dyisru.rescaled);
    const auto errors = [&](const std::string& name, double first, double second) {
        grid.rows.push_back({{name}, {""}, error(first), {""}, error(second)});
    };
    errors("  on normal inputs", expected(measured, 2), expected(measured, 3));
    errors("best element-wise map (estimate)", measured.best_map_error, measured.best_map_error);
    errors("  on normal inputs", expected(measured, 4), expected(measured, 4));
    return grid;
}

TextGrid quantiles(const ElementwiseMeasurement& measured) {
    TextGrid grid;
    grid.columns = {{""}};
    for (const char* title : {"min", "5 %", "50 %", "95 %", "max"}) grid.columns.push_back({title, true});
    const auto row = [&](const char* name, const std::array<double, 5>& values, auto cell) {
        std::vector<Cell> cells = {{name}};
        for (const double value : values) cells.push_back(cell(value));
        grid.rows.push_back(std::move(cells));
    };
    const auto& [dyt, dyisru] = measured.forms;
    row("dyt alpha", dyt.parameter_quantiles, parameter);
    row("its error", dyt.error_quantiles, error);
    row("dyisru C", dyisru.parameter_quantiles, parameter);
    row("its error", dyisru.error_quantiles, error);
    return grid;
}

TextGrid worst(const ElementwiseMeasurement& measured) {
    TextGrid grid;
    for (const char* title : {"feature", "rms", "share", "own alpha", "error", "share", "own C", "error"}) {
        grid.columns.push_back({title, true});
    }
    for (const std::size_t index : measured.worst) {
        const FeatureFit& feature = measured.features[index];
        grid.rows.push_back({{std::to_string(index)}, {cell_number(feature.rms, 4)}});
        for (std::size_t form = 0; form < replacement_forms; ++form) {
            grid.rows.back().push_back(percent_cell(feature.share_of_error[form]));
            grid.rows.back().push_back(parameter(feature.own[form].parameter));
            grid.rows.back().push_back(error(feature.own[form].error));
        }
    }
    return grid;
}

const char* const elementwise_legend =
    "error: sum (y - form)^2 / sum y^2; dyt: sqrt(d) tanh(alpha x), dyisru: sqrt(d) x/sqrt(x^2 + C), both "
    "times the weight of the layer; best element-wise map: one map for all features, estimated from the mean "
    "of y given x in bins";

/// What the optimum beside the fit assumes.
std::string assumption(const ElementwiseMeasurement& measured) {
    const std::size_t dim = dim_of(measured);
    std::string text = fmt::format(
        "the optimum for independent features N(0, rms^2) with rms {} in every row and feature, after "
        "RMSNorm without eps; the form has the weight sqrt({}) = {}",
        measured.assumed_rms, dim, cell_number(std::sqrt(static_cast<double>(dim)), 4));
    text += measured.weight_name.empty() ? "" : " times that of the layer";
    text += "; --rms R sets another rms, --weight G the weight of the layer";
    if (measured.layer == "layer_norm")
        text += "; LayerNorm also subtracts the mean, which an element-wise form cannot do";
    return text;
}

std::string target(const ElementwiseMeasurement& measured) {
    std::string text = "y = " + measured.formula;
    text += fmt::format(" over {} features ({}), eps = {}", dim_of(measured), measured.layer,
                        cell_number(measured.epsilon, 6));
    return text + (measured.weight_name.empty() ? "" : ", times " + measured.weight_name);
}

std::string rows(const ElementwiseMeasurement& measured) {
    const std::uint64_t left_out = measured.bad_rows + measured.flat_rows;
    std::string text = counted(measured.rows, "row");
    if (left_out > 0) text += fmt::format(", {} skipped", left_out);
    if (measured.rows == 0) return text;
    return text + fmt::format("; rms {}; {} of a row from {} to {}", cell_number(measured.rms, 4),
                              measured.layer == "layer_norm" ? "std" : "rms",
                              cell_number(measured.min_rms, 4), cell_number(measured.max_rms, 4));
}

std::string outliers(const ElementwiseMeasurement& measured) {
    constexpr std::size_t max_named = 8;
    if (measured.outliers.empty()) return "";
    std::string text =
        fmt::format("{} features have an rms above 6 times the median: ", measured.outliers.size());
    for (std::size_t i = 0; i < std::min(measured.outliers.size(), max_named); ++i) {
        text += fmt::format("{}{} (rms {})", i > 0 ? ", " : "", measured.outliers[i],
                            cell_number(measured.features[measured.outliers[i]].rms, 3));
    }
    return text + (measured.outliers.size() > max_named ? ", ..." : "");
}

/// The features without a best parameter, in words.
std::string limits(const ElementwiseMeasurement& measured) {
    const std::uint64_t dyt = measured.forms[0].at_limit;
    const std::uint64_t dyisru = measured.forms[1].at_limit;
    if (dyt == 0 && dyisru == 0) return "";
    return fmt::format("{} features have no best alpha, {} have no best C: the optimum is at 0 or infinity",
                       dyt, dyisru);
}

std::vector<Item> items(const ElementwiseMeasurement& measured) {
    return {
        {"x", fmt::format("{} {} {}", measured.name, list_text(measured.shape), to_string(measured.type))},
        {"target", target(measured)},
        {"rows", rows(measured)},
        {"normal", assumption(measured)},
        {"outliers", outliers(measured)},
        {"limits", limits(measured)}};
}

/// Why expectations are missing.
Notes reasons(const ElementwiseMeasurement& measured) {
    Notes found{.items = {}, .color = Color::bad};
    if (!measured.bad_reason.empty()) found.items.push_back({"", measured.name + ": " + measured.bad_reason});
    for (const Record& record : measured.records) {
        if (record.computed.value || record.reason.empty() || record.reason == measured.bad_reason) continue;
        found.items.push_back({"", record.expression + ": " + record.reason});
    }
    return found;
}

/// What is said of one form, for all features or for one.
using FormNumbers = std::array<double, 4>;

void add_feature(Document& document, const std::string& name, double rms, const FormNumbers& dyt,
                 const FormNumbers& dyisru) {
    document.add_row({name}, {{"rms", rms},
                              {"alpha", dyt[0]},
                              {"dyt_error", dyt[1]},
                              {"dyt_error_at_all", dyt[2]},
                              {"dyt_share_of_error", dyt[3]},
                              {"c", dyisru[0]},
                              {"dyisru_error", dyisru[1]},
                              {"dyisru_error_at_all", dyisru[2]},
                              {"dyisru_share_of_error", dyisru[3]}});
}

}  // namespace

Document document_of(const ElementwiseMeasurement& measured) {
    Document document({"feature"});
    document.add(Section{.items = items(measured), .indent = 12});
    document.add(Table{fits(measured), "", elementwise_legend});
    document.add(Table{quantiles(measured), "fits per feature: quantiles"});
    document.add(Table{worst(measured),
                       "the features with the largest share of the error that the common alpha leaves"});
    document.add(reasons(measured));
    const auto all = [&](std::size_t form) {
        const ReplacementFit& fit = measured.forms[form].shared;
        return FormNumbers{fit.parameter, fit.error, fit.error, 1};
    };
    add_feature(document, "all", measured.rms, all(0), all(1));
    for (std::size_t j = 0; j < measured.features.size(); ++j) {
        const FeatureFit& feature = measured.features[j];
        const auto own = [&](std::size_t form) {
            return FormNumbers{feature.own[form].parameter, feature.own[form].error,
                               feature.shared_error[form], feature.share_of_error[form]};
        };
        add_feature(document, std::to_string(j), feature.rms, own(0), own(1));
    }
    return document;
}

}  // namespace sigprop
