#include "methods/arb_softmax_memo.hpp"

#include "core/recent.hpp"

#include <limits>
#include <string>

namespace sigprop {
namespace {

constexpr std::size_t most_bytes = std::size_t{128} << 20;

/// With every column made.
std::size_t bytes_of(const SoftmaxTable& table) {
    const SoftmaxPlan& plan = table.plan();
    const auto working = static_cast<std::size_t>(plan.working);
    const std::size_t ball = 64 + (working > 128 ? 16 + working / 8 : 0);
    return plan.size() * (softmax_columns + 2) * ball;
}

using Tables = Recent<std::string, const SoftmaxTable>;

Tables& tables() {
    static Tables made(std::numeric_limits<std::size_t>::max(), most_bytes, bytes_of);
    return made;
}

}  // namespace

std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, const SoftmaxPlan& plan) {
    return tables().find(std::to_string(plan.bits) + " " + law.text(),
                         [&] { return SoftmaxTable(law, plan); });
}

void forget_tables() { tables().forget_all(); }

}  // namespace sigprop
