// Samples one by one: rejection against its definition, the same bits on every vector set, limits that hold
// for floats too, and refusals.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/every_target.hpp"

using namespace sigprop;

namespace {

Real decimal(const char* text) { return Rational::from_decimal(text); }
const Real inf = Real::infinity(1);

LawSampler sampler(const Law& law) { return LawSampler::prepare(law).value(); }

template <class T>
std::vector<T> samples(const Law& law, std::uint64_t first, std::size_t count, int variable = 0) {
    std::vector<T> all(count);
    sampler(law).fill(RandomStream(6, "types"), first, std::span(all), variable);
    return all;
}

/// The definition of a rejected sample, one draw after the other.
template <class T>
T rejected(std::uint64_t index, T lower, T upper, int own, int step) {
    const RandomStream stream(6, "types");
    for (int draw = own;; draw += step) {
        T x = 0;
        stream.fill_normals(index, std::span(&x, 1), static_cast<std::uint16_t>(draw));
        if (x >= lower && x <= upper) return x;
    }
}

Law with_dimension(Law law, int dimension) {
    law.dimension = dimension;
    return law;
}

const std::vector<Law>& laws() {
    static const std::vector<Law> all = {Law::normal(),
                                         Law::truncated_normal(-2, 2),
                                         Law::truncated_normal(decimal("-0.1"), 1),
                                         Law::truncated_normal(1, inf),
                                         Law::truncated_normal(30, 31),
                                         Law::truncated_normal(-inf, -30),
                                         Law::truncated_normal(decimal("-0.001"), decimal("0.001")),
                                         Law::truncated_exponential(2),
                                         Law::truncated_exponential(inf),
                                         Law::uniform(-3, 5)};
    return all;
}

/// Fills the array whole, in odd pieces and backwards.
template <class T>
void check_places(const Law& law) {
    const std::vector<T> whole = samples<T>(law, 3, 2500);
    std::vector<T> pieces(whole.size());
    for (std::size_t end = whole.size(), size = 1; end > 0; ++size) {
        const std::size_t part = std::min(size * 7 % 1500 + 1, end);
        end -= part;
        const std::vector<T> piece = samples<T>(law, 3 + end, part);
        std::copy(piece.begin(), piece.end(), pieces.begin() + static_cast<std::ptrdiff_t>(end));
    }
    CHECK(pieces == whole);
    CHECK(samples<T>(law, 4, 2500) != whole);
    test::on_every_target([&] { CHECK(samples<T>(law, 3, 2500) == whole); });
}

/// Every float between the limits, exactly.
template <class T>
bool all_inside(const Law& law) {
    const std::vector<T> all = samples<T>(law, 0, 20'000);
    return std::all_of(all.begin(), all.end(), [&](T x) {
        const Real exact(static_cast<double>(x));
        return compare(law.lower, exact).value_or(0) <= 0 && compare(exact, law.upper).value_or(0) <= 0;
    });
}

}  // namespace

TEST_CASE("a rejected sample is the first of its draws that lies inside") {
    for (const int dimension : {1, 3}) {
        for (int variable = 0; variable < dimension; ++variable) {
            const Law law = with_dimension(Law::truncated_normal(decimal("-0.5"), 1), dimension);
            const std::vector<double> doubles = samples<double>(law, 9, 3000, variable);
            const std::vector<float> floats = samples<float>(law, 9, 3000, variable);
            bool same = true;
            for (std::uint64_t k = 0; k < doubles.size(); ++k) {
                same &= doubles[k] == rejected(9 + k, -0.5, 1.0, variable, dimension);
                same &= floats[k] == rejected(9 + k, -0.5F, 1.0F, variable, dimension);
            }
            CHECK(same);
            CHECK(doubles != samples<double>(with_dimension(law, 4), 9, 3000, variable));
        }
    }
}

TEST_CASE("of very many variables none runs out of draws") {
    const Law law = with_dimension(Law::truncated_normal(-1, 1), 65'536);
    for (const double x : samples<double>(law, 0, 3000, 65'535)) CHECK(std::fabs(x) < 1);
    CHECK(LawSampler::prepare(with_dimension(law, 1024))->uses_rejection());
    CHECK_FALSE(LawSampler::prepare(with_dimension(law, 1025))->uses_rejection());
}

TEST_CASE("a sample depends on its index alone, on every vector set") {
    for (const Law& law : laws()) {
        CAPTURE(law.text());
        check_places<double>(law);
        check_places<float>(law);
        if (law.sampler != Sampler::truncated_exponential) continue;
        check_places<std::complex<double>>(law);
        check_places<std::complex<float>>(law);
    }
}

TEST_CASE("samples keep within limits that are no doubles or floats") {
    const Real third = Real(1) / Real(3);
    const Law few_doubles = Law::uniform(third, decimal("0.33333333333333353"));
    for (const Law& law :
         {Law::uniform(third, decimal("0.3333334")), Law::uniform(decimal("0.1999999"), decimal("0.2")),
          Law::truncated_normal(30, decimal("30.0000003")),
          Law::truncated_normal(decimal("-0.7000001"), decimal("0.7000001"))}) {
        CAPTURE(law.text());
        CHECK(all_inside<double>(law));
        CHECK(all_inside<float>(law));
    }
    CHECK(all_inside<double>(few_doubles));
    CHECK(all_inside<double>(Law::uniform(decimal("0.1999999999999999"), decimal("0.2"))));
    const auto [least, most] =
        std::minmax({sampler(few_doubles).invert(0x1p-53), sampler(few_doubles).invert(1 - 0x1p-53)});
    CHECK(most - least > 1e-16);
    CHECK(1 / 3.0 < least);  // the nearest double is below a third
}

TEST_CASE("a float sample is the double one rounded once where it is inverted") {
    for (const Law& law : laws()) {
        if (law.sampler == Sampler::normal || sampler(law).uses_rejection()) continue;
        CAPTURE(law.text());
        const std::vector<double> doubles = samples<double>(law, 0, 3000);
        const std::vector<float> floats = samples<float>(law, 0, 3000);
        CHECK(floats == std::vector<float>(doubles.begin(), doubles.end()));
        CHECK(floats != std::vector<float>(doubles.rbegin(), doubles.rend()));
    }
}

TEST_CASE("inversion knows every law") {
    CHECK(std::fabs(sampler(Law::normal()).invert(0.975) / 1.9599639845400542 - 1) < 1e-15);
    CHECK(sampler(Law::normal()).invert(0.5) == 0);
    std::vector<double> u(100, 0.3);
    for (const Law& law : laws()) {
        sampler(law).invert(std::span(u));
        CHECK(u == std::vector<double>(100, sampler(law).invert(0.3)));
        u.assign(100, 0.3);
    }
}

TEST_CASE("laws that cannot be sampled are refused where they are made or prepared") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS((void)Law::truncated_normal(nan, 1), InputError);
    CHECK_THROWS_AS((void)Law::truncated_normal(1, nan), InputError);
    CHECK_THROWS_AS((void)Law::truncated_normal(2, 2), InputError);
    CHECK_THROWS_AS((void)Law::uniform(3, 2), InputError);
    CHECK_THROWS_AS((void)Law::truncated_exponential(-1), InputError);
    CHECK_THROWS_AS((void)sampler(Law::uniform(-1e308, 1e308)), InputError);
    const Law no_double = Law::uniform(Real(1) / Real(3), decimal("0.333333333333333333334"));
    CHECK_THROWS_WITH_AS((void)sampler(no_double), doctest::Contains("no double lies between"), InputError);
    const Law no_float = Law::uniform(decimal("1.00000001"), decimal("1.00000002"));
    CHECK(samples<double>(no_float, 0, 1)[0] > 1.00000001);
    CHECK_THROWS_WITH_AS((void)samples<float>(no_float, 0, 1), doctest::Contains("no float"), InputError);
    CHECK_THROWS_AS((void)samples<std::complex<double>>(Law::normal(), 0, 1), InputError);
    CHECK_THROWS_AS((void)sampler(Law::normals(0x10001)), InputError);
    CHECK_NOTHROW((void)sampler(Law::normals(0x10000)));
    CHECK_THROWS_AS((void)samples<double>(Law::normal(), 0, 1, 1), std::logic_error);
    CHECK_THROWS_AS((void)samples<double>(Law::normal(), 0, 1, -1), std::logic_error);
}

TEST_CASE("laws of extreme size are sampled") {
    const auto mean = [](const Law& law) {
        double sum = 0;
        for (const double x : samples<double>(law, 0, 20'000)) sum += x / 20'000;
        return sum;
    };
    // e^-x^2/2 is flat on the first, an exponential of rate 10^300 and of rate 1 on [0, 1] on the others
    CHECK(std::fabs(mean(Law::truncated_normal(0, 1e-300)) / 1e-300 - 0.5) < 0.01);
    CHECK(std::fabs(mean(Law::truncated_normal(1e300, inf)) / 1e-300 - 1) < 0.04);
    CHECK(std::fabs(mean(Law::truncated_normal(1e300, Real(1e300) + Real(1e-300))) / 1e-300 - 0.418) < 0.01);
    CHECK(std::fabs(mean(Law::truncated_normal(1, Real(1) + Real(1e-300))) / 1e-300 - 0.5) < 0.01);
}
