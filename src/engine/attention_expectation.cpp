#include "engine/attention_expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/engine/engine.hpp>

namespace sigprop::detail {
namespace {

// attention.entropy takes what lies between.
constexpr double least_std = 0.001;
constexpr double greatest_std = 64;

std::string one_row(std::size_t keys, const std::string& std) {
    return fmt::format("attention.entropy({}, std={})", keys, std);
}

std::string average(std::size_t keys, const std::string& std) {
    return fmt::format("attention.entropy({}, std={}, mask=causal)", keys, std);
}

}  // namespace

std::string entropy_expression(const RowsOfHead& rows, const std::string& std) {
    const std::size_t before = rows.keys - rows.queries;
    if (!rows.causal || rows.queries == 1) return one_row(rows.keys, std);
    if (before == 0) return average(rows.keys, std);
    const std::string all = fmt::format("{} * {}", rows.keys, average(rows.keys, std));
    if (before == 1) return fmt::format("{} / {}", all, rows.queries);  // a single key has no entropy
    return fmt::format("({} - {} * {}) / {}", all, before, average(before, std), rows.queries);
}

Record expected_entropy(const RowsOfHead& rows, double std, const Context& context) {
    if (std <= greatest_std) {
        return evaluate_record(entropy_expression(rows, fmt::format("{:.6g}", std::max(std, least_std))),
                               context);
    }
    const std::string number = std::isnan(std) ? "std" : fmt::format("{:.6g}", std);
    Record record;
    record.expression = entropy_expression(rows, number);
    record.status = to_string(Status::unable);
    record.reason = std::isnan(std)
                        ? "there is no logit std to expect an entropy of"
                        : fmt::format("attention.entropy takes a std up to {}, not {}", greatest_std, number);
    return record;
}

}  // namespace sigprop::detail
