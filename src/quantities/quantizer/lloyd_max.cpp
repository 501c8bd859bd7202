#include "quantities/quantizer/lloyd_max.hpp"

#include <algorithm>
#include <cmath>

#include "methods/roots/falling_root.hpp"
#include "quantities/normal/quantile.hpp"
#include "quantities/quantizer/cells.hpp"

namespace sigprop {
namespace {

constexpr int max_lloyd_steps = 60;
constexpr int max_lloyd_bounds = 12;

/// The ends of the cells: 0, halfway between values, infinity.
std::vector<CellEnd> ends_of(const std::vector<Ball>& half, long bits) {
    std::vector<CellEnd> ends;
    ends.reserve(half.size() + 1);
    ends.emplace_back(Ball(0).at_precision(bits));
    for (std::size_t i = 1; i < half.size(); ++i)
        ends.emplace_back(((half[i - 1] + half[i]) / 2).at_precision(bits));
    ends.emplace_back();
    return ends;
}

/// I - G', a tridiagonal matrix with a positive diagonal and negative entries beside it.
struct Slopes {
    std::vector<double> below, at, above;
};

/// The means of all cells less the values, and the slopes in double precision.
std::vector<Ball> misses(const std::vector<Ball>& half, long bits, Slopes* slopes, const Context& context) {
    const std::vector<CellEnd> ends = ends_of(half, bits);
    std::vector<Ball> found;
    found.reserve(half.size());
    if (slopes != nullptr) *slopes = {};
    for (std::size_t i = 0; i < half.size(); ++i) {
        if (i % 256 == 0) context.check_cancelled();
        const NormalCell cell(ends[i], ends[i + 1]);
        const Ball mean = cell.mean();
        found.push_back(mean - half[i]);
        if (slopes == nullptr) continue;
        const auto by = [&](const CellEnd& end) {
            return end.at ? abs(end.density * (*end.at - mean) / cell.mass).to_double() / 2 : 0;
        };
        const double left = i == 0 ? 0 : by(ends[i]), right = by(ends[i + 1]);
        slopes->below.push_back(-left);
        slopes->at.push_back(1 - left - right);
        slopes->above.push_back(-right);
    }
    return found;
}

/// The x with (I - G') x = right, by elimination.
std::vector<double> solved(const Slopes& slopes, std::vector<double> right) {
    std::vector<double> pivots = slopes.at;
    const std::size_t n = pivots.size();
    for (std::size_t i = 1; i < n; ++i) {
        const double share = slopes.below[i] / pivots[i - 1];
        pivots[i] -= share * slopes.above[i - 1];
        right[i] -= share * right[i - 1];
    }
    right[n - 1] /= pivots[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) right[i] = (right[i] - slopes.above[i] * right[i + 1]) / pivots[i];
    return right;
}

/// Values with the density of N(0, 3), the cube root of the law's: the best for many values.
std::vector<Ball> first_values(std::size_t count) {
    std::vector<Ball> half;
    const double most = 2.0 * static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Ball above = Ball((most / 2 - static_cast<double>(i) - 0.5) / most).at_precision(64);
        half.push_back(Ball(std::sqrt(3.0) * upper_normal_quantile(above, 40).to_double()));
    }
    return half;
}

/// Newton's steps with slopes in double precision: every one adds some digits.
struct LloydApproximation {
    std::vector<Ball> half;
    Slopes slopes;
};

LloydApproximation approximated(std::size_t count, long bits, long loss, const Context& context) {
    LloydApproximation now{first_values(count), {}};
    long known = 8;
    for (int step = 0; step < max_lloyd_steps && known < bits + 4; ++step) {
        const long working = std::min(bits, 2 * known + 40) + loss;
        std::vector<Ball> miss = misses(now.half, working, &now.slopes, context);
        // Their exponent is taken out, so that residuals of any size are doubles.
        long exponent = -bits - loss;
        for (const Ball& one : miss) {
            if (!one.midpoint().contains_zero()) exponent = std::max(exponent, one.magnitude_exponent());
        }
        const Ball unit = Ball::power_of_two(exponent);
        std::vector<double> right;
        for (const Ball& one : miss) right.push_back((one.midpoint() / unit.at_precision(64)).to_double());
        const std::vector<double> by = solved(now.slopes, std::move(right));
        double largest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            now.half[i] = (now.half[i].at_precision(working) + Ball(by[i]) * unit).midpoint();
            largest = std::max(largest, std::fabs(by[i]));
        }
        const auto moved = static_cast<long>(std::ceil(std::log2(std::max(largest, 1e-300)))) + exponent;
        known = std::max(known, -moved + 4);
    }
    return now;
}

bool keeps_order(const std::vector<Ball>& half) {
    for (std::size_t i = 1; i < half.size(); ++i) {
        if (!(half[i] - half[i - 1]).is_positive()) return false;
    }
    return half.front().is_positive();
}

/// Whether G takes every value to this side: up (1) or down (-1), or leaves it.
bool is_mapped(const std::vector<Ball>& half, int side, long working, const Context& context) {
    if (!keeps_order(half)) return false;
    const std::vector<Ball> miss = misses(half, working, nullptr, context);
    return std::ranges::all_of(
        miss, [&](const Ball& by) { return side > 0 ? by.is_nonnegative() : by.is_nonpositive(); });
}

// ---- shooting

/// Where the cell that begins at an exact a and has this exact mean ends: a falling function's root. Nothing
/// when all that lies above a has no larger mean.
std::optional<Ball> end_at(const Ball& a, const Ball& mean, long bits, const Context& context) {
    const auto excess = [&](const Ball& b, long wanted) {
        const long working = wanted + 64;
        return mean - NormalCell(CellEnd(a.at_precision(working)), CellEnd(b.at_precision(working))).mean();
    };
    const double from = a.to_double();
    double below = from, above = from + 1;
    while (excess(Ball(above), 64).is_positive()) {
        above += 1;
        constexpr double end = 30;
        if (above > end) return std::nullopt;
    }
    for (int step = 0; step < 40; ++step) {
        const double middle = (below + above) / 2;
        (excess(Ball(middle), 64).is_positive() ? below : above) = middle;
    }
    FallingEquation equation;
    equation.near = (below + above) / 2;
    constexpr double beside = 1e-5;
    equation.slope =
        ((excess(Ball(equation.near + beside), 64) - excess(Ball(equation.near), 64)) / Ball(beside))
            .to_double();
    equation.value = [&](const Ball& b, long wanted) -> Answer { return excess(b, wanted); };
    const Answer found = falling_root(equation, bits, context);
    if (found.status != Status::ok) return std::nullopt;
    return found.value;
}

/// The same for intervals: the mean of a cell rises with both of its ends.
std::optional<Ball> end_of_cell(const Ball& a, const Ball& mean, long bits, const Context& context) {
    if (a.is_exact() && mean.is_exact()) return end_at(a, mean, bits, context);
    const std::optional<Ball> low = end_at(a.upper(), mean.lower(), bits, context);
    const std::optional<Ball> high = end_at(a.lower(), mean.upper(), bits, context);
    if (!low || !high) return std::nullopt;
    return Ball::interval(low->lower(), high->upper()).at_precision(bits + 64);
}

/// The values that follow from the first one; fewer where a cell has no end.
std::vector<Ball> shot(const Ball& first, std::size_t count, long bits, const Context& context) {
    std::vector<Ball> half = {first};
    Ball from = Ball(0).at_precision(bits);
    while (half.size() < count) {
        const std::optional<Ball> end = end_of_cell(from, half.back(), bits, context);
        if (!end) break;
        half.push_back(2 * *end - half.back());
        from = *end;
    }
    return half;
}

/// What is left has this mean less the last value; negative where values grew too fast.
Ball miss_of_the_last(const Ball& first, std::size_t count, long bits, const Context& context) {
    const std::vector<Ball> half = shot(first, count, bits, context);
    if (half.size() < count) return -1;
    const Ball start = count == 1 ? Ball(0).at_precision(bits) : (half[count - 2] + half[count - 1]) / 2;
    return NormalCell(CellEnd(start), CellEnd()).mean() - half.back();
}

}  // namespace

HalfQuantizer lloyd_max_quantizer(std::int64_t levels_bits, long bits, const Context& context) {
    const std::size_t count = std::size_t{1} << static_cast<unsigned>(levels_bits - 1);
    // Means of narrow cells are quotients of differences: they lose twice the bits of a cell's width, and
    // the inverse of I - G' grows like the square of the number of cells.
    const long loss = 5 * static_cast<long>(levels_bits) + 40;
    const long working = bits + loss;
    const LloydApproximation near = approximated(count, bits + 8, loss, context);
    const std::vector<double> apart = solved(near.slopes, std::vector<double>(count, 1.0));
    Ball largest = Ball::power_of_two(-bits - loss / 2);
    for (const Ball& one : misses(near.half, working, nullptr, context))
        largest = max(largest, one.magnitude());
    for (int attempt = 0; attempt < max_lloyd_bounds; ++attempt) {
        largest = (2 * largest).magnitude();
        std::vector<Ball> low, high;
        for (std::size_t i = 0; i < count; ++i) {
            const Ball by = (largest.at_precision(working) * Ball(apart[i])).midpoint();
            low.push_back((near.half[i].at_precision(working) - by).midpoint());
            high.push_back((near.half[i].at_precision(working) + by).midpoint());
        }
        if (!is_mapped(low, 1, working, context) || !is_mapped(high, -1, working, context)) continue;
        HalfQuantizer found;
        for (std::size_t i = 0; i < count; ++i) found.values.push_back(Ball::interval(low[i], high[i]));
        return found;
    }
    return {Status::unable, {}, "the bounds of the values are not mapped into each other"};
}

Answer lloyd_max_by_shooting(std::int64_t levels_bits, std::size_t index, long bits, const Context& context) {
    if (levels_bits > max_shooting_bits)
        return {Status::unable, "from one cell to the next all digits are lost beyond 5 bits"};
    const std::size_t count = std::size_t{1} << static_cast<unsigned>(levels_bits - 1);
    const long loss = 16 * static_cast<long>(count) / 4 + 64;
    const auto value = [&](const Ball& first, long wanted) {
        return miss_of_the_last(first.at_precision(wanted + loss), count, wanted + loss, context);
    };
    double below = 0, above = 2;
    for (int step = 0; step < 44; ++step) {
        const double middle = (below + above) / 2;
        (value(Ball(middle), 64).is_positive() ? below : above) = middle;
    }
    FallingEquation equation;
    equation.near = below;
    const double beside = -1e-9 * below;
    equation.slope = ((value(Ball(below + beside), 64) - value(Ball(below), 64)) / Ball(beside)).to_double();
    equation.value = [&](const Ball& first, long wanted) -> Answer { return value(first, wanted); };
    const Answer first = falling_root(equation, bits + loss / 2, context);
    if (first.status != Status::ok || index == 0) return first;
    const std::vector<Ball> half = shot(first.value, count, bits + loss, context);
    if (half.size() <= index) return {Status::unable, "a cell has no end"};
    return half[index];
}

Ball error_of_means(const std::vector<Ball>& half, long bits) {
    const long working = bits + 64;
    const std::vector<CellEnd> ends = ends_of(half, working);
    Ball squares = Ball(0).at_precision(working);
    for (std::size_t i = 0; i < half.size(); ++i)
        squares += half[i] * half[i] * NormalCell(ends[i], ends[i + 1]).mass;
    return 1 - 2 * squares;
}

Ball error_cell_by_cell(const std::vector<Ball>& half, long bits) {
    const long working = bits + 64;
    const std::vector<CellEnd> ends = ends_of(half, working);
    Ball sum = Ball(0).at_precision(working);
    for (std::size_t i = 0; i < half.size(); ++i)
        sum += NormalCell(ends[i], ends[i + 1]).error(Ball(1), half[i]);
    return 2 * sum;
}

}  // namespace sigprop
