// The root behind attention.preserving_scale: found in double precision, proved by two signs.

#include "catalogue/words.hpp"
#include "core/ball/count.hpp"
#include "methods/bessel/bessel.hpp"
#include "methods/roots/boost_root.hpp"
#include "methods/roots/falling_root.hpp"
#include "methods/softmax/estimate.hpp"
#include "quantities/attention/entropy_model.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr double max_std = 64;  // of a logit
constexpr double first_order_below = 1e-6;

/// log Z - z A by Boost's Bessel functions; NaN where they overflow.
double estimated_deficit(double dim, double z) {
    const Answer below = boost_bessel_i_scaled(dim / 2 - 1, z);
    const Answer above = boost_bessel_i_scaled(dim / 2, z);
    if (below.status != Status::ok || above.status != Status::ok) return NAN;
    const double i = below.value.to_double();
    return std::lgamma(dim / 2) + (dim / 2 - 1) * std::log(2 / z) + std::log(i) + z -
           z * above.value.to_double() / i;
}

double estimated_entropy(const EntropyModel& model, std::uint64_t n, double scale) {
    if (!std::isfinite(scale)) return NAN;  // where a search goes after a NaN
    if (model.kind != AttentionModel::mean_field) return estimated_row_entropy(model.law(Real(scale)), n);
    const auto dim = static_cast<double>(model.dim);
    return std::log(static_cast<double>(n)) + estimated_deficit(dim, scale * dim);
}

/// A root and the slope at it, in double precision.
struct Approximation {
    double root = NAN, slope = NAN, error = NAN;
};

/// `excess`: log n minus the entropy to keep. Since E H >= log n - s^2/2, s the std of a logit, the root is
/// above sqrt(2 excess); for a small excess it is close to that.
Approximation approximate(const EntropyModel& model, std::uint64_t n, double kept, double excess,
                          const Context& context) {
    const double unit = model.logit_std();
    const double least = std::sqrt(2 * excess) / unit;
    if (excess < first_order_below) {
        const double root = least / std::sqrt(1 - 1 / static_cast<double>(n));
        return {root, -2 * excess / root, root * excess};
    }
    const auto residual = [&](double scale) {
        context.check_cancelled();
        return estimated_entropy(model, n, scale) - kept;
    };
    const double most = model.kind == AttentionModel::mean_field ? 0x1p40 : 1.01 * max_std / unit;
    const auto found = boost_first_zero(residual, 0.999 * least, std::max(most, 2 * least));
    if (!found) return {};
    const double step = found->root * 0x1p-10;
    const double slope = (residual(found->root + step) - residual(found->root - step)) / (2 * step);
    return {found->root, slope, found->error};
}

/// The smallest m with log m > H, by bisection; 0 if the enclosure of H is too wide to tell.
std::uint64_t smallest_length(const Ball& entropy) {
    constexpr long bits = 160;
    std::uint64_t low = 1;  // log low <= H
    std::uint64_t high = std::uint64_t{1} << 63;
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        const Ball over = log(count_ball(middle, bits)) - entropy;
        if (!over.is_positive() && !over.is_negative()) return 0;
        (over.is_positive() ? high : low) = middle;
    }
    return high;
}

std::string no_scale(const EntropyModel& model, std::uint64_t n, std::uint64_t reference, const Ball& kept) {
    std::string reason = "log n is at most the entropy of rows over " + std::to_string(reference) +
                         " keys at " + model.scale_name() + " " + model.scale.text() +
                         ", and rows over n = " + std::to_string(n) + " keys have less at any scale";
    const std::uint64_t least = smallest_length(kept);
    if (least > 0) reason += "; the smallest possible n is " + std::to_string(least);
    return reason;
}

/// The entropy to keep, and by how much log n exceeds it: proved positive, or the reason why not.
struct Aim {
    Answer kept;
    Ball excess;
};

Aim aim_at(EntropyForm form, const EntropyModel& model, std::uint64_t n, std::uint64_t reference,
           const Context& context) {
    Answer kept = {Status::unable, ""};
    Ball excess;
    for (const long bits : {64L, 256L}) {
        kept = model_entropy(form, model, reference, model.scale, bits, context);
        if (kept.status != Status::ok) return {kept, excess};
        excess = log(count_ball(n, bits + 32)) - kept.value;
        if (excess.is_positive()) return {kept, excess};
        if (excess.is_negative())
            return {{Status::domain, no_scale(model, n, reference, kept.value)}, excess};
    }
    return {{Status::unable, "log n is too close to the entropy to preserve"}, excess};
}

Real exactly(const Ball& x) {
    return {x.exact_text(), [x](long bits) { return x.at_precision(std::max(bits, x.precision())); }};
}

const char* const too_steep =
    "no root was found: it needs logits with a std above 64, where the integrals are not tabulated";

}  // namespace

Answer preserving_scale(EntropyForm form, const EntropyModel& model, std::uint64_t n, std::uint64_t reference,
                        long bits, const Context& context) {
    const Aim aim = aim_at(form, model, n, reference, context);
    if (aim.kept.status != Status::ok) return aim.kept;
    const Approximation near =
        approximate(model, n, aim.kept.value.to_double(), aim.excess.to_double(), context);
    if (std::isnan(near.root)) return {Status::unable, too_steep};
    FallingEquation equation;
    equation.near = near.root;
    equation.slope = near.slope;
    equation.value = [&](const Ball& x, long wanted) -> Answer {
        const Answer here = model_entropy(form, model, n, exactly(x), wanted, context);
        if (here.status != Status::ok) return here;
        const Answer kept = model_entropy(form, model, reference, model.scale, wanted, context);
        if (kept.status != Status::ok) return kept;
        return here.value - kept.value;
    };
    return falling_root(equation, bits, context);
}

Answer estimated_preserving_scale(const EntropyModel& model, std::uint64_t n, std::uint64_t reference,
                                  const Context& context) {
    const double kept = estimated_entropy(model, reference, model.scale.to_double());
    const double excess = std::log(static_cast<double>(n)) - kept;
    if (!(excess > 1e-9))
        return {Status::unable, "log n must exceed the entropy to preserve by 1e-9 or more"};
    const Approximation near = approximate(model, n, kept, excess, context);
    if (std::isnan(near.root)) return {Status::unable, too_steep};
    // Entropies are differences of numbers of this size, each off by a few units in a double's last place.
    const double size = std::log(static_cast<double>(n)) + kept + near.root * model.logit_std() * 8;
    const double error = near.error + 0x1p-44 * size / std::fabs(near.slope) + 0x1p-46 * near.root;
    // widening: estimate
    return Ball(near.root).at_precision(64).widened(Ball(error));
}

}  // namespace sigprop
