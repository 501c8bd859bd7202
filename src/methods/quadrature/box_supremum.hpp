#pragma once
// Upper bounds of |G| on rectangles of the complex plane, for coverings. Boxes are evaluated in double
// precision, with ends rounded outward; balls take over where a bound leaves the range of doubles or a
// function is not known there.

#include <array>
#include <optional>

#include "core/ball/complex_box.hpp"
#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {

/// A rectangle of the complex plane.
struct PlaneBox {
    double left, right, bottom, top;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return top - bottom; }
    [[nodiscard]] std::array<PlaneBox, 2> left_and_right() const {
        const double x = (left + right) / 2;
        return {{{left, x, bottom, top}, {x, right, bottom, top}}};
    }
    [[nodiscard]] std::array<PlaneBox, 2> lower_and_upper() const {
        const double y = (bottom + top) / 2;
        return {{{left, right, bottom, y}, {left, right, y, top}}};
    }
};

class BoxSupremum {
public:
    /// What is done where doubles do not tell: balls take ten to a hundred times as long.
    enum class Otherwise : std::uint8_t { ask_balls, give_up };

    /// `g` is a formula in x0 without switches.
    explicit BoxSupremum(const Formula& g, Otherwise otherwise = Otherwise::ask_balls);

    /// An upper bound of |G| on the box; infinity unless G is shown to be analytic on all of it. A bound that
    /// no double holds well is put into `beyond_doubles`, where that is given, and infinity is returned;
    /// otherwise it is rounded up.
    double operator()(const RealInterval& x, const RealInterval& y,
                      std::optional<Ball>* beyond_doubles = nullptr);

    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

private:
    Formula g_;
    Otherwise otherwise_;
    bool asks_again_;  ///< whether a box that is singular in doubles may be none in balls
    Evaluator<ComplexBox> quick_;
    std::optional<Evaluator<ComplexBall>> exact_;  ///< made when it is first needed
    std::uint64_t evaluations_ = 0;
};

}  // namespace sigprop
