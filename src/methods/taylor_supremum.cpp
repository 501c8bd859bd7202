#include "methods/taylor_supremum.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr std::uint64_t most_boxes = 20'000;

Ball larger(const Ball& a, const Ball& b) { return (a - b).is_negative() ? b : a; }

class Search {
public:
    Search(long bits, long working, const Context& context)
        : bits_(working),
          order_(std::max(8L, bits * 2 / 7)),
          small_(Ball::power_of_two(-bits).at_precision(working)),
          budget_(std::min(most_boxes, context.budget)),
          context_(context) {}

    /// False, with the reason, when the search could not be finished.
    bool operator()(const TaylorPiece& piece) {
        if (piece.is_attained) {
            attained(piece.h(at(piece.lower, 0)));
            attained(piece.h(at(piece.upper, 0)));
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

    [[nodiscard]] Computed supremum() const {
        if (!reason_.empty()) return {Status::unable, reason_};
        return Ball::interval(least_, larger(least_, most_)).at_precision(bits_);
    }

private:
    struct Box {
        Ball lower, upper;
    };

    /// x + t, with enough orders that those lost to a derivative do not matter at order 0.
    [[nodiscard]] Jet at(const Ball& x, long order) const {
        return Jet::variable(x.at_precision(bits_), order + 1);
    }

    void attained(const Jet& value) {
        const Ball magnitude = abs(value.value());
        if (magnitude.is_finite()) least_ = larger(least_, magnitude.lower());
    }

    bool fails(std::string reason) {
        reason_ = std::move(reason);
        return false;
    }

    bool visit(const TaylorPiece& piece, const Box& box, std::vector<Box>& boxes) {
        const Ball range = Ball::interval(box.lower, box.upper).at_precision(bits_);
        const Ball middle = range.midpoint();
        const Jet model = piece.h(at(middle, order_));
        if (piece.is_attained) attained(model);
        const Ball bound = bound_of(piece, model, range);
        const Ball tolerated = larger(least_ * (1 + small_), small_);
        const bool is_point = (range.radius() - small_ * small_ * (1 + abs(middle))).is_nonpositive();
        const bool is_gap = !piece.is_attained && bound.is_finite();
        if (is_gap || (bound.is_finite() && (bound.upper() - tolerated).is_nonpositive())) {
            most_ = larger(most_, bound.upper());
            return true;
        }
        if (is_point) {
            return fails(
                (bound.is_finite() ? "rounding hides it near x = " : "it has no finite value near x = ") +
                std::to_string(middle.to_double()));
        }
        boxes.push_back({box.lower, middle});
        boxes.push_back({middle, box.upper});
        return true;
    }

    [[nodiscard]] Ball bound_of(const TaylorPiece& piece, const Jet& model, const Ball& range) const {
        const Ball radius = range.radius().at_precision(bits_);
        Ball bound = abs(model.value());
        if (model.is_constant() || !bound.is_finite()) return bound;
        Ball power = 1;
        for (long k = 1; k <= model.order(); ++k) {
            power *= radius;
            bound += abs(model.coefficient(k)) * power;
        }
        const Jet rest = piece.h(at(range, order_ + 1));
        return bound + abs(rest.coefficient(model.order() + 1)) * power * radius;
    }

    long bits_, order_;
    Ball small_;
    std::uint64_t budget_;
    const Context& context_;
    Ball least_ = 0, most_ = 0;
    std::string reason_;
};

}  // namespace

Computed taylor_supremum(std::span<const TaylorPiece> pieces, long bits, long working,
                         const Context& context) {
    Search search(bits, working, context);
    for (const TaylorPiece& piece : pieces) {
        if (!search(piece)) break;
    }
    return search.supremum();
}

}  // namespace sigprop
