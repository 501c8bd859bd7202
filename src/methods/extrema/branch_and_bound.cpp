#include "methods/extrema/branch_and_bound.hpp"

#include "methods/extrema/larger.hpp"

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

class BoxSearch {
public:
    BoxSearch(const Formula& h, long bits, std::uint64_t& budget, SupremumRecord& record)
        : bits_(bits + 32),
          goal_(bits),
          value_(h, bits_),
          slope_(h.derivative(), bits_),
          bend_(h.derivative().derivative(), bits_),
          budget_(budget),
          record_(record) {}

    /// False when the budget ran out or a value is not finite.
    bool operator()(const Ball& lower, const Ball& upper, const Context& context) {
        std::vector<Box> boxes = {{lower, upper}};
        if (!at(lower) || !at(upper)) return false;
        for (const int eighth : {1, 2, 3, 4, 5, 6, 7}) at(lower + (upper - lower) * eighth / 8);
        while (!boxes.empty()) {
            context.check_cancelled();
            if (budget_ == 0) return false;
            --budget_;
            const Box box = boxes.back();
            boxes.pop_back();
            if (!visit(box, boxes)) return false;
        }
        return true;
    }

private:
    struct Box {
        Ball lower, upper;
    };

    Ball range_of(const Box& box) const { return Ball::interval(box.lower, box.upper).at_precision(bits_); }

    /// A value at a point raises both ends of the record.
    bool at(const Ball& x) {
        const Ball magnitude = abs(value_(x.midpoint().at_precision(bits_)));
        if (!magnitude.is_finite()) return false;
        record_.attained(magnitude);
        return true;
    }

    bool is_tiny(const Ball& range) const {
        const Ball size = max(Ball(1), abs(range)).upper() * Ball::power_of_two(-goal_ - 8);
        return (range.radius() - size).is_nonpositive();
    }

    bool visit(const Box& box, std::vector<Box>& boxes) {
        const Ball range = range_of(box);
        const Ball magnitude = abs(value_(range));
        const Ball tolerated = record_.least() * (1 + Ball::power_of_two(-goal_));
        if (magnitude.is_finite() && (magnitude.upper() - tolerated).is_nonpositive()) {
            record_.bounded(magnitude);
            return true;
        }
        const Ball slope = slope_(range);
        const bool monotone = slope.is_finite() && (slope.is_nonnegative() || slope.is_nonpositive());
        if (monotone) return at(box.lower) && at(box.upper);
        // h lies within slope (x - middle) of its value in the middle: with functions that nearly cancel, far
        // closer than the values of its parts tell.
        const Ball middle = range.midpoint();
        const Ball centre = value_(middle.at_precision(bits_));
        const Ball nearby = abs(centre + slope * (range - middle));
        if (nearby.is_finite() && (nearby.upper() - tolerated).is_nonpositive()) {
            record_.bounded(nearby);
            return true;
        }
        if (is_tiny(range)) {
            if (!magnitude.is_finite()) return false;
            record_.attained(magnitude);
            return true;
        }
        if (at_critical_point(box, range)) return true;
        if (!centre.is_finite()) return false;
        record_.attained(abs(centre));
        boxes.push_back({box.lower, middle});
        boxes.push_back({middle, box.upper});
        return true;
    }

    /// Where h'' keeps its sign there is at most one critical point: h is monotone outside Newton's image.
    bool at_critical_point(const Box& box, Ball range) {
        Ball bend = bend_(range);
        if (!bend.is_finite() || bend.contains_zero()) return false;
        for (int step = 0; step < 80; ++step) {
            if (budget_ > 0) --budget_;
            const Ball middle = range.midpoint();
            const Ball image = middle - slope_(middle.at_precision(bits_)) / bend;
            if (!image.is_finite()) return false;
            if (!image.overlaps(range)) return at(box.lower) && at(box.upper);
            const Ball lower = larger(range.lower(), image.lower());
            const Ball upper = -larger(-range.upper(), -image.upper());
            const Ball next = Ball::interval(lower, upper).at_precision(bits_);
            const bool stalled = (range.radius() - 2 * next.radius()).is_nonpositive();
            range = next;
            if (is_tiny(range)) break;
            if (stalled) return false;
            bend = bend_(range);
        }
        if (!is_tiny(range)) return false;
        const Ball magnitude = abs(value_(range));
        if (!magnitude.is_finite()) return false;
        record_.attained(magnitude);
        return at(box.lower) && at(box.upper);
    }

    long bits_, goal_;
    Evaluator<Ball> value_, slope_, bend_;
    std::uint64_t& budget_;
    SupremumRecord& record_;
};

}  // namespace

void SupremumRecord::attained(const Ball& magnitude) {
    least_ = larger(least_, magnitude.lower());
    bounded(magnitude);
}

void SupremumRecord::bounded(const Ball& magnitude) {
    most_ = magnitude.is_finite() ? larger(most_, magnitude.upper()) : Ball::indeterminate();
}

Ball SupremumRecord::most() const { return larger(least_, most_); }

bool search_piece(const Piece& piece, long bits, std::uint64_t& budget, SupremumRecord& record,
                  const Context& context) {
    return BoxSearch(piece.smooth, bits, budget, record)(piece.lower, piece.upper, context);
}

}  // namespace sigprop
