#include "methods/softmax/periodic_columns.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/recent.hpp"
#include "methods/softmax/bounds.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr long column_bits = 64;  // precision of bounds

Ball whole(long k) { return Ball(static_cast<std::int64_t>(k)); }

/// cos(2 pi k/points), points a multiple of 4, by the addition theorem from two short tables.
ArbVector cosine_table(long points, long bits) {
    const long quarter = points / 4;
    const long width = static_cast<long>(std::sqrt(static_cast<double>(quarter))) + 1;
    const auto rotations = [&](long count, long stride) {
        std::vector<std::pair<Ball, Ball>> all;
        for (long k = 0; k < count; ++k) {
            const Ball angle = Ball::pi(bits + 8) * whole(2 * k * stride) / whole(points);
            all.emplace_back(cos(angle), sin(angle));
        }
        return all;
    };
    const auto fine = rotations(width, 1), broad = rotations(quarter / width + 1, width);
    ArbVector table(static_cast<std::size_t>(points));
    Ball product = blank(bits);
    for (long k = 0; k <= quarter; ++k) {
        const auto& [c, s] = fine[static_cast<std::size_t>(k % width)];
        const auto& [C, S] = broad[static_cast<std::size_t>(k / width)];
        arb_ptr value = table[k];
        arb_mul(value, raw(c), raw(C), bits);
        arb_mul(raw(product), raw(s), raw(S), bits);
        arb_sub(value, value, raw(product), bits);
        if (k == quarter) arb_zero(value);
        arb_neg(table[2 * quarter - k], value);
    }
    for (long k = 1; k < 2 * quarter; ++k) arb_set(table[points - k], table[k]);
    return table;
}

/// Gamma(1 + i y_j), j = 0 … count, real and imaginary parts in turn.
ArbVector gammas(double period, long count, long bits) {
    ArbVector values(2 * static_cast<std::size_t>(count) + 2);
    ComplexBall z = blank_complex(bits);
    for (long j = 0; j <= count; ++j) {
        poll(64 * bits);
        z = ComplexBall(Ball(1), 2 * Ball::pi(bits) * whole(j) / Ball(period));
        acb_gamma(raw(z), raw(z), bits);
        arb_set(values[2 * j], acb_realref(raw(z)));
        arb_set(values[2 * j + 1], acb_imagref(raw(z)));
    }
    return values;
}

/// Laws of nearly the same std share them: precision and number are rounded up.
std::shared_ptr<const ArbVector> remembered_gammas(double period, long count, long bits) {
    struct Key {
        double period;
        long count, bits;
        bool operator==(const Key&) const = default;
    };
    static Recent<Key, const ArbVector> all(64, std::size_t{16} << 20,
                                            [](const ArbVector& values) { return values.bytes(); });
    const Key key{period, (count + 31) / 32 * 32, (bits + 63) / 64 * 64};
    return all.find(key, [&] { return gammas(key.period, key.count, key.bits); });
}

/// |Gamma(p + i y)|, y > 0.
Ball gamma_size(int p, const Ball& y) {
    const Ball x = Ball::pi(column_bits) * y;
    Ball square = x / sinh(x);
    for (int k = 1; k < p; ++k) square = square * (Ball(k * k) + y * y);
    return sqrt(square);
}

}  // namespace

struct PeriodicColumns::Waves {
    ArbVector cosines, sines;  ///< from the first frequency on
    Ball constant = Ball(0), slope = Ball(0);
};

PeriodicColumns::PeriodicColumns(const LogitLaw& law, const PeriodicPlan& plan)
    : law_(law),
      plan_(plan),
      tails_{proxy(law).at_precision(column_bits), max_abs(law).at_precision(column_bits)},
      cosines_(cosine_table(plan.points, plan.working)) {}

Ball PeriodicColumns::point(long k, long bits) const {
    return Ball(plan_.period).at_precision(bits) * whole(k) / whole(plan_.points);
}

Ball PeriodicColumns::frequency(long j, long bits) const {
    return 2 * Ball::pi(bits) * whole(j) / Ball(plan_.period);
}

Ball PeriodicColumns::characteristic(long j, bool derivative) const {
    const long bits = plan_.working;
    if (law_.kind == LogitLaw::Kind::normal) {
        const Ball s = law_.std.at(bits);
        const Ball value = exp(-pow(s * frequency(j, bits), 2) / 2);
        return derivative ? -s * s * value : value;
    }
    // For long arguments Arb has an asymptotic series, which may be too poor for a large dimension. The other
    // one has terms up to e^(radius y), and a sum below 1.
    const double size = law_.radius.to_double() * frequency(j, column_bits).to_double();
    constexpr long guard = 32;
    if (2 * size > static_cast<double>(bits)) {
        const Ball value = by_bessel(j, derivative, bits + guard);
        if (value.is_finite() && value.radius().magnitude_exponent() < -bits) return value.at_precision(bits);
    }
    return by_series(j, derivative, bits + guard + static_cast<long>(std::ceil(1.5 * size)))
        .at_precision(bits);
}

Ball PeriodicColumns::by_series(long j, bool derivative, long bits) const {
    const Ball radius = law_.radius.at(bits), dim = Ball(law_.dim).at_precision(bits);
    const Ball argument = -pow(radius * frequency(j, bits), 2) / 4;
    const Ball a = dim / 2 + Ball(derivative ? 1 : 0);
    Ball value = blank(bits);
    poll(64 * bits);
    arb_hypgeom_0f1(raw(value), raw(a), raw(argument), 0, bits);
    return derivative ? -radius * radius / dim * value : value;
}

Ball PeriodicColumns::by_bessel(long j, bool derivative, long bits) const {
    const Ball radius = law_.radius.at(bits), dim = Ball(law_.dim).at_precision(bits);
    const Ball z = radius * frequency(j, bits), order = dim / 2 - Ball(derivative ? 0 : 1);
    Ball value = blank(bits);
    poll(64 * bits);
    arb_hypgeom_bessel_j(raw(value), raw(order), raw(z), bits);
    value *= exp(log_gamma(order + 1) + order * log(2 / z));
    return derivative ? -radius * radius / dim * value : value;
}

Ball PeriodicColumns::characteristic_bound(const Ball& y, bool derivative) const {
    Ball factor = derivative ? tails_.s * tails_.s : Ball(1);
    if (law_.kind == LogitLaw::Kind::normal) return factor * exp(-pow(tails_.s * y, 2) / 2);
    const Ball order = Ball(law_.dim).at_precision(column_bits) / 2 + Ball(derivative ? 1 : 0);
    if (!(order - 1).is_nonnegative()) return factor;
    const Ball half = tails_.max_abs * y / 2;
    return factor * min(Ball(1), exp(log_gamma(order) - (order - 1) * log(half)));
}

Ball PeriodicColumns::images(SoftmaxColumn which) const {
    const Ball left = point(plan_.first, column_bits), right = point(plan_.last(), column_bits),
               P = Ball(plan_.period);
    const double from = right.to_double() - plan_.period, to = left.to_double() + plan_.period;
    const int p = power_of(which);
    const double falling = falling_exponent(p, to, plan_.tails),
                 rising = rising_exponent(p, from, plan_.tails);
    if (which == SoftmaxColumn::moment) {
        return beyond(moment_bound(falling, left, tails_), 1, falling, P) +
               beyond(moment_bound(rising, right, tails_), 1, rising, P);
    }
    const Ball log_rising =
        p == 0 ? log_deficit_bound(rising, right, tails_) : log_power_bound(p, rising, right, tails_);
    return beyond(exp(log_power_bound(p, falling, left, tails_)), 1, falling, P) +
           beyond(exp(log_rising), 1, rising, P);
}

Ball PeriodicColumns::omitted(SoftmaxColumn which) const {
    const bool is_moment = which == SoftmaxColumn::moment;
    const int p = is_moment ? 2 : std::max(power_of(which), 1);
    const Ball P = Ball(plan_.period).at_precision(column_bits), distance = 2 * Ball::pi(column_bits) / P;
    const Ball y = distance * whole(plan_.frequencies + 1);
    const Ball pace = Ball::pi(column_bits) / 2 - (Ball(p) - Ball(0.5)) / y;
    Ball log_ratio = min(Ball(0), -distance * pace);
    if (law_.kind == LogitLaw::Kind::normal)
        log_ratio -= pow(tails_.s * distance, 2) * (y / distance + Ball(0.5));
    const Ball first = 2 / P * gamma_size(p, y) * characteristic_bound(y, is_moment);
    const Ball rest = first / -expm1(log_ratio);
    return which == SoftmaxColumn::deficit ? rest / y : rest;
}

PeriodicColumns::Waves PeriodicColumns::waves(SoftmaxColumn which) const {
    const long bits = plan_.working, centre = plan_.first + plan_.half;
    const int p = std::max(power_of(which), 1);
    const Ball P = Ball(plan_.period).at_precision(bits);
    const auto known = remembered_gammas(plan_.period, plan_.frequencies, bits);
    Waves result;
    result.constant = which == SoftmaxColumn::moment ? Ball(0) : 1 / P;
    for (int k = 1; k < p; ++k) result.constant *= Ball(k);
    if (which == SoftmaxColumn::deficit) {  // of g
        result.slope = -1 / P;
        result.constant = Ball(0.5) - (point(centre, bits) + Ball::euler_gamma(bits)) / P;
    }
    result.cosines = ArbVector(static_cast<std::size_t>(plan_.frequencies));
    result.sines = ArbVector(static_cast<std::size_t>(plan_.frequencies));
    for (long j = 1; j <= plan_.frequencies; ++j) {
        const Ball y = frequency(j, bits);
        ComplexBall c(known->get(2 * j, bits), known->get(2 * j + 1, bits));
        for (int k = 1; k < p; ++k) c = c * ComplexBall(Ball(k), y);
        Ball size = 2 / P * characteristic(j, which == SoftmaxColumn::moment);
        if (which == SoftmaxColumn::moment) size *= y;
        if (which == SoftmaxColumn::deficit) size = -size / y;
        if (p == 1 && which != SoftmaxColumn::power_1) c = ComplexBall(-c.imaginary(), c.real());
        const long turn = ((j * centre) % plan_.points + plan_.points) % plan_.points;
        const long quarter = (turn + 3 * (plan_.points / 4)) % plan_.points;
        const ComplexBall phase(cosines_.get(turn, bits), -cosines_.get(quarter, bits));
        c = c * phase * ComplexBall(size);
        // Re(c e^(-i y t)) = Re c cos(y t) + Im c sin(y t)
        result.cosines.set(j - 1, c.real());
        result.sines.set(j - 1, c.imaginary());
    }
    return result;
}

ArbVector PeriodicColumns::column(SoftmaxColumn which, const Context& context) const {
    const Waves sum = waves(which);
    const Ball error = error_term("softmax.periodic.images", images(which)) +
                       error_term("softmax.periodic.frequencies", omitted(which));
    const long bits = plan_.working;
    ArbVector values(2 * static_cast<std::size_t>(plan_.half) + 1);
    // Rows of the table of cosines as they stand: the entries are not copied, only where they are.
    std::vector<arb_struct> cosines(static_cast<std::size_t>(plan_.frequencies)), sines = cosines;
    Ball odd = blank(bits), even = blank(bits);
    for (long t = 0; t <= plan_.half; ++t) {
        if (t % 64 == 0) context.check_cancelled();
        long turn = 0, quarter = 3 * (plan_.points / 4);
        for (std::size_t j = 0; j < cosines.size(); ++j) {
            if ((turn += t) >= plan_.points) turn %= plan_.points;
            if ((quarter += t) >= plan_.points) quarter %= plan_.points;
            cosines[j] = *cosines_[turn];
            sines[j] = *cosines_[quarter];
        }
        dot(raw(even), sum.cosines[0], cosines.data(), 1, plan_.frequencies, bits);
        dot(raw(odd), sum.sines[0], sines.data(), 1, plan_.frequencies, bits);
        even += sum.constant;
        odd += sum.slope * point(t, bits);
        values.set(plan_.half + t, (even + odd).widened(error));  // widening: of terms
        values.set(plan_.half - t, (even - odd).widened(error));  // widening: of terms
    }
    return values;
}

}  // namespace sigprop
