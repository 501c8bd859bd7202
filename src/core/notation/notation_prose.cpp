// Prose with formulas between dollars.

#include <functional>
#include <sigprop/core/base/errors.hpp>

#include "core/notation/markup.hpp"
#include "core/notation/notation.hpp"

namespace sigprop {
namespace {

using Rendering = std::function<std::string(std::string_view)>;

std::string rendered(std::string_view prose, const Rendering& words, const Rendering& formula) {
    std::string text;
    for (std::size_t at = 0;;) {
        const std::size_t open = prose.find('$', at);
        text += words(prose.substr(at, open - at));
        if (open == std::string_view::npos) return text;
        const std::size_t close = prose.find('$', open + 1);
        if (close == std::string_view::npos)
            throw InputError("formula: a '$' has no partner in: " + std::string(prose),
                             {"prose", std::string(prose), open, 1});
        text += formula(prose.substr(open + 1, close - open - 1));
        at = close + 1;
    }
}

}  // namespace

std::string text_of_prose(std::string_view prose) {
    return rendered(
        prose, [](std::string_view words) { return std::string(words); }, text_of_formula);
}

std::string html_of_prose(std::string_view prose) {
    return rendered(prose, escaped_markup, [](std::string_view latex) {
        return mathml_of_formula(latex, FormulaPlace::within_text);
    });
}

}  // namespace sigprop
