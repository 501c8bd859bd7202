#pragma once
// The numbers that an argument may be, or that a value can be, as data: "(0, inf)", "[-1, 1]". A round
// bracket leaves its end out, so that "(0, inf)" has the positive numbers and no infinity. Whoever has to
// know whether a number is allowed asks here: binding, equations and `show` have one text to go by.

#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/real.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

class NumberRange {
public:
    /// Every number, infinite ones included.
    NumberRange() = default;
    /// "(0, inf)", "[2, 2^63]", or two such with "or" between them: "(-inf, 0) or (0, inf)". Ends are
    /// decimals, powers of integers, inf or -inf.
    /// Errors   InputError for any other text
    NumberRange(const char* text) : NumberRange(std::string_view(text)) {}
    explicit NumberRange(std::string_view text);

    /// +1 where the number is proved to be allowed, -1 where it is proved not to be, 0 where neither is
    /// decided.
    [[nodiscard]] int admits(const Real& number) const;
    /// The same of all points of a ball: -1 where none of them is allowed, 0 where only some are shown to be.
    [[nodiscard]] int admits(const Ball& points) const;
    /// Of an exact end of an interval around a number that is known to be allowed: the end of the range where
    /// it reaches beyond, else the same; unchanged where the range consists of two intervals.
    [[nodiscard]] Ball moved_inside(const Ball& end) const;

    [[nodiscard]] bool is_everything() const { return intervals_.empty(); }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// What this number, which is refused, must be instead: "positive", "at least 0", "from 0 to 10^6",
    /// "finite".
    [[nodiscard]] std::string demand(const Real& refused) const;
    /// The same as a remark behind a meaning: "> 0", ">= 0", "0 to 10^6"; "" where no number but infinity is
    /// left out.
    [[nodiscard]] std::string remark() const;

private:
    struct End {
        std::string text;  ///< as written
        int infinite_sign = 0;
        Rational number = {};
        bool is_included = false;
    };
    struct Interval {
        End lower, upper;
    };

    [[nodiscard]] static End end_of(std::string_view text, bool is_included);
    [[nodiscard]] static Interval interval_of(std::string_view text);
    [[nodiscard]] static int beyond(const End& end, bool is_upper, const Real& number);
    [[nodiscard]] static int beyond(const End& end, bool is_upper, const Ball& points);
    template <class Number>
    [[nodiscard]] int admitted(const Number& number) const;

    std::string text_ = "[-inf, inf]";
    std::vector<Interval> intervals_;  ///< none: everything
};

}  // namespace sigprop
