#include "measure/kernel/verdict.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/engine/evaluate.hpp>

#include "core/base/short_number.hpp"
#include "core/base/words.hpp"
#include "engine/records.hpp"
#include "formats/list_text.hpp"

namespace sigprop {
namespace {

std::string number(double x) { return std::isfinite(x) ? shortest_number(x) : short_number(x, 3); }

/// "y[3, 17] is 0.5; rounding allows 0.25 to 0.2502, 512 numbers of float16 away"
std::string worst_text(const KernelOutput& one) {
    std::string text =
        fmt::format("{}{} is {}", one.output, place_text(one.shape, one.worst_at), number(one.worst_value));
    text += one.worst_lower == one.worst_upper
                ? fmt::format("; rounding allows {} alone", number(one.worst_lower))
                : fmt::format("; rounding allows {} to {}", number(one.worst_lower), number(one.worst_upper));
    if (!std::isfinite(one.worst)) return text;
    return text + fmt::format(", which is {} number{} of {} away", short_number(one.worst, 4),
                              one.worst == 1 ? "" : "s", to_string(one.dtype));
}

/// Where all of them are, if that is less than half of the rows or entries.
std::string place_of_all(const KernelOutput& one, std::uint64_t rows) {
    const std::uint64_t columns = rows == 0 ? 0 : one.elements / rows;
    const auto range = [](std::size_t first, std::size_t last) {
        return first == last ? fmt::format(" {}", first) : fmt::format("s {} to {}", first, last);
    };
    const std::size_t own_rows = one.last_row - one.first_row + 1;
    if (own_rows == one.rows_outside && 2 * own_rows <= rows)
        return fmt::format("; all are in row{} of {}, counted from 0", range(one.first_row, one.last_row),
                           rows);
    const std::size_t entries = one.last_entry - one.first_entry + 1;
    if (2 * entries > columns) return "";
    const std::string place = range(one.first_entry, one.last_entry);
    return fmt::format("; all are at entr{} of {} of a row, counted from 0",
                       entries == 1 ? "y" + place : "ies" + place.substr(1), columns);
}

std::string reason_of(const KernelOutput& one, const KernelMeasurement& measured) {
    if (one.unclaimed == one.elements)
        return "nothing is claimed of any element: inputs or bounds are not finite";
    if (one.outside == 0) return "";
    std::string text = fmt::format(
        "{} of {} elements are outside of what rounding may do under the contract {}: ", one.outside,
        one.elements, measured.contract);
    text += worst_text(one) + place_of_all(one, measured.rows);
    if (!one.kept.empty()) text += "; under " + joined(one.kept, " and ") + " all are inside";
    if (!one.looks_like.empty())
        text += fmt::format("; it looks like {}: with that all elements of {} are inside",
                            joined(one.looks_like, " or "),
                            one.rows_compared == 1 ? "the row" : fmt::format("{} rows", one.rows_compared));
    std::vector<std::string> narrower;
    for (const Dtype dtype : one.narrower) narrower.emplace_back(to_string(dtype));
    if (!narrower.empty())
        text += fmt::format("; all elements are numbers of {}: if the kernel rounds to that, give --dtype {}",
                            joined(narrower, " and "), joined(narrower, " or "));
    return text;
}

Evidence counted_outside(const KernelOutput& one) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::enclosure;
    evidence.status = Status::ok;
    evidence.work.samples = one.elements;
    evidence.value = Ball(static_cast<std::int64_t>(one.outside)).at_precision(64);
    return evidence;
}

}  // namespace

void describe_kernel_output(KernelOutput& one, const KernelMeasurement& measured, const Context& context) {
    Record& record = one.record;
    record.id = one.name;
    record.expression = "0";
    record.source.title = one.name;
    record.expected = Verdict::confirmed;
    record.statement =
        fmt::format("every element of {} is within what rounding may do to {} under the contract {} ({})",
                    one.name, measured.operation, measured.contract, to_string(one.dtype));
    record.note = measured.contract_says + "; the measurement is the number of elements outside";
    record.status = Status::ok;
    record.measured = {{"elements", static_cast<double>(one.elements)},
                       {"outside", static_cast<double>(one.outside)},
                       {"unclaimed", static_cast<double>(one.unclaimed)},
                       {"median_allowed", one.median_allowed},
                       {"worst", one.worst},
                       {"worst_element", static_cast<double>(one.worst_at)},
                       {"worst_value", one.worst_value},
                       {"worst_lower", one.worst_lower},
                       {"worst_upper", one.worst_upper}};
    record.evidence.push_back(record_of(counted_outside(one), context.digits, context.confidence));
    record.reason = reason_of(one, measured);
    record.verdict = one.outside > 0                 ? Verdict::refuted
                     : one.unclaimed == one.elements ? Verdict::undecided
                                                     : Verdict::confirmed;
    if (record.verdict != Verdict::undecided) record.strength = Strength::enclosure;
}

}  // namespace sigprop
