// The polynomials of core/simd/functions-inl.hpp stand for functions: their errors, proved with Taylor
// models, are below the bounds that stand in the text, and not far below.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

#include "core/ball/jet.hpp"
#include "methods/extrema/taylor_supremum.hpp"
#include "tests/core/simd/polynomial_domains.hpp"

#undef HWY_INLINE
#define HWY_INLINE inline
#undef HWY_LIKELY
#define HWY_LIKELY(condition) (condition)

namespace sigprop::exact {

// The words of core/simd/vectors-inl.hpp without rounding, on jets. A polynomial is caught where it stands
// for a function; what is computed from it is of no interest here.
struct V {
    Jet jet;
};
using M = bool;
inline Jet caught;
inline double caught_error = 0;
inline std::vector<std::pair<double, double>> constants;  // and how far they are from what they stand for

inline V set(double value) { return {value}; }
inline V set_near(double value, double error) {
    constants.emplace_back(value, error);
    return {value};
}
inline V add(const V& a, const V& b) { return {a.jet + b.jet}; }
inline V sub(const V& a, const V& b) { return {a.jet - b.jet}; }
inline V mul(const V& a, const V& b) { return {a.jet * b.jet}; }
inline V div(const V& a, const V& b) { return {a.jet / b.jet}; }
inline V fused(const V& a, const V& b, const V& c) { return {a.jet * b.jet + c.jet}; }
inline M less(const V&, double) { return true; }
inline M greater(const V&, double) { return false; }
inline M not_below(const V&, double) { return true; }
inline M not_above(const V&, double) { return true; }
inline M equal(const V&, double) { return false; }
inline M both(M a, M b) { return a && b; }
inline bool all_true(M m) { return m; }
inline bool all_false(M m) { return !m; }
inline V pick(M mask, const V& yes, const V& no) { return mask ? yes : no; }
inline V at_most(const V& x, double) { return x; }
inline V at_least(const V& x, double) { return x; }
inline V magnitude(const V& x) { return x; }
inline V minus_size(const V& x) { return {-x.jet}; }
inline V with_sign(const V& size, const V&) { return size; }
inline V nearest_integer(const V&) { return {0}; }
inline V power_of_two(const V&) { return {1}; }
struct SplitNumber {
    V m, k;
};
inline SplitNumber split(const V& x) { return {x, {0}}; }
struct Halves {
    V high, low;
};
inline Halves halves(const V& x) { return {x, {0}}; }
inline V stands_for(const V& value, const V&, double error) {
    caught = value.jet;
    caught_error = error;
    return value;
}
inline V stands_nearly_for(const V& x, double) { return x; }
inline V vanishes_below(double, const V&, const V& value) { return value; }
inline V taken_as_exact(const V& x) { return x; }
template <class Slope>
V passed_on(const V&, const V& result, Slope) {
    return result;
}

#include "core/simd/functions-inl.hpp"

}  // namespace sigprop::exact

using namespace sigprop;

namespace {

constexpr long working = 240;
constexpr long order = 60;  // of the jets that the coefficients are read from

Ball at(double x) { return Ball(x).at_precision(working); }

/// The sum of c[k] x^k.
Jet horner(const std::vector<Ball>& c, const Jet& x) {
    Jet sum = 0;
    for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + Jet(c[k]);
    return sum;
}

std::vector<Ball> terms(int count, const std::function<Ball(int)>& term) {
    std::vector<Ball> all;
    for (int k = 0; k < count; ++k) all.push_back(term(k));
    return all;
}

Ball factorial(int n) {
    Ball product = at(1);
    for (int j = 2; j <= n; ++j) product = product * Ball(j);
    return product;
}

struct Case {
    const char* name;
    tracked::PolynomialDomain domain;
    std::function<void(const Jet& u)> call;  ///< calls what holds the polynomial, in the variable u^power
    int power;
    JetFunction meant;
    double left_out;  ///< a bound of the terms that `meant` leaves out
};

std::vector<Case> cases() {
    const Ball root_pi = sqrt(Ball::pi(working));
    const auto powers_of_r = terms(30, [](int k) { return 1 / factorial(k + 2); });
    const auto powers_of_z = terms(40, [](int k) { return 2 / at(2 * k + 3); });
    auto powers_of_w = terms(40, [&](int k) {
        const Ball term = 2 / (root_pi * factorial(k) * Ball(2 * k + 1));
        return k % 2 == 0 ? term : -term;
    });
    powers_of_w[0] = powers_of_w[0] - Ball(1);
    return {
        {"exponential", tracked::exp_domain, [](const Jet& r) { (void)exact::small_expm1({r}); }, 1,
         [=](const Jet& r) { return horner(powers_of_r, r); }, 0x1p-160},  // 0.35^30/32!
        {"logarithm", tracked::log_domain,
         [](const Jet& s) { (void)exact::log_kernel({2 * s / (1 - s)}, {0}, {0}); }, 2,
         [=](const Jet& z) { return horner(powers_of_z, z); }, 0x1p-190},  // 0.03^40
        {"tail of the error function", tracked::erfc_domain,
         [](const Jet& t) { (void)exact::scaled_erfc({3 * (1 + t) / (1 - t)}); }, 1,
         [](const Jet& t) {
             const Jet x = 3 * (1 + t) / (1 - t);
             return (1 + 2 * x) * exp(x * x) * erfc(x);
         },
         0},
        {"centre of the error function", tracked::erf_domain, [](const Jet& a) { (void)exact::erf({a}); }, 2,
         [=](const Jet& w) { return horner(powers_of_w, w); }, 0x1p-140},  // 1.1^40/40!
    };
}

/// The coefficients that stand in the text.
std::vector<Ball> coefficients(const Case& one) {
    one.call(Jet::variable(at(0), order));
    std::vector<Ball> c;
    for (long k = 0; k * one.power <= order; ++k) c.push_back(exact::caught.coefficient(k * one.power));
    return c;
}

}  // namespace

TEST_CASE("polynomials err by less than their bounds say, and not by much less") {
    for (const Case& one : cases()) {
        CAPTURE(one.name);
        const std::vector<Ball> c = coefficients(one);
        CHECK(exact::caught_error == one.domain.error);
        const TaylorPiece piece{[&](const Jet& u) { return horner(c, u) - one.meant(u); },
                                Ball(one.domain.lower), Ball(one.domain.upper)};
        const Answer most = taylor_supremum(std::span(&piece, 1), 70, working, Context());
        REQUIRE(most.status == Status::ok);
        const double error = most.value.upper_double() + one.left_out;
        CHECK(error < one.domain.error);
        CHECK(error > 0.85 * one.domain.error);
    }
}

TEST_CASE("constants stand for numbers that are as near as they say") {
    using namespace exact;
    constants.clear();
    static_cast<void>(exact::exp({1}));
    static_cast<void>(exact::log({1}));
    static_cast<void>(exact::normal_pdf({1}));
    static_cast<void>(exact::normal_cdf({1}));
    const Ball rest_of_log2 = log(at(2)) - at(0x1.62e42fefa2p-1);
    const std::vector<Ball> numbers = {rest_of_log2, -rest_of_log2, 1 / sqrt(2 * Ball::pi(working)),
                                       1 / sqrt(at(2))};
    std::vector<bool> met(numbers.size(), false);
    for (const auto& [value, error] : constants) {
        const auto distance = [&, v = value](const Ball& number) { return (number - Ball(v)).magnitude(); };
        const auto nearest = std::ranges::min_element(
            numbers, {}, [&](const Ball& number) { return distance(number).upper_double(); });
        const double off = distance(*nearest).upper_double();
        CHECK(off <= error);
        CHECK(off > 0.8 * error);
        met[static_cast<std::size_t>(nearest - numbers.begin())] = true;
    }
    CHECK(std::ranges::all_of(met, [](bool one) { return one; }));
}
