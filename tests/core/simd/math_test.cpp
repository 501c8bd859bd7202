// The vector functions against balls: each row repeats the documented range and maximum error, and holds in
// every binade of the range; the same bits on every vector set, at every place of an array; and the scalar
// functions' answers at the limits.

#include <doctest/doctest.h>

#include "core/simd/operations.hpp"
#include "tests/core/simd/documented_rows.hpp"
#include "tests/core/simd/tile_values.hpp"
#include "tests/core/simd/ulp_errors.hpp"
#include "tests/support/every_target.hpp"

#include <bit>
#include <cmath>

#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();
constexpr Range reduced = {"|x| <= 2^20", -0x1p20, 0x1p20};

/// The functions that simd/functions-inl.hpp, simd/math-inl.hpp and simd/steps-inl.hpp document.
const std::vector<Row>& functions() {
    static const std::vector<Row> all = {
        {"exp", exp(x), all_x, 2, {-0x1.a51075715d1b2p+8}},
        {"expm1", expm1(x), all_x, 3, {0x1.74a7d3d04bfe7p-2}},
        {"log", log(x), all_x, 2, {0x1.696249da138d2p-1}},
        {"log1p", log1p(x), all_x, 2, {0x1.9b4fff2a7eea4p-2}},
        {"sigmoid", sigmoid(x), all_x, 4, {-0x1.62c914d7954ccp+2}},
        {"softplus", softplus(x), all_x, 5, {-0x1.c4b1bf7660d81p-2}},
        {"tanh", tanh(x), all_x, 5, {0x1.abf64a4a89b51p-3}},
        {"sinh", sinh(x), all_x, 5, {0x1.6fdcb4ae2ff28p-2}},
        {"cosh", cosh(x), all_x, 4, {0x1.157f65da552efp+3}},
        {"erf", erf(x), all_x, 3, {-0x1.066a58387bedp+0}},
        {"erfc", erfc(x), all_x, 12, {0x1.db25164372981p-9, 0x1.a8b221018e8f2p+4}, 6},
        {"normal_pdf", normal_pdf(x), all_x, 4, {-0x1.85612dc018967p+1, 0x1.2cedd3ec87848p+5}},
        {"normal_cdf", normal_cdf(x), all_x, 12, {-0x1.1e8cba5e79fap-9, -0x1.2c281d8bb8db4p+5}, 6},
        {"sin", sin(x), reduced, 2, {-0x1.53ce4e135dfb2p+4}},
        {"cos", cos(x), reduced, 2, {0x1.e96023aea37e8p+19}},
        {"square_root", sqrt(x), all_x, 0.5},
        {"reciprocal", pow(x, -1), all_x, 0.5},
        {"square", pow(x, 2), all_x, 0.5},
        {"cube", pow(x, 3), all_x, 2, {-0x1.9635a618a2d34p-4}},
        {"fourth", pow(x, 4), all_x, 3, {0x1.adf223ac7e19p+252}},
    };
    return all;
}

/// What simd/operations.hpp documents besides: arithmetic, switches and the C library.
const std::vector<Row>& operations() {
    static const std::vector<Row> all = {
        {"sum", x + 1, all_x, 0.5},
        {"difference", 1 - x, all_x, 0.5},
        {"product", 3 * x, all_x, 0.5},
        {"quotient", x / 3, all_x, 0.5},
        {"negate", -x, all_x, 0},
        {"abs", abs(x), all_x, 0},
        {"relu", relu(x), all_x, 0},
        {"step", step(x), all_x, 0},
        {"minimum", min(x, 1), all_x, 0},
        {"maximum", max(x, 1), all_x, 0},
        {"where", where(x < 1, x, -x), all_x, 0},
        {"where not", where(x <= 1, x, -x), all_x, 0},
        {"any sin", sin(x), all_x, 2},
        {"any cos", cos(x), all_x, 2},
        {"atan", atan(x), all_x, 2, {0x1.f8f5b0fb4e55p-4}},
        {"fifth power", pow(x, 5), all_x, 2, {-0x1.81c6b89d4385ep+204}},
        {"power", pow(x, Formula(1.25)), all_x, 2, {0x1.3e7e0d3dc2248p+818}},
    };
    return all;
}

std::vector<double> arguments(const Row& row) {
    std::vector<double> points = points_in<double>(row.range);
    points.insert(points.end(), row.hardest.begin(), row.hardest.end());
    return points;
}

std::vector<Row> all_rows() {
    std::vector<Row> all = functions();
    all.insert(all.end(), operations().begin(), operations().end());
    return all;
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

/// Where there is no exact value, the result must be that of the scalar evaluator: NaN or an infinity.
UlpErrors worst_errors(const Row& row) {
    Evaluator<Ball> exact(row.f, 160);
    Evaluator<double> scalar(row.f);
    const std::vector<double> points = arguments(row);
    const std::vector<double> values = evaluated<double>(row.f, points);
    UlpErrors worst;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Ball y = exact(Ball(points[i]).at_precision(160));
        if (y.is_finite()) {
            worst.add(values[i], y);
        } else if (!same(values[i], scalar(points[i]))) {
            worst.normal = infinity;
        }
    }
    return worst;
}

const std::vector<double>& special() {
    static const std::vector<double> all = {
        0.0,   -0.0,   infinity, -infinity, std::nan(""), 0x1p-1074, -0x1p-1074, 0x1.8p-1030,
        1e300, -1e300, 1,        -1,        0.5,          -0.5,      709.8,      -745.2,
        -746,  2,      -2,       1e-300,    -1e-300,      1e16,      -1e16,      710.4};
    return all;
}

}  // namespace

TEST_CASE("rows repeat what the headers document") {
    std::vector<Promise> promises = promises_of("simd/functions-inl.hpp");
    for (const char* header : {"simd/math-inl.hpp", "simd/steps-inl.hpp"}) {
        for (const Promise& promise : promises_of(header)) promises.push_back(promise);
    }
    check_promises(functions(), promises);
    check_complete(functions(), operations(), promises.size());

    const auto written = [](const std::string& comment) {
        std::istringstream text("/// " + comment + "\nHWY_INLINE V exp(V x) {\n");
        return promises_in(text).at(0);
    };
    CHECK(repeats(functions()[0], written("e^x for all x. Maximum error 2 ulp.")));
    CHECK_FALSE(repeats(functions()[0], written("e^x for all x. Maximum error 3 ulp.")));  // controls
    CHECK_FALSE(repeats(functions()[0], written("e^x for x < 9. Maximum error 2 ulp.")));
    CHECK_FALSE(repeats(functions()[0],
                        written("e^x for all x. Maximum error 2 ulp, 3 units of a subnormal result.")));
}

TEST_CASE("every vector function keeps its documented error in its documented range") {
    for (const Row& row : all_rows()) {
        CAPTURE(row.name);
        const UlpErrors worst = worst_errors(row);
        CHECK(worst.normal <= row.ulp);
        CHECK(worst.subnormal <= (row.ulp > 0 ? row.units : 0));
        CHECK(tile_error(row.f.operation(), row.f.integer()) == row.ulp);
        CHECK(worst.normal >= row.ulp / 4);  // control: the comparison is not empty, the promise not idle
    }
}

TEST_CASE("limits, zeros and NaN are the scalar evaluator's") {
    for (const Row& row : all_rows()) {
        CAPTURE(row.name);
        Evaluator<double> scalar(row.f);
        const std::vector<double> values = evaluated<double>(row.f, special());
        for (std::size_t i = 0; i < special().size(); ++i) {
            CAPTURE(special()[i]);
            const double expected = scalar(special()[i]);
            if (std::isfinite(expected) && std::fabs(expected) > 0x1p-1022) {
                CHECK(std::fabs(values[i] / expected - 1) < 1e-14);
            } else if (std::isfinite(expected)) {
                CHECK(std::fabs(values[i] - expected) <= 0x1p-1073);
                CHECK(std::signbit(values[i]) == std::signbit(expected));
            } else {
                CHECK(same(values[i], expected));
            }
        }
    }
}

TEST_CASE("the same bits on every vector set, at every place, in tiles of any length") {
    for (const Row& row : all_rows()) {
        CAPTURE(row.name);
        std::vector<double> points;
        const std::vector<double> many = arguments(row);
        for (std::size_t i = 0; i < many.size(); i += 97) points.push_back(many[i]);
        points.insert(points.end(), special().begin(), special().end());
        const std::vector<double> values = evaluated<double>(row.f, points);
        on_every_target([&] {
            for (const std::size_t first :
                 {std::size_t{0}, std::size_t{3}, std::size_t{42}, points.size() - 1}) {
                const auto start = points.begin() + static_cast<std::ptrdiff_t>(first);
                const std::vector<double> again = evaluated<double>(row.f, std::vector(start, points.end()));
                bool all = true;
                for (std::size_t i = 0; i < again.size(); ++i) all = all && same(again[i], values[first + i]);
                CHECK(all);
            }
        });
    }
    CHECK_FALSE(same(1.0, 1.0 + 0x1p-52));  // control
}
