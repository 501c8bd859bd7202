// The rules of bounds by powers of a distance, each with the constant that it proves.

#include "methods/mean/power_bound.hpp"

#include <doctest/doctest.h>
#include <cmath>

using namespace sigprop;

namespace {

constexpr double start = 0x1p-4;
const BehaviourRules rules{Ball(start)};

Ball fine(double x) { return Ball(x).at_precision(128); }
Ball log_start() { return -log(fine(start)); }

/// v with |v| between the two bounds on 0 < u <= start.
Behaviour between(int sign, std::optional<PowerBound> lower, std::optional<PowerBound> upper) {
    Behaviour result;
    result.sign = sign;
    result.lower = std::move(lower);
    result.upper = std::move(upper);
    return result;
}

/// Radii have 30 bits, and so have ends of balls.
bool is_close(const Ball& a, const Ball& b) {
    return abs(a - b).upper_double() <= 1e-8 * b.magnitude().upper_double();
}

void check_bound(const std::optional<PowerBound>& bound, const Ball& constant, double power, int logs = 0) {
    REQUIRE(bound.has_value());
    CAPTURE(bound->constant.to_double());
    CAPTURE(bound->power.to_double());
    CHECK(is_close(bound->constant, constant));
    CHECK(is_close(bound->power, Ball(power)));
    CHECK(bound->logs == logs);
}

void check_range(const Behaviour& a, const Ball& lower, const Ball& upper) {
    CHECK(abs(a.range.lower() - lower).upper_double() <= 1e-8 * a.range.magnitude().upper_double());
    CHECK(abs(a.range.upper() - upper).upper_double() <= 1e-8 * a.range.magnitude().upper_double());
    CHECK_FALSE((a.range.lower() - lower).is_positive());
    CHECK_FALSE((upper - a.range.upper()).is_positive());
}

}  // namespace

TEST_CASE("a range bounds a function and tells its sign") {
    struct Row {
        double lower, upper;
        int sign;
        double least;  ///< of the magnitude, 0 for no bound
    };
    for (const Row& row : {Row{2, 3, 1, 2}, Row{-3, -2, -1, 2}, Row{-1, 3, 0, 0}, Row{-2, 3, 0, 0}}) {
        const Behaviour a = rules.of_range(Ball::interval(Ball(row.lower), Ball(row.upper)));
        CHECK(a.sign == row.sign);
        check_bound(a.upper, Ball(3), 0);
        CHECK(a.lower.has_value() == (row.least > 0));
        if (a.lower) check_bound(a.lower, Ball(row.least), 0);
        const Behaviour u = rules.proportional(Ball::interval(Ball(row.lower), Ball(row.upper)), 1);
        CHECK(u.sign == row.sign);
        check_bound(u.upper, Ball(3), 1);
        if (u.lower) check_bound(u.lower, Ball(row.least), 1);
        CHECK(u.range.contains(Ball(row.lower * start)));
        CHECK(u.range.contains(Ball(row.upper * start)));
        CHECK(u.range.magnitude().upper_double() < 7 * start);  // a product of balls is wider
    }
    const Behaviour zero = rules.of_range(0);
    CHECK(zero.sign == 1);
    check_bound(zero.upper, Ball(0), 0);
    CHECK_FALSE(zero.lower.has_value());
    const Behaviour nothing = rules.of_range(Ball::indeterminate());
    CHECK(nothing.sign == 0);
    CHECK_FALSE((nothing.upper || nothing.lower));
    CHECK_FALSE(rules.proportional(Ball::indeterminate(), 1).upper.has_value());
}

TEST_CASE("of a sum the least power remains, and the others are bounded where the bound begins") {
    const auto upper = [](const PowerBound& a, const PowerBound& b) {
        const auto sum = rules.sum(between(0, {}, a), between(0, {}, b)).upper;
        const auto other = rules.sum(between(0, {}, b), between(0, {}, a)).upper;
        REQUIRE((sum && other));
        CHECK(is_close(sum->constant, other->constant));
        CHECK(sum->logs == other->logs);
        return sum;
    };
    check_bound(upper({2, Ball(-0.5), 0}, {3, 1, 0}), 2 + 3 * fine(1.0 / 64), -0.5);
    // u^1.5 L^2 grows up to the end: 2/1.5 < log(16)
    check_bound(upper({2, Ball(-0.5), 0}, {3, 1, 2}), 2 + 3 * fine(1.0 / 64) * pow(log_start(), 2), -0.5);
    // u^1.5 L^6 is largest inside, at L = 4
    check_bound(upper({2, Ball(-0.5), 0}, {3, 1, 6}), 2 + 3 * pow(4 / Ball::euler_number(128), 6), -0.5);
    // the logarithms of the least power do for as many of the other
    check_bound(upper({2, Ball(-0.5), 2}, {3, 1, 4}), 2 + 3 * fine(1.0 / 64) * pow(log_start(), 2), -0.5, 2);
    check_bound(upper({2, Ball(-0.5), 5}, {3, 1, 4}), 2 + 3 * fine(1.0 / 64), -0.5, 5);
    check_bound(upper({2, Ball(-0.5), 0}, {3, Ball(-0.25), 0}), 2 + 3 * exp(-log_start() / 4), -0.5);
    // the same power
    check_bound(upper({2, Ball(-0.5), 2}, {3, Ball(-0.5), 1}), Ball(5), -0.5, 2);
    // powers that may be the same: the least of them
    const Ball near = Ball::interval(Ball(-0.75), Ball(-0.25));
    check_bound(upper({2, near, 0}, {3, Ball(-0.5), 1}), Ball(5), -0.75, 1);
}

TEST_CASE("a sum of finite ranges, which may cancel") {
    const Behaviour a = rules.of_range(Ball::interval(1, 2)), b = rules.of_range(Ball::interval(-2, -1));
    const Behaviour sum = rules.sum(a, b);
    check_bound(sum.upper, Ball(1), 0);
    CHECK(sum.sign == 0);
    CHECK_FALSE(sum.lower.has_value());
    check_range(sum, Ball(-1), Ball(1));
    const Behaviour u = rules.sum(rules.proportional(2, 1), rules.proportional(3, 1));
    check_bound(u.upper, Ball(5), 1);  // and not only the range
    check_range(u, Ball(0), Ball(5 * start));
    CHECK_FALSE(rules.sum(a, Behaviour()).upper.has_value());
    CHECK_FALSE(rules.sum(a, Behaviour()).lower.has_value());
    CHECK(rules.sum(a, Behaviour()).sign == 0);
    CHECK_FALSE(rules.sum(Behaviour(), a).upper.has_value());
}

TEST_CASE("of terms of one sign each is a lower bound; the least power is the best") {
    const PowerBound flat{Ball(0.25), 0}, steep{Ball(0.5), Ball(-1)};
    for (const int sign : {1, -1}) {
        const Behaviour a = between(sign, flat, flat), b = between(sign, steep, steep);
        for (const Behaviour& sum : {rules.sum(a, b), rules.sum(b, a)}) {
            CHECK(sum.sign == sign);
            check_bound(sum.lower, Ball(0.5), -1);
        }
        const Behaviour c = between(sign, {}, flat);
        CHECK(rules.sum(c, c).sign == sign);
        CHECK_FALSE(rules.sum(c, c).lower.has_value());
        check_bound(rules.sum(c, a).lower, Ball(0.25), 0);
        check_bound(rules.sum(a, c).lower, Ball(0.25), 0);
    }
    const Behaviour unknown = between(0, {}, steep);
    CHECK(rules.sum(unknown, unknown).sign == 0);
    CHECK_FALSE(rules.sum(unknown, unknown).lower.has_value());
    const Behaviour of_open_sign = between(0, steep, steep);  // they may cancel
    CHECK_FALSE(rules.sum(of_open_sign, of_open_sign).lower.has_value());
}

TEST_CASE("a term that outgrows the other decides the sign, by what the other leaves of it") {
    for (const int sign : {1, -1}) {
        const Behaviour large = between(sign, PowerBound{3, -1}, PowerBound{4, -1});
        const auto beside = [&](const PowerBound& small) {
            const Behaviour sum = rules.sum(large, between(-sign, {}, small));
            const Behaviour other = rules.sum(between(0, {}, small), large);
            CHECK(sum.lower.has_value() == other.lower.has_value());
            CHECK(sum.sign == other.sign);
            CHECK(sum.sign == (sum.lower ? sign : 0));
            return sum.lower;
        };
        check_bound(beside({2, 0}), 3 - 2 * fine(start), -1);
        check_bound(beside({2, 0, 1}), 3 - 2 * fine(start) * log_start(), -1);
        check_bound(beside({2, -1}), Ball(1), -1);
        CHECK_FALSE(beside({3, -1}).has_value());
        CHECK_FALSE(beside({48, 0}).has_value());
        CHECK_FALSE(beside({1, -1, 1}).has_value());
        CHECK_FALSE(beside({Ball(0.001), -2}).has_value());
    }
}

TEST_CASE("products, quotients, negation") {
    const Behaviour a = between(1, PowerBound{2, Ball(-0.5)}, PowerBound{3, Ball(-0.5), 1});
    const Behaviour b = between(-1, PowerBound{5, 2}, PowerBound{7, 2, 2});
    const Behaviour product = rules.product(a, b);
    check_bound(product.upper, Ball(21), 1.5, 3);
    check_bound(product.lower, Ball(10), 1.5);
    CHECK(product.sign == -1);
    // u^1.5 L^3 is largest at the end: 3/1.5 < log(16)
    check_range(product, -21 * fine(1.0 / 64) * pow(log_start(), 3), Ball(0));
    CHECK(rules.product(b, b).sign == 1);
    check_range(rules.product(rules.of_range(2), rules.of_range(Ball::interval(-1, 5))), Ball(-2), Ball(10));
    const Behaviour none = rules.product(a, between(0, {}, {}));
    CHECK(none.sign == 0);
    CHECK_FALSE((none.upper || none.lower));

    const Behaviour c = between(-1, PowerBound{4, 1}, PowerBound{8, 1});
    const Behaviour quotient = rules.quotient(a, c);
    check_bound(quotient.upper, fine(3) / 4, -1.5, 1);
    check_bound(quotient.lower, fine(2) / 8, -1.5);
    CHECK(quotient.sign == -1);
    CHECK_FALSE(quotient.range.is_finite());

    const Behaviour negated = rules.negated(rules.of_range(Ball::interval(2, 3)));
    CHECK(negated.sign == -1);
    check_range(negated, Ball(-3), Ball(-2));
    check_bound(negated.lower, Ball(2), 0);
}

TEST_CASE("a bound that vanishes at the point is also a range, on the side of its sign") {
    const auto with_sign = [](int sign, double power, int logs) {
        const Behaviour one = rules.of_range(1);
        return rules.product(between(sign, {}, PowerBound{2, Ball(power), logs}), one);
    };
    check_range(with_sign(1, 1, 0), Ball(0), Ball(2 * start));
    check_range(with_sign(-1, 1, 0), Ball(-2 * start), Ball(0));
    check_range(with_sign(0, 1, 0), Ball(-2 * start), Ball(2 * start));
    check_range(with_sign(0, 0, 0), Ball(-2), Ball(2));
    check_range(with_sign(1, 1, 1), Ball(0), 2 * fine(start) * log_start());
    check_range(with_sign(1, 1, 4), Ball(0), 2 * pow(4 / Ball::euler_number(128), 4));
    CHECK_FALSE(with_sign(1, 0, 1).range.is_finite());
    CHECK_FALSE(with_sign(1, -1, 0).range.is_finite());
}

TEST_CASE("integer powers") {
    const Behaviour a = between(-1, PowerBound{2, Ball(-0.5)}, PowerBound{3, Ball(-0.5)});
    const Behaviour one = rules.integer_power(a, 0);
    check_range(one, Ball(1), Ball(1));
    check_bound(one.upper, Ball(1), 0);
    check_bound(one.lower, Ball(1), 0);
    CHECK(one.sign == 1);
    for (const std::int64_t n : {1, 2, 3, -1, -2, -3}) {
        const Behaviour power = rules.integer_power(a, n);
        CAPTURE(n);
        CHECK(power.sign == (n % 2 == 0 ? 1 : -1));
        const Ball of_upper = pow(fine(3), n), of_lower = pow(fine(2), n);
        check_bound(power.upper, n > 0 ? of_upper : of_lower, -0.5 * static_cast<double>(n));
        check_bound(power.lower, n > 0 ? of_lower : of_upper, -0.5 * static_cast<double>(n));
    }
    check_range(rules.integer_power(rules.of_range(3), 2), Ball(9), Ball(9));
    check_range(rules.integer_power(rules.of_range(-3), 3), Ball(-27), Ball(-27));
}

TEST_CASE("real powers of what is not negative") {
    const Behaviour a = between(1, PowerBound{4, Ball(-1)}, PowerBound{9, Ball(-1)});
    const Behaviour root = rules.power(a, Ball(0.5));
    CHECK(root.sign == 1);
    check_bound(root.upper, Ball(3), -0.5);
    check_bound(root.lower, Ball(2), -0.5);
    const Behaviour inverse = rules.power(a, Ball(-0.5));
    check_bound(inverse.upper, fine(0.5), 0.5);
    check_bound(inverse.lower, fine(1) / 3, 0.5);
    check_range(inverse, Ball(0), fine(0.5) / 4);
    // one bound alone
    const Behaviour only_upper = between(1, {}, PowerBound{9, Ball(-1)});
    check_bound(rules.power(only_upper, Ball(0.5)).upper, Ball(3), -0.5);
    CHECK_FALSE(rules.power(only_upper, Ball(0.5)).lower.has_value());
    check_bound(rules.power(only_upper, Ball(-0.5)).lower, fine(1) / 3, 0.5);
    CHECK_FALSE(rules.power(only_upper, Ball(-0.5)).upper.has_value());
    const Behaviour only_lower = between(1, PowerBound{4, Ball(-1)}, {});
    check_bound(rules.power(only_lower, Ball(0.5)).lower, Ball(2), -0.5);
    CHECK_FALSE(rules.power(only_lower, Ball(0.5)).upper.has_value());
    check_bound(rules.power(only_lower, Ball(-0.5)).upper, fine(0.5), 0.5);
    CHECK_FALSE(rules.power(only_lower, Ball(-0.5)).lower.has_value());
    // logarithms to a power are bounded by the next whole one, and by none in a lower bound
    const Behaviour logs = between(1, PowerBound{4, 0}, PowerBound{9, 0, 3});
    CHECK(rules.power(logs, Ball(0.5)).upper->logs == 2);
    CHECK(rules.power(logs, Ball(0.25)).upper->logs == 1);
    CHECK_FALSE(rules.power(logs, Ball(-1)).lower.has_value());
    check_bound(rules.power(logs, Ball(-1)).upper, fine(0.25), 0);
    // more of them than are counted: no bound, where one with fewer would be false
    CHECK(rules.power(logs, Ball(3000)).upper->logs == 9000);
    CHECK(rules.power(between(1, {}, PowerBound{9, 0, 5}), Ball(2000)).upper->logs == 10'000);
    CHECK_FALSE(rules.power(logs, Ball(5000)).upper.has_value());
    check_range(rules.power(rules.of_range(Ball::interval(4, 9)), Ball(0.5)), Ball(2), Ball(3));
    // zero to a power
    const Behaviour zero = rules.of_range(Ball(0));
    check_bound(rules.power(zero, Ball(0.5)).upper, Ball(0), 0);
    CHECK_FALSE(rules.power(zero, Ball(-0.5)).lower.has_value());
    CHECK_FALSE(rules.power(zero, Ball(-0.5)).upper.has_value());
    // of a sign that is not known, and to a power whose sign is not known, nothing
    for (const int sign : {0, -1}) {
        const Behaviour none = rules.power(between(sign, PowerBound{4}, PowerBound{9}), Ball(0.5));
        CHECK(none.sign == 0);
        CHECK_FALSE((none.upper || none.lower || none.range.is_finite()));
    }
    CHECK_FALSE(rules.power(a, Ball::interval(-1, 1)).upper.has_value());
    const Ball open_power = rules.power(rules.of_range(9), Ball::interval(-1, 1)).range;
    CHECK((open_power.contains(Ball(9)) && open_power.contains(fine(1) / 9)));
    // a constant that may be zero is not zero
    const Behaviour small = between(1, {}, PowerBound{Ball::interval(Ball(-0x1p-20), Ball(2)), 1});
    const std::optional<PowerBound> root_of_small = rules.power(small, Ball(0.5)).upper;
    CHECK((!root_of_small || !(root_of_small->constant - Ball(1)).is_negative()));
    CHECK_FALSE(rules.power(a, Ball(1)).range.is_finite());
}

TEST_CASE("logarithms: large near the point, by the power and the constants") {
    const auto log_of = [](double least, double low_power, double most, double high_power, int logs = 0) {
        return rules.logarithm(between(1, PowerBound{Ball(least), Ball(low_power)},
                                       PowerBound{Ball(most), Ball(high_power), logs}));
    };
    const Behaviour square = log_of(1, 2, 1, 2);  // log(u^2) = -2 log(1/u)
    check_bound(square.upper, Ball(2), 0, 1);
    check_bound(square.lower, 2 * log_start(), 0);
    CHECK(square.sign == -1);
    const Behaviour pole = log_of(3, -2, 5, -2);
    check_bound(pole.upper, log(fine(5)) / log_start() + 2, 0, 1);
    check_bound(pole.lower, log(fine(3)) + 2 * log_start(), 0);
    CHECK(pole.sign == 1);
    const Behaviour small = log_of(0.125, 3, 4, 1);  // |log(1/8)| > log 4 and 3 > 1
    check_bound(small.upper, log(fine(8)) / log_start() + 3, 0, 1);
    check_bound(small.lower, log_start() - log(fine(4)), 0);
    const Behaviour with_logs = log_of(1, 1, 1, 1, 2);  // log L <= L / e
    const Ball two_logs = 2 / Ball::euler_number(128);
    check_bound(with_logs.upper, 1 + two_logs, 0, 1);
    check_bound(with_logs.lower, (1 - two_logs) * log_start(), 0);
    CHECK(with_logs.sign == -1);
    // near 1 on some of the way: no sign
    for (const Behaviour& open :
         {log_of(0.001, -0.25, 1, -0.25), log_of(1, 1, 32, 0.25), log_of(1, 1, 1, 1, 3),
          log_of(1e-9, 0, 0.001, -0.25), log_of(1e-9, 0.125, 0.001, 0.125, 1), log_of(1, 0, 2, 0)}) {
        CHECK(open.sign == 0);
        CHECK_FALSE(open.lower.has_value());
        CHECK(open.upper.has_value());
    }
    const Behaviour finite = rules.logarithm(rules.of_range(Ball::interval(4, 9)));
    check_range(finite, log(fine(4)), log(fine(9)));
    CHECK(finite.upper->logs == 0);
    const PowerBound one{1};
    for (const Behaviour& none :
         {rules.logarithm(between(0, one, one)), rules.logarithm(between(-1, one, one)),
          rules.logarithm(between(1, {}, one)), rules.logarithm(between(1, one, {}))})
        CHECK_FALSE((none.upper || none.lower || none.sign != 0));
}

TEST_CASE("integrals of bounds with powers and logarithms") {
    const Ball end = fine(0.125), L = -log(end);
    const auto closed = [&](const PowerBound& bound, const Ball& exact) {
        const Ball found = integral_to(bound, end);
        CHECK(is_close(found, exact));
        CHECK_FALSE((found - exact).is_negative());
    };
    closed({3, 0, 2}, 3 * end * (L * L + 2 * L + 2));
    closed({1, 1, 1}, end * end * (2 * L + 1) / 4);
    closed({1, Ball(-0.5), 3}, sqrt(end) * (2 * pow(L, 3) + 12 * pow(L, 2) + 48 * L + 96));
    CHECK_FALSE(integral_to({1, Ball(-1.5), 0}, end).is_finite());
}
