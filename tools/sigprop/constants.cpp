// sigprop constants: the numbers people paste into code, proved again before they are printed.

#include <fmt/format.h>

#include <limits>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/version.hpp>

#include "claims.hpp"
#include "command.hpp"
#include "core/base/suggest.hpp"
#include "core/parallel/workers.hpp"
#include "destinations.hpp"
#include "engine/constants.hpp"
#include "first_tries.hpp"
#include "terminal.hpp"
#include "twins.hpp"

namespace sigprop::tool {
namespace {

struct Constant {
    NamedConstant about;
    std::string decimal;  ///< proved digits; empty when there is no value
    double value = 0;
    std::int64_t digits = 0;
    std::string reason;
    bool failed = false;  ///< by an internal error
};

Constant compute(const NamedConstant& about, const Context& context) {
    Constant constant{about, {}, 0, 0, {}};
    const Record record = evaluate_record(about.expression, context);
    constant.failed = find_internal_error(record) != nullptr;
    if (record.computed.decimal && record.computed.value && !record.verdict) {
        constant.decimal = *record.computed.decimal;
        constant.value = *record.computed.value;
        constant.digits = record.computed.digits;
    } else {
        constant.reason = record.reason.empty() ? "no digit is proved" : record.reason;
    }
    return constant;
}

Json data_of(const std::vector<Constant>& all) {
    Json list = Json::array();
    for (const Constant& one : all) {
        Json entry = Json::object();
        entry.set("name", one.about.name)
            .set("expression", one.about.expression)
            .set("definition", one.about.definition);
        const bool known = !one.decimal.empty();
        entry.set("decimal", known ? Json(one.decimal) : Json())
            .set("double", known ? Json(one.value) : Json());
        entry.set("digits", one.digits);
        list.push_back(std::move(entry));
    }
    return Json::object().set("constants", std::move(list));
}

std::string as_json(const std::vector<Constant>& all, const std::string&) { return write_json(data_of(all)); }

/// A double as a literal that reads back as the same, always with '.' or 'e'.
std::string literal(double value) {
    std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

/// How a language writes constants.
struct Language {
    std::string_view name, comment, number, text, end;
};
constexpr Language cpp = {"cpp", "//", "inline constexpr double ", "inline constexpr std::string_view ", ";"};
constexpr Language python = {"python", "#", "", "", ""};

/// One constant as code. All digits are a text of their own where a double has fewer.
std::string as_code(const Constant& one, const Language& language) {
    std::string text =
        fmt::format("\n{0} {1}\n{0} {2}", language.comment, one.about.definition, one.about.expression);
    if (one.decimal.empty()) return text + fmt::format(": no value, {}\n", one.reason);
    text += fmt::format(" = {}, {} digits proved\n", one.decimal, one.digits);
    text += fmt::format("{}{} = {}{}\n", language.number, one.about.name, literal(one.value), language.end);
    if (one.digits > std::numeric_limits<double>::max_digits10)
        text +=
            fmt::format("{}{}_digits = \"{}\"{}\n", language.text, one.about.name, one.decimal, language.end);
    return text;
}

std::string as_code(const std::vector<Constant>& all, const Language& language, const std::string& command,
                    std::string_view head) {
    std::string text =
        fmt::format("{0} Made by sigprop {1}: {2}\n{3}", language.comment, version, command, head);
    for (const Constant& one : all) text += as_code(one, language);
    return text;
}

std::string as_cpp(const std::vector<Constant>& all, const std::string& command) {
    return as_code(all, cpp, command,
                   "// NAME is the nearest double; NAME_digits has all digits, for "
                   "boost::multiprecision::cpp_dec_float_50(NAME_digits) and the like.\n"
                   "#pragma once\n\n#include <string_view>\n");
}

std::string as_python(const std::vector<Constant>& all, const std::string& command) {
    return as_code(all, python, command,
                   "# NAME is the nearest float; NAME_digits has all digits, for "
                   "decimal.Decimal(NAME_digits) and mpmath.mpf(NAME_digits).\n");
}

std::string as_text(const std::vector<Constant>& all, const std::string&) {
    std::string text;
    for (const Constant& one : all) {
        text += fmt::format("{} = {}\n    {}\n    {}\n", one.about.name,
                            one.decimal.empty() ? "no value: " + one.reason : one.decimal,
                            one.about.expression, one.about.definition);
    }
    return text;
}

/// What writes constants, with the command that it names.
using Writer = std::string (*)(const std::vector<Constant>& all, const std::string& command);

Writer writer(const std::optional<std::string>& emit) {
    if (!emit) return as_text;
    if (*emit == "json") return as_json;
    if (*emit == "cpp") return as_cpp;
    if (*emit == "python") return as_python;
    throw InputError("--emit needs json, cpp or python, not '" + *emit + "'",
                     Place{"command line", "--emit=" + *emit, 7, emit->size()});
}

/// Their values, proved.
std::vector<Constant> computed(const std::vector<NamedConstant>& wanted, const Context& asked) {
    Context context = asked;
    context.threads = 1;
    context.methods = "closed_form,recursion,arb_*";  // only proofs may end up in code
    std::vector<Constant> all(wanted.size());
    for_each_index(wanted.size(), asked.threads, [&](std::size_t i) {
        context.check_interrupted();
        all[i] = compute(wanted[i], context);
    });
    context.check_interrupted();
    return all;
}

std::vector<NamedConstant> constants_matching(const std::vector<std::string>& globs) {
    std::vector<NamedConstant> wanted = named_constants();
    std::erase_if(wanted, [&](const NamedConstant& one) { return !matches_any(globs, one.name); });
    return wanted;
}

/// What to type to have the same again.
std::string command_of(const std::vector<std::string>& globs, const std::string& emit, long digits) {
    std::vector<std::string> words = {"constants"};
    words.insert(words.end(), globs.begin(), globs.end());
    words.insert(words.end(), {"--emit", emit});
    if (digits != Context{}.digits) words.insert(words.end(), {"--digits", std::to_string(digits)});
    return shell_line(words);
}

/// Why there is none.
std::string no_constant(const std::vector<std::string>& globs) {
    const std::string asked = globs.empty() ? "*" : globs.front();
    std::vector<std::string> names;
    for (const NamedConstant& one : named_constants()) names.push_back(one.name);
    const std::optional<std::string> nearest = nearest_name(asked, names);
    return "no constant matches '" + asked + "'" +
           (nearest ? "; did you mean '" + *nearest + "'?" : ": sigprop constants lists all of them");
}

}  // namespace

Json constants_answer(const std::vector<std::string>& globs, const std::string& kind,
                      const Context& context) {
    const auto write = writer(kind);
    const std::vector<NamedConstant> wanted = constants_matching(globs);
    if (wanted.empty()) throw InputError(no_constant(globs));
    const std::vector<Constant> all = computed(wanted, context);
    return kind == "json" ? data_of(all) : Json(write(all, command_of(globs, kind, context.digits)));
}

Exit run_constants(const Invocation& call) {
    const std::optional<std::string> emit = call.flags.one("emit");
    const auto write = writer(emit);
    const std::optional<std::string> json = call.options.output("json");
    if (json && *json == "-" && emit)
        throw InputError("--emit and --json both print: give one of them, or a file, --json=constants.json");
    if (json) check_destination(call, "--json", *json);
    const std::vector<NamedConstant> wanted = constants_matching(call.words);
    if (wanted.empty()) {
        complain(no_constant(call.words));
        return Exit::nothing;
    }
    const std::vector<Constant> all = computed(wanted, call.options.context);
    const std::string command = command_of(call.words, emit.value_or(""), call.options.context.digits);
    if (!json || !write_data(*json, data_of(all))) print(write(all, command));
    Exit code = Exit::ok;
    for (const Constant& one : all) {
        if (one.decimal.empty()) code = worse(code, Exit::undecided);
        if (one.failed) code = worse(code, Exit::internal);
    }
    return code;
}

}  // namespace sigprop::tool
