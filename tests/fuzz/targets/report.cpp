#include <sigprop/report/report.hpp>

#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// A report that is accepted is written, and the writing is read and written to the same bytes. (The first
/// bytes may be of another version, and hold what is skipped.)
void run_report(std::string_view bytes) {
    Report report;
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "report.json"); };
    // Mutations cannot make a digest that fits; whoever forges one can.
    const ReadOptions without_digest{.check_digest = false};
    if (!accepts([&] { report = read_report(bytes, "report.json", without_digest); }, refused)) return;
    for (const Series& series : report.series) {
        std::size_t points = 1;
        for (const Axis& axis : series.axes)
            require(!__builtin_mul_overflow(points, axis.values.size(), &points),
                    "the points of a grid can be counted");
        require(points == series.number.size() && points == series.status.size(),
                "a series has a value for each point");
    }
    const std::string written = write_report(report);
    require(write_report(read_report(written, "written")) == written, "a report is read back byte for byte");
}

}  // namespace sigprop::fuzz
