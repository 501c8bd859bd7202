#include <sigprop/methods/normal_rule/normal_rule.hpp>

#include "methods/normal_rule/normal_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/formula/tape.hpp"
#include "core/simd/operations.hpp"
#include "core/simd/tile_evaluator.hpp"

namespace sigprop {
namespace {

constexpr std::size_t chunk = TileEvaluator::tile_size;

struct Part {
    double upper_std = 0;
    NormalTable table;
    std::vector<std::size_t> evaluators;  ///< one per piece
};

}  // namespace

struct NormalRule::State {
    Status status = Status::ok;
    std::string reason;
    bool proved = true;
    double lower_std, upper_std;
    std::vector<Part> parts;
    std::vector<TileEvaluator> evaluators;     ///< shared by equal pieces of different parts
    std::map<std::string, std::size_t> known;  ///< their indices by the text of the piece
    TileEvaluator density{normal_pdf(Formula::variable())};
    alignas(64) std::array<double, chunk> z{}, weights{};

    State(double lower, double upper) : lower_std(lower), upper_std(upper) {}

    [[nodiscard]] const Part& part_of(double std) const {
        if (status != Status::ok) throw std::logic_error("this rule could not be prepared: " + reason);
        if (!(std >= lower_std && std <= upper_std)) {
            throw InputError::about(
                {"std"}, "std = " + std::to_string(std) + " is outside the range of the prepared rule, " +
                             std::to_string(lower_std) + " to " + std::to_string(upper_std));
        }
        if (parts.size() == 1) return parts[0];
        return *std::ranges::lower_bound(parts, std, {}, &Part::upper_std);
    }

    [[nodiscard]] static double fixed_sum(const PieceTable& piece, TileEvaluator& evaluate, double std) {
        const std::span<const double> nodes = piece.nodes;
        const std::span<const double> weights = piece.weights;
        if (nodes.size() <= chunk) return evaluate.weighted_sum(std, nodes, weights);
        double sum = 0;
        for (std::size_t first = 0; first < nodes.size(); first += chunk) {
            const std::size_t count = std::min(chunk, nodes.size() - first);
            sum += evaluate.weighted_sum(std, nodes.subspan(first, count), weights.subspan(first, count));
        }
        return sum;
    }

    [[nodiscard]] double moving_sum(const PieceTable& piece, TileEvaluator& evaluate, double std) {
        const double lower = piece.lower.z(std);
        const double upper = piece.upper.z(std);
        const double middle = 0.5 * (lower + upper);
        const double half = 0.5 * (upper - lower);
        const std::size_t size = piece.nodes.size();  // at most one chunk
        for (std::size_t k = 0; k < size; ++k) z[k] = middle + half * piece.nodes[k];
        const double* const input = z.data();
        density(std::span(&input, 1), size);
        const double* const phi = density.output(0).data();
        for (std::size_t k = 0; k < size; ++k) weights[k] = half * piece.weights[k] * phi[k];
        return evaluate.weighted_sum(std, std::span(z).first(size), std::span(weights).first(size));
    }

    /// Cuts the range into parts of at most an eighth of an octave.
    void prepare(const Formula& f, const Context& context) {
        const double octaves = std::log2(upper_std / lower_std);
        const int count = std::max(1, static_cast<int>(std::ceil(8 * octaves - 1e-9)));
        double from = lower_std;
        for (int i = 1; i <= count && status == Status::ok; ++i) {
            const double to = i == count ? upper_std : lower_std * std::exp2(octaves * i / count);
            add_part(f, from, to, 3, context);
            from = to;
        }
    }

    /// Enclosures over a range of std overestimate: a proof that fails may succeed for the range's halves.
    void add_part(const Formula& f, double from, double to, int halvings, const Context& context) {
        Part part{to, normal_table(f, from, to, context), {}};
        if (part.table.status == Status::unable && from < to && halvings > 0) {
            const double middle = std::sqrt(from * to);
            add_part(f, from, middle, halvings - 1, context);
            if (status == Status::ok) add_part(f, middle, to, halvings - 1, context);
            return;
        }
        status = part.table.status;
        reason = part.table.reason;
        for (const PieceTable& piece : part.table.pieces) {
            const auto [entry, is_new] = known.try_emplace(piece.smooth.text(), evaluators.size());
            if (is_new) {
                evaluators.emplace_back(piece.smooth);
                for (const Instruction& node : Tape(piece.smooth).instructions)
                    proved = proved && tile_error_is_proved(node.operation, node.integer);
            }
            part.evaluators.push_back(entry->second);
        }
        parts.push_back(std::move(part));
    }
};

NormalRule::NormalRule(const Formula& f, double lower_std, double upper_std, double mean,
                       const Context& context) {
    if (!(lower_std > 0 && lower_std <= upper_std && upper_std <= 1e6 * lower_std) || !std::isfinite(mean)) {
        throw InputError::about(
            {"lower_std", "upper_std", "mean"},
            "a rule needs 0 < lower_std <= upper_std <= 10^6 lower_std and a finite mean");
    }
    state_ = std::make_unique<State>(lower_std, upper_std);
    const Formula shifted = Formula(mean) + Formula::variable();
    state_->prepare(mean == 0 ? f : f.substitute(std::span(&shifted, 1)), context);
}
NormalRule::NormalRule(const NormalRule& other) : state_(std::make_unique<State>(*other.state_)) {}
NormalRule::NormalRule(NormalRule&& other) noexcept = default;
NormalRule& NormalRule::operator=(const NormalRule& other) {
    if (this != &other) state_ = std::make_unique<State>(*other.state_);
    return *this;
}
NormalRule& NormalRule::operator=(NormalRule&& other) noexcept = default;
NormalRule::~NormalRule() = default;

Status NormalRule::status() const { return state_->status; }
const std::string& NormalRule::reason() const { return state_->reason; }
bool NormalRule::is_proved() const { return state_->proved; }

NormalRule::Value NormalRule::operator()(double std) {
    const Part& part = state_->part_of(std);
    double value = 0;
    for (std::size_t i = 0; i < part.table.pieces.size(); ++i) {
        const PieceTable& piece = part.table.pieces[i];
        TileEvaluator& evaluate = state_->evaluators[part.evaluators[i]];
        value +=
            piece.fixed ? state_->fixed_sum(piece, evaluate, std) : state_->moving_sum(piece, evaluate, std);
    }
    return {value, part.table.bound};
}

std::size_t NormalRule::nodes(double std) const {
    std::size_t count = 0;
    for (const PieceTable& piece : state_->part_of(std).table.pieces) count += piece.nodes.size();
    return count;
}

}  // namespace sigprop
