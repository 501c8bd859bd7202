#pragma once
// The standard normal law on a cell [a, b]: its mass, and the integrals of x and x^2.

#include <optional>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// What of one end of a cell its integrals need; without a place, the end is infinity.
struct CellEnd {
    std::optional<Ball> at;
    Ball density = 0, mass_above = 0;
    explicit CellEnd(const Ball& x) : at(x), density(normal_pdf(x)), mass_above(normal_cdf(-x)) {}
    CellEnd() = default;
};

struct NormalCell {
    Ball mass, first, second;
    NormalCell(const CellEnd& a, const CellEnd& b)
        : mass(a.mass_above - b.mass_above), first(a.density - b.density), second(mass + edge(a) - edge(b)) {}
    [[nodiscard]] Ball mean() const { return first / mass; }
    /// The integral of (scale x - value)^2.
    [[nodiscard]] Ball error(const Ball& scale, const Ball& value) const {
        return scale * scale * second - 2 * scale * value * first + value * value * mass;
    }

private:
    static Ball edge(const CellEnd& end) { return end.at ? *end.at * end.density : Ball(0); }
};

/// What lies beyond x on average: E max(z - x, 0).
[[nodiscard]] inline Ball normal_excess(const Ball& x) { return normal_pdf(x) - x * normal_cdf(-x); }

}  // namespace sigprop
