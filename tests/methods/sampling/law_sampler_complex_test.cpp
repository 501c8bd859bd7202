// Complex normals truncated in the modulus against exact probabilities: 16 rings by 16 sectors of equal
// probability, E|z|^2 and the circular moments, limits, and samplers with planted flaws, among them JAX's
// former standard deviation.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <vector>

#include "core/base/doubles.hpp"

using namespace sigprop;

namespace {

constexpr std::size_t count = 1 << 18;
constexpr double chi_square_limit = 377.1;  // 255 degrees of freedom: exceeded once in 10^6

using Points = std::vector<std::complex<double>>;

struct Row {
    Real square_limit;  ///< the limit of |z|^2
    Real near;          ///< a planted wrong limit
    double upper;
    double mean, variance;  ///< of |z|^2; mpmath 1.2.1
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
        {4, Rational::from_decimal("3.5"), 4, 0.92537055854490381, 0.6959126806477156},
        {Rational::from_decimal("0.01"), Rational::from_decimal("0.0098"), 0.01, 0.0049916666805555225,
         8.33329166683201e-6},
        {Real::infinity(1), 4, infinity, 1, 1},
    };
    return all;
}

template <class T>
std::vector<std::complex<T>> samples(const Real& square_limit) {
    std::vector<std::complex<T>> z(count);
    const auto sampler = LawSampler::prepare(Law::truncated_exponential(square_limit)).value();
    sampler.fill(RandomStream(21, "complex"), 3, std::span(z));
    return z;
}

template <class T>
Points as_doubles(const std::vector<std::complex<T>>& z) {
    return Points(z.begin(), z.end());
}

double chi_square(const Points& samples, double upper) {
    std::array<double, 256> cells{};
    for (const auto z : samples) {
        const double ring = std::clamp(16 * std::expm1(-std::norm(z)) / std::expm1(-upper), 0.0, 15.5);
        const double sector = std::clamp(16 * (0.5 + std::arg(z) / (2 * std::numbers::pi)), 0.0, 15.5);
        cells.at(static_cast<std::size_t>(ring) * 16 + static_cast<std::size_t>(sector)) += 1;
    }
    constexpr double expected = static_cast<double>(count) / 256;
    double sum = 0;
    for (const double cell : cells) sum += (cell - expected) * (cell - expected) / expected;
    return sum;
}

/// The largest deviation of E|z|^2, E z, E z^2 and E z^4 from the exact value, in standard errors. (The last
/// three are 0; the variance of a part of z^k is E|z|^2k / 2, which grows with the limit: k! / 2 at most.)
double moments(const Points& samples, const Row& row) {
    double square = 0;
    std::array<std::complex<double>, 3> powers{};
    std::array<double, 3> sizes{};
    for (const auto z : samples) {
        square += std::norm(z) - row.mean;
        auto power = z;
        for (std::size_t k = 0; k < 3; ++k, power *= power) {
            powers.at(k) += power;
            sizes.at(k) += std::norm(power) / 2;
        }
    }
    double most = std::fabs(square) / std::sqrt(static_cast<double>(count) * row.variance);
    for (std::size_t k = 0; k < 3; ++k) {
        most = std::max({most, std::fabs(powers.at(k).real()) / std::sqrt(sizes.at(k)),
                         std::fabs(powers.at(k).imag()) / std::sqrt(sizes.at(k))});
    }
    return most;
}

template <class T>
void check_row(const Row& row) {
    CAPTURE(row.square_limit.text());
    const Points z = as_doubles(samples<T>(row.square_limit));
    CHECK(chi_square(z, row.upper) < chi_square_limit);
    CHECK(moments(z, row) < 5);
    const Points near = as_doubles(samples<T>(row.near));
    CHECK(chi_square(near, row.upper) > chi_square_limit);
    Points oval = z;
    for (auto& point : oval) point = {point.real() * 1.02, point.imag() / 1.02};
    CHECK(moments(oval, row) > 5);
    Points half = z;  // angles that miss half of the circle
    for (auto& point : half) point = {std::fabs(point.real()), point.imag()};
    CHECK(chi_square(half, row.upper) > chi_square_limit);
    const Row real_std = {0, 0, 0, row.mean * 0.9817, row.variance};
    CHECK(moments(z, real_std) > 5);
}

}  // namespace

TEST_CASE("complex samples have the distribution of their law") {
    for (const Row& row : rows()) {
        check_row<double>(row);
        check_row<float>(row);
    }
}

TEST_CASE("the truncated complex normal has the exact standard deviation, not the one of JAX's literal") {
    const Points z = as_doubles(samples<double>(4));
    double sum = 0;
    for (const auto point : z) sum += std::norm(point);
    const double std = std::sqrt(sum / static_cast<double>(count));
    const double error = std::sqrt(rows()[0].variance / static_cast<double>(count)) / (2 * 0.96196);
    CHECK(std::fabs(std - 0.96196182800821354018) < 5 * error);
    CHECK(std::fabs(std - 0.95311164380491208) > 5 * error);
}

TEST_CASE("no modulus exceeds its limit, however it is computed") {
    for (const char* limit : {"0.1", "2", "0.3333333333333333"}) {
        const Rational square = Rational::from_decimal(limit) * Rational::from_decimal(limit);
        const double least = Real(square).to_double() * (1 - 0x1p-53);
        const double floats = static_cast<double>(static_cast<float>(least));
        double most = 0;
        double max_float = 0;
        for (const auto z : samples<double>(square)) most = std::max(most, std::norm(z));
        for (const auto z : samples<float>(square)) {
            max_float = std::max(max_float, std::norm(std::complex<double>(z)));
        }
        CHECK(most <= least);
        CHECK(max_float <= least);
        CHECK(most > 0.999 * least);
        CHECK(max_float > 0.999 * floats);
    }
}

TEST_CASE("floats with few bits stay inside too") {
    const double limit = 1e-44;  // seven of the smallest floats
    for (const auto z : samples<float>(Rational::from_decimal("1e-88"))) {
        const std::complex<double> exact(z);
        if (std::norm(exact) > limit * limit) FAIL_CHECK(exact);
    }
}

TEST_CASE("an unbounded complex normal is two normals over the root of two") {
    std::vector<std::complex<double>> z(100);
    std::vector<std::complex<float>> floats(100);
    const auto sampler = LawSampler::prepare(Law::truncated_exponential(Real::infinity(1))).value();
    sampler.fill(RandomStream(21, "complex"), 3, std::span(z));
    sampler.fill(RandomStream(21, "complex"), 3, std::span(floats));
    const RandomStream stream(21, "complex");
    for (std::size_t k = 0; k < z.size(); ++k) {
        CHECK(std::fabs(z[k].real() - stream.normal(2 * k + 6) / std::sqrt(2.0)) < 1e-15);
        CHECK(std::fabs(z[k].imag() - stream.normal(2 * k + 7) / std::sqrt(2.0)) < 1e-15);
        CHECK(floats[k] == std::complex<float>(z[k]));
    }
}
