#include "methods/normal_rule/normal_table.hpp"

#include "methods/mean/mean_support.hpp"
#include "methods/normal_rule/normal_rounding.hpp"
#include "methods/normal_rule/normal_trapezoid.hpp"
#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_legendre.hpp"

#include <cmath>

#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"

namespace sigprop {
namespace {

constexpr long table_ball_bits = 64;
constexpr long goal_bits = 52;  // of truncation and discretisation, relative to E|f|
constexpr double max_nodes = 4096;

Ball table_ball(double x) { return Ball(x).at_precision(table_ball_bits); }

class Maker {
public:
    Maker(const Formula& f, double lower_std, double upper_std, const Context& context)
        : f_(f), low_(lower_std), high_(upper_std), context_(context) {
        std_ = Ball::interval(Ball(low_), Ball(high_)).at_precision(table_ball_bits);
    }

    NormalTable operator()() {
        if (bound_tails() && choose_nodes()) bound_all();
        return std::move(table_);
    }

private:
    static double short_up(double x) { return std::ceil(x * 64) / 64; }

    bool refuse(std::string reason, Status status = Status::unable) {
        table_.status = status;
        table_.reason = std::move(reason);
        return false;
    }

    /// Finds the smooth pieces and a rule for each.
    bool choose_nodes() {
        const double range = short_up((1.2 * tail_cut_ + 1.5) * high_);
        const Partition parts = partition(f_, Ball(-range), Ball(range), table_ball_bits + 24);
        if (!parts.complete) return refuse("the kinks could not be isolated: " + parts.reason);
        const bool is_smooth = parts.pieces.size() == 1 && parts.kinks.empty();
        return is_smooth ? trapezoid(parts.pieces[0].smooth) : split(parts);
    }

    bool bound_all() {
        if (!discretisation_.is_finite())
            return refuse("the short sides of the rectangle could not be bounded");
        const Ball rounding = rounding_of(pieces_, low_, high_);
        const Ball total = (truncation_ + discretisation_ + rounding).upper();
        if (!total.is_finite())
            return refuse("rounding could not be bounded: a step may overflow, or has a pole near a node");
        for (ExactPiece& piece : pieces_) table_.pieces.push_back(std::move(piece.table));
        table_.bound = total.upper_double();
        table_.status = Status::ok;
        return true;
    }

    /// Finds where both tails may be cut, a bound of the truncation error, and the rough size of E|f|.
    bool bound_tails() {
        const Formula y = Formula(high_) * Formula::variable();
        const MeanProblem at_most = examine(f_.substitute(std::span(&y, 1)), Law::normal(), context_);
        if (at_most.status != Status::ok) return refuse(at_most.reason, at_most.status);
        if (!at_most.singular_sides.empty()) return refuse(reason_singular);
        MeanProblem problem;
        problem.integrand = scaled_argument(f_, std_);
        problem.law = Law::normal();
        problem.scale = scale_ = at_most.scale;
        const auto tail = [&](int side) {
            const Formula weighted = mirrored(problem.integrand * problem.law.weight(), side);
            for (double R = 8; R < 1e5; R *= 8) {
                const TailBehaviour behaviour = tail_behaviour(weighted, R);
                if (!behaviour.upper || !tail_integral_bound(*behaviour.upper, R)) continue;
                problem.tail_start = std::max(problem.tail_start, R);
                return behaviour.upper;
            }
            return std::optional<LogBound>();
        };
        problem.left_tail = tail(-1);
        problem.right_tail = tail(1);
        const TailCut cut = cut_tails(problem, goal_bits + 1);
        if (!cut.proved) return refuse("the tails could not be bounded for the whole range of std");
        tail_cut_ = std::max(-cut.lower.to_double(), cut.upper.to_double());
        truncation_ = cut.outside * density_;
        return true;
    }

    bool trapezoid(const Formula& smooth) {
        const TrapezoidProblem problem{smooth, low_, high_, tail_cut_, scale_, goal_bits};
        const TrapezoidRule rule = normal_trapezoid(problem, context_);
        if (rule.step <= 0 || 2 * rule.side + 1 > max_nodes)
            return refuse("no proof of a strip around the real axis that is wide enough for a few nodes");
        discretisation_ = rule.error * density_;
        ExactPiece piece{{smooth, true, {}, {}, {}, {}}, {}, {}, {}, {}};
        for (double k = -rule.side; k <= rule.side; ++k) {
            piece.nodes.push_back(table_ball(k * rule.step));
            piece.weights.push_back(table_ball(rule.step) * normal_pdf(piece.nodes.back()));
        }
        add(std::move(piece));
        return true;
    }

    /// A kink at zero has the same place in z for every std.
    static PieceEnd kink_at(const Ball& y) { return {y.to_double(), !(y.is_exact() && y.contains_zero())}; }

    /// Cuts at the kinks; each smooth piece gets a Gauss-Legendre rule.
    bool split(const Partition& parts) {
        double left = tail_cut_;
        double right = tail_cut_;
        // A kink within the rounding of an end counts as inside.
        constexpr double hair = 1 + 1e-6;
        const auto is_active = [&](double kink) {
            return kink > -left * high_ * hair && kink < right * high_ * hair;
        };
        for (int round = 0; round < 8; ++round) {  // moves the ends beyond every kink, for every std
            for (const Ball& kink : parts.kinks) {
                const double y = kink.to_double();
                if (is_active(y))
                    (y < 0 ? left : right) = std::max(y < 0 ? left : right, std::fabs(y) / low_ + 0.25);
            }
        }
        if (std::max(left, right) > 1.2 * tail_cut_ + 1) return refuse("the kinks are too close together");
        PieceEnd lower{-left, false};
        Ball y_lower = -table_ball(left) * std_;
        Ball last;  // end of the previous piece
        bool first = true;
        for (std::size_t i = 0; i < parts.pieces.size(); ++i) {
            const Piece& piece = parts.pieces[i];
            if (piece.upper.to_double() <= -left * high_ || piece.lower.to_double() >= right * high_)
                continue;
            if (!first) gap(last, piece.lower);
            const double end = piece.upper.to_double();
            const bool is_last = !(end < right * high_);
            const PieceEnd upper = is_last ? PieceEnd{right, false} : kink_at(piece.upper);
            const Ball y_upper =
                is_last ? table_ball(right) * std_ : piece.upper.at_precision(table_ball_bits + 24);
            if (!gauss({piece.smooth, false, lower, upper, {}, {}}, y_lower, y_upper)) return false;
            first = false;
            last = piece.upper;
            if (is_last) break;
            if (i + 1 == parts.pieces.size()) return refuse("the pieces end before the range does");
            lower = kink_at(parts.pieces[i + 1].lower);
            y_lower = parts.pieces[i + 1].lower.at_precision(table_ball_bits + 24);
        }
        return true;
    }

    /// The gap between two pieces counts as error.
    void gap(const Ball& lower, const Ball& upper) {
        discretisation_ +=
            gap_contribution(f_, lower, upper, table_ball_bits).magnitude() * density_ / table_ball(low_);
    }

    /// An end in z for all std: y / std for kinks.
    [[nodiscard]] Ball end_in_z(const PieceEnd& end, const Ball& y) const {
        return end.is_kink ? y.at_precision(table_ball_bits) / std_ : table_ball(end.place);
    }

    bool gauss(PieceTable piece, const Ball& y_lower, const Ball& y_upper) {
        const Ball z_lower = end_in_z(piece.lower, y_lower);
        const Ball z_upper = end_in_z(piece.upper, y_upper);
        const bool between_kinks = piece.lower.is_kink && piece.upper.is_kink;  // then z = y / std is tighter
        const Ball z_middle = between_kinks ? (y_lower + y_upper) / 2 / std_ : (z_lower + z_upper) / 2;
        const Ball z_half = between_kinks ? (y_upper - y_lower) / 2 / std_ : (z_upper - z_lower) / 2;
        const Formula t = Formula::variable();
        const Formula y = ball_constant("middle", (y_lower + y_upper) / 2) +
                          ball_constant("half", (y_upper - y_lower) / 2) * t;
        const Formula z = ball_constant("middle", z_middle) + ball_constant("half", z_half) * t;
        const Formula integrand =
            piece.smooth.substitute(std::span(&y, 1)) * normal_pdf(z) * ball_constant("half", z_half);
        const double goal = scale_ * std::ldexp(1.0, -static_cast<int>(goal_bits) - 2);
        const EllipseRule rule = gauss_legendre_rule(integrand, goal, 400, context_);
        if (rule.nodes == 0) return refuse("a smooth piece could not be bounded on an ellipse");
        discretisation_ += rule.error;
        const GaussLegendre unit = gauss_legendre(rule.nodes, table_ball_bits + 24);
        ExactPiece exact{std::move(piece), unit.nodes, unit.weights, y_lower, y_upper};
        exact.table.fixed = !exact.table.lower.is_kink && !exact.table.upper.is_kink;
        if (exact.table.fixed) {
            for (std::size_t k = 0; k < unit.nodes.size(); ++k) {
                exact.nodes[k] = z_middle + z_half * unit.nodes[k];
                exact.weights[k] = z_half * unit.weights[k] * normal_pdf(exact.nodes[k]);
            }
        }
        add(std::move(exact));
        return true;
    }

    /// Omits outermost nodes whose terms are negligible beside the mean; these terms count as error.
    void drop_negligible(ExactPiece& piece) {
        Evaluator<Ball> f(piece.table.smooth, table_ball_bits);
        const Ball goal = table_ball(scale_ * 0.3989) * Ball::power_of_two(-goal_bits + 1);
        for (const bool first : {true, false}) {
            Ball dropped = table_ball(0);
            while (piece.nodes.size() > 1) {
                const Ball& node = first ? piece.nodes.front() : piece.nodes.back();
                const Ball& weight = first ? piece.weights.front() : piece.weights.back();
                const Ball with_it = dropped + weight.magnitude() * f(node * std_).magnitude();
                if (!(goal - with_it).is_positive()) break;
                dropped = with_it;
                const auto place = [&](auto& list) { return first ? list.begin() : list.end() - 1; };
                piece.nodes.erase(place(piece.nodes));
                piece.weights.erase(place(piece.weights));
            }
            truncation_ += dropped.upper();
        }
    }

    /// Rounds the nodes and weights that a call reads, padded to whole lines.
    void add(ExactPiece piece) {
        const Formula& smooth = piece.table.smooth;
        if (smooth.operation() == Operation::constant &&
            Real(smooth.constant()).at(table_ball_bits).exact_integer() == 0)
            return;
        if (piece.table.fixed) drop_negligible(piece);
        for (const Ball& node : piece.nodes) piece.table.nodes.push_back(node.to_double());
        for (const Ball& weight : piece.weights) piece.table.weights.push_back(weight.to_double());
        while (piece.table.nodes.size() % 8 != 0) {
            piece.table.nodes.push_back(piece.table.nodes.back());
            piece.table.weights.push_back(0);
        }
        pieces_.push_back(std::move(piece));
    }

    const Formula& f_;
    double low_, high_;
    const Context& context_;
    Ball std_;
    Ball density_ = table_ball(0.39894228040143268);  // 1 / sqrt(2 pi), rounded up
    double scale_ = 1;
    double tail_cut_ = 0;
    Ball truncation_ = table_ball(0), discretisation_ = table_ball(0);
    std::vector<ExactPiece> pieces_;
    NormalTable table_;
};

}  // namespace

NormalTable normal_table(const Formula& f, double lower_std, double upper_std, const Context& context) {
    return Maker(f, lower_std, upper_std, context)();
}

}  // namespace sigprop
