#include "methods/softmax/periodic_row.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/recent.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/normal_cdf_strip.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr long row_bits = 64;  // precision of bounds

Ball row_ball(double x) { return Ball(x).at_precision(row_bits); }

Ball factorial(int k) { return k <= 1 ? Ball(1) : Ball(k) * factorial(k - 1); }

}  // namespace

PeriodicRow::PeriodicRow(const LogitLaw& law, std::uint64_t n, const PeriodicPlan& plan)
    : n_(n),
      plan_(plan),
      tails_{proxy(law).at_precision(row_bits), max_abs(law).at_precision(row_bits)},
      columns_(law, plan) {}

Ball PeriodicRow::point(long k, long bits) const {
    return Ball(plan_.period).at_precision(bits) * Ball(static_cast<std::int64_t>(k)) /
           Ball(static_cast<std::int64_t>(plan_.points));
}

std::size_t PeriodicRow::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

const ArbVector& PeriodicRow::column(SoftmaxColumn which, const Context& context) const {
    const std::lock_guard lock(mutex_);
    auto& slot = made_[static_cast<std::size_t>(which)];
    if (!slot) {
        slot = columns_.column(which, context);
        bytes_ += slot->bytes();
    }
    return *slot;
}

const ArbVector& PeriodicRow::powers(const Context& context) const {
    const std::lock_guard lock(mutex_);
    if (!powers_) {
        const ArbVector& g = column(SoftmaxColumn::deficit, context);
        powers_ = ArbVector(static_cast<std::size_t>(g.size()));
        for (slong i = 0; i < g.size(); ++i) {
            poll(64 * plan_.working);
            arb_pow_ui((*powers_)[i], g[i], n_ - 2, plan_.working);
        }
        bytes_ += powers_->bytes();
    }
    return *powers_;
}

Ball PeriodicRow::growth(int power) const {
    const Ball a = row_ball(plan_.strip);
    if (plan_.is_wide()) return exp(pow(a / tails_.s, 2) / 2);
    return power == 0 ? Ball(2.32) : pow(cos(a), -power);
}

Ball PeriodicRow::survival(int keys) const {
    if (!plan_.is_wide()) return Ball(1);
    const bool is_inside = (row_ball(plan_.cdf.height) - row_ball(plan_.strip) / tails_.s).is_nonnegative();
    if (!is_inside) return Ball::infinity();
    return pow(1 + plan_.cdf.excess,
               count_ball(n_ - static_cast<std::uint64_t>(keys)).at_precision(row_bits));
}

Ball PeriodicRow::outside(SoftmaxColumn which, int keys, int side) const {
    const int p = power_of(which);
    const Ball u = point(side > 0 ? plan_.first : plan_.last(), row_bits), h = point(1, row_bits);
    const double theta = side > 0 ? rising_exponent(p, u.to_double(), plan_.tails)
                                  : falling_exponent(p, u.to_double(), plan_.tails);
    const bool is_deficit = side > 0 && p == 0;
    const Ball bound = which == SoftmaxColumn::moment ? moment_bound(theta, u, tails_)
                       : is_deficit                   ? exp(log_deficit_bound(theta, u, tails_))
                                                      : exp(log_power_bound(p, theta, u, tails_));
    return beyond(bound, keys, theta, h);
}

Ball PeriodicRow::last_power(std::uint64_t count, const Context& context) const {
    const ArbVector& g = column(SoftmaxColumn::deficit, context);
    Ball power = blank(row_bits);
    const Ball last =
        abs(g.get(g.size() - 1, row_bits)).upper();  // magnitude() has too few bits for high powers
    arb_pow_ui(raw(power), raw(last), count, row_bits);
    return power.upper();
}

Ball PeriodicRow::modulus(SoftmaxColumn which, int keys) const {
    const int p = power_of(which);
    const Ball c = count_ball(n_, row_bits) * (keys == 2 ? count_ball(n_ - 1, row_bits) : Ball(1));
    const Ball outer = c * pow(growth(p), keys) * survival(keys);
    if (which == SoftmaxColumn::moment) return outer * (tails_.s + row_ball(plan_.strip));
    const Ball once = factorial(p - 1);
    if (keys == 1) return outer * once;
    const Ball highest = pow(row_ball(p) * exp(row_ball(-1)), p);  // of y^p e^-y
    if (!plan_.is_wide()) return outer * once * highest;
    return outer * once * min(highest, once / (tails_.s * sqrt(2 * Ball::pi(row_bits))));
}

Ball PeriodicRow::log_modulus() const {
    const Ball a = row_ball(plan_.strip);
    const Ball size = tails_.s + Ball(1.41) + (plan_.is_wide() ? Ball(0) : -log(cos(a)));
    return exp(row_ball(0.5)) * a * sqrt(2 / Ball::pi(row_bits)) +
           count_ball(n_, row_bits) * survival(1) * growth(0) * size;
}

Ball PeriodicRow::discretisation(const Ball& modulus) const {
    return error_term("softmax.periodic.discretisation",
                      modulus * trapezoid_error(row_ball(plan_.strip), point(1, row_bits)));
}

Ball PeriodicRow::weighted(SoftmaxColumn which, int keys, const Context& context) const {
    const long bits = plan_.working;
    const ArbVector& values = column(which, context);
    const ArbVector& g = column(SoftmaxColumn::deficit, context);
    ArbVector weights(static_cast<std::size_t>(values.size()));
    for (slong i = 0; i < values.size(); ++i)
        arb_mul(weights[i], powers(context)[i], keys == 2 ? values[i] : g[i], bits);
    Ball sum = blank(bits);
    dot(raw(sum), weights[0], values[0], 1, values.size(), bits);
    const Ball left = error_term("softmax.periodic.left_end", outside(which, keys, 1));
    const Ball right =
        error_term("softmax.periodic.right_end",
                   outside(which, keys, -1) * last_power(n_ - static_cast<std::uint64_t>(keys), context));
    Ball scale = point(1, bits) * count_ball(n_, bits);
    if (keys == 2) scale *= count_ball(n_ - 1, bits);
    return (scale * sum.widened(left + right))
        .widened(discretisation(modulus(which, keys)));  // widening: of terms
}

Ball PeriodicRow::logarithm(const Context& context) const {
    const long bits = plan_.working;
    const ArbVector& g = column(SoftmaxColumn::deficit, context);
    ArbVector squares(static_cast<std::size_t>(g.size()));
    for (slong i = 0; i < g.size(); ++i) arb_sqr(squares[i], g[i], bits);
    Ball sum = blank(bits);
    dot(raw(sum), squares[0], powers(context)[0], 1, g.size(), bits);
    const Ball left = error_term("softmax.periodic.log_left_end",
                                 count_ball(n_, row_bits) * outside(SoftmaxColumn::deficit, 1, 1));
    const Ball right = error_term("softmax.periodic.log_right_end",
                                  outside(SoftmaxColumn::deficit, 1, -1) * last_power(n_ - 1, context));
    const Ball before = Ball(0.5) - Ball(static_cast<std::int64_t>(plan_.first));
    return (point(1, bits) * (before - sum.widened(left + right)) -
            Ball::euler_gamma(bits))              // widening: of terms
        .widened(discretisation(log_modulus()));  // widening: of terms
}

std::shared_ptr<const PeriodicPlan> remembered_plan(const LogitLaw& law, std::uint64_t n, int power,
                                                    long bits) {
    static Recent<std::string, const PeriodicPlan> plans(256);
    const std::string key =
        std::to_string(bits) + " " + std::to_string(n) + " " + std::to_string(power) + " ";
    return plans.find(key + law.text(), [&] { return periodic_plan(law, n, power, bits); });
}

std::shared_ptr<const PeriodicRow> remembered_row(const LogitLaw& law, std::uint64_t n, int power,
                                                  long bits) {
    static Recent<std::string, const PeriodicRow> rows(256, std::size_t{32} << 20,
                                                       [](const PeriodicRow& row) { return row.bytes(); });
    const std::string key =
        std::to_string(bits) + " " + std::to_string(n) + " " + std::to_string(power) + " ";
    auto row = rows.find(key + law.text(),
                         [&] { return PeriodicRow(law, n, *remembered_plan(law, n, power, bits)); });
    rows.forget_oldest();  // rows grow as they are read
    return row;
}

}  // namespace sigprop
