// Inversion against other programs' quantiles and the C library, with the same bits on every vector set, at
// every place of an array.

#include "methods/sampling/inversion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sigprop/core/random/random.hpp>
#include <vector>

#include "core/simd/target.hpp"
#include "methods/sampling/reject.hpp"

using namespace sigprop;

namespace {

struct Row {
    double given, x;
};

// mpmath 1.2.1, 60 digits: the x with normal tail `given`, and the x with mass `given` between 0 and x.
const std::vector<Row> of_tail = {
    {1e-300, 37.047096299361199237},  {1e-250, 33.79958617269483747},   {1e-100, 21.273453560965324294},
    {1e-40, 13.310921371425170895},   {1e-20, 9.2623400897984075796},   {1e-12, 7.0344838253011319326},
    {1.4e-11, 6.6567230915181836356}, {1.3e-11, 6.6676114565107408347}, {1e-6, 4.7534243088228989573},
    {0.001, 3.0902323061678135354},   {0.02, 2.0537489106318230443},    {0.07, 1.4757910281791706856},
    {0.0749, 1.4402382675279636631}};
const std::vector<Row> of_centre = {{1e-200, 2.5066282746310004575e-200}, {1e-10, 2.5066282746310005938e-10},
                                    {1e-3, 0.0025066308995717640575},     {0.3, 0.84162123357291416552},
                                    {0.4249, 1.4388253927525399824},      {0.425, 1.4395314709384558369}};

double quantile(double below, double above, double q) {
    double x = 0;
    normal_quantiles({&below, 1}, {&above, 1}, {&q, 1}, {&x, 1});
    return x;
}

std::vector<double> uniforms(std::size_t count, const char* stream = "inversion") {
    std::vector<double> u(count);
    RandomStream(3, stream).fill_uniforms(0, std::span(u));
    for (std::size_t k = 0; k + 10 < count; k += 10) {  // tails and limits
        u[k] = std::ldexp(u[k], -static_cast<int>(k % 50));
        u[k + 1] = 1 - std::ldexp(u[k + 1], -static_cast<int>(k % 50));
    }
    u[0] = 0x1p-53;
    u[1] = 1 - 0x1p-53;
    return u;
}

const std::vector<Inversion>& inversions() {
    using Way = Inversion::Way;
    static const std::vector<Inversion> all = {
        {.way = Way::stretch, .lower = -3, .upper = 5, .mass = 8, .start = -3},
        {.way = Way::quantile, .lower = -40, .upper = 40},
        {.way = Way::quantile,
         .lower = -0.1,
         .upper = 0.1,
         .mass = 0.08,
         .start = -0.04,
         .below = 0.46,
         .above = 0.46},
        {.way = Way::series, .lower = -9, .upper = 0, .mass = 0.9, .sign = -1, .series = {1, -0.25, 0.125}},
        {.way = Way::series, .lower = 0, .upper = 40, .series = {1}},
    };
    return all;
}

/// Every case that has vector code, on one line.
std::vector<double> results(std::size_t offset, std::size_t count) {
    const auto part = [&](std::vector<double> all) {
        return std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(offset),
                                   all.begin() + static_cast<std::ptrdiff_t>(offset + count));
    };
    const std::vector<double> u = part(uniforms(1000));
    std::vector<double> all;
    for (const Inversion& inversion : inversions()) {
        std::vector<double> x = u;
        invert_uniforms(inversion, x);
        all.insert(all.end(), x.begin(), x.end());
    }
    std::vector<double> re = u;
    std::vector<double> im = part(uniforms(1000, "turns"));
    place_on_circles(re, im, 0.9);
    all.insert(all.end(), re.begin(), re.end());
    all.insert(all.end(), im.begin(), im.end());
    return all;
}

std::vector<std::uint64_t> outside_by_hand(const std::vector<double>& x, double lower, double upper) {
    std::vector<std::uint64_t> indices;
    for (std::size_t k = 0; k < x.size(); ++k) {
        if (x[k] < lower || x[k] > upper) indices.push_back(k + 77);
    }
    return indices;
}

template <class T>
std::vector<std::uint64_t> outside(const std::vector<T>& x, T lower, T upper) {
    std::vector<std::uint64_t> indices(x.size() + max_lanes);
    indices.resize(indices_outside(std::span<const T>(x), lower, upper, 77, indices));
    return indices;
}

}  // namespace

TEST_CASE("the normal quantile keeps its documented accuracy") {
    for (const Row& row : of_tail) {
        const double p = row.given;
        const double x = row.x;
        CAPTURE(p);
        CHECK(std::fabs(quantile(p, 1 - p, p - 0.5) / -x - 1) <= 2e-15);
        CHECK(std::fabs(quantile(1 - p, p, 0.5 - p) / x - 1) <= 2e-15);
        CHECK_FALSE(std::fabs(quantile(1 - p, p * (1 + 1e-11), 0.5 - p) / x - 1) <= 2e-15);
    }
    for (const Row& row : of_centre) {
        const double q = row.given;
        const double x = row.x;
        CAPTURE(q);
        CHECK(std::fabs(quantile(0.5 + q, 0.5 - q, q) / x - 1) <= 2e-15);
        CHECK(std::fabs(quantile(0.5 - q, 0.5 + q, -q) / -x - 1) <= 2e-15);
        CHECK_FALSE(std::fabs(quantile(0.5 + q, 0.5 - q, q * (1 - 1e-14)) / x - 1) <= 2e-15);
    }
    CHECK(quantile(0.5, 0.5, 0) == 0);
}

TEST_CASE("logarithms and circles are the C library's to a few units") {
    const std::vector<double> u = uniforms(1000);
    const std::vector<double> turns = uniforms(1000, "turns");
    std::vector<double> x = u;
    invert_uniforms(inversions().back(), x);
    std::vector<double> re(u.size(), 4);
    std::vector<double> im = turns;
    place_on_circles(re, im, 3);
    double worst_logarithm = 0;
    double worst_point = 0;
    double largest = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
        worst_logarithm = std::fmax(worst_logarithm, std::fabs(x[k] / -std::log1p(-u[k]) - 1));
        const long double angle = (2 * turns[k] - 0.25L) * std::numbers::pi_v<long double>;
        const auto error = std::hypot(re[k] - 2 * std::cos(angle), im[k] - 2 * std::sin(angle));
        worst_point = std::fmax(worst_point, static_cast<double>(error));
        largest = std::fmax(largest, std::hypot(re[k], im[k]));
    }
    CHECK(worst_logarithm < 5 * 0x1p-53);
    CHECK(worst_point < 2 * 5 * 0x1p-53);
    CHECK(largest < 2 * (1 + 0x1p-50));
    CHECK(std::fabs(x[0] / -std::log1p(-u[0] * (1 + 1e-14)) - 1) > 5 * 0x1p-53);
}

TEST_CASE("points are clamped to inside their circle") {
    for (const double limit : {1.0, 1.9, 0.1, 1e-10}) {
        std::vector<double> re(10'000, 4 * limit * limit);
        std::vector<double> im = uniforms(re.size());
        place_on_circles(re, im, limit);
        std::vector<double> beyond_re(re.size(), 4 * limit * limit);
        std::vector<double> beyond_im = uniforms(re.size());
        place_on_circles(beyond_re, beyond_im, limit * (1 + 0x1p-50));
        bool inside = true;
        bool others_inside = true;
        for (std::size_t k = 0; k < re.size(); ++k) {
            inside &= re[k] * re[k] + im[k] * im[k] < limit * limit;
            others_inside &= beyond_re[k] * beyond_re[k] + beyond_im[k] * beyond_im[k] < limit * limit;
        }
        CHECK(inside);
        CHECK_FALSE(others_inside);
    }
}

TEST_CASE("a number's inversion depends on neither the vector set nor its place") {
    const std::vector<double> whole = results(0, 1000);
    for (const std::int64_t target : available_targets()) {
        choose_target(target);
        CHECK(results(0, 1000) == whole);
        for (const std::size_t count : {1U, 7U, 8U, 9U, 31U, 33U}) {
            const std::vector<double> part = results(501, count);
            for (std::size_t i = 0; i < part.size(); ++i) {
                CHECK(part[i] == whole[i / count * 1000 + 501 + i % count]);
            }
        }
    }
    choose_target(0);
    CHECK(results(1, 999) != std::vector<double>(whole.begin(), whole.begin() + 999 * 7));
}

TEST_CASE("indices outside an interval are those that a loop finds, in order") {
    for (const std::int64_t target : available_targets()) {
        choose_target(target);
        for (const std::size_t count : {0U, 1U, 7U, 8U, 16U, 100U, 1023U, 1024U, 1025U, 3000U}) {
            std::vector<double> x(count);
            RandomStream(1, "outside").fill_normals(0, std::span(x));
            if (count > 10) x[10] = 2;  // a limit is inside
            const std::vector<float> floats(x.begin(), x.end());
            const std::vector<double> rounded(floats.begin(), floats.end());
            for (const double upper : {2.0, 0.1, 100.0}) {
                CHECK(outside(x, -2.0, upper) == outside_by_hand(x, -2, upper));
                CHECK(outside(floats, -2.0F, static_cast<float>(upper)) ==
                      outside_by_hand(rounded, -2, static_cast<double>(static_cast<float>(upper))));
            }
            if (count > 100) CHECK(outside(x, -2.0, 1.99) != outside_by_hand(x, -2, 2));
        }
    }
    choose_target(0);
}
