// sigprop init: a first claims file from the constants that somebody's code spells out.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "engine/identify/code_numbers.hpp"
#include "engine/identify/known_constants.hpp"
#include "formats/files.hpp"
#include "formats/ids.hpp"
#include "formats/json.hpp"
#include "judgement/claims_read.hpp"
#include "judgement/stated_from.hpp"

#include "command.hpp"
#include "core/base/digit.hpp"
#include "destinations.hpp"
#include "report/text_width.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_file = "claims.json";

/// The text as a pattern of RE2 that matches it alone; indentation may change.
std::string pattern_of(std::string_view text) {
    std::string pattern;
    const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
    if (indent > 0) pattern = "\\s*";
    for (const char c : text.substr(indent)) {
        const bool plain =
            is_letter_or_digit(c) || c == '_' || c == ' ' || static_cast<unsigned char>(c) >= 0x80;
        if (!plain) pattern += '\\';
        pattern += c == '\t' ? 't' : c;
    }
    return pattern;
}

bool is_found(const std::string& code, const std::string& path, const std::string& pattern,
              const std::string& number) {
    try {
        return find_stated(code, path, pattern).text == number;
    } catch (const InputError&) {
        return false;
    }
}

/// A pattern that finds this number and no other in the file, by what stands before it, and if need be behind
/// it.
std::optional<std::string> pattern_for(const CodeNumber& number, const std::string& code,
                                       const std::string& path) {
    constexpr std::size_t longest = 80;
    const auto printable_ascii = [](char c) {
        return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
    };
    const bool whole = number.before.size() <= longest;
    std::string before = whole ? number.before : number.before.substr(number.before.size() - longest);
    while (!before.empty() && (static_cast<unsigned char>(before.front()) & 0xC0U) == 0x80)
        before.erase(0, 1);  // a character that was cut
    if (!std::ranges::all_of(before, printable_ascii)) return std::nullopt;
    const std::string start = (whole ? "^" : "") + pattern_of(before) + "([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)";
    for (const std::size_t length : {std::size_t{0}, std::size_t{12}, longest}) {
        std::string after = number.after.substr(0, length);
        while (!after.empty() && static_cast<unsigned char>(after.back()) >= 0x80) after.pop_back();
        if (!std::ranges::all_of(after, printable_ascii)) return std::nullopt;
        const std::string pattern = start + pattern_of(after);
        if (is_found(code, path, pattern, number.text)) return pattern;
    }
    return std::nullopt;
}

/// "init.gain" for the number called gain in init.py, and another one if that is taken.
std::string id_for(const fs::path& file, const CodeNumber& number, std::set<std::string>& taken) {
    std::string id = file.stem().string() + "." + (number.name.empty() ? "number" : number.name);
    std::ranges::replace_if(
        id, [](char c) { return !is_id(std::string(1, c)); }, '_');
    if (id.size() > 100) id.resize(100);
    std::string free = id;
    for (int n = 2; !taken.insert(free).second; ++n) free = id + "." + std::to_string(n);
    return free;
}

class Starter {
public:
    Starter(std::string output, const Context& context)
        : output_(std::move(output)), folder_(fs::path(output_).parent_path()), context_(context) {}

    void add_file(const std::string& path) {
        if (path == "-")
            throw InputError(
                "init needs files, because verify reads them again; it cannot use standard input");
        if (fs::is_directory(path)) {
            throw InputError(path + " is a folder: give the files in it, such as " +
                             (fs::path(path) / "*.py").string());
        }
        std::string code = read_file(path, max_stated_bytes);
        if (code.find('\0') != std::string::npos) {
            note(path, "is not text: it was skipped");
            return;
        }
        constexpr std::size_t most = 20'000;
        const std::vector<CodeNumber> numbers = numbers_in(code, most, comments_of(path));
        if (numbers.size() == most)
            note(path, fmt::format("has more than {} numbers: the rest was skipped", most));
        for (const auto& [number, known] : known_constants(numbers, context_)) add(path, code, number, known);
    }

    /// Reads what was written as verify will, so that a file that changed meanwhile is noticed.
    [[nodiscard]] std::string json() const {
        Json file = Json::object();
        file.set("claims", claims_);
        std::string text = write_json(file);
        const ClaimsRead read =
            read_claims_and_errors(text, output_, folder_.string(), StatedFromPaths::anywhere);
        if (!read.errors.empty()) throw read.errors.front();
        return text;
    }

    [[nodiscard]] std::size_t count() const { return claims_.size(); }
    [[nodiscard]] const std::string& written() const { return written_; }
    [[nodiscard]] const std::string& left_out() const { return left_out_; }
    [[nodiscard]] bool has_wrong() const { return has_wrong_; }

private:
    void note(const std::string& path, const std::string& what) {
        left_out_ += fitted(printable(path) + " " + what, 2);
    }

    void add(const std::string& path, const std::string& code, const CodeNumber& number,
             const KnownConstant& known) {
        const std::string place = path + ":" + std::to_string(number.line);
        const std::string is = known.constant.expression + " = " + known.value;
        switch (known.fit) {
            case KnownConstant::Fit::near:
                return note(place, fmt::format("has {}, which is close to {} and not equal to it: "
                                               "write the claim yourself if the two should be equal",
                                               number.text, is));
            case KnownConstant::Fit::unsure:
                return note(place, fmt::format("has {}, which may be {} or another number", number.text, is));
            case KnownConstant::Fit::wrong:
            case KnownConstant::Fit::sure: break;
        }
        const std::string shown = fs::relative(path, folder_.empty() ? "." : folder_).generic_string();
        const std::optional<std::string> pattern = pattern_for(number, code, shown);
        if (!pattern) {
            const char* how = known.fit == KnownConstant::Fit::sure ? "is" : "is near, but not,";
            return note(place, fmt::format("has {}, which {} {}: no pattern matches only that place",
                                           number.text, how, is));
        }
        const std::string id = id_for(path, number, taken_);
        Json claim = Json::object();
        claim.set("id", id).set("expression", known.constant.expression);
        claim.set("stated_from", Json::object().set("path", shown).set("regex", *pattern));
        if (known.dtype) claim.set("dtype", *known.dtype);
        if (known.convention) claim.set("convention", *known.convention);
        claims_.push_back(std::move(claim));
        const bool is_right = known.fit == KnownConstant::Fit::sure;
        has_wrong_ = has_wrong_ || !is_right;
        written_ += fitted(id + "  " + number.text + (is_right ? " is " : " is near, but not, ") +
                               known.constant.expression + " (" + printable(place) + ")",
                           2);
    }

    std::string output_;
    fs::path folder_;
    const Context& context_;
    Json claims_ = Json::array();
    std::set<std::string> taken_;
    std::string written_, left_out_;
    bool has_wrong_ = false;  ///< a number that has a constant's name and misses it
};

}  // namespace

Exit run_init(const Invocation& call) {
    const std::string output = call.flags.one("output").value_or(default_file);
    if (!call.flags.has("output") && !call.flags.has("force") && fs::exists(output)) {
        throw InputError(output +
                         " exists: --output FILE writes another file, and --force replaces this one");
    }
    check_destination(call, "--output", output);
    Starter starter(output, call.options.context);
    for (const std::string& path : call.words) starter.add_file(path);
    if (starter.count() == 0) {
        print(starter.left_out().empty() ? "" : "No claim was written for:\n" + starter.left_out());
        complain(
            "no number in these files is certainly a constant that sigprop knows: sigprop constants lists "
            "them");
        return Exit::nothing;
    }
    const std::string text = starter.json();
    if (output == "-") {
        print(text);  // and nothing else, so that it can be read
        if (!starter.left_out().empty()) say("No claim was written for:\n" + starter.left_out());
        return Exit::ok;
    }
    write_file_atomically(output, text);
    print(fmt::format("{}: {} claim{}\n{}", output, starter.count(), starter.count() == 1 ? "" : "s",
                      starter.written()));
    if (starter.has_wrong())
        print(fitted(
            "verify refutes a number that is near a constant, but not it: correct it, or delete its claim",
            0));
    if (!starter.left_out().empty()) print("No claim was written for:\n" + starter.left_out());
    print("Next: sigprop verify --claims " + output + "\n");
    return Exit::ok;
}

}  // namespace sigprop::tool
