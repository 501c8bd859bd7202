#pragma once
// How a residual stack grows, in closed form: the sums and products over sublayers that make up the closed
// forms of residual.*. Schemes fall into three families: each sublayer adds to the second moment (a norm
// before the branch), multiplies it (no norm), or keeps it at 1 (a norm after the sum). Within a family, the
// sublayers are alike, fall like 1/(sublayer + 1), rise linearly, or are listed one by one.

#include "quantities/residual/stack.hpp"

#include <sigprop/core/base/context.hpp>

#include "methods/route.hpp"

namespace sigprop {

class ResidualGrowth {
public:
    enum class Family : std::uint8_t { adds, multiplies, keeps };
    enum class Profile : std::uint8_t { uniform, harmonic, rising, listed };

    ResidualGrowth(const ResidualStack& stack, long bits, const Context& context);

    [[nodiscard]] const ResidualStack& stack() const { return stack_; }
    [[nodiscard]] long bits() const { return bits_; }
    [[nodiscard]] std::int64_t sublayers() const { return stack_.sublayers; }
    [[nodiscard]] ResidualScheme scheme() const { return stack_.scheme; }
    [[nodiscard]] Family family() const { return family_; }
    [[nodiscard]] Profile profile() const { return profile_; }
    [[nodiscard]] const Ball& initial() const { return initial_; }
    [[nodiscard]] const Ball& chi_ratio() const { return chi_ratio_; }
    [[nodiscard]] bool is_homogeneous() const { return homogeneous_; }  ///< whether chi_ratio is exactly 1

    /// Squared skip coefficient, and second moment of the branch's term where that of the stream (adds: of a
    /// norm) is 1.
    [[nodiscard]] Ball skip(std::int64_t sublayer) const;
    [[nodiscard]] Ball branch(std::int64_t sublayer) const;
    /// q_l, and the second moment of the sum in sublayer l before any norm.
    [[nodiscard]] Ball moment(std::int64_t sublayer) const;
    [[nodiscard]] Ball sum(std::int64_t sublayer) const;
    /// Second moment of the branch's term in the sum.
    [[nodiscard]] Ball branch_moment(std::int64_t sublayer) const;
    /// Sum of branch(j) over j < sublayer.
    [[nodiscard]] Ball total(std::int64_t sublayer) const;

    /// The mean squared singular value of dx_to/dx_from.
    [[nodiscard]] Ball jacobian(std::int64_t from, std::int64_t to) const;
    /// |dL/dx_sublayer|^2 for a gradient of 1 after the final norm (adds), or at x_L.
    [[nodiscard]] Ball gradient(std::int64_t sublayer) const;
    /// The share of the squared gradient at the sum that comes back through the branch.
    [[nodiscard]] Ball branch_share(std::int64_t sublayer) const;

    /// Product of f(j) over from <= j < to; a power if sublayers are alike.
    template <class Function>
    [[nodiscard]] Ball product(std::int64_t from, std::int64_t to, const Function& f) const {
        if (from >= to) return 1;
        if (profile_ == Profile::uniform) return pow(f(from), to - from);
        Ball all = 1;
        for (std::int64_t j = from; j < to; ++j) {
            pause(j);
            all *= f(j);
        }
        return all;
    }
    template <class Function>
    [[nodiscard]] Ball added(std::int64_t from, std::int64_t to, const Function& f) const {
        if (from >= to) return 0;
        if (profile_ == Profile::uniform) return f(from) * Ball(to - from);
        Ball all = 0;
        for (std::int64_t j = from; j < to; ++j) {
            pause(j);
            all += f(j);
        }
        return all;
    }
    /// Makes a loop over sublayers cancellable.
    void pause(std::int64_t sublayer) const {
        if (sublayer % 256 == 0) context_.check_cancelled();
    }
    /// Product of 1 + ratio branch(j) over from <= j < to, for the family that multiplies.
    [[nodiscard]] Ball grown(std::int64_t from, std::int64_t to, const Ball& ratio) const;

private:
    [[nodiscard]] Ball added_jacobian(std::int64_t from, std::int64_t to) const;
    [[nodiscard]] Ball kept_jacobian(std::int64_t from, std::int64_t to) const;

    const ResidualStack& stack_;
    const Context& context_;
    long bits_;
    Family family_;
    Profile profile_;
    Ball initial_, chi_ratio_, variance_;
    bool homogeneous_;
};

/// Sums over 1 <= k <= n of b^2 / (k^2 + b^2) and of its square, b > 0.
struct LorentzSums {
    Ball first, second;
};
[[nodiscard]] LorentzSums lorentz_sums(std::int64_t n, const Ball& b);

}  // namespace sigprop
