#pragma once
// What a number is: the expressions of the index of numbers that bear it out, with the chance that a number
// without meaning would have one.
//
// A number is the interval of all values that would be printed as it is: its width, relative to the number,
// is w. An expression of the index is simple in the rank r that the length of its description has among the
// numbers within a factor e^(1/2) of it. A number whose logarithm is uniform there hits an expression of rank
// r or simpler with probability r w at most, so that P(r w <= p) <= p whatever the number: `chance` is r w.
// Where the words beside a number mention what the expression is about, r counts those that they mention,
// twice, because two searches are made.

#include <algorithm>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/identify/number_index.hpp"

namespace sigprop {

enum class Certainty : unsigned char {
    identified,  ///< one number in 10,000 without meaning would match as well
    likely,      ///< one in 100
    possible,
};
[[nodiscard]] std::string_view to_string(Certainty certainty);

inline constexpr double max_chance_identified = 1e-4;
inline constexpr double max_chance_likely = 1e-2;

struct NumberMatch {
    std::string expression, is, source;
    std::string value;              ///< proved digits, a few more than the number has
    std::vector<std::string> also;  ///< other names of the same value
    std::string reading;            ///< "rounded", "truncated", "float32", "float64", or "wrong"
    int first_wrong_digit = 0;      ///< of a wrong number, counted from the first significant digit
    double chance = 0;
    Certainty certainty = Certainty::possible;
    bool is_mentioned = false;  ///< the words beside the number mention it
    NumberKind kind = NumberKind::form;
    bool is_of_table = false;  ///< a published number that is one of many

    [[nodiscard]] bool is_named_as(std::string_view name) const {
        return expression == name || std::ranges::find(also, name) != also.end();
    }
};

/// At most `most` matches, the least likely coincidence first. A number that agrees with an expression in its
/// first digits and not in its last ones is `wrong`: only where that is no coincidence, and nothing fits.
/// Errors   InputError for a text that is no finite decimal, for zero, and beyond 1,000 characters
[[nodiscard]] std::vector<NumberMatch> what_is(const std::string& number, std::string_view words,
                                               const Context& context, std::size_t most = 5);

/// The significant digits of a decimal without zeros at its end: "4.7750" has 4.
[[nodiscard]] int digits_with_meaning(std::string_view number);

}  // namespace sigprop
