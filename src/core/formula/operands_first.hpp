#pragma once
// The distinct nodes of a formula, operands before their users; without recursion, however long the chain,
// and each shared node once.

#include <set>
#include <sigprop/core/formula/formula.hpp>
#include <utility>
#include <vector>

namespace sigprop {

[[nodiscard]] inline std::vector<Formula> operands_first(const Formula& formula) {
    std::vector<Formula> order;
    std::set<const Formula::Node*> seen;
    std::vector<std::pair<Formula, bool>> stack = {{formula, false}};
    while (!stack.empty()) {
        auto [node, operands_done] = stack.back();
        stack.pop_back();
        if (operands_done) {
            order.push_back(std::move(node));
        } else if (seen.insert(node.identity()).second) {
            stack.emplace_back(node, true);
            const std::span<const Formula> operands = node.operands();
            for (std::size_t k = operands.size(); k-- > 0;) stack.emplace_back(operands[k], false);
        }
    }
    return order;
}

}  // namespace sigprop
