#include <doctest/doctest.h>

#include "tests/support/formula_corpus.hpp"
#include "tests/support/random_formula.hpp"

#include <limits>

#include "core/formula/evaluator.hpp"
#include "core/simd/tile_evaluator.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();

/// Every operation once, at well-conditioned points.
const std::vector<Formula>& corpus() {
    static const std::vector<Formula> formulas = [] {
        std::vector<Formula> all = smooth_formulas();
        for (const Formula& f :
             {abs(x - 1), min(x, 1 - x), max(x, 1 - x), relu(x - 0.5), step(x - 0.5) * x,
              where(x < 1, sin(x), x), where(x <= 1, x, cos(x)), where(x > 1, exp(x), x),
              where(x >= 1, tanh(x), pow(x, 2)), max(0.1 * x, x) + min(abs(x), relu(x + 2))}) {
            all.push_back(f);
        }
        return all;
    }();
    return formulas;
}

bool close(double a, double b, double tolerance) {
    return std::fabs(a - b) <= tolerance * (1 + std::fabs(a) + std::fabs(b));
}

const std::vector<double>& points() {
    static const std::vector<double> all = {-3.7, -1.6, -0.3, 0.2, 0.9, 1.4, 3.1};
    return all;
}

}  // namespace

TEST_CASE("double, dual, ball and tile evaluation agree") {
    const std::size_t count = points().size();
    const double* const variables = points().data();
    TileEvaluator tile(corpus());
    tile(std::span(&variables, 1), count);
    for (std::size_t j = 0; j < corpus().size(); ++j) {
        const Formula& f = corpus()[j];
        CAPTURE(f.text());
        Evaluator<double> real(f);
        Evaluator<Dual> dual(f);
        Evaluator<Ball> ball(f, 200);
        Evaluator<Ball> slope(f.derivative(), 200);
        for (std::size_t k = 0; k < count; ++k) {
            const double at = points()[k];
            const double value = ball(Ball(at).at_precision(200)).to_double();
            CHECK(close(real(at), value, 1e-14));
            CHECK(close(tile.output(j)[k], value, 1e-14));
            CHECK(dual(Dual(at, 1)).value == real(at));
            CHECK(close(dual(Dual(at, 1)).slope, slope(Ball(at).at_precision(200)).to_double(), 1e-13));
            CHECK(dual(Dual(at, 0)).slope == 0);
            const Ball h = Ball::power_of_two(-60);
            const Ball p = Ball(at).at_precision(400);
            Evaluator<Ball> fine(f, 400);
            const Ball difference = (fine(p + h) - fine(p - h)) / (2 * h);
            CHECK(close(difference.to_double(), slope(p).to_double(), 1e-14));
        }
    }
    CHECK_FALSE(close(1.0, 1.0 + 1e-12, 1e-13));  // control
}

TEST_CASE("tiles of floats agree with doubles, in copies and with padding too") {
    const std::array<float, 7> at = {-3.75F, -1.5F, -0.25F, 0.25F, 1, 1.5F, 3.25F};
    const float* const variables = at.data();
    TileEvaluatorF32 first(corpus());
    TileEvaluatorF32 tile(x);
    tile = first;
    for (const std::size_t count : {at.size(), std::size_t{3}}) {
        tile(std::span(&variables, 1), count);
        for (std::size_t j = 0; j < corpus().size(); ++j) {
            CAPTURE(corpus()[j].text());
            REQUIRE(tile.output(j).size() == count);
            Evaluator<double> real(corpus()[j]);
            for (std::size_t k = 0; k < count; ++k) {
                const double expected = real(static_cast<double>(at[k]));
                const double wrong = expected + 1e-4 * (1 + std::fabs(expected));
                CHECK(close(tile.output(j)[k], expected, 1e-6));
                CHECK_FALSE(close(tile.output(j)[k], wrong, 1e-6));
            }
        }
    }
    CHECK_THROWS_AS(tile(std::span(&variables, 1), TileEvaluatorF32::tile_size + 1), std::logic_error);
    CHECK_THROWS_AS(tile({}, 1), std::logic_error);
}

TEST_CASE("a ball evaluation contains the values at its points; a complex one agrees on the real line") {
    Dice dice(4);
    for (const Formula& f : corpus()) {
        CAPTURE(f.text());
        Evaluator<Ball> evaluate(f, 120);
        Evaluator<Ball> fine(f, 400);
        Evaluator<ComplexBall> complex(f, 120);
        for (int i = 0; i < 8; ++i) {
            const Ball range = random_ball(dice, 120, 2);
            const Ball image = evaluate(range);
            for (const Ball& point : points_of(range, dice, 2, 120)) {
                const Ball value = fine(point.at_precision(400));
                if (image.is_finite() && range.contains(point))
                    CHECK((value.is_finite() && image.overlaps(value)));
            }
            const ComplexBall lifted = complex(ComplexBall(range));
            if (lifted.is_finite() && image.is_finite()) CHECK(lifted.real().overlaps(image));
        }
    }
}

TEST_CASE("switches at, below and above their switching point") {
    const Formula strict = where(x < 0, Formula(1), Formula(2));
    const Formula weak = where(x <= 0, Formula(1), Formula(2));
    const Formula flipped = where(x > 0, Formula(1), Formula(2));
    const Formula weakly_flipped = where(x >= 0, Formula(1), Formula(2));
    for (const auto& [at, a, b, c, d] :
         {std::array{-1.0, 1.0, 1.0, 2.0, 2.0}, std::array{0.0, 2.0, 1.0, 2.0, 1.0},
          std::array{1.0, 2.0, 2.0, 1.0, 1.0}}) {
        const std::array expected = {a, b, c, d};
        const std::array formulas = {strict, weak, flipped, weakly_flipped};
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(Evaluator<double>(formulas[i])(at) == expected[i]);
            CHECK(Evaluator<Ball>(formulas[i])(Ball(at)).exact_integer() == static_cast<int>(expected[i]));
        }
    }
    const Ball across = Ball(0).widened(1);
    CHECK(Evaluator<Ball>(strict)(across).contains(Ball::interval(1, 2)));
    CHECK(Evaluator<Ball>(step(x))(Ball(0)).exact_integer() == 1);
    CHECK(Evaluator<double>(step(x))(0.0) == 1);
    CHECK_FALSE(Evaluator<Ball>(where(log(x) < 0, Formula(1), Formula(1)))(Ball(-1)).is_finite());
    CHECK_FALSE(Evaluator<Ball>(step(log(x)))(Ball(-1)).is_finite());
    for (const Formula& f : {abs(x), relu(x), step(x), min(x, x), max(x, 1), strict, weak}) {
        CHECK_FALSE(Evaluator<ComplexBall>(f)(ComplexBall(3)).is_finite());
    }
}

TEST_CASE("double formulas neither overflow nor cancel needlessly") {
    const auto at = [](const Formula& f, double point) { return Evaluator<double>(f)(point); };
    CHECK(at(sigmoid(x), -800) == 0);
    CHECK(at(sigmoid(x), -700) > 0);
    CHECK(at(sigmoid(x), 800) == 1);
    CHECK(at(softplus(x), 1000) == 1000);
    CHECK(close(at(softplus(x), -700) / std::exp(-700), 1, 1e-13));
    CHECK(at(normal_cdf(x), -38) > 0);
    CHECK(at(normal_cdf(x), 40) == 1);
    CHECK(at(pow(x, 2), -3) == 9);
    CHECK(std::isnan(at(sqrt(x), -1)));
    CHECK(Evaluator<Dual>(sqrt(x * 0) * x)(Dual(1, 1)).value == 0);
    CHECK_THROWS_AS((void)Evaluator<double>(Formula::variable(1))(1.0), std::logic_error);
}

TEST_CASE("tanh of softplus is that of the two functions, wherever else softplus is used") {
    const Formula quick = tanh(softplus(x)), inner = softplus(x);
    const std::vector<Formula> several = {quick, inner, quick + inner, x * tanh(softplus(2 * x)),
                                          tanh(inner) * inner};
    Evaluator<Ball> evaluate(several, 200);
    for (const double point : {-40.0, -2.5, -0.1, 0.0, 0.3, 7.0, 90.0}) {
        for (const double radius : {0.0, 1e-6, 1.0}) {
            CAPTURE(point);
            const Ball at = Ball(point).at_precision(200).widened(Ball(radius));
            const auto values = evaluate(std::span(&at, 1));
            const Ball s = softplus(at), t = tanh(s);
            CHECK(values[0].overlaps(t));
            CHECK(values[1].overlaps(s));
            CHECK(values[2].overlaps(t + s));
            CHECK(values[3].overlaps(at * tanh(softplus(2 * at))));
            CHECK(values[4].overlaps(t * s));
            if (radius == 0) {
                CHECK(values[0].accuracy_bits() > 180);
                CHECK_FALSE(values[0].overlaps(t + t * Ball::power_of_two(-150)));  // control
            }
        }
    }
}
