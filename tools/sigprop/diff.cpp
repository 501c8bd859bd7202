// sigprop diff: compares two reports by meaning, or two recipes tensor by tensor.

#include "report/diff.hpp"
#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "engine/recipe/recipe_diff.hpp"
#include "formats/files.hpp"

#include "command.hpp"
#include "destinations.hpp"
#include "first_tries.hpp"
#include "reading.hpp"
#include "recipe_flags.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

constexpr std::string_view recipe_word = "recipe:";

Report read(const std::string& path) {
    return read_report(read_named("the report", path), path == "-" ? "standard input" : path);
}

Exit diff_reports(const Invocation& call) {
    for (const std::string& flag : call.flags.names())
        if (flag != "quiet")
            throw InputError(fmt::format(
                "--{} is only for the comparison of recipes, as in sigprop diff recipe:gpt2 recipe:megatron",
                flag));
    if (call.words[0] == "-" && call.words[1] == "-") {
        throw InputError("diff reads standard input only once: give one of the reports as a file");
    }
    const Report before = read(call.words[0]);
    const Diff diff = compare(before, read(call.words[1]));
    if (!call.options.quiet) print(diff_text(diff));
    return diff.empty() ? Exit::ok : Exit::failed;
}

Exit diff_recipes(const Invocation& call) {
    const auto path = call.options.output("json");
    if (path) check_destination(call, "--json", *path);
    const Recipe before = recipe_named(call.words[0].substr(recipe_word.size()));
    const Recipe after = recipe_named(call.words[1].substr(recipe_word.size()));
    Context context = call.options.context;
    constexpr long digits_of_table = 12;
    if (!call.options.own_digits) context.digits = digits_of_table;
    auto both = sized_alike(
        before, after, shared_settings(before, after, given_config(call.flags), given_sizes(call.flags)));
    const RecipeDiff diff = compare_recipes(std::move(both.first), std::move(both.second), context);
    if (path) write_file_atomically(*path, write_json(recipe_diff_json(diff)));
    if (!call.options.quiet && !call.options.prints_a_format()) print(recipe_diff_text(diff));
    return diff.empty() ? Exit::ok : Exit::failed;
}

}  // namespace

Exit run_diff(const Invocation& call) {
    refuse_as_reports(call.words);
    const bool first = call.words[0].starts_with(recipe_word);
    if (first != call.words[1].starts_with(recipe_word))
        throw InputError("diff compares two reports, or two recipes: " + call.words[first ? 1 : 0] + " is " +
                         "not a recipe; did you mean recipe:" + call.words[first ? 1 : 0] + "?");
    return first ? diff_recipes(call) : diff_reports(call);
}

}  // namespace sigprop::tool
