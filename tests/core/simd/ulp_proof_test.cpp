// The maximum errors that core/simd/functions-inl.hpp documents, proved for every double from the functions'
// own text.

#include "tests/core/simd/ulp_proof.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>

#include "core/simd/operations.hpp"
#include "tests/core/simd/tile_values.hpp"

namespace sigprop::tracked {
#include "core/simd/functions-inl.hpp"

namespace {
V cube(V a) { return mul(mul(a, a), a); }
V fourth(V a) { return mul(mul(a, a), mul(a, a)); }
}  // namespace
}  // namespace sigprop::tracked

using namespace sigprop;
using tracked::UlpClaim;
using tracked::UlpProof;
using tracked::V;

namespace {

const Formula x = Formula::variable();
constexpr double largest = std::numeric_limits<double>::max(), smallest = 0x1p-1074;

struct ProofRow {
    UlpClaim claim;
    double most_negative, most_positive;  ///< where the result is finite and above -unbounded
};

/// tanh and sinh double their argument first; beyond, tests of limits take over.
const std::vector<ProofRow>& rows() {
    static const std::vector<ProofRow> all = {
        {{"exp", tracked::exp, exp(x), 2}, largest, 709.78},
        {{"expm1", tracked::expm1, expm1(x), 3}, largest, 709.78},
        {{"log", tracked::log, log(x), 2}, 0, largest},
        {{"log1p", tracked::log1p, log1p(x), 2}, 0x1.fffffffffffffp-1, largest},
        {{"sigmoid", tracked::sigmoid, sigmoid(x), 4}, largest, largest},
        {{"softplus", tracked::softplus, softplus(x), 5}, largest, largest},
        {{"tanh", tracked::tanh, tanh(x), 5}, largest / 2, largest / 2},
        {{"sinh", tracked::sinh, sinh(x), 5}, 710.47, 710.47},
        {{"cosh", tracked::cosh, cosh(x), 4}, 710.47, 710.47},
        {{"erf", tracked::erf, erf(x), 3}, largest, largest},
        {{"erfc", tracked::erfc, erfc(x), 12, 6}, largest, largest},
        {{"normal_pdf", tracked::normal_pdf, normal_pdf(x), 4}, largest, largest},
        {{"normal_cdf", tracked::normal_cdf, normal_cdf(x), 12, 6}, largest, largest},
        {{"cube", tracked::cube, pow(x, 3), 2}, 0x1p341, 0x1p341},
        {{"fourth", tracked::fourth, pow(x, 4), 3}, 0x1p255, 0x1p255},
    };
    return all;
}

/// With sanitizers the proof would take minutes, and says nothing more: a part of it runs.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool whole = false;
#elif defined(__has_feature)
constexpr bool whole = !__has_feature(address_sanitizer);
#else
constexpr bool whole = true;
#endif

}  // namespace

TEST_CASE("every documented maximum error is proved for every double") {
    for (const ProofRow& row : rows()) {
        const UlpClaim& claim = row.claim;
        CAPTURE(claim.name);
        CHECK(claim.ulp == tile_error(claim.exact.operation(), claim.exact.integer()));
        CHECK(tile_error_is_proved(claim.exact.operation(), claim.exact.integer()));
        for (const bool negative : {false, true}) {
            const double most =
                std::min(negative ? row.most_negative : row.most_positive, whole ? largest : 4.0);
            if (most == 0) continue;
            UlpProof proof(claim);
            const auto verdict = proof(whole ? smallest : 0.25, most, negative);
            CAPTURE(negative);
            CAPTURE(verdict.refused_at);
            CHECK(verdict.holds);
            CHECK(verdict.worst > 0.3 * claim.ulp);  // the documented errors are no guesses
        }
    }
}

TEST_CASE("an error that a number is known to have refutes a smaller claim") {
    // near the arguments with the largest errors that a search found: 1.5, 2.1 and 9.12 ulp
    const std::vector<std::pair<UlpClaim, double>> wrong = {
        {{"exp", tracked::exp, exp(x), 0.9}, 0x1.a51075715d1b2p+8},
        {{"expm1", tracked::expm1, expm1(x), 1.5}, 0x1.74a7d3d04bfe7p-2},
        {{"erfc", tracked::erfc, erfc(x), 9}, 0x1.db25164372981p-9},
    };
    for (const auto& one : wrong) {
        UlpProof proof(one.first);
        CHECK_FALSE(proof(one.second, one.second, one.first.name == "exp").holds);
    }
}

TEST_CASE("a proof that forgets half of every rounding would confirm what is false") {
    const UlpClaim claim = {"erfc", tracked::erfc, erfc(x), 9};
    tracked::rounding_of_one = 0.25L;
    const auto forgetful = UlpProof(claim)(0x1.db25164372981p-9, 0x1.db25164372981p-9, false);
    tracked::rounding_of_one = 0.5L;
    CHECK(forgetful.holds);
}

TEST_CASE("the functions that are proved are those that run: the same bits") {
    for (const ProofRow& row : rows()) {
        CAPTURE(row.claim.name);
        std::vector<double> points;
        for (double size = 0x1p-60; size < 1e3; size *= 1.37) {
            if (size < row.most_positive) points.push_back(size);
            if (size < row.most_negative) points.push_back(-size);
        }
        const std::vector<double> computed = test::evaluated<double>(row.claim.exact, points);
        std::size_t same = 0, decided = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            tracked::events = {};
            const V value = row.claim.function(tracked::set(points[i]));
            CHECK(value.lower <= computed[i]);
            CHECK(computed[i] <= value.upper);
            decided += value.is_one() ? std::size_t{1} : 0;
            same += value.is_one() && value.lower == computed[i] ? std::size_t{1} : 0;
        }
        CHECK(same == decided);
        CHECK(decided > points.size() / 2);
    }
}
