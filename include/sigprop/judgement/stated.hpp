#pragma once
// A published number as printed, and what its digits promise. The printed digits set the tolerance: nobody
// picks one by hand. Conventions, for a value v and the printed s:
//   rounded    v in [s - u/2, s + u/2], u one unit in the last printed digit (s needs a '.' or an exponent)
//   truncated  toward zero: |v| in [|s|, |s| + u), and v has the sign of s
//   exact      v = s: refuted by any difference that is proved, confirmed where v is proved to lie within
//              10^-digits of s (relative to |s| where |s| < 1), since no enclosure proves more; the only way
//              to state an integer
//   a dtype    v and s round, to nearest and ties to even, to the same number of that type (±0 are equal)
//   bound      v <= s (upper) or v >= s (lower)
//   tolerance  |v - s| <= t (absolute), r |s| (relative), or k units in the last place of the dtype at s
//   standard_error  |v - s| <= 6 e, for a measured s
//   about      s is said with a hedge: no interval, the distance of v from s is measured
//   recommended  s is to be used, whatever v is: no interval, the distance is compared
//   factor     v/s in [1/k, k], the most that "about" can mean
//   none       there is no such number
// s may be an expression; its ball is then computed elsewhere, and it cannot be `rounded` or `truncated`.

#include <cstdint>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace sigprop {

enum class Convention : std::uint8_t {
    rounded,
    truncated,
    exact,
    dtype,
    upper_bound,
    lower_bound,
    tolerance,
    relative_tolerance,
    ulps,
    standard_error,
    about,
    recommended,
    factor,
    none,
};

/// What the source says of its number: it equals the value, it is about the value, or it is a good choice.
enum class Says : std::uint8_t { equals, about, recommends };
[[nodiscard]] std::string_view to_string(Says says);

/// What a claim says about its number, in the claim's own words. At most one of convention, dtype, bound, a
/// tolerance and standard_error is given, except that ulps needs a dtype.
struct StatedTerms {
    std::string text;
    std::optional<std::string> convention = {};  ///< rounded (the default for a decimal), truncated, exact
    std::optional<std::string> dtype = {};       ///< float16, bfloat16, float32, float64
    std::optional<std::string> bound = {};       ///< upper, lower
    std::optional<std::string> tolerance = {};   ///< decimal > 0
    std::optional<std::string> relative_tolerance = {};  ///< decimal > 0
    std::optional<std::int64_t> ulps = {};               ///< > 0
    std::optional<std::string> standard_error = {};      ///< decimal > 0
    std::optional<std::string> factor = {};              ///< decimal > 1, with Says::about alone
    Says says =
        Says::equals;  ///< about and recommends stand alone, or beside a tolerance of the source's own
};

/// One end of an interval; `inside` is true when the end itself belongs to the interval.
struct Limit {
    Ball at;
    bool inside = true;
    std::optional<Rational> exact = {};  ///< the end itself, where it is a fraction
};

struct StatedInterval {
    std::optional<Limit> lower;  ///< absent: unbounded
    std::optional<Limit> upper;
};

class Stated {
public:
    /// Errors   InputError whose place().source is the key at fault ("stated", "dtype", …)
    explicit Stated(StatedTerms terms);
    /// A decimal, an expression or "none", with the default convention for such a text.
    explicit Stated(std::string text) : Stated(StatedTerms{.text = std::move(text)}) {}

    [[nodiscard]] const std::string& text() const noexcept { return terms_.text; }
    [[nodiscard]] Convention convention() const noexcept { return convention_; }
    [[nodiscard]] std::optional<Dtype> dtype() const noexcept { return dtype_; }
    /// As printed in reports: "rounded", "float64", "upper bound", "tolerance 1e-6", "4 ulps of float32", …
    [[nodiscard]] std::string convention_text() const;
    [[nodiscard]] bool is_none() const noexcept { return convention_ == Convention::none; }
    [[nodiscard]] bool is_expression() const noexcept { return is_expression_; }

    /// Whether the number is not judged, because its source only says about what it is, or recommends it.
    [[nodiscard]] bool is_hedged() const noexcept {
        return convention_ == Convention::about || convention_ == Convention::recommended;
    }

    /// The ends as exact decimals (for a dtype, 40 digits rounded outward); absent where unbounded, for an
    /// expression and for none.
    [[nodiscard]] std::optional<std::string> lower_text() const;
    [[nodiscard]] std::optional<std::string> upper_text() const;

    /// The printed decimal as a ball, exact if it is a dyadic fraction that fits. Not for an expression or
    /// none.
    [[nodiscard]] Ball value(long bits) const;
    /// The interval of v, with ends computed to at least `bits`; `expression_value` encloses the stated
    /// expression. Nothing when that enclosure is too wide to tell which numbers round as it does. Not for
    /// exact, hedged numbers and none.
    [[nodiscard]] std::optional<StatedInterval> interval(long bits, const Ball* expression_value) const;
    /// The type whose number nearest to v the decimal prints: a hint where the decimal is not v's own
    /// rounding.
    [[nodiscard]] std::optional<Dtype> dtype_of_literal(const Ball& v) const;
    /// The same claim with its last printed digit one up (+1) or down (-1), or under a dtype the neighbouring
    /// number, for negative controls. Only for decimals that are rounded, truncated, exact or of a dtype, and
    /// where that number can be read.
    [[nodiscard]] std::optional<Stated> altered(int direction) const;

private:
    void choose_convention();
    void check_hedge() const;
    void check_text();

    StatedTerms terms_;
    Convention convention_ = Convention::rounded;
    std::optional<Dtype> dtype_;
    bool is_expression_ = false;
};

}  // namespace sigprop
