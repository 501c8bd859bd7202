#include "methods/softmax/memo.hpp"

#include "core/base/recent.hpp"

#include <limits>
#include <string>

namespace sigprop {
namespace {

constexpr std::size_t max_bytes = std::size_t{128} << 20;
constexpr std::size_t max_plans = 256;

using Tables = Recent<std::string, const SoftmaxTable>;
using Plans = Recent<std::string, const SoftmaxPlan>;

Tables& tables() {
    static Tables made(std::numeric_limits<std::size_t>::max(), max_bytes,
                       [](const SoftmaxTable& table) { return table.bytes(); });
    return made;
}

/// Includes plans of tables that are too costly to make: planning is fast, but not fast enough for every row.
Plans& plans() {
    static Plans made(max_plans);
    return made;
}

std::string name(const LogitLaw& law, long bits, const RowLengths& lengths) {
    return std::to_string(bits) + " " + std::to_string(lengths.least) + " " + std::to_string(lengths.most) +
           " " + law.text();
}

}  // namespace

std::shared_ptr<const SoftmaxPlan> remembered_plan(const LogitLaw& law, long bits,
                                                   const RowLengths& lengths) {
    return plans().find(name(law, bits, lengths), [&] { return softmax_plan(law, bits, lengths); });
}

std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, long bits, double max_work,
                                                     const RowLengths& lengths) {
    const auto plan = remembered_plan(law, bits, lengths);
    if (plan->work > max_work) return nullptr;
    auto table = tables().find(name(law, bits, lengths), [&] { return SoftmaxTable(law, *plan); });
    tables().forget_oldest();  // tables grow as they are read
    return table;
}

void forget_tables() {
    tables().forget_all();
    plans().forget_all();
}

}  // namespace sigprop
