#include "core/formula/tape.hpp"
#include <map>
#include <string>
#include <tuple>

namespace sigprop {
namespace {

class Flattener {
public:
    explicit Flattener(Tape& tape) : tape_(tape) {}

    std::uint32_t operator()(const Formula& f) {
        if (const auto found = nodes_.find(f.identity()); found != nodes_.end()) return found->second;
        Instruction instruction{f.operation(), {}, f.integer(), 0};
        std::size_t position = 0;
        for (const Formula& operand : f.operands()) instruction.operands[position++] = (*this)(operand);
        std::string constant;
        if (f.operation() == Operation::constant) constant = f.constant().text();
        // Equal constants are recognised by their text, equal nodes by operation and operands.
        const Key key{f.operation(), instruction.operands, instruction.integer, constant};
        const auto [entry, inserted] =
            known_.try_emplace(key, static_cast<std::uint32_t>(tape_.instructions.size()));
        if (inserted) {
            if (f.operation() == Operation::constant) {
                instruction.constant = static_cast<std::uint32_t>(tape_.constants.size());
                tape_.constants.push_back(f.constant());
            }
            tape_.instructions.push_back(instruction);
        }
        nodes_.emplace(f.identity(), entry->second);
        return entry->second;
    }

private:
    using Key = std::tuple<Operation, std::array<std::uint32_t, 3>, std::int64_t, std::string>;
    Tape& tape_;
    std::map<const Formula::Node*, std::uint32_t> nodes_;
    std::map<Key, std::uint32_t> known_;
};

}  // namespace

Tape::Tape(std::span<const Formula> formulas) {
    Flattener flatten(*this);
    for (const Formula& formula : formulas) {
        outputs.push_back(flatten(formula));
        variable_count = std::max(variable_count, formula.variable_count());
    }
}

}  // namespace sigprop
