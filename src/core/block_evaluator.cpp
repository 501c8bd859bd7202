// Formulas over blocks: which array each step reads and writes. An array is given to the next step that needs
// one as soon as its last reader is done, so that long formulas stay in the L1 cache.

#include "core/block_operations.hpp"
#include "core/block_target.hpp"

#include <algorithm>
#include <sigprop/core/evaluator.hpp>
#include <stdexcept>

namespace sigprop {

using detail::BlockOperand;
using detail::BlockStep;
using detail::Line;
using detail::line_size;

namespace {

constexpr std::size_t lines_a_block = BlockEvaluator::block_size / line_size;
constexpr std::size_t all_of_it = ~std::size_t{0};
constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// Where a value of the tape lives: a line of copies of a constant, a block, or the caller's array.
struct Place {
    enum class Kind : std::uint8_t { constant, block, variable } kind = Kind::block;
    std::uint32_t index = nowhere;
};

struct PlannedStep {
    Operation operation;
    std::int64_t integer;
    std::array<Place, 3> operands;
    std::uint32_t out;  ///< a block
    bool squared = false;
};

/// Operations that a square may ride on: those of block_math-inl.hpp.
bool can_be_squared(Operation operation) {
    return operation != Operation::power && operation != Operation::power_integer &&
           operation != Operation::atan;
}

}  // namespace

struct BlockEvaluator::State {
    explicit State(std::span<const Formula> formulas);
    State(const State& other) : State(other, 0) {}
    State& operator=(const State&) = delete;

    /// Points the steps that read variables at the caller's arrays.
    void bind(std::span<const double* const> variables, std::size_t count);
    [[nodiscard]] double* block(std::uint32_t index) {
        return memory[constants + index * lines_a_block].values;
    }

    struct VariableUse {
        std::size_t step, operand, variable;
    };

    std::vector<PlannedStep> plan;
    std::vector<std::uint32_t> outputs;  ///< blocks
    std::size_t constants = 0;           ///< lines before the first block
    std::uint32_t blocks = 0;
    std::size_t variable_count = 0;
    /// A block for each variable, for counts that need padding or products; there is one at least.
    std::uint32_t spare = 0;
    std::vector<Line> memory;
    std::vector<BlockStep> steps;
    std::vector<VariableUse> uses;
    std::vector<const double*> inputs;
    std::size_t count = 0;

private:
    State(const State& other, int)
        : plan(other.plan),
          outputs(other.outputs),
          constants(other.constants),
          blocks(other.blocks),
          variable_count(other.variable_count),
          spare(other.spare),
          memory(other.memory),
          inputs(other.inputs.size()),
          count(other.count) {
        resolve();
    }

    void make_plan(const Tape& tape);
    void resolve();
    [[nodiscard]] std::uint32_t take_block();
    void release(const Tape& tape, std::size_t instruction);
    [[nodiscard]] bool rides_on_last_step(const Instruction& node, std::size_t instruction);

    std::vector<Place> places_;               // of the tape's instructions, while planning
    std::vector<std::size_t> last_use_;       // the instruction that reads it last
    std::vector<std::uint32_t> free_blocks_;  // while planning
};

BlockEvaluator::State::State(std::span<const Formula> formulas) {
    const Tape tape(formulas);
    variable_count = static_cast<std::size_t>(tape.variable_count);
    make_plan(tape);
    spare = blocks;
    blocks += std::max(static_cast<std::uint32_t>(variable_count), 1U);
    constants = tape.constants.size();
    memory.resize(constants + blocks * lines_a_block);
    for (std::size_t i = 0; i < constants; ++i) {
        std::ranges::fill(memory[i].values, tape.constants[i].to_double());
    }
    inputs.resize(variable_count);
    resolve();
}

std::uint32_t BlockEvaluator::State::take_block() {
    if (free_blocks_.empty()) return blocks++;
    const std::uint32_t block = free_blocks_.back();
    free_blocks_.pop_back();
    return block;
}

/// Gives back the blocks that the instruction reads last.
void BlockEvaluator::State::release(const Tape& tape, std::size_t instruction) {
    const Instruction& node = tape.instructions[instruction];
    const auto arity = static_cast<std::size_t>(operand_count(node.operation));
    for (std::size_t i = 0; i < arity; ++i) {
        const std::uint32_t operand = node.operands[i];
        if (last_use_[operand] != instruction || places_[operand].kind != Place::Kind::block) continue;
        last_use_[operand] = all_of_it;  // x * x names it twice
        free_blocks_.push_back(places_[operand].index);
    }
}

/// A square of what was just computed, and is needed nowhere else, is taken on the way out.
bool BlockEvaluator::State::rides_on_last_step(const Instruction& node, std::size_t instruction) {
    const std::uint32_t operand = node.operands[0];
    const bool is_square = node.operation == Operation::power_integer && node.integer == 2;
    if (!is_square || plan.empty() || last_use_[operand] != instruction) return false;
    PlannedStep& step = plan.back();
    const bool is_last = places_[operand].kind == Place::Kind::block && places_[operand].index == step.out;
    if (!is_last || step.squared || !can_be_squared(step.operation)) return false;
    step.squared = true;
    places_[instruction] = places_[operand];
    return true;
}

void BlockEvaluator::State::make_plan(const Tape& tape) {
    const std::size_t size = tape.instructions.size();
    last_use_.assign(size, 0);
    places_.assign(size, {});
    for (std::size_t i = 0; i < size; ++i) {
        const auto arity = static_cast<std::size_t>(operand_count(tape.instructions[i].operation));
        for (std::size_t k = 0; k < arity; ++k) last_use_[tape.instructions[i].operands[k]] = i;
    }
    for (const std::uint32_t output : tape.outputs) last_use_[output] = all_of_it;
    for (std::size_t i = 0; i < size; ++i) {
        const Instruction& node = tape.instructions[i];
        if (node.operation == Operation::variable) {
            places_[i] = {Place::Kind::variable, static_cast<std::uint32_t>(node.integer)};
        } else if (node.operation == Operation::constant) {
            places_[i] = {Place::Kind::constant, node.constant};
        } else {
            if (rides_on_last_step(node, i)) continue;
            PlannedStep step{node.operation, node.integer, {}, 0};
            // Unused operands read what the first one reads.
            const auto arity = static_cast<std::size_t>(operand_count(node.operation));
            for (std::size_t k = 0; k < 3; ++k) step.operands[k] = places_[node.operands[k < arity ? k : 0]];
            release(tape, i);
            step.out = take_block();
            places_[i] = {Place::Kind::block, step.out};
            plan.push_back(step);
        }
    }
    for (const std::uint32_t output : tape.outputs) {
        Place place = places_[output];
        if (place.kind != Place::Kind::block) {
            const Place source = place;
            place = {Place::Kind::block, blocks++};
            plan.push_back({Operation::variable, 0, {source, source, source}, place.index});
        }
        outputs.push_back(place.index);
    }
}

/// Pointers for the plan; those to variables are set by bind().
void BlockEvaluator::State::resolve() {
    steps.clear();
    uses.clear();
    for (const PlannedStep& planned : plan) {
        BlockStep step{planned.operation, planned.integer, {}, block(planned.out), planned.squared};
        for (std::size_t k = 0; k < 3; ++k) {
            const Place& place = planned.operands[k];
            switch (place.kind) {
                case Place::Kind::constant: step.operands[k] = {memory[place.index].values, 0}; break;
                case Place::Kind::block: step.operands[k] = {block(place.index), all_of_it}; break;
                case Place::Kind::variable:
                    step.operands[k] = {nullptr, all_of_it};
                    uses.push_back({steps.size(), k, place.index});
                    break;
            }
        }
        steps.push_back(step);
    }
}

void BlockEvaluator::State::bind(std::span<const double* const> variables, std::size_t size) {
    if (variables.size() < variable_count || size > block_size) {
        throw std::logic_error("a block evaluation with too few variables or too many points");
    }
    count = size;
    const std::size_t rest = size % line_size;
    for (std::size_t i = 0; i < variable_count; ++i) {
        inputs[i] = variables[i];
        if (rest == 0) continue;
        // The last line is filled up with copies of the last point.
        double* const copy = block(spare + static_cast<std::uint32_t>(i));
        std::copy_n(variables[i], size, copy);
        std::fill_n(copy + size, line_size - rest, copy[size - 1]);
        inputs[i] = copy;
    }
    for (const VariableUse& use : uses) steps[use.step].operands[use.operand].start = inputs[use.variable];
}

BlockEvaluator::BlockEvaluator(std::span<const Formula> formulas)
    : state_(std::make_unique<State>(formulas)) {
    detail::prepare_target();
}
BlockEvaluator::BlockEvaluator(const BlockEvaluator& other)
    : state_(std::make_unique<State>(*other.state_)) {}
BlockEvaluator::BlockEvaluator(BlockEvaluator&& other) noexcept = default;
BlockEvaluator& BlockEvaluator::operator=(const BlockEvaluator& other) {
    if (this != &other) state_ = std::make_unique<State>(*other.state_);
    return *this;
}
BlockEvaluator& BlockEvaluator::operator=(BlockEvaluator&& other) noexcept = default;
BlockEvaluator::~BlockEvaluator() = default;

void BlockEvaluator::operator()(std::span<const double* const> variables, std::size_t count) {
    state_->bind(variables, count);
    if (count > 0) detail::run_steps(state_->steps, (count + line_size - 1) / line_size * line_size);
}

double BlockEvaluator::weighted_sum(double factor, std::span<const double> points,
                                    std::span<const double> weights) {
    State& state = *state_;
    const std::size_t size = points.size();
    if (size % line_size != 0 || size > block_size || weights.size() != size || state.variable_count > 1) {
        throw std::logic_error("a weighted sum needs whole lines of points and a formula in one variable");
    }
    double* const arguments = state.block(state.spare);
    for (const State::VariableUse& use : state.uses)
        state.steps[use.step].operands[use.operand].start = arguments;
    state.count = size;
    return detail::run_weighted_sum(
        state.steps, {factor, points.data(), weights.data(), arguments, state.block(state.outputs[0])}, size);
}

std::span<const double> BlockEvaluator::output(std::size_t formula) const {
    return {state_->block(state_->outputs[formula]), state_->count};
}

}  // namespace sigprop
