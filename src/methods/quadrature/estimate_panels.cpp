#include "methods/quadrature/estimate_panels.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/pieces.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/quadrature/box_supremum.hpp"

namespace sigprop {
namespace {

constexpr double max_bound = 256;     // of |f w| in the ellipse times the length, in the problem's scale
constexpr double narrow = 1.0 / 128;  // of the range, or of the width beyond which every law has decayed
constexpr double law_width = 32;
constexpr int max_halvings = 60;
constexpr std::uint64_t max_boxes = 4096;

class Halving {
public:
    Halving(const MeanProblem& problem, const Context& context) : problem_(problem), context_(context) {}

    /// Adds the panels of a smooth piece, or of what singular points leave of it.
    void add(const Formula& smooth, double lower, double upper) {
        struct Part {
            double lower, upper;
            int halvings;
        };
        BoxSupremum supremum(smooth * problem_.law.weight());
        std::vector<Part> stack = {{lower, upper, 0}};
        while (!stack.empty() && complete()) {
            const Part one = stack.back();
            stack.pop_back();
            const double middle = one.lower + (one.upper - one.lower) / 2;
            const bool can_be_split = one.halvings < max_halvings && middle > one.lower && middle < one.upper;
            if (!can_be_split || is_moderate(supremum, one.lower, one.upper)) {
                ends_.push_back(one.upper);
                shortest_ = std::min(shortest_, one.upper - one.lower);
                continue;
            }
            stack.push_back({middle, one.upper, one.halvings + 1});
            stack.push_back({one.lower, middle, one.halvings + 1});
        }
    }

    [[nodiscard]] bool complete() const { return boxes_ <= max_boxes; }

    [[nodiscard]] EstimatePanels result(double lower, double upper) const {
        if (!complete()) return {false, {}};
        if (shortest_ >= narrow * std::min(upper - lower, law_width)) return {};
        EstimatePanels panels{true, ends_};
        std::erase_if(panels.ends, [&](double x) { return x <= lower || x >= upper; });
        return panels;
    }

private:
    bool is_moderate(BoxSupremum& supremum, double lower, double upper) {
        if (++boxes_ % 64 == 0) context_.check_cancelled();
        const double half = (upper - lower) / 2;
        const double middle = lower + half;
        // The half axes of the ellipse are 5/4 and 3/4 of half the panel; below the axis f w is the
        // conjugate.
        const double most = supremum({middle - 1.25 * half, middle + 1.25 * half}, {0, 0.75 * half});
        return most * (upper - lower) <= max_bound * problem_.scale;
    }

    const MeanProblem& problem_;
    const Context& context_;
    std::vector<double> ends_;
    double shortest_ = HUGE_VAL;
    std::uint64_t boxes_ = 0;
};

}  // namespace

EstimatePanels estimate_panels(const MeanProblem& problem, const Context& context) {
    if (problem.pieces.empty()) return {};
    const Ball lower = problem.pieces.front().lower;
    const Ball upper = problem.pieces.back().upper;
    Halving halving(problem, context);
    for (const Stretch& stretch :
         stretches_between(sides_within(problem.singular_sides, lower, upper), lower, upper)) {
        for (const Piece& piece : problem.pieces) {
            const double from = std::max(stretch.lower.to_double(), piece.lower.to_double());
            const double to = std::min(stretch.upper.to_double(), piece.upper.to_double());
            if (from < to) halving.add(piece.smooth, from, to);
        }
    }
    return halving.result(lower.to_double(), upper.to_double());
}

}  // namespace sigprop
