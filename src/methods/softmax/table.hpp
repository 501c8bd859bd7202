#pragma once
// The functions of one law in the integrals of softmax/means.hpp, on the grid of a plan: columns of balls,
// each computed when it is first asked for. A column depends on the law and the plan alone.

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <vector>

#include "methods/quadrature/arb_vector.hpp"
#include "methods/softmax/logit_law.hpp"
#include "methods/softmax/logit_nodes.hpp"
#include "methods/softmax/plan.hpp"

namespace sigprop {

// g^n for n = 2^a on the grid of a softmax table, each from the one before by one squaring per point, so that
// a sweep n = 2, 4, 8, … needs no exponential. Where q = 1 - g^n is small, 1 - g^(2n) = q (2 - q) keeps its
// relative accuracy; elsewhere (g^n)^2 loses one bit per squaring, until g^n is negligible. Every 16th power
// is computed from log g, so that a high power does not need all lower ones.

/// The values at the points first … end - 1: 1 - g^n below `split`, g^n from there on. To the left, n (1 - g)
/// is below the plan's accuracy; to the right, g^n falls, and is below `rest`.
struct RowPowers {
    std::size_t first = 0, split = 0, end = 0;
    ArbVector values;
    Ball rest;

    [[nodiscard]] arb_srcptr at(std::size_t place) const { return values.at(place - first); }
    [[nodiscard]] bool has(std::size_t place) const { return place >= first && place < end; }
};

inline constexpr int row_powers = 64;     ///< n = 2^0 … 2^63
inline constexpr int powers_afresh = 16;  ///< every such power is computed from log g

/// n = 1, on a grid that extends as far left as the 15 next powers need.
[[nodiscard]] RowPowers first_powers(const SoftmaxPlan& plan, const ArbVector& deficits);

/// n = 2^a for a multiple a of powers_afresh, likewise; log g is read only where 1 - g < 1/2.
[[nodiscard]] RowPowers powers_from_logarithm(int a, const SoftmaxPlan& plan, const ArbVector& deficits,
                                              const ArbVector& log_survivals);

/// The powers 2 n from the powers n.
[[nodiscard]] RowPowers next_powers(const RowPowers& half, const SoftmaxPlan& plan);

/// Whether everything to the left of u is negligible in the integral of log S for n = e^log_n.
[[nodiscard]] bool is_before_row(double u, double log_n, const SoftmaxPlan& plan);

/// With y = e^(x + u): the means of 1 - e^-y, y^p e^-y and x y e^-y.
enum class SoftmaxColumn : std::uint8_t { deficit, power_1, power_2, power_3, power_4, moment };
inline constexpr std::size_t softmax_columns = 6;

/// p of power_p; 1 for the moment, 0 for the deficit.
[[nodiscard]] constexpr int power_of(SoftmaxColumn which) {
    return which == SoftmaxColumn::moment ? 1 : static_cast<int>(which);
}

/// values[k - first] as computed by an inner trapezoidal rule. Its discretisation error, where the radii do
/// not include it: there is one c in (0, 1] for all u such that |value - truth| is at most `relative` times
/// phi_p(u + log c), or for the moment times E (|x| + offset) y e^-y at u + log c.
struct ColumnValues {
    ArbVector values;
    Ball relative = Ball(0);
    Ball offset = Ball(0);
};

/// A column as the integrals read it: the values and their logarithms in doubles, to see where they matter.
struct SoftmaxFunction {
    static constexpr double log_far = -0.2876820724517809;  ///< log 3/4

    ColumnValues column;
    std::vector<double> logs;

    /// For the deficit: whether g is so far from 1 that it is to be computed as 1 minus the deficit.
    [[nodiscard]] bool is_far(std::size_t place) const { return logs[place] > log_far; }
};

class SoftmaxTable {
public:
    SoftmaxTable(LogitLaw law, const SoftmaxPlan& plan) : law_(std::move(law)), plan_(plan) {}

    [[nodiscard]] const SoftmaxPlan& plan() const { return plan_; }
    [[nodiscard]] const LogitLaw& law() const { return law_; }
    /// The step log 2 / steps, and the point k of the grid.
    [[nodiscard]] Ball step(long bits) const;
    [[nodiscard]] Ball point(long k, long bits) const;

    /// Thread-safe; a cancelled call leaves nothing behind.
    [[nodiscard]] const SoftmaxFunction& function(SoftmaxColumn which, const Context& context) const;
    /// log g = log1p(-deficit), to be used only where the deficit is below 3/4; its `logs` hold everywhere.
    [[nodiscard]] const SoftmaxFunction& log_survival(const Context& context) const;
    /// 1 / g, where log_survival may be used.
    [[nodiscard]] const ArbVector& inverse_survival(const Context& context) const;
    /// At each point, the sum of 1 - exp(-e^u) over the points up to it.
    [[nodiscard]] const ArbVector& rise_sums(const Context& context) const;
    /// g^(2^a), 0 <= a < row_powers.
    [[nodiscard]] const RowPowers& powers(int a, const Context& context) const;
    /// The size of everything made so far.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    /// The nodes of the law, for a plan by nodes.
    [[nodiscard]] const LogitNodes& nodes() const;
    template <class Made, class Make>
    const Made& once(std::optional<Made>& slot, const Make& make) const;

    LogitLaw law_;
    SoftmaxPlan plan_;
    mutable std::recursive_mutex mutex_;
    mutable std::array<std::optional<SoftmaxFunction>, softmax_columns> functions_;
    mutable std::optional<LogitNodes> nodes_;
    mutable std::optional<SoftmaxFunction> log_survival_;
    mutable std::optional<ArbVector> inverse_survival_, rise_sums_;
    mutable std::array<std::optional<RowPowers>, row_powers> powers_;
    mutable std::atomic<std::size_t> bytes_ = 0;
};

/// One column of a normal law: a correlation of the table of a function of y with the normal density.
[[nodiscard]] ColumnValues normal_column(const LogitLaw& law, const SoftmaxPlan& plan, SoftmaxColumn which,
                                         const Context& context);

/// One column of any law by nodes (logit_nodes.hpp): `relative` is 0, the radii include every error.
[[nodiscard]] ColumnValues node_column(const LogitNodes& rule, const LogitLaw& law, const SoftmaxPlan& plan,
                                       SoftmaxColumn which, const Context& context);

}  // namespace sigprop
