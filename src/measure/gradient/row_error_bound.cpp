#include "measure/gradient/row_error_bound.hpp"

#include <algorithm>
#include <limits>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

bool all_equal(std::span<const double> values) {
    return std::ranges::all_of(values, [&](double one) { return std::abs(one) == std::abs(values[0]); });
}

}  // namespace

Dtype dtype_of(ElementType type) {
    switch (type) {
        case ElementType::float16: return Dtype::float16;
        case ElementType::bfloat16: return Dtype::bfloat16;
        case ElementType::float32:
        case ElementType::complex64: return Dtype::float32;
        case ElementType::float64:
        case ElementType::complex128: return Dtype::float64;
        case ElementType::float8_e4m3:
        case ElementType::float8_e5m2:
            throw InputError("gradients in 8-bit types cannot be judged: save them as float32");
    }
    return Dtype::float64;
}

RoundingModel RoundingModel::of(Dtype dtype) {
    constexpr double single = 0x1p-24;
    constexpr double largest_float = std::numeric_limits<float>::max();
    switch (dtype) {
        case Dtype::float16: return {0x1p-11, single / 0x1p-11, 0x1p-24, 65504, 11};
        case Dtype::bfloat16: return {0x1p-8, single / 0x1p-8, 0x1p-133, 0x1.fep127, 8};
        case Dtype::float32: return {single, 1, 0x1p-149, largest_float, 24};
        case Dtype::float64: return {0x1p-53, 1, 0x1p-1074, std::numeric_limits<double>::max(), 53};
    }
    return {};
}

double RoundingModel::nearest(double exact) const {
    int exponent = 0;
    (void)std::frexp(exact, &exponent);
    const double step = std::max(least, std::ldexp(1.0, exponent - bits));
    return std::nearbyint(exact / step) * step;
}

double RoundingModel::allowed(double exact, const RoundingEffects& effects, double lambda,
                              bool repeats) const {
    const double likely = repeats ? effects.sum : std::min(effects.sum, lambda * std::sqrt(effects.square));
    return unit * (std::abs(exact) + likely) + least;
}

RowErrorBound::RowErrorBound(const RoundingModel& model, const RowNumbers& row) : model_(model), row_(row) {
    repeats_ = all_equal(row.x) || all_equal(row.dy);
    if (is_centred()) {
        RunningSum sum;
        for (const double one : row.x) sum.add(one);
        const double n = static_cast<double>(row.x.size());
        centre_ = sum.partial().times(model.working / (n * row.divisor));
        centre_size_ = std::abs(row.centre) / row.divisor;
        centre_.add(model.working * centre_size_);
    }
    take_divisor();
    take_sums();
}

void RowErrorBound::take_divisor() {
    const double beta = model_.working;
    RunningSum squares;
    RoundingEffects each;
    for (const double one : row_.x) {
        const double from = row_.rule.spread == NormSpread::std ? one - row_.centre : one;
        squares.add(from * from);
        each.add(3 * beta * from * from);
        if (is_centred()) each.add(2 * beta * row_.centre * from);
        if (model_.converts) each.add(2 * one * from);
    }
    if (model_.one_pass && is_centred()) each = each + one_pass_squares();
    for (int i = 0; i < 3; ++i) divisor_.add(beta);
    const bool is_floored = row_.factor == 0 && row_.spread < row_.divisor;
    if (is_floored) return;
    divisor_.add(row_.lambda * row_.lambda * model_.unit * centre_.square / 2);
    if (squares.total() == 0) return;
    // dr / r = (dr/ds) (s / r) (d sum / (2 sum)); dr/ds is s / r inside the root, else 1.
    const double ratio = row_.spread / row_.divisor;
    const double inside = row_.rule.epsilon_place == EpsilonPlace::inside_root ? ratio : 1;
    divisor_ = divisor_ + (squares.partial().times(beta) + each).times(inside * ratio / 2 / squares.total());
    if (model_.one_pass) divisor_ = divisor_.times(cancellation());
}

/// Where hardly a digit of the variance is left, r may be as small as sqrt(eps). The factor by which the
/// error of 1/r^3, the highest power of r that anything depends on, then exceeds its first-order bound.
double RowErrorBound::cancellation() const {
    const double relative = model_.unit * std::min(divisor_.sum, row_.lambda * std::sqrt(divisor_.square));
    const double left =
        std::max(1 - 2 * relative, 1 - row_.spread * row_.spread / (row_.divisor * row_.divisor));
    const double largest = 1 / (left * std::sqrt(std::max(left, 0.0)));
    return std::max(1.0, (largest - 1) / relative);
}

/// The error of sum(x^2) - n c^2 beyond that of the sum of squared differences.
RoundingEffects RowErrorBound::one_pass_squares() const {
    const double n = static_cast<double>(row_.x.size());
    RunningSum squares;
    RoundingEffects effects;
    for (const double one : row_.x) {
        squares.add(one * one);
        effects.add(model_.working * one * one);
    }
    effects.add(3 * model_.working * squares.total());
    return effects + squares.partial().times(model_.working) +
           centre_.times(2 * n * row_.centre * row_.divisor);
}

void RowErrorBound::take_sums() {
    const double beta = model_.working;
    RunningSum sum;
    RunningSum inner;
    RunningSum parts;  // x g / r
    RoundingEffects entries;
    RoundingEffects products;
    for (std::size_t i = 0; i < row_.x.size(); ++i) {
        const double g = row_.gain[i] * row_.dy[i];
        const double product = g * row_.normalised[i];
        sum.add(g);
        inner.add(product);
        parts.add(g * row_.x[i] / row_.divisor);
        entries.add((1 + beta) * g);
        products.add((1 + beta) * product);
        products.add((1 + 2 * beta) * product);
        products.add(product);
        if (!model_.converts) continue;
        entries.add(2 * g);
        products.add(2 * product);
        products.add(g * row_.x[i] / row_.divisor);
    }
    total_ = sum.partial().times(beta) + entries;
    inner_ = inner.partial().times(beta) + products;
    if (is_centred()) {
        inner_ = inner_ + parts.partial().times(beta) + sum.partial().times(beta * centre_size_);
        inner_.add(2 * beta * parts.total());
        inner_.add(2 * beta * centre_size_ * sum.total());
    }
    sum_ = sum.total();
    along_ = inner.total();
}

double RowErrorBound::gradient_terms(std::size_t j) const {
    const double slope = row_.factor * row_.normalised[j];
    const double terms =
        std::abs(row_.gain[j] * row_.dy[j]) + std::abs(row_.centre_slope * sum_) + std::abs(slope * along_);
    return terms / row_.divisor + (row_.skip.empty() ? 0 : std::abs(row_.skip[j]));
}

RoundingEffects RowErrorBound::gradient(std::size_t j, double whole) const {
    const double exact = row_.skip.empty() ? whole : whole - row_.skip[j];
    const double beta = model_.working;
    const double inverse = 1 / row_.divisor;
    const double slope = row_.factor * row_.normalised[j] * inverse;
    RoundingEffects effects = total_.times(row_.centre_slope * inverse) + inner_.times(slope);
    effects.add((1 + 2 * beta) * row_.gain[j] * row_.dy[j] * inverse);
    if (model_.x_twice) effects.add(row_.gain[j] * row_.dy[j] * inverse);
    effects.add(beta * row_.centre_slope * sum_ * inverse);
    effects.add((1 + 3 * beta) * slope * along_);
    effects.add(2 * beta * gradient_terms(j));
    if (is_centred()) {
        const double factor = 2 * beta * row_.factor * along_ * inverse;
        effects.add(factor * row_.x[j] * inverse);
        effects.add(factor * centre_size_);
        const double away =
            std::sqrt(centre_.square) + 2 * beta * (std::abs(row_.x[j]) * inverse + centre_size_);
        effects.add(row_.lambda * model_.unit * away * row_.factor * std::sqrt(inner_.square) * inverse);
    }
    effects.add(beta * exact);
    if (!row_.skip.empty()) {
        effects.add(exact);
        effects.add(beta * whole);
    }
    if (model_.converts) {
        effects.add(2 * row_.gain[j] * row_.dy[j] * inverse);
        effects.add(row_.factor * along_ * row_.x[j] * inverse * inverse);
        effects.add(row_.skip.empty() ? 0 : row_.skip[j]);
    }
    effects = effects + divisor_.times(std::abs(exact) + 3 * std::abs(slope * along_));
    return effects + centre_.times(std::abs(row_.factor * along_ * inverse) + std::abs(slope * sum_));
}

double RowErrorBound::underflow(std::size_t j) const {
    const double n = static_cast<double>(row_.x.size());
    return model_.least * (1 + std::abs(row_.factor * row_.normalised[j]) * n) / row_.divisor;
}

double RowErrorBound::output_terms(std::size_t j, double bias) const {
    const double magnitude = std::abs(row_.x[j]) + std::abs(row_.centre);
    return magnitude * std::abs(row_.gain[j]) / row_.divisor + std::abs(bias);
}

RoundingEffects RowErrorBound::output(std::size_t j, double bias) const {
    const double beta = model_.working;
    const double product = row_.normalised[j] * row_.gain[j];
    RoundingEffects effects = divisor_.times(product) + centre_.times(row_.gain[j]);
    effects.add((1 + 2 * beta) * product);
    effects.add((1 + 2 * beta) * product);
    if (model_.converts) effects.add(row_.gain[j] * row_.x[j] / row_.divisor);
    if (model_.converts) effects.add(std::abs(product) + std::abs(bias));  // the gain and the bias, too
    if (!is_centred()) return effects;
    effects.add(2 * beta * row_.gain[j] * row_.x[j] / row_.divisor);
    effects.add(2 * beta * row_.gain[j] * centre_size_);
    effects.add(beta * (std::abs(bias) + std::abs(row_.gain[j]) * centre_size_));
    return effects;
}

RoundingEffects RowErrorBound::term(std::size_t j) const {
    const double product = row_.dy[j] * row_.normalised[j];
    RoundingEffects effects = divisor_.times(product) + centre_.times(row_.dy[j]);
    effects.add((1 + 2 * model_.working) * product);
    effects.add(product);
    if (!model_.converts) return effects;
    effects.add(product);
    effects.add(row_.dy[j] * row_.x[j] / row_.divisor);
    return effects;
}

double RowErrorBound::common_square() const {
    constexpr double typical = 0.25;                 // share of a squared bound
    const double kept = model_.working < 1 ? 1 : 0;  // r is rounded to the output's type
    return typical * (divisor_.square + centre_.square) + kept;
}

}  // namespace sigprop
