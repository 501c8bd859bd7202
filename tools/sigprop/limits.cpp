// sigprop limits: how much may be asked for at once. The numbers are the constants that the checks compare
// with.

#include "core/base/limits.hpp"

#include <fmt/format.h>

#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "core/expression/expression.hpp"
#include "formats/checkpoint.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "judgement/claim_fields.hpp"
#include "judgement/stated_from.hpp"
#include "report/own_report.hpp"
#include "report/text_grid.hpp"

#include "command.hpp"
#include "destinations.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

struct Limit {
    std::string_view what;
    std::string most;
    std::string_view beyond = "refused";
};

/// 100,000
template <class Number>
std::string number(Number count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

std::string mebibytes(std::size_t bytes) { return number(bytes >> 20U) + " MiB"; }

std::vector<Limit> limits() {
    return {
        {"digits (--digits, a series)", number(limits::digits)},
        {"samples (--samples)", "2^63"},
        {"threads (--threads)", number(limits::threads)},
        {"evaluations of an integrand by a method", number(Context().budget), "unable"},
        {"time (--budget SECONDS)", "none, or SECONDS + 1", "unable"},
        {"characters of an expression, without blanks", number(max_expression_characters)},
        {"levels of an expression", number(max_expression_levels)},
        {"bits of an exact fraction", number(Rational::max_bits)},
        {"decimal exponent of an exact number", number(Rational::max_decimal_exponent)},
        {"points of a sweep", number(limits::grid_points)},
        {"bits of a value on a sweep's axis", number(limits::axis_value_bits)},
        {"memory of a sweep", "about 60 bytes a point and method, 150 MB more for 1,000,000 points", "none"},
        {"claims in a file", number(max_claims)},
        {"a file of claims or series, a report", mebibytes(max_file_bytes)},
        {"levels of such a file", number(JsonLimits().depth)},
        {"a regular expression that locates a number in code", number(max_pattern_length) + " characters"},
        {"a file of code from which numbers are read", number(max_stated_bytes) + " bytes"},
        {"all such files together, for one file of claims", number(max_stated_bytes_together) + " bytes"},
        {"work of one regular expression", number(max_search_cost) + " steps"},
        {"work of all regular expressions together", number(max_search_cost_together) + " steps"},
        {"samples kept in a checkpoint", mebibytes(Checkpoint::max_bytes),
         "the oldest simulations start again"},
        {"axes of an .npy array", number(limits::axes_of_array)},
        {"header of an .npy array", number(limits::bytes_of_array_header) + " bytes"},
    };
}

std::string markdown() {
    std::string text = "| what | most | beyond |\n| --- | --- | --- |\n";
    for (const Limit& one : limits())
        text += fmt::format("| {} | {} | {} |\n", one.what, one.most, one.beyond);
    return text;
}

}  // namespace

Exit run_limits(const Invocation& call) {
    if (call.flags.has("md")) {
        const std::string path = call.flags.output("md").value_or("-");
        check_destination(call, "--md", path);
        write_file_atomically(path, (path == "-" ? "" : std::string(markdown_mark)) + markdown());
        return Exit::ok;
    }
    TextGrid grid;
    grid.columns = {{"what"}, {"most"}, {"beyond"}};
    for (const Limit& one : limits())
        grid.rows.push_back({{std::string(one.what)}, {one.most}, {std::string(one.beyond)}});
    print(text_of(std::move(grid), terminal_width(), call.options.color));
    return Exit::ok;
}

}  // namespace sigprop::tool
