#include "core/base/known_methods.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>
#include <vector>

#include "core/base/suggest.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 26> methods = {"arb_integral",
                                                      "arb_taylor",
                                                      "arb_trapezoid",
                                                      "boost_brent",
                                                      "boost_cyl_bessel_i",
                                                      "boost_gauss_kronrod",
                                                      "boost_tanh_sinh",
                                                      "boost_toms748",
                                                      "closed_form",
                                                      "complex_step",
                                                      "dual",
                                                      "finite_difference",
                                                      "gsl_bessel_inu",
                                                      "gsl_odeiv2",
                                                      "gsl_qagi",
                                                      "gsl_qagp",
                                                      "interval_newton",
                                                      "monte_carlo",
                                                      "monte_carlo_float32",
                                                      "network",
                                                      "odeint",
                                                      "pivots",
                                                      "quasi_monte_carlo",
                                                      "recursion",
                                                      "rotations",
                                                      "trapezoid"};

constexpr std::array<std::string_view, 2> other_sources = {"engine", "measurement"};

std::vector<std::string> names() { return {methods.begin(), methods.end()}; }

/// "arb_*" and so on: the first words that several methods share.
std::vector<std::string> families() {
    std::vector<std::string> all;
    for (std::size_t i = 1; i < methods.size(); ++i) {
        const std::string_view first = methods[i].substr(0, methods[i].find('_') + 1);
        if (first.empty() || !methods[i - 1].starts_with(first)) continue;
        std::string glob = std::string(first) + "*";
        if (all.empty() || all.back() != glob) all.push_back(std::move(glob));
    }
    return all;
}

/// What a pattern that matches nothing may have meant; empty if nothing is near.
std::vector<std::string> meant_by(std::string_view glob) {
    std::string letters(glob);
    std::erase_if(letters, [](char c) { return c == '*' || c == '?'; });
    std::vector<std::string> near = names();
    if (letters.size() < glob.size()) std::ranges::copy(families(), std::back_inserter(near));
    for (const std::string_view text : {glob, std::string_view(letters)}) {
        if (auto nearest = nearest_name(text, near)) return {std::move(*nearest)};
    }
    return names_by_words(letters, names());  // a part of a name, such as trapezoid
}

std::string listed(const std::vector<std::string>& all, std::string_view quote, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0) text += i + 1 == all.size() ? last : ", ";
        text.append(quote).append(all[i]).append(quote);
    }
    return text;
}

std::string refusal_of(const std::string& glob) {
    if (glob.empty()) return "needs globs with commas between them, such as 'arb_*,!monte_carlo'";
    constexpr std::size_t longest = 60;
    const bool short_enough = glob.size() <= longest;
    const std::vector<std::string> meant = meant_by(glob.substr(0, longest));
    return "no method has the name '" + (short_enough ? glob : glob.substr(0, longest - 3) + "...") + "'" +
           (meant.empty() ? "; the methods are " + listed(names(), "", " and ")
                          : ": did you mean " + listed(meant, "'", " or ") + "?");
}

bool matches_any(const std::string& glob) {
    return std::ranges::any_of(methods, [&](std::string_view name) { return glob_match(glob, name); });
}

}  // namespace

std::span<const std::string_view> known_methods() { return methods; }

bool is_known_method(std::string_view name) { return std::ranges::binary_search(methods, name); }

bool is_other_source(std::string_view name) {
    return std::ranges::find(other_sources, name) != other_sources.end();
}

namespace {

/// Throws at the first part, without its '!', that is bad.
void check_parts(const std::string& globs, const std::string& option, bool (*is_bad)(const std::string&)) {
    for (std::size_t start = 0; start <= globs.size();) {
        const std::size_t end = std::min(globs.find(',', start), globs.size());
        const std::size_t first = start + (end > start && globs[start] == '!' ? 1 : 0);
        const std::string glob = globs.substr(first, end - first);
        start = end + 1;
        if (!is_bad(glob)) continue;
        const std::string name = option.substr(0, option.find('='));
        throw InputError(name + (glob.empty() ? " " : ": ") + refusal_of(glob),
                         Place{option.starts_with("--") ? "command line" : name, option + globs,
                               option.size() + first, std::max<std::size_t>(glob.size(), 1)});
    }
}

}  // namespace

MethodFilter chosen_methods(const std::string& globs, const std::string& option) {
    check_parts(globs, option, [](const std::string& glob) { return glob.empty(); });
    check_parts(globs, option, [](const std::string& glob) { return !matches_any(glob); });
    return globs;
}

void require_known(const MethodFilter& filter) {
    static const MethodFilter everything = "*";
    if (filter == everything || filter == MethodFilter("")) return;
    static_cast<void>(chosen_methods(filter.text(), "methods="));
}

}  // namespace sigprop
