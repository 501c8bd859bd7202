#pragma once
// The stds s = sqrt(q) of all fixed points q of a wide layer, of whatever weight variance, at which chi_1
// = 1.
//
// With a bias variance b every s with s^2 > b is the std at a fixed point of exactly one weight variance,
// w(s) = (s^2 - b) / E f(s z)^2, and there chi_1 = 1 means F(s) = (s^2 - b) h(s) - g(s) = 0, g = E f(s z)^2,
// h = E f'(s z)^2.
//
// Below: F < 0 where s^2 <= b, and without a bias, but with f(0) != 0, where s^2 h < g. Above: s h(s) does
// not fall with s, so that F > 0 from the first s on where (s^2 - b) h exceeds sup f^2. Or else f is
// continuous with slopes up to L. Let f0 = f - f(0). By Stein's lemma for f0^2/x, s^2 h = E f0^2 + s^2 m with
// m = E (f0' - f0/x)^2, and s m does not fall either: F(t) >= t (s m(s) - 2 |f(0)| L E|z|) - b L^2 - f(0)^2
// for all t >= s. Without a bias and with f(0) = 0, F = s^2 m: chi_1 > 1 at every fixed point q > 0 unless f
// is linear on both sides of 0. Reference: own derivation.

#include "core/base/recent.hpp"
#include "methods/roots/zeros.hpp"
#include "quantities/activation/moment_range.hpp"

namespace sigprop {

/// A moment curve that remembers what it was asked: a search asks for the slope where it has asked for the
/// value, and for both ends of a box twice.
class RememberedCurve {
public:
    /// `context` must outlive it.
    RememberedCurve(Activation f, RouteKind route, long enough, const Context& context)
        : curve_(std::move(f), route), enough_(enough), context_(context) {}

    [[nodiscard]] MomentRange over(const Ball& s, long bits) const;
    [[nodiscard]] Ball value(const Ball& s, long bits) const;
    [[nodiscard]] const MomentCurve& curve() const { return curve_; }

private:
    static constexpr std::size_t remembered = 64;

    MomentCurve curve_;
    long enough_;  ///< no more bits are computed
    const Context& context_;
    mutable Recent<std::string, const MomentRange> ranges_{remembered};
    mutable Recent<std::string, const Ball> values_{remembered};
};

class ChiOne {
public:
    /// `context` must outlive it. f is continuous.
    ChiOne(const Activation& f, const Real& bias_variance, RouteKind route, long bits,
           const Context& context);

    /// A point up to which F < 0 is proved; non-finite where none was found.
    [[nodiscard]] Ball start() const;
    /// A point from which on F > 0 is proved, beyond `start`; non-finite where none was found.
    [[nodiscard]] Ball end(const Ball& start) const;
    /// The zeros of F on [lower, upper], to the bits asked for.
    [[nodiscard]] std::vector<ZeroPlace> zeros(const Ball& lower, const Ball& upper) const;

    /// w(s), and V'(s^2) at w(s).
    [[nodiscard]] Ball weight(const Ball& s) const;
    [[nodiscard]] Ball slope(const Ball& s) const;
    /// +1 where s^2 is proved to be the smallest fixed point of V at w(s), -1 where it is proved not to be, 0
    /// otherwise.
    [[nodiscard]] int is_smallest(const Ball& s) const;

private:
    [[nodiscard]] bool is_last(const Ball& s) const;
    [[nodiscard]] Ball min_fixed(const Ball& weight) const;

    Activation f_;
    RememberedCurve square_, slope_square_;
    Ball bias_;
    long bits_;
    const Context& context_;
    Context budget_;
    mutable std::optional<Ball> most_, steepest_;  ///< sup |f| and sup |f'|, non-finite where not known
};

}  // namespace sigprop
