#include "quantities/quantizer/uniform.hpp"

#include <cmath>

#include "methods/roots/falling_root.hpp"
#include "quantities/quantizer/cells.hpp"

namespace sigprop {
namespace {

std::int64_t half_of(std::int64_t levels_bits) { return std::int64_t{1} << (levels_bits - 1); }

/// E |x| q and E q^2 of the values q = Q(|x|)/step.
struct UniformMeans {
    Ball product, square;
};

UniformMeans means_by_boundaries(std::int64_t half, const Ball& step, const Context& context) {
    Ball densities = 0, masses = 0;
    for (std::int64_t k = 1; k < half; ++k) {
        if (k % 256 == 0) context.check_cancelled();
        const Ball at = k * step;
        densities += normal_pdf(at);
        masses += k * normal_cdf(-at);
    }
    return {normal_pdf(Ball(0).at_precision(step.precision())) + 2 * densities,
            Ball(1).at_precision(step.precision()) / 4 + 4 * masses};
}

/// Calls of_cell(2 k + 1, cell) for the cell from k to k + 1 steps, k < half; the last has no end.
template <class OfCell>
void for_each_cell(std::int64_t half, const Ball& step, const Context& context, const OfCell& of_cell) {
    CellEnd from(Ball(0).at_precision(step.precision()));
    for (std::int64_t k = 0; k < half; ++k) {
        if (k % 256 == 0) context.check_cancelled();
        const CellEnd to = k + 1 < half ? CellEnd((k + 1) * step) : CellEnd();
        of_cell(2 * k + 1, NormalCell(from, to));
        from = to;
    }
}

UniformMeans means_by_cells(std::int64_t half, const Ball& step, const Context& context) {
    UniformMeans means{0, 0};
    for_each_cell(half, step, context, [&](std::int64_t odd, const NormalCell& cell) {
        const Ball value = (Ball(odd) / 2).at_precision(step.precision());
        means.product += 2 * value * cell.first;
        means.square += 2 * value * value * cell.mass;
    });
    return means;
}

UniformMeans means_of(std::int64_t half, UniformSums sums, const Ball& step, const Context& context) {
    return sums == UniformSums::boundaries ? means_by_boundaries(half, step, context)
                                           : means_by_cells(half, step, context);
}

/// Minus half of the error's derivative, in double precision.
double rough_fall(std::int64_t half, double step) {
    constexpr double density_at_0 = 0.3989422804014327;
    double densities = 0, masses = 0;
    for (std::int64_t k = 1; k < half; ++k) {
        const double at = static_cast<double>(k) * step;
        densities += density_at_0 * std::exp(-at * at / 2);
        masses += static_cast<double>(k) * std::erfc(at / std::sqrt(2.0)) / 2;
    }
    return density_at_0 + 2 * densities - step * (0.25 + 4 * masses);
}

}  // namespace

Answer best_uniform_step(std::int64_t levels_bits, UniformSums sums, long bits, const Context& context) {
    const std::int64_t half = half_of(levels_bits);
    double below = 0, above = 2;
    for (int step = 0; step < 48; ++step) {
        const double middle = (below + above) / 2;
        (rough_fall(half, middle) > 0 ? below : above) = middle;
    }
    FallingEquation equation;
    equation.near = (below + above) / 2;
    const double beside = 1e-4 * equation.near;
    equation.slope =
        (rough_fall(half, equation.near + beside) - rough_fall(half, equation.near - beside)) / (2 * beside);
    const long loss = 4 * static_cast<long>(levels_bits) + 16;
    equation.value = [&](const Ball& step, long wanted) -> Answer {
        const UniformMeans means = means_of(half, sums, step.at_precision(wanted + loss), context);
        return means.product - step * means.square;
    };
    return falling_root(equation, bits, context);
}

Ball uniform_error(std::int64_t levels_bits, UniformSums sums, const Ball& step, long bits,
                   const Context& context) {
    const std::int64_t half = half_of(levels_bits);
    const Ball at = step.at_precision(bits + 4 * static_cast<long>(levels_bits) + 32);
    if (sums == UniformSums::boundaries) {
        const UniformMeans means = means_of(half, sums, at, context);
        return 1 - 2 * at * means.product + at * at * means.square;
    }
    Ball sum = 0;
    for_each_cell(half, at, context, [&](std::int64_t odd, const NormalCell& cell) {
        sum += 2 * cell.error(Ball(1), at * odd / 2);
    });
    return sum;
}

}  // namespace sigprop
