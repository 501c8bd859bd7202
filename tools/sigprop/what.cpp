// sigprop what: what a number is, with the chance that a number without meaning would match as well.

#include <fmt/format.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/words.hpp"
#include "engine/identify/code_numbers.hpp"
#include "engine/identify/what_is.hpp"
#include "formats/files.hpp"
#include "judgement/stated_from.hpp"

#include "command.hpp"
#include "destinations.hpp"
#include "report/text_width.hpp"
#include "terminal.hpp"
#include "twins.hpp"

namespace sigprop::tool {
namespace {

struct Answered {
    std::string number;
    std::size_t line = 0;  ///< 0 where it was asked for by itself
    std::vector<NumberMatch> matches;
};

/// "one number in 400"
std::string odds(double chance) {
    if (chance >= 0.5) return "by chance most numbers would match as well";
    const double one_in = 1 / chance;
    return one_in < 1e6 ? fmt::format("by chance 1 number in {:.0f} would match as well", one_in)
                        : fmt::format("by chance 1 number in {:.0e} would match as well", one_in);
}

std::string how_it_reads(const NumberMatch& match) {
    if (match.reading == "rounded") return "";
    if (match.reading == "truncated") return ", cut off";
    if (match.reading == "wrong")
        return fmt::format(", but wrong from its significant digit {} on", match.first_wrong_digit);
    return " as a " + match.reading;
}

std::string text_of(const NumberMatch& match) {
    std::string text =
        fmt::format("{}{}: {}", to_string(match.certainty), how_it_reads(match), match.expression);
    if (match.kind != NumberKind::published) text += " = " + match.value;
    if (!match.is.empty()) text += "\n" + match.is;
    if (!match.source.empty()) text += "\n" + match.source;
    if (!match.also.empty()) text += "\nalso " + joined(match.also);
    text += "\n" + odds(match.chance);
    if (match.is_mentioned) text += "; the line mentions it";
    return text;
}

std::string text_of(const Answered& one, const std::string& path) {
    std::string text =
        one.line == 0 ? one.number : fmt::format("{}:{}: {}", printable(path), one.line, one.number);
    text += "\n";
    if (one.matches.empty()) return text + "  nothing that sigprop knows\n";
    for (const NumberMatch& match : one.matches) {
        std::size_t indent = 2;
        for (std::string rest = text_of(match); !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            text += fitted(rest.substr(0, end), indent);
            rest.erase(0, end + 1);
            indent = 4;
        }
    }
    return text;
}

Json data_of(const NumberMatch& match) {
    Json also = Json::array();
    for (const std::string& name : match.also) also.push_back(name);
    Json data = Json::object();
    data.set("expression", match.expression).set("is", match.is).set("source", match.source);
    data.set("value", match.value).set("also", std::move(also)).set("reading", match.reading);
    data.set("first_wrong_digit",
             match.first_wrong_digit > 0 ? Json(std::int64_t{match.first_wrong_digit}) : Json());
    data.set("certainty", std::string(to_string(match.certainty))).set("chance", match.chance);
    data.set("mentioned", match.is_mentioned);
    return data;
}

Json data_of(const std::vector<Answered>& all) {
    Json numbers = Json::array();
    for (const Answered& one : all) {
        Json matches = Json::array();
        for (const NumberMatch& match : one.matches) matches.push_back(data_of(match));
        Json entry = Json::object();
        entry.set("number", one.number);
        entry.set("line", one.line > 0 ? Json(static_cast<std::int64_t>(one.line)) : Json());
        numbers.push_back(entry.set("matches", std::move(matches)));
    }
    Json data = Json::object();
    data.set("what", "1.0");  // results/schema/what.schema.json
    return data.set("numbers", std::move(numbers));
}

/// The numbers of a file's code that are identified, or that their line mentions.
std::vector<Answered> numbers_of_file(const std::string& path, const Context& context,
                                      std::vector<std::string>& left_out) {
    const std::string code = read_file(path, max_stated_bytes);
    if (code.find('\0') != std::string::npos)
        throw InputError(path + " is not text: what --file reads source files");
    if (code.find_first_not_of(" \t\r\n") == std::string::npos)
        throw InputError(path +
                         " is empty: what --file reads source files, such as sigprop what --file model.py");
    constexpr int fewest = 4;
    constexpr std::size_t most = 20'000;
    std::vector<Answered> all;
    for (const CodeNumber& number : numbers_in(code, most, comments_of(path))) {
        if (!number.is_code || digits_with_meaning(number.text) < fewest) continue;
        std::vector<NumberMatch> matches;
        try {
            matches = what_is(number.text, number.before + " " + number.after, context, 1);
        } catch (const InputError&) {  // 0, or beyond every constant
            continue;
        }
        const bool was_likely = !matches.empty() && matches.front().certainty == Certainty::likely;
        std::erase_if(matches, [](const NumberMatch& m) {
            return m.certainty == Certainty::possible ||
                   (m.certainty == Certainty::likely && !m.is_mentioned);
        });
        if (!matches.empty())
            all.push_back({number.text, number.line, std::move(matches)});
        else if (was_likely)
            left_out.push_back(number.text);
    }
    return all;
}

Exit exit_of(const std::vector<Answered>& all) {
    Exit code = all.empty() ? Exit::nothing : Exit::ok;
    for (const Answered& one : all) {
        if (one.matches.empty()) return Exit::nothing;
        const NumberMatch& best = one.matches.front();
        if (best.certainty == Certainty::possible) code = worse(code, Exit::undecided);
        if (best.reading == "wrong") code = worse(code, Exit::failed);
    }
    return code;
}

}  // namespace

Json what_answer(const std::string& number, const std::string& words, const Context& context) {
    return data_of({{number, 0, what_is(number, words, context)}});
}

Exit run_what(const Invocation& call) {
    const std::optional<std::string> path = call.flags.one("file");
    const std::optional<std::string> json = call.options.output("json");
    if (path && !call.words.empty()) throw InputError("what takes numbers or --file FILE, not both");
    if (!path && call.words.empty())
        throw InputError("what needs a number, such as sigprop what 0.8796, or --file FILE");
    if (json) check_destination(call, "--json", *json, path ? std::vector<std::string>{*path} : call.words);
    std::vector<Answered> all;
    if (path) {
        std::vector<std::string> left_out;
        all = numbers_of_file(*path, call.options.context, left_out);
        if (all.empty())
            complain("no number in the code of " + *path + " is certainly one that sigprop knows" +
                     (left_out.empty()
                          ? ""
                          : "; " + left_out.front() + " may be one: sigprop what " + left_out.front()));
    }
    for (const std::string& number : call.words)
        all.push_back({number, 0, what_is(number, "", call.options.context)});
    if (!json || !write_data(*json, data_of(all)))
        for (const Answered& one : all) print(text_of(one, path.value_or("")));
    return exit_of(all);
}

}  // namespace sigprop::tool
