// What has a name: the answers of `sigprop list`, `show`, `constants` and `what`, from the code of the
// command line.

#include <array>

#include "sigprop/twins.hpp"

#include "functions.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

Value value_of(const Json& answer) { return Value::parse(write_json(answer)); }

std::vector<std::string> texts_of(const Request& request, const char* name) {
    return request[name].get<std::vector<std::string>>();
}

/// {words}: {"quantities": [{name, about, formula, formula_text, …}], "activations": …}
Value listed(const Request& request) { return value_of(tool::list_answer(texts_of(request, "words"))); }

/// {names}: {"shown": [{kind, name, …, text}]}
Value described(const Request& request) { return value_of(tool::show_answer(texts_of(request, "names"))); }

/// {globs, kind, options}: {"constants": [{name, expression, definition, decimal, double, digits}]}, or code
Value constants(const Request& request) {
    return run(context_of(request), request, [&](const Context& context, Progress&) {
        return value_of(tool::constants_answer(texts_of(request, "globs"), request.text("kind"), context));
    });
}

/// {number, words}: {"numbers": [{number, line, matches: [{expression, is, value, certainty, chance, …}]}]}
Value what_is_it(const Request& request) {
    return run(context_of(request), request, [&](const Context& context, Progress&) {
        return value_of(tool::what_answer(request.text("number"), request.text("words"), context));
    });
}

}  // namespace

std::span<const Function> name_functions() {
    static constexpr std::array all = {Function{"list", &listed}, Function{"show", &described},
                                       Function{"constants", &constants}, Function{"what", &what_is_it}};
    return all;
}

}  // namespace sigprop::python
