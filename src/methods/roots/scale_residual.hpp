#pragma once
// R(s) = F(s) - s^p of a scale equation with its derivatives and signs, for the parts of the search for its
// smallest root.

#include <string>

#include "methods/roots/scale_root.hpp"

namespace sigprop {

/// Thrown to end a search from any depth; says why there is no proved root.
struct ScaleFailure {
    Answer why;
};
[[noreturn]] void give_up(std::string reason);

class ScaleResidual {
public:
    static constexpr long sign_digits = 10;  // at first; more where they do not determine a sign

    ScaleResidual(const ScaleEquation& equation, const Context& context)
        : equation_(equation), context_(context) {}

    /// F(s).
    /// Errors   ScaleFailure with the status of F where F has no value, as in all that follow
    [[nodiscard]] Ball value(const Ball& s, long digits) const;
    [[nodiscard]] Ball target(const Ball& s) const { return pow(s, equation_.power); }
    [[nodiscard]] Ball residual(const Ball& s, long digits) const;
    [[nodiscard]] Ball slope(const Ball& s, long digits) const;
    /// R'' over [lower, upper]; non-finite where it is not bounded.
    [[nodiscard]] Ball bend(const Ball& lower, const Ball& upper) const;
    /// The sign of R at an exact point; 0 when 80 digits do not determine it.
    [[nodiscard]] int sign_at(const Ball& s) const;

private:
    const ScaleEquation& equation_;
    const Context& context_;
};

}  // namespace sigprop
