// sigprop solve: all roots of an equation in one unknown on an interval.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "command.hpp"
#include "core/base/words.hpp"
#include "delivery.hpp"
#include "engine/solve/solve.hpp"

namespace sigprop::tool {
namespace {

/// What is proved about the whole interval.
std::string outcome(const Solution& solution) {
    const std::size_t roots = solution.count(RootPlace::root);
    if (solution.count(RootPlace::none) > 0) return "no roots (proved)";
    if (solution.is_complete()) {
        return roots == 1 ? "1 root (proved to be the only one)"
                          : fmt::format("{} roots (proved to be all)", roots);
    }
    std::string text = counted(roots, "root") + " proved";
    if (const std::size_t parts = solution.count(RootPlace::everywhere); parts > 0)
        text += fmt::format(", {} in which every number is a root", counted(parts, "interval"));
    if (const std::size_t open = solution.count(RootPlace::undecided); open > 0)
        text += fmt::format(", {} undecided", counted(open, "place"));
    return text + "; no roots elsewhere";
}

std::string line_of(const SolvedPlace& one, const std::string& unknown) {
    const auto& decimal = one.record.computed.decimal;
    const std::string range =
        one.lower == one.upper ? "near " + one.lower : fmt::format("in [{}, {}]", one.lower, one.upper);
    switch (one.place) {
        case RootPlace::root:
            return fmt::format("  {} = {}\n", unknown,
                               decimal ? *decimal : "not proved: " + one.record.reason);
        case RootPlace::everywhere: return fmt::format("  every {} {}\n", unknown, range);
        case RootPlace::undecided:
            return fmt::format("  {} {}: undecided: {}\n", unknown, range, one.record.reason);
        case RootPlace::none: return "";
    }
    return "";
}

std::string solve_text(const Solution& solution) {
    std::string text = fmt::format("{}, {} in [{}, {}]: {}\n", solution.equation, solution.unknown,
                                   solution.lower, solution.upper, outcome(solution));
    for (const SolvedPlace& one : solution.places) text += line_of(one, solution.unknown);
    return text;
}

Report report_of(const Solution& solution) {
    Report report;
    for (const SolvedPlace& one : solution.places) report.records.push_back(one.record);
    return report;
}

Exit solve_exit(const Solution& solution) {
    Exit code = solution.is_complete() ? Exit::ok : Exit::undecided;
    for (const SolvedPlace& one : solution.places) {
        if (one.record.verdict == Verdict::inconsistent || find_internal_error(one.record) != nullptr)
            code = worse(code, Exit::internal);
    }
    return code;
}

}  // namespace

Exit run_solve(const Invocation& call) {
    const Delivery delivery(call);
    const Options& options = call.options;
    if (options.plain && options.prints_a_format())
        throw InputError(
            "--plain and another format both go to standard output: give the other format a file");
    const std::string unknown = call.flags.needed("for", "solve needs the name of the unknown: --for x");
    const std::string interval =
        call.flags.needed("in", "solve needs the interval to search: --in LOWER:UPPER, such as --in 0:4");
    const Solution solution = solve(call.words.front(), unknown, interval, options.context);
    Forms forms = record_forms(options.evidence ? evidence_text : plain_text);
    if (!options.plain && !options.evidence)
        forms.text = whole([&](const Report&, const TextOptions&) { return solve_text(solution); });
    return delivery.finish(report_of(solution), solve_exit(solution), forms);
}

}  // namespace sigprop::tool
