#pragma once
// All zeros of a function on an interval, by the interval Newton method and bisection. A part of the interval
// is left out only when it is proved to hold no zero; a zero counts as found only when a place is proved to
// hold exactly one. What is neither stays, as an undecided place: a double zero (or none), a jump, a pole or
// an edge of the domain whose neighbourhood is not settled, or whatever the budget did not reach. Nothing is
// lost and nothing invented. The wrong tool for a function of which only values at points are known.
// Reference: R. E. Moore, R. B. Kearfott, M. J. Cloud, "Introduction to Interval Analysis", SIAM 2009,
// chapter 8.

#include <cstdint>
#include <functional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// What the search knows of a function f, over balls x of any width.
struct SearchedFunction {
    /// An enclosure of f(x); non-finite where f is not shown to have a value on all of x.
    std::function<Ball(const Ball& x, long bits)> value;
    /// An enclosure of (f(b) - f(a)) / (b - a) for all a < b in x; non-finite where f is not shown to be
    /// continuous with bounded slopes on all of x. No jump may be missed here.
    std::function<Ball(const Ball& x, long bits)> slope;
    /// Whether f is proved to be nowhere zero on x, although it may be undefined there. Null: never.
    std::function<bool(const Ball& x, long bits)> excluded = {};
    /// +1 or -1 where f is proved to be continuous and strictly rising or falling on all of x, 0 where that
    /// is not shown; asked where `slope` does not tell. Null: never shown.
    std::function<int(const Ball& x, long bits)> direction = {};
    /// f may have values beyond the domain of what it stands for, as a formula has them: +1 where all of x is
    /// proved to lie in that domain, -1 where none of x does, 0 where neither is shown. Null: everything
    /// does.
    std::function<int(const Ball& x, long bits)> domain = {};
};

enum class ZeroKind : std::uint8_t {
    one,        ///< exactly one zero lies in [lower, upper]
    every,      ///< every point of [lower, upper] is a zero
    undecided,  ///< `reason` says what is not decided about [lower, upper]
};

struct ZeroPlace {
    ZeroKind kind = ZeroKind::undecided;
    Ball lower, upper;  ///< exact
    Ball zero = {};     ///< for ZeroKind::one, an enclosure within [lower, upper]
    std::string reason = {};
};

/// Places in ascending order that cover all zeros of f on [lower, upper], which are exact and finite, lower <
/// upper. Zeros are enclosed to about `bits` bits; those closer together than about 2^-40 stay undecided.
/// Deterministic: context.budget counts evaluations.
/// Errors   Interrupted; a deadline leaves the rest undecided
[[nodiscard]] std::vector<ZeroPlace> zeros_of(const SearchedFunction& f, const Ball& lower, const Ball& upper,
                                              long bits, const Context& context);

}  // namespace sigprop
