#include "methods/quadrature/adaptive_gauss.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/ball/complex_ball.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/poll.hpp"
#include "core/base/recent.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_legendre.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace sigprop {
namespace {

/// Lengths of rules, so that few have to be computed: each is the one before times the root of two.
constexpr std::array lengths = {2,    4,    6,    8,    12,    16,    22,    32,    46,    64,
                                90,   128,  182,  256,  362,   512,   724,   1024,  1448,  2048,
                                2896, 4096, 5792, 8192, 11586, 16384, 23170, 32768, 46340, 65536};

std::shared_ptr<const GaussLegendre> half_rule(int size, long bits) {
    constexpr std::size_t most = 12;
    static Recent<std::pair<int, long>, const GaussLegendre> known(most);
    return known.find({size, bits}, [&] { return half_of_gauss_legendre(size, bits); });
}

/// Precisions that differ by little share their nodes.
long bits_of_nodes(long bits) {
    const long granule = std::max(64L, bits / 16 / 64 * 64);
    return (bits + granule - 1) / granule * granule;
}

struct Part {
    Ball lower, upper;
    Ball crude;  ///< length times the values on it
    int depth = 0;
};

class AdaptiveIntegrator {
public:
    AdaptiveIntegrator(const Formula& f, long bits, const Ball& tolerance, std::uint64_t budget,
                       const Context& context)
        : bits_(bits),
          working_(bits + 20),
          real_(f, working_),
          complex_(f, error_bits),
          tolerance_(tolerance.at_precision(error_bits)),
          budget_(budget),
          context_(context) {}

    AdaptiveIntegral operator()(const Ball& lower, const Ball& upper) {
        std::vector<Part> parts = {part(lower, upper, 0)};
        tighten(parts.back().crude);
        Ball sum = Ball().at_precision(working_);
        while (!parts.empty()) {
            context_.check_cancelled();
            const Part one = std::move(parts.back());
            parts.pop_back();
            const bool ends = is_below_tolerance(one.crude.radius()) || is_spent(one);
            const std::optional<Ball> found = ends ? one.crude : by_rule(one);
            if (found && !found->is_finite()) return {Ball::indeterminate(), evaluations_};
            if (found) {
                sum += *found;
                tighten(*found);
                continue;
            }
            const Ball middle = ((one.lower + one.upper) / 2).midpoint();
            parts.push_back(part(one.lower, middle, one.depth + 1));
            parts.push_back(part(middle, one.upper, one.depth + 1));
        }
        return {std::move(sum), evaluations_};
    }

private:
    Part part(const Ball& lower, const Ball& upper, int depth) {
        ++evaluations_;
        const Ball range = Ball::interval(lower.at_precision(working_), upper.at_precision(working_));
        return {lower, upper, real_(range) * (upper - lower).at_precision(working_), depth};
    }

    [[nodiscard]] bool is_below_tolerance(const Ball& size) const {
        return size.is_finite() && (size.upper() - tolerance_).is_negative();
    }

    [[nodiscard]] bool is_spent(const Part& one) const {
        return evaluations_ >= budget_ || one.depth >= 2 * working_;
    }

    /// The whole is no smaller than what a part shows, where the parts have one sign: as Arb does.
    void tighten(const Ball& share) {
        if (!share.is_finite()) return;
        const Ball relative = share.mignitude().at_precision(error_bits) * Ball::power_of_two(-bits_);
        if ((relative - tolerance_).is_positive()) tolerance_ = relative.lower();
    }

    /// The shortest rule that an ellipse proves to be below the tolerance.
    std::optional<Ball> by_rule(const Part& one) {
        const Ball radius = ((one.upper - one.lower) / 2).at_precision(error_bits);
        int best = 0;
        Ball rest;
        // Longer half axes are 2, 4, 8, 32, 512 …, in the half of the interval.
        for (long exponent = 1; exponent < working_;
             exponent = exponent < 3 ? exponent + 1 : 2 * exponent - 1) {
            const Ball axis = Ball::power_of_two(exponent).at_precision(error_bits);
            const Ball other = sqrt(axis * axis - 1);
            const Ball largest = supremum(one, axis, other) * radius.magnitude();
            if (!largest.is_finite()) break;
            for (const int length : lengths) {
                if (length > max_degree(bits_, seconds_left()) || (best > 0 && length >= best)) break;
                const Ball error = rest_of_ellipse(largest, axis + other, length);
                if (!is_below_tolerance(error)) continue;
                best = length;
                rest = error;
                break;
            }
        }
        if (best == 0) return std::nullopt;
        return sum_of_rule(one, best).widened(rest);  // widening: of terms
    }

    Ball supremum(const Part& one, const Ball& axis, const Ball& other) {
        ++evaluations_;
        const Ball radius = ((one.upper - one.lower) / 2).at_precision(error_bits);
        const Ball centre = ((one.upper + one.lower) / 2).at_precision(error_bits);
        const auto across = [&](const Ball& half) { return Ball::interval(-half.upper(), half.upper()); };
        const ComplexBall box(centre + radius * across(axis), radius * across(other));
        return complex_(box).magnitude();
    }

    Ball sum_of_rule(const Part& one, int length) {
        const auto rule = half_rule(length, bits_of_nodes(working_));
        const Ball radius = ((one.upper - one.lower) / 2).at_precision(working_);
        const Ball centre = ((one.upper + one.lower) / 2).at_precision(working_);
        Ball sum = Ball().at_precision(working_);
        for (std::size_t k = 0; k < rule->nodes.size(); ++k) {
            context_.check_cancelled();
            const Ball step = radius * rule->nodes[k];
            sum += rule->weights[k] * (real_(centre + step) + real_(centre - step));
        }
        evaluations_ += static_cast<std::uint64_t>(length);
        return radius * sum;
    }

    [[nodiscard]] double seconds_left() const {
        constexpr double unlimited = 1e9;
        if (!context_.deadline) return unlimited;
        return std::chrono::duration<double>(*context_.deadline - std::chrono::steady_clock::now()).count();
    }

    long bits_, working_;
    Evaluator<Ball> real_;
    Evaluator<ComplexBall> complex_;
    Ball tolerance_;
    std::uint64_t budget_, evaluations_ = 0;
    const Context& context_;
};

}  // namespace

AdaptiveIntegral integrate_adaptively(const Formula& f, const Ball& lower, const Ball& upper, long bits,
                                      const Ball& tolerance, std::uint64_t budget, const Context& context) {
    const PollScope polls(context);  // nodes are computed by functions that know no context
    return AdaptiveIntegrator(f, bits, tolerance, budget, context)(lower, upper);
}

}  // namespace sigprop
