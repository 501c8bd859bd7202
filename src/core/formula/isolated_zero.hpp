#pragma once
// A zero of a formula that is shown to be the only one in an interval, and so is a number of its own, known
// to any precision: the place where a condition such as x^2 > 2 switches.

#include <optional>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

class IsolatedZero {
public:
    /// The zero of g(x0) in the interval; nullopt unless g has no switches, is shown to change its sign
    /// between the ends, and has a slope that is shown not to vanish anywhere between them.
    [[nodiscard]] static std::optional<IsolatedZero> of(const Formula& g, const Ball& interval);

    /// Whether it is the only zero of h, too, within its interval, provided that h vanishes there.
    [[nodiscard]] bool isolates(const Formula& h) const;
    [[nodiscard]] const Formula& function() const { return g_; }
    /// About `bits` bits, by the interval Newton method.
    [[nodiscard]] Ball enclose(long bits) const;

private:
    IsolatedZero(Formula g, Ball interval) : g_(std::move(g)), interval_(std::move(interval)) {}

    Formula g_;
    Ball interval_;
};

}  // namespace sigprop
