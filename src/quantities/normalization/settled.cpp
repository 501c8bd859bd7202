#include "quantities/normalization/settled.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace sigprop {
namespace {

using Decision = std::optional<int>;

/// Like compare, but numbers written alike are equal.
Decision order_of(const Real& a, const Real& b) { return a.text() == b.text() ? 0 : compare(a, b); }

/// Whether all numbers are equal to `to`; nothing if undecided.
std::optional<bool> all_equal(std::span<const Real> x, const Real& to) {
    bool decided = true;
    for (const Real& one : x) {
        const Decision order = order_of(one, to);
        if (order.value_or(0) != 0) return false;
        decided = decided && order.has_value();
    }
    return decided ? std::optional<bool>(true) : std::nullopt;
}

const Answer undecided = {Status::unable, "it is undecided whether entries of x are equal"};

Answer nothing_divides(const NormRule& rule, bool all_zero) {
    if (rule.spread == NormSpread::std)
        return {Status::domain, "all entries are equal: without epsilon (x - mean)/std is 0/0"};
    if (rule.spread == NormSpread::range)
        return {Status::domain, "all entries are equal: without epsilon max - min divides by 0"};
    if (all_zero) return {Status::domain, "x = 0: without epsilon x/0 is undefined"};
    return {Status::domain, "the leading entries are 0: without epsilon their rms divides by 0"};
}

/// How often the extreme on that side is attained; 0 if doubles cannot tell which entries attain it.
int attained(std::span<const Real> x, int side) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        if (side * order_of(x[i], x[best]).value_or(0) > 0) best = i;
    int times = 0;
    for (const Real& one : x) {
        const Decision order = order_of(one, x[best]);
        if (!order) return 0;
        if (*order == 0) ++times;
        if (*order != 0 && side * (one.to_double() - x[best].to_double()) >= 0) return 0;
    }
    return times;
}

/// The sum of squares, divided by n, n - 1 or nothing, as the rule says.
Real sum_of_squares(const NormPoint& point) {
    const bool about_mean = point.call.is_about_mean();
    const auto n = static_cast<std::int64_t>(point.x.size());
    Real mean = 0, sum = 0;
    if (about_mean)
        for (const Real& one : point.x) mean = mean + one / Real(Rational(n));
    const std::int64_t seen = about_mean ? n : point.call.seen();
    for (std::int64_t i = 0; i < seen; ++i) {
        const Real from = point.x[static_cast<std::size_t>(i)] - mean;
        sum = sum + from * from;
    }
    if (point.call.rule.spread == NormSpread::length) return sum;
    return sum / Real(Rational(about_mean ? n - point.call.rule.correction : seen));
}

/// The square of the spread, without epsilon.
Real squared_spread(const NormPoint& point) {
    if (point.call.rule.spread != NormSpread::range) return sum_of_squares(point);
    const auto by_double = [](const Real& a, const Real& b) { return a.to_double() < b.to_double(); };
    const auto [low, high] = std::ranges::minmax_element(point.x, by_double);
    return (*high - *low) * (*high - *low);
}

void settle_floor(SettledPoint& found, bool with_derivative) {
    NormRule& rule = found.point.call.rule;
    const Decision side = found.point.call.against_floor(squared_spread(found.point));
    if (side == 0 && with_derivative) {
        found.obstacle = {Status::domain,
                          "the spread equals epsilon: the divisor is the floor on one side of x and the "
                          "spread on the other"};
    } else if (!side) {
        found.obstacle = {Status::unable,
                          "the spread is too close to epsilon to decide which is the divisor"};
    } else if (*side >= 0) {
        rule.epsilon_place = EpsilonPlace::inside_root;
        found.point.call.epsilon = 0;
    } else {
        const std::vector<Ball> x = found.point.at(128);
        const Ball epsilon = found.point.call.epsilon.at(128);
        if (!norm_statistics<Ball>(rule, x, epsilon).is_floored)
            found.obstacle = {Status::unable, "the spread is too close to epsilon for double precision"};
    }
}

void settle_range(SettledPoint& found, bool with_derivative) {
    for (const int side : {-1, 1}) {
        const int times = attained(found.point.x, side);
        if (times == 0) found.obstacle = undecided;
        if (times < 2 || !with_derivative) continue;
        found.obstacle = {Status::domain, side < 0 ? "two entries are the smallest: min has a kink there"
                                                   : "two entries are the largest: max has a kink there"};
    }
}

}  // namespace

std::vector<Ball> NormPoint::at(long bits) const {
    std::vector<Ball> balls;
    balls.reserve(x.size());
    for (const Real& one : x) balls.push_back(one.at(bits));
    return balls;
}

std::vector<NormEntries<BallDual>> NormPoint::along(std::size_t j, long bits) const {
    std::vector<NormEntries<BallDual>> entries;
    const auto seen = static_cast<std::size_t>(call.seen());
    for (std::size_t i = 0; i < x.size(); ++i)
        entries.push_back({{x[i].at(bits), Ball(i == j ? 1 : 0)}, 1, i < seen});
    return entries;
}

std::vector<NormEntries<Ball>> NormPoint::entries(long bits) const {
    std::vector<NormEntries<Ball>> entries;
    const auto seen = static_cast<std::size_t>(call.seen());
    for (std::size_t i = 0; i < x.size(); ++i) entries.push_back({x[i].at(bits), 1, i < seen});
    return entries;
}

SettledPoint settled(NormPoint point, bool with_derivative) {
    SettledPoint found{std::move(point)};
    const NormRule& rule = found.point.call.rule;
    const std::span<const Real> x = found.point.x;
    const auto seen = static_cast<std::size_t>(found.point.call.seen());
    const bool has_zero = rule.spread == NormSpread::rms || rule.spread == NormSpread::length;
    const std::optional<bool> is_flat = has_zero ? all_equal(x.first(seen), 0) : all_equal(x, x[0]);
    const std::optional<bool> is_zero = has_zero ? all_equal(x, 0) : false;
    if (!is_flat || !is_zero) {
        found.obstacle = undecided;
        return found;
    }
    found.is_flat = *is_flat;
    if (*is_flat && compare(found.point.call.epsilon, 0) == 0) {
        found.obstacle = nothing_divides(rule, *is_zero);
        return found;
    }
    // In a centred layer equal entries act like zeros, and the spread of zeros is exactly 0.
    if (*is_flat && !has_zero) std::ranges::fill(found.point.x, Real(0));
    const bool cusp = rule.epsilon_place == EpsilonPlace::outside_root && has_zero && !*is_zero;
    if (*is_flat && with_derivative && cusp)
        found.obstacle = {Status::domain, "the leading entries are 0: their rms has a kink there"};
    // With the mean as centre, y = 0 where the range has its kink, so that y has none: J = (I - 1 1^T/n)/r.
    const bool is_smooth = *is_flat && rule.centre == NormCentre::mean;
    if (rule.spread == NormSpread::range && x.size() > 1 && !is_smooth) settle_range(found, with_derivative);
    if (found.has_value() && found.point.call.has_floor()) settle_floor(found, with_derivative);
    return found;
}

}  // namespace sigprop
