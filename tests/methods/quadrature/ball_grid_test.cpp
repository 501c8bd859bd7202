#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"

#include "tests/methods/quadrature/grid_property.hpp"

#include <stdexcept>

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();

Ball output(const GridEvaluator& grid, std::size_t k) {
    Ball ball = blank(128);
    arb_set(raw(ball), grid.output(0, k));
    return ball;
}

}  // namespace

TEST_CASE("grid values contain the values at the points, mirrored too") {
    Dice dice(8);
    for (int i = 0; i < 40; ++i) {
        const Formula first = random_recurrence(dice);
        const std::array formulas = {first * random_recurrence(dice), first};
        CHECK(missed_in_random_grid(dice, formulas) == "");
    }
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomFormula random(seed, false);
        const Formula f = random(3);
        CHECK(missed_in_random_grid(dice, std::span(&f, 1)) == "");
    }
}

TEST_CASE("control: the point next door is a miss") {
    Dice dice(2);
    const Formula f = sigmoid(x);
    GridEvaluator grid(f, 64);
    const std::vector<long> precisions(20, 64);
    grid(1, Ball(0.25), precisions);
    CHECK(missed_point(grid, std::span(&f, 1), 1, Ball(0.25), 20, 1, 64, dice) == "");
    CHECK(missed_point(grid, std::span(&f, 1), Ball(1.25), Ball(0.25), 20, 1, 64, dice) != "");
    CHECK(missed_point(grid, std::span(&f, 1), 1, Ball(0.25), 20, -1, 64, dice) != "");
}

TEST_CASE("every point is as precise as it was asked to be") {
    for (const Formula& f : {sigmoid(x), tanh(x), exp(-(pow(x, 2) / 2)), normal_pdf(x), x * tanh(softplus(x)),
                             cosh(x), x * sigmoid(Formula(1.702) * x) * exp(-(pow(x, 2) / 2))}) {
        CAPTURE(f.text());
        GridEvaluator grid(f, 128);
        std::vector<long> precisions(GridEvaluator::tile_size, 30);
        for (std::size_t k = 0; k < 40; ++k) precisions[k] = k % 3 == 0 ? 128 : 80;
        grid(Ball(0.5), Ball(1).at_precision(128) / 8, precisions);
        CHECK(output(grid, 0).accuracy_bits() > 120);
        CHECK(output(grid, 39).accuracy_bits() > 116);
        CHECK(output(grid, 60).accuracy_bits() > 24);
    }
}

TEST_CASE("tiles that follow each other continue, and lose no more than they may") {
    // 24 tiles are three runs; each run is mirrored, as the trapezoidal rule does.
    for (const Formula& f :
         {sigmoid(x), tanh(x), exp(-(pow(x, 2) / 2)), exp(x - pow(x, 2)), x * tanh(softplus(x)),
          cosh(x) + sinh(x), normal_pdf(x),
          exp(x) * sigmoid(3 * x + 1) * sigmoid(2 * x - 1) * normal_pdf(x + 3) * cosh(x / 2)}) {
        CAPTURE(f.text());
        GridEvaluator grid(f, 128);
        Evaluator<Ball> exact(f, 256);
        const std::size_t size = GridEvaluator::tile_size;
        const Ball step = Ball(1.0 / 256);
        for (std::size_t tile = 0; tile < 24; ++tile) {
            // Each tile needs less precision, but one in between needs all of it again.
            const std::vector<long> precisions(size, tile == 13 ? 128 : 128 - 2 * static_cast<long>(tile));
            const Ball start = Ball(static_cast<std::int64_t>(1 + tile * size)) * step;
            grid(start, step, precisions);
            for (const int side : {1, -1}) {
                for (const std::size_t k : {std::size_t{0}, size - 1}) {
                    const Ball point = Ball(side) * (start + Ball(static_cast<std::int64_t>(k)) * step);
                    CHECK(output(grid, k).overlaps(exact(point.at_precision(256))));
                    CHECK(output(grid, k).accuracy_bits() > precisions[k] - 12);
                    const Ball beside =
                        exact((point + Ball(1e-9)).at_precision(256));  // the negative control
                    CHECK_FALSE(output(grid, k).overlaps(beside));
                }
                if (side == 1) grid.mirror();
            }
        }
    }
}

TEST_CASE("a tile that does not follow the last one is not continued") {
    struct Tile {
        double start, step;
        long bits;
    };
    for (const Formula& f :
         {exp(x / 2), sigmoid(x), normal_pdf(x), x * tanh(softplus(x)), cosh(x), exp(x - pow(x, 2))}) {
        CAPTURE(f.text());
        GridEvaluator grid(f, 128);
        Evaluator<Ball> exact(f, 256);
        // the first two follow each other; then another place, another step, more bits, and the first one
        // once more; then one that ends where the last one began, and one as many steps on as its points
        // divided by its step
        for (const Tile& tile : {Tile{1, 0.125, 128},
                                 {1.5, 0.125, 128},
                                 {3, 0.125, 128},
                                 {3.5, 0.25, 128},
                                 {4.5, 0.25, 64},
                                 {5.5, 0.25, 128},
                                 {1, 0.125, 128},
                                 {0.5, 0.125, 128},
                                 {-5, 2, 128},
                                 {-3, 2, 128},
                                 {0, 0.125, 128},
                                 {0.5, -0.125, 128}}) {
            CAPTURE(tile.start);
            const std::vector<long> precisions(4, tile.bits);
            grid(Ball(tile.start), Ball(tile.step), precisions);
            for (const int side : {1, -1}) {
                for (std::size_t k = 0; k < 4; ++k) {
                    const Ball point = Ball(side * (tile.start + static_cast<double>(k) * tile.step));
                    CHECK(output(grid, k).overlaps(exact(point.at_precision(256))));
                    CHECK(output(grid, k).accuracy_bits() > tile.bits - 12);
                }
                if (side == 1) grid.mirror();
            }
        }
    }
}

TEST_CASE("a run goes on only with as many bits as the next tile needs first") {
    for (const Formula& f : {exp(x / 2), sigmoid(x), normal_pdf(x), x * tanh(softplus(x)), cosh(x)}) {
        CAPTURE(f.text());
        GridEvaluator grid(f, 128);
        const std::vector<long> first = {128, 128, 128, 64};
        const std::vector<long> second = {128, 64, 64, 64};
        grid(1, Ball(0.125), first);
        CHECK(output(grid, 2).accuracy_bits() > 116);
        grid(Ball(1.5), Ball(0.125), second);
        CHECK(output(grid, 0).accuracy_bits() > 116);
        CHECK(output(grid, 0).overlaps(Evaluator<Ball>(f, 256)(Ball(1.5).at_precision(256))));
    }
}

TEST_CASE("a run ends before its errors grow beyond the guard bits") {
    GridEvaluator grid(exp(-(pow(x, 2) / 2)), 128);
    const Ball step = Ball(0x1p-14);
    const std::vector<long> precisions(GridEvaluator::tile_size, 128);
    int least = 128;
    for (int tile = 0; tile < 256; ++tile) {
        grid(Ball(tile * static_cast<int>(GridEvaluator::tile_size)) * step, step, precisions);
        least = std::min(least, static_cast<int>(output(grid, GridEvaluator::tile_size - 1).accuracy_bits()));
    }
    CAPTURE(least);
    CHECK(least >= 126);  // with one run over all 16,384 points it is 119
}

TEST_CASE("mirrored runs are their own, also beside those of the next function") {
    // sinh has two exponentials at the points and two at their mirror images, and the formula below another
    // one
    const std::array formulas = {sinh(x) * exp(x), exp(2 * x)};
    Evaluator<Ball> exact(formulas, 256);
    GridEvaluator grid(formulas, 128);
    const std::vector<long> precisions(4, 128);
    grid(0, Ball(0.125), precisions);
    grid.mirror();
    grid(Ball(-0.5), Ball(-0.125), precisions);
    for (std::size_t k = 0; k < 4; ++k) {
        const std::array point = {Ball(-0.5 - 0.125 * static_cast<double>(k)).at_precision(256)};
        const std::span<const Ball> truth = exact(point);
        for (std::size_t f = 0; f < formulas.size(); ++f) {
            Ball found = blank(128);
            arb_set(raw(found), grid.output(f, k));
            CHECK(found.overlaps(truth[f]));
            CHECK(found.accuracy_bits() > 116);
        }
    }
}

TEST_CASE("a shift that is only known to lie around zero is not mirrored as if it were zero") {
    const Formula shift(Real(
        "shift", [](long bits) { return Ball::interval(Ball(-0x1p-10), Ball(0x1p-8)).at_precision(bits); }));
    for (const Formula& f : {sigmoid(x + shift), tanh(x + shift)}) {
        GridEvaluator grid(f, 128);
        const std::vector<long> precisions(4, 128);
        grid(Ball(1), Ball(0.5), precisions);
        grid.mirror();
        const Formula moved = x + Formula(Real(Rational(1) / Rational(256)));
        const Ball truth =
            Evaluator<Ball>(f.operation() == Operation::tanh ? tanh(moved) : sigmoid(moved), 128)(Ball(-1));
        CHECK(output(grid, 0).contains(truth.midpoint()));
    }
}

TEST_CASE("what the grid cannot evaluate is not finite") {
    const std::vector<long> precisions(4, 64);
    for (const Formula& f :
         {abs(x), relu(x) + 1, min(x, 2 * x), where(x < 0, x, -x), log(-x), 1 / (x - x), pow(log(-x), 0)}) {
        CAPTURE(f.text());
        GridEvaluator grid(f, 64);
        grid(1, 1, precisions);
        CHECK_FALSE(output(grid, 2).is_finite());
    }
    GridEvaluator grid(pow(x, -3), 64);
    grid(-2, 1, precisions);
    CHECK(output(grid, 0).overlaps(Ball(-0.125)));
    CHECK_FALSE(output(grid, 2).is_finite());
    CHECK_THROWS_AS(grid(1, 1, {}), std::logic_error);
    CHECK_THROWS_AS(grid(1, 1, std::vector<long>(GridEvaluator::tile_size + 1, 64)), std::logic_error);
}
