#include "methods/extrema/taylor_supremum.hpp"

#include "core/ball/error_term.hpp"

#include "methods/extrema/larger.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr std::uint64_t max_taylor_boxes = 20'000;

class TaylorSearch {
public:
    TaylorSearch(long bits, long working, const Context& context)
        : bits_(working),
          order_(std::max(8L, bits * 2 / 7)),
          small_(Ball::power_of_two(-bits).at_precision(working)),
          budget_(std::min(max_taylor_boxes, context.budget)),
          context_(context) {}

    /// False, with the reason, when the search could not be finished.
    bool operator()(const TaylorPiece& piece) {
        if (piece.is_attained) {
            attained(piece.h(at(piece.lower, 0)).value());
            attained(piece.h(at(piece.upper, 0)).value());
        }
        std::vector<Box> boxes = {{piece.lower, piece.upper}};
        while (!boxes.empty()) {
            context_.check_cancelled();
            if (budget_ == 0) return fails("the budget of boxes is spent");
            --budget_;
            const Box box = boxes.back();
            boxes.pop_back();
            if (!visit(piece, box, boxes)) return false;
        }
        return true;
    }

    [[nodiscard]] Answer supremum() const {
        if (!reason_.empty()) return {Status::unable, reason_};
        return Ball::interval(least_, larger(least_, most_)).at_precision(bits_);
    }

private:
    struct Box {
        Ball lower, upper;
    };

    /// The jet x + t, with one order more than needed, since derivatives may cost orders.
    [[nodiscard]] Jet at(const Ball& x, long order) const {
        return Jet::variable(x.at_precision(bits_), order + 1);
    }

    void attained(const Ball& value) {
        const Ball magnitude = abs(value);
        if (magnitude.is_finite()) least_ = larger(least_, magnitude.lower());
    }

    bool fails(std::string reason) {
        reason_ = std::move(reason);
        return false;
    }

    bool visit(const TaylorPiece& piece, const Box& box, std::vector<Box>& boxes) {
        const Ball range = Ball::interval(box.lower, box.upper).at_precision(bits_);
        const Ball middle = range.midpoint();
        const std::vector<Ball> model = model_of(piece, middle, range);
        if (model.empty()) {
            boxes.push_back({box.lower, middle});
            boxes.push_back({middle, box.upper});
            return true;
        }
        const Ball bound = bound_of(model, range.radius().at_precision(bits_));
        if (piece.is_attained) attained(model[0]);
        // Halving does not help for a box that exceeds the record only by the rounding of its values.
        const Ball tolerated = larger(least_ * (1 + small_), small_) + 4 * model[0].radius();
        const bool is_small = bound.is_finite() && (bound.upper() - tolerated).is_nonpositive();
        if (is_small || (bound.is_finite() && !piece.is_attained)) {
            most_ = larger(most_, bound.upper());
            return true;
        }
        if (bound.is_finite() && piece.is_attained && narrowed(piece, box, model, range, boxes)) return true;
        if ((range.radius() - small_ * small_ * (1 + abs(middle))).is_nonpositive()) {
            return fails(
                (bound.is_finite() ? "rounding hides it near x = " : "it has no finite value near x = ") +
                std::to_string(middle.to_double()));
        }
        boxes.push_back({box.lower, middle});
        boxes.push_back({middle, box.upper});
        return true;
    }

    /// c_0(m), …, c_n(m), and c_(n+1) over the box. Only one coefficient for a constant or a value that is
    /// not finite; none where the last one is so large that the others do not matter.
    [[nodiscard]] std::vector<Ball> model_of(const TaylorPiece& piece, const Ball& middle,
                                             const Ball& range) const {
        const Jet over = piece.h(at(range, order_ + 1));
        const Ball last = over.is_constant() ? Ball() : over.coefficient(over.order());
        const Ball rest = abs(last) * pow(range.radius().at_precision(64), order_);
        const Ball much = larger(least_, small_) * Ball::power_of_two(30);
        const bool is_wide = (range.radius() - Ball::power_of_two(-20)).is_positive();
        if (is_wide && (rest.upper() - much).is_positive()) return {};
        const Jet near = piece.h(at(middle, order_));
        std::vector<Ball> model = {near.value()};
        if (!near.value().is_finite()) return model;
        if (near.is_constant()) {  // on the box h may vary, if a switch is decided at m only
            if (over.is_constant() && over.value().is_finite()) return model;
            return {Ball::indeterminate()};
        }
        for (long k = 1; k <= near.order(); ++k) model.push_back(near.coefficient(k));
        model.push_back(over.coefficient(near.order() + 1));
        return model;
    }

    static Ball bound_of(const std::vector<Ball>& model, const Ball& radius) {
        Ball bound = 0;
        for (std::size_t k = model.size(); k-- > 0;) bound = bound * radius + abs(model[k]);
        return bound;
    }

    /// Where the slope keeps its sign, only the ends matter; where the curvature does, the ends and the one
    /// place that Newton's operator leaves for a critical point. False when neither keeps its sign.
    bool narrowed(const TaylorPiece& piece, const Box& box, const std::vector<Ball>& model, const Ball& range,
                  std::vector<Box>& boxes) {
        if (model.size() < 4) return false;
        const Ball radius = range.radius().at_precision(bits_);
        Ball bends = 0;  // |h''| without its first term
        for (std::size_t k = model.size() - 1; k >= 3; --k) {
            bends = (bends + abs(model[k]) * Ball(static_cast<std::int64_t>(k * (k - 1)))) * radius;
        }
        const Ball bend = (2 * model[2]).widened(error_term("extrema.taylor_supremum.bends", bends.upper()));
        const Ball slope = model[1] + bend * Ball::interval(-radius, radius);
        if (slope.is_positive() || slope.is_negative()) {
            return note_ends(piece, box);
        }
        if (bend.contains_zero()) return false;
        const Ball image = range.midpoint() - model[1] / bend;
        if (!image.is_finite() || !image.overlaps(range)) return false;
        const Ball lower = larger(box.lower, image.lower());
        const Ball upper = smaller(box.upper, image.upper());
        if (((upper - lower) - radius).is_nonnegative()) return false;
        if (!note_ends(piece, box)) return false;
        boxes.push_back({lower.midpoint(), upper.midpoint()});
        return true;
    }

    /// The values at both ends of a box raise both ends of the record.
    bool note_ends(const TaylorPiece& piece, const Box& box) {
        for (const Ball& end : {box.lower, box.upper}) {
            const Ball magnitude = abs(piece.h(at(end, 0)).value());
            if (!magnitude.is_finite()) return false;
            least_ = larger(least_, magnitude.lower());
            most_ = larger(most_, magnitude.upper());
        }
        return true;
    }

    long bits_, order_;
    Ball small_;
    std::uint64_t budget_;
    const Context& context_;
    Ball least_ = 0, most_ = 0;
    std::string reason_;
};

}  // namespace

Answer taylor_supremum(std::span<const TaylorPiece> pieces, long bits, long working, const Context& context) {
    TaylorSearch search(bits, working, context);
    for (const TaylorPiece& piece : pieces) {
        if (!search(piece)) break;
    }
    return search.supremum();
}

}  // namespace sigprop
