#pragma once
// A formula in u > 0 as u^power times a rest, with sqrt(u^a v) taken for u^(a/2) sqrt(v) and log(u^a v) for
// a log u + log v. Where u is the exponential of another variable, no power or logarithm of u then has a
// branch point in that variable, nor leaves the range of doubles.

#include <map>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop {

struct PowerForm {
    Real power = 0;
    Formula rest = 1;  ///< in the new variable
};

/// Rewrites formulas in u = x0, given u and log u as formulas in the new variable.
class PowerForms {
public:
    PowerForms(Formula u, Formula log_u) : u_(std::move(u)), log_u_(std::move(log_u)) {}

    [[nodiscard]] PowerForm operator()(const Formula& f);
    /// f itself, in the new variable.
    [[nodiscard]] Formula value(const PowerForm& a) const;
    /// u^power in the new variable.
    [[nodiscard]] Formula power_of_u(const Real& power) const;

private:
    [[nodiscard]] PowerForm found(const Formula& f);
    [[nodiscard]] PowerForm sum(const PowerForm& a, const PowerForm& b) const;
    [[nodiscard]] PowerForm power(const Formula& f);
    [[nodiscard]] Formula logarithm(const PowerForm& a) const;

    Formula u_, log_u_;
    std::map<const Formula::Node*, PowerForm> known_;
    std::vector<Formula> kept_;
};

}  // namespace sigprop
