// sigprop solve: all roots of an equation in one unknown on an interval, or of two in two unknowns.

#include <fmt/format.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "command.hpp"
#include "core/base/words.hpp"
#include "delivery.hpp"
#include "engine/solve/solve.hpp"

namespace sigprop::tool {
namespace {

/// What is proved about the whole interval, or rectangle.
template <class Any>
std::string outcome(const Any& solution) {
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

std::string line_of(const SolvedPoint& one, const std::array<std::string, 2>& unknowns) {
    if (one.place == RootPlace::none) return "";
    if (one.place != RootPlace::root) {
        return fmt::format("  {} in [{}, {}], {} in [{}, {}]: undecided: {}\n", unknowns[0], one.lower[0],
                           one.upper[0], unknowns[1], one.lower[1], one.upper[1], one.records[0].reason);
    }
    std::string text;
    for (std::size_t k = 0; k < 2; ++k) {
        const Record& record = one.records[k];
        text +=
            fmt::format("{}{} = {}", k == 0 ? "  " : ", ", unknowns[k],
                        record.computed.decimal ? *record.computed.decimal : "not proved: " + record.reason);
    }
    return text + "\n";
}

std::string solve_text(const SystemSolution& solution) {
    std::string text =
        fmt::format("{}, {}, {} in [{}, {}], {} in [{}, {}]: {}\n", solution.equations[0],
                    solution.equations[1], solution.unknowns[0], solution.lower[0], solution.upper[0],
                    solution.unknowns[1], solution.lower[1], solution.upper[1], outcome(solution));
    for (const SolvedPoint& one : solution.places) text += line_of(one, solution.unknowns);
    return text;
}

Report report_of(const SystemSolution& solution) {
    Report report;
    for (const SolvedPoint& one : solution.places)
        for (const Record& record : one.records) report.records.push_back(record);
    return report;
}

Exit solve_exit(const SystemSolution& solution) {
    Exit code = solution.is_complete() ? Exit::ok : Exit::undecided;
    for (const SolvedPoint& one : solution.places)
        for (const Record& record : one.records)
            if (record.verdict == Verdict::inconsistent || find_internal_error(record) != nullptr)
                code = worse(code, Exit::internal);
    return code;
}

/// What is asked: one equation, unknown and interval, or two of each.
struct Asked {
    std::vector<std::string> equations, unknowns, intervals;
};

/// "a,b" and "0:1,0:2" are two, and so are "--for a b" and "--in 0:1 0:2", whose second words are the
/// command's.
Asked asked_of(const Invocation& call) {
    Asked asked;
    const auto add_parts = [](const std::string& text, std::vector<std::string>& parts) {
        int depth = 0;
        parts.emplace_back();
        for (const char c : text) {
            if (c == '(' || c == '[') ++depth;
            if (c == ')' || c == ']') --depth;
            if (c == ',' && depth == 0)
                parts.emplace_back();
            else if (c != ' ' || !parts.back().empty())
                parts.back() += c;
        }
    };
    (void)call.flags.needed("for", "solve needs the name of the unknown: --for x");
    (void)call.flags.needed("in", "solve needs the interval to search: --in LOWER:UPPER, such as --in 0:4");
    for (const std::string& word : call.words)
        if (asked.equations.empty() || word.find('=') != word.npos) asked.equations.push_back(word);
    for (const auto& [flag, parts] : {std::pair{"for", &asked.unknowns}, std::pair{"in", &asked.intervals}}) {
        for (const std::string& one : call.flags.all(flag)) {
            if (asked.equations.size() == 1)
                parts->push_back(one);
            else
                add_parts(one, *parts);
        }
    }
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const std::string& word = call.words[i];
        if (word.find('=') == word.npos)
            (word.find(':') != word.npos ? asked.intervals : asked.unknowns).push_back(word);
    }
    const std::size_t count = asked.equations.size();
    if (count > 2) throw InputError("solve takes one equation, or two in two unknowns");
    if (asked.unknowns.size() != count || asked.intervals.size() != count) {
        throw InputError(fmt::format(
            "{} need as many unknowns and intervals, but there are {} and {}: write {}",
            counted(count, "equation"), asked.unknowns.size(), asked.intervals.size(),
            count == 1
                ? "sigprop solve \"LEFT = RIGHT\" --for x --in LOWER:UPPER"
                : "sigprop solve \"LEFT = RIGHT\" \"LEFT = RIGHT\" --for a,b --in LOWER:UPPER,LOWER:UPPER"));
    }
    return asked;
}

template <class Any>
Exit delivered(const Delivery& delivery, const Any& solution, const Options& options) {
    Forms forms = record_forms(options.evidence ? evidence_text : plain_text);
    if (!options.plain && !options.evidence)
        forms.text = whole([&](const Report&, const TextOptions&) { return solve_text(solution); });
    return delivery.finish(report_of(solution), solve_exit(solution), forms);
}

}  // namespace

Exit run_solve(const Invocation& call) {
    const Delivery delivery(call);
    const Options& options = call.options;
    if (options.plain && options.prints_a_format())
        throw InputError(
            "--plain and another format both go to standard output: give the other format a file");
    const Asked asked = asked_of(call);
    if (asked.equations.size() == 1)
        return delivered(delivery,
                         solve(asked.equations[0], asked.unknowns[0], asked.intervals[0], options.context),
                         options);
    return delivered(
        delivery,
        solve_system({asked.equations[0], asked.equations[1]}, {asked.unknowns[0], asked.unknowns[1]},
                     {asked.intervals[0], asked.intervals[1]}, options.context),
        options);
}

}  // namespace sigprop::tool
