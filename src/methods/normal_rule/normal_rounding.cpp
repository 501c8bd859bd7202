#include "methods/normal_rule/normal_rounding.hpp"

#include <array>
#include <vector>

#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"
#include "core/simd/operations.hpp"
#include "core/simd/tile_evaluator.hpp"

namespace sigprop {
namespace {

// Bounds the rounding error with which TileEvaluator computes a formula without switches: a forward error
// analysis in balls. For every operation, |computed - exact| <= (its own error on the operands it is given)
// + sum over the operands of (their error) * sup |partial derivative|, with suprema over enclosures widened
// by the errors. The errors of the operations are those that simd/operations.hpp states.

class RoundingBound {
public:
    explicit RoundingBound(const Formula& f);

    /// The values over a ball of arguments, and a bound of how far computed ones are from the exact ones.
    struct Answer {
        Ball range;  ///< encloses the exact values
        Ball error;  ///< >= 0; not finite when nothing could be shown
    };

    /// For arguments whose exact values lie in `x.range`, each passed with an error of at most `x.error`.
    [[nodiscard]] Answer operator()(const Answer& x);

private:
    /// One operation as a formula of its operands, and its partial derivatives.
    struct Step {
        Instruction node;
        std::vector<Evaluator<Ball>> parts;  ///< the value, then the derivative in each operand
    };

    Tape tape_;
    std::vector<Step> steps_;
    std::vector<Answer> slots_;
};

constexpr long rounding_bits = 64;

/// The operation as a formula in which variables replace its operands; x * x with one operand is a square.
std::vector<Evaluator<Ball>> value_and_derivatives(const Instruction& node) {
    const auto arity = static_cast<std::size_t>(operand_count(node.operation));
    std::vector<Formula> operands;
    for (std::size_t i = 0; i < arity; ++i) {
        std::size_t same = 0;
        while (node.operands[same] != node.operands[i]) ++same;
        operands.push_back(Formula::variable(static_cast<int>(same)));
    }
    const Formula operation = Formula::make(node.operation, operands, node.integer);
    std::vector<Evaluator<Ball>> parts = {Evaluator<Ball>(operation, rounding_bits)};
    for (std::size_t i = 0; i < arity; ++i) {
        parts.emplace_back(operation.derivative(static_cast<int>(i)), rounding_bits);
    }
    return parts;
}

/// A bound of |computed - exact| for one operation that errs by this many ulp of the exact `value`.
Ball error_of_ulps(const Ball& value, double ulps) {
    // An ulp is at most 2^-52 of the number; below the normal numbers errors are absolute, and a value that
    // may overflow has no bound.
    if (!(value.magnitude().upper_double() < 0x1p1023)) return Ball::infinity();
    return value.magnitude() * Ball(ulps * 0x1p-52) + Ball(ulps > 0 ? 0x1p-1072 : 0.0);
}

RoundingBound::RoundingBound(const Formula& f) : tape_(f), slots_(tape_.instructions.size()) {
    for (const Instruction& node : tape_.instructions) {
        const bool leaf = node.operation == Operation::variable || node.operation == Operation::constant;
        steps_.push_back({node, leaf ? std::vector<Evaluator<Ball>>() : value_and_derivatives(node)});
    }
}

RoundingBound::Answer RoundingBound::operator()(const Answer& x) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        Step& step = steps_[i];
        const Instruction& node = step.node;
        if (node.operation == Operation::variable) {
            slots_[i] = x;
            continue;
        }
        if (node.operation == Operation::constant) {
            const Ball exact = tape_.constants[node.constant].at(2 * rounding_bits);
            const Ball rounded = Ball(tape_.constants[node.constant].to_double());
            slots_[i] = {exact.at_precision(rounding_bits), (rounded - exact).magnitude()};
            continue;
        }
        const auto arity = static_cast<std::size_t>(operand_count(node.operation));
        std::array<Ball, 3> exact;
        std::array<Ball, 3> given;
        for (std::size_t k = 0; k < arity; ++k) {
            const Answer& operand = slots_[node.operands[k]];
            exact[k] = operand.range.at_precision(rounding_bits);
            // widening: of terms
            given[k] = operand.range.at_precision(rounding_bits).widened(operand.error);
        }
        Ball error = error_of_ulps(step.parts[0](std::span<const Ball>(given))[0],
                                   tile_error(node.operation, node.integer));
        for (std::size_t k = 0; k < arity; ++k) {
            const Ball& inherited = slots_[node.operands[k]].error;
            bool counted = false;  // x * x is a function of one operand
            for (std::size_t j = 0; j < k; ++j) counted = counted || node.operands[j] == node.operands[k];
            if (counted || (inherited.is_exact() && inherited.contains_zero())) continue;
            error += inherited * step.parts[k + 1](std::span<const Ball>(given))[0].magnitude();
        }
        slots_[i] = {step.parts[0](std::span<const Ball>(exact))[0], error.upper()};
    }
    return slots_[tape_.outputs[0]];
}

Ball rounding_ball(double x) { return Ball(x).at_precision(rounding_bits); }
Ball tiny() { return rounding_ball(0x1p-1000); }  // far more than any error by underflow

/// A sum that a call computes: bounds of the error of its terms and of the sum of their absolute values.
struct Terms {
    Ball off = rounding_ball(0);
    Ball size = rounding_ball(0);

    /// Adds the term weight * value, both with errors.
    void add(const Ball& weight, const Ball& off_weight, const RoundingBound::Answer& value) {
        const Ball largest = value.range.magnitude() + value.error;
        const Ball heaviest = weight + off_weight;
        off += heaviest * value.error + off_weight * largest;
        size += heaviest * largest;
    }

    /// Includes the products, the additions in a piece (partial sums are below `size`) and of the pieces.
    [[nodiscard]] Ball rounding(std::size_t nodes, std::size_t pieces) const {
        const double in_a_row = additions(nodes) + 1 + static_cast<double>(pieces);
        return off + (size + off) * rounding_ball(in_a_row * 1.01 * unit_roundoff) + tiny();
    }
};

/// y = fl(std z) when the computed z has an error of off_z.
RoundingBound::Answer argument(const Ball& y, const Ball& off_z, const Ball& std) {
    const Ball inherited = off_z * std;
    return {
        y,
        (inherited + (y.magnitude() + inherited) * rounding_ball(1.01 * unit_roundoff) + tiny()).magnitude()};
}

Terms fixed_terms(const ExactPiece& piece, RoundingBound& rounding, const Ball& std) {
    Terms terms;
    for (std::size_t k = 0; k < piece.nodes.size(); ++k) {
        const Ball off_z = (Ball(piece.table.nodes[k]) - piece.nodes[k]).magnitude();
        const Ball off_weight = (Ball(piece.table.weights[k]) - piece.weights[k]).magnitude();
        terms.add(piece.weights[k].magnitude(), off_weight,
                  rounding(argument(std * piece.nodes[k], off_z, std)));
    }
    return terms;
}

/// An end of the piece in y and in z.
struct End {
    Ball y, z;
    End(const PieceEnd& end, const Ball& kink, const Ball& std)
        : y(end.is_kink ? kink : Ball(end.place) * std),
          z(end.is_kink ? kink / std : rounding_ball(end.place)) {}
};

Terms moving_terms(const ExactPiece& piece, RoundingBound& rounding, const Ball& std) {
    RoundingBound density(normal_pdf(Formula::variable()));
    const End lower(piece.table.lower, piece.lower_kink, std);
    const End upper(piece.table.upper, piece.upper_kink, std);
    const Ball half = ((upper.z - lower.z) / 2).magnitude();
    // Ends, middle, half and z are rounded, none of them above the farther end; a kink and a node on [-1, 1]
    // were rounded when they became doubles: 9 roundings in all.
    const Ball off_z = max(lower.z.magnitude(), upper.z.magnitude()) * rounding_ball(10 * unit_roundoff);
    const bool between_kinks = piece.table.lower.is_kink && piece.table.upper.is_kink;
    Terms terms;
    for (std::size_t k = 0; k < piece.nodes.size(); ++k) {
        const Ball left = (1 - piece.nodes[k]) / 2;
        const Ball right = (1 + piece.nodes[k]) / 2;
        const Ball y = lower.y * left + upper.y * right;
        const Ball z = between_kinks ? y / std : lower.z * left + upper.z * right;
        const RoundingBound::Answer phi = density({z, off_z});
        const Ball heaviest = phi.range.magnitude() + phi.error;
        const Ball gauss = piece.weights[k].magnitude();
        // errors of half, of the Gauss weight, and of its products with half and with the density
        const Ball off_weight = half * gauss * phi.error + off_z * gauss * heaviest +
                                half * gauss * heaviest * rounding_ball(3.1 * unit_roundoff) + tiny();
        terms.add(half * gauss * phi.range.magnitude(), off_weight, rounding(argument(y, off_z, std)));
    }
    return terms;
}

/// The largest bound over the parts of the range, cut into `cuts`.
Ball worst_of_parts(const std::vector<ExactPiece>& pieces, std::vector<RoundingBound>& bounds,
                    double lower_std, double upper_std, int cuts) {
    Ball worst = 0;
    double from = lower_std;
    for (int i = 1; i <= cuts; ++i) {
        const double to = i == cuts ? upper_std : lower_std + (upper_std - lower_std) * i / cuts;
        const Ball std = Ball::interval(Ball(from), Ball(to)).at_precision(rounding_bits);
        Ball sum = rounding_ball(0);
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            const Terms terms = pieces[k].table.fixed ? fixed_terms(pieces[k], bounds[k], std)
                                                      : moving_terms(pieces[k], bounds[k], std);
            sum += terms.rounding(pieces[k].table.nodes.size(), pieces.size());
        }
        if (!sum.is_finite()) return Ball::infinity();
        worst = max(worst, sum.upper());
        from = to;
    }
    return worst;
}

}  // namespace

Ball rounding_of(const std::vector<ExactPiece>& pieces, double lower_std, double upper_std) {
    std::vector<RoundingBound> bounds;
    for (const ExactPiece& piece : pieces) bounds.emplace_back(piece.table.smooth);
    if (!(lower_std < upper_std)) return worst_of_parts(pieces, bounds, lower_std, upper_std, 1);
    const Ball coarse = worst_of_parts(pieces, bounds, lower_std, upper_std, 4);
    return coarse.is_finite() ? coarse : worst_of_parts(pieces, bounds, lower_std, upper_std, 32);
}

}  // namespace sigprop
