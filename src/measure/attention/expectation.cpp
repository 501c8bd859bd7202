#include "measure/attention/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/engine/evaluate.hpp>

namespace sigprop {
namespace {

// attention.entropy accepts every std between these two.
constexpr double min_std = 0.001;
constexpr double max_std = 64;

/// A call of attention.entropy over this number of keys.
std::string call(const RowsOfHead& rows, std::size_t keys, const std::string& std, bool average) {
    const std::string cap = rows.softcap.empty() ? "" : ", softcap=" + rows.softcap;
    return fmt::format("attention.entropy({}, std={}{}{})", keys, std, cap, average ? ", mask=causal" : "");
}

}  // namespace

std::string entropy_expression(const RowsOfHead& rows, const std::string& std) {
    const std::size_t before = rows.keys - rows.queries;
    if (!rows.causal || rows.queries == 1) return call(rows, rows.keys, std, false);
    const std::string average = call(rows, rows.keys, std, true);
    if (before == 0) return average;
    if (before == 1) {  // a single key has no entropy
        return fmt::format("{} * {} / {}", rows.keys, average, rows.queries);
    }
    return fmt::format("({} * {} - {} * {}) / {}", rows.keys, average, before, call(rows, before, std, true),
                       rows.queries);
}

Record expected_entropy(const RowsOfHead& rows, double std, const Context& context) {
    if (std <= max_std) {
        return evaluate_record(entropy_expression(rows, fmt::format("{:.6g}", std::max(std, min_std))),
                               context);
    }
    const std::string number = std::isnan(std) ? "std" : fmt::format("{:.6g}", std);
    Record record;
    record.expression = entropy_expression(rows, number);
    record.status = Status::unable;
    record.reason = std::isnan(std)
                        ? "the expected entropy needs a std of the logits, and there is none"
                        : fmt::format("attention.entropy takes a std up to {}, not {}", max_std, number);
    return record;
}

}  // namespace sigprop
