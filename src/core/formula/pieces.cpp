#include "core/formula/operands_first.hpp"
#include "core/formula/quadratic.hpp"
#include "core/formula/sign_isolation.hpp"
#include "core/formula/switching_function.hpp"

#include <algorithm>
#include <map>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// An interval on which every switch met so far has been decided, with what each node became there.
struct Region {
    Ball lower, upper;
    std::map<const Formula::Node*, Formula> resolved;
};

class Partitioner {
public:
    Partitioner(long bits, std::uint64_t budget) : bits_(bits), budget_(budget) {}

    Partition operator()(const Formula& f, const Ball& lower, const Ball& upper) {
        std::vector<Region> regions = {{lower, upper, {}}};
        const std::vector<Formula> nodes = operands_first(f);
        const auto switches = [](const Formula& node) { return is_piecewise(node.operation()); };
        if (std::ranges::none_of(nodes, switches)) return {true, {}, {{lower, upper, f}}, {}};
        for (const Formula& node : nodes) {
            std::vector<Region> next;
            for (Region& region : regions) {
                if (!resolve(node, region, next)) return failed(node);
            }
            regions = std::move(next);
        }
        return collected(f, regions);
    }

private:
    bool resolve(const Formula& node, Region& region, std::vector<Region>& out) {
        std::vector<Formula> operands;
        for (const Formula& operand : node.operands()) {
            operands.push_back(region.resolved.at(operand.identity()));
        }
        if (!is_piecewise(node.operation())) {
            const Formula same =
                operands.empty() ? node : Formula::make(node.operation(), operands, node.integer());
            region.resolved.emplace(node.identity(), same);
            out.push_back(std::move(region));
            return true;
        }
        const Formula g = switching_function(node.operation(), operands);
        if (is_difference_of_equals(g)) {  // min(u, u), where(u < u, …): no switch at all
            region.resolved.emplace(node.identity(), taken_branch(node.operation(), operands, 0));
            out.push_back(std::move(region));
            return true;
        }
        const auto signs = isolate_signs(g, region.lower, region.upper, bits_, budget_);
        if (signs.empty()) return false;
        for (const SignInterval& part : signs) {
            // A constant switching function that is exactly zero decides the whole interval.
            const bool whole = signs.size() == 1;
            if (part.sign == 0 && !(whole && is_exact_zero(g))) {
                kinks_.push_back(Ball::interval(part.lower, part.upper));
                continue;
            }
            Region piece{part.lower, part.upper, region.resolved};
            piece.resolved.emplace(node.identity(), taken_branch(node.operation(), operands, part.sign));
            out.push_back(std::move(piece));
        }
        return true;
    }

    bool is_exact_zero(const Formula& g) const {
        const auto form = quadratic_form(g, bits_);
        return form && form->is_constant() && form->c0.is_exact() && form->c0.contains_zero();
    }

    static Partition failed(const Formula& node) {
        Partition result;
        result.reason = "the zeros of the switch in " + node.text() + " could not be separated";
        return result;
    }

    Partition collected(const Formula& f, std::vector<Region>& regions) {
        Partition result;
        result.complete = true;
        for (Region& region : regions) {
            result.pieces.push_back({region.lower, region.upper, region.resolved.at(f.identity())});
        }
        std::sort(kinks_.begin(), kinks_.end(),
                  [](const Ball& a, const Ball& b) { return (b.midpoint() - a.midpoint()).is_positive(); });
        // Two switches at one place are one kink, and so is a zero that was cut at the end of a region.
        for (Ball& kink : kinks_) {
            if (!result.kinks.empty() && result.kinks.back().overlaps(kink)) {
                result.kinks.back() = Ball::interval(result.kinks.back(), kink);
            } else {
                result.kinks.push_back(std::move(kink));
            }
        }
        return result;
    }

    long bits_;
    std::uint64_t budget_;
    std::vector<Ball> kinks_;
};

}  // namespace

Partition partition(const Formula& f, const Ball& lower, const Ball& upper, long bits, std::uint64_t budget) {
    return Partitioner(bits, budget)(f, lower, upper);
}

std::vector<Formula> smooth_choices(const Formula& f, const Ball& place, long bits, std::size_t most) {
    using Choice = std::map<const Formula::Node*, Formula>;
    std::vector<Choice> choices(1);
    for (const Formula& node : operands_first(f)) {
        std::vector<Choice> next;
        for (Choice& choice : choices) {
            std::vector<Formula> operands;
            for (const Formula& operand : node.operands()) operands.push_back(choice.at(operand.identity()));
            if (!is_piecewise(node.operation())) {
                choice.emplace(
                    node.identity(),
                    operands.empty() ? node : Formula::make(node.operation(), operands, node.integer()));
                next.push_back(std::move(choice));
                continue;
            }
            const Ball g = Evaluator<Ball>(switching_function(node.operation(), operands),
                                           bits)(place.at_precision(bits));
            for (const int sign : {-1, 1}) {
                if (sign < 0 ? g.is_positive() : g.is_negative()) continue;
                next.push_back(choice);
                next.back().emplace(node.identity(), taken_branch(node.operation(), operands, sign));
            }
        }
        if (next.size() > most) return {};
        choices = std::move(next);
    }
    std::vector<Formula> formulas;
    for (const Choice& choice : choices) formulas.push_back(choice.at(f.identity()));
    return formulas;
}

}  // namespace sigprop
