#include "core/formula/tape.hpp"

#include <compare>
#include <string_view>

#include "core/base/small_map.hpp"

namespace sigprop {
namespace {

class Flattener {
public:
    explicit Flattener(Tape& tape) : tape_(tape) {}

    std::uint32_t operator()(const Formula& f) {
        if (const std::uint32_t* found = nodes_.find(f.identity())) return *found;
        Instruction instruction{f.operation(), {}, f.integer(), 0};
        std::size_t position = 0;
        for (const Formula& operand : f.operands()) instruction.operands[position++] = (*this)(operand);
        const bool is_constant = f.operation() == Operation::constant;
        // Equal constants are recognised by their text, which the formula keeps; equal nodes by operation and
        // operands.
        const Key key{f.operation(), instruction.operands, instruction.integer,
                      is_constant ? std::string_view(f.constant().text()) : std::string_view()};
        const std::uint32_t* known = known_.find(key);
        const auto index = known != nullptr ? *known : static_cast<std::uint32_t>(tape_.instructions.size());
        if (known == nullptr) {
            known_.insert(key, index);
            if (is_constant) {
                instruction.constant = static_cast<std::uint32_t>(tape_.constants.size());
                tape_.constants.push_back(f.constant());
            }
            tape_.instructions.push_back(instruction);
        }
        nodes_.insert(f.identity(), index);
        return index;
    }

private:
    struct Key {
        Operation operation;
        std::array<std::uint32_t, 3> operands;
        std::int64_t integer;
        std::string_view constant;
        auto operator<=>(const Key&) const = default;
    };
    Tape& tape_;
    SmallMap<const Formula::Node*, std::uint32_t> nodes_;
    SmallMap<Key, std::uint32_t> known_;
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
