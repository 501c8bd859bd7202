#include "methods/arb_softmax_memo.hpp"

#include <algorithm>
#include <list>
#include <string>

namespace sigprop {
namespace {

constexpr double most_bytes = 128.0 * 1024 * 1024;

struct Entry {
    std::string key;
    std::shared_ptr<const SoftmaxTable> table;
    double bytes;
};

struct Memo {
    std::mutex mutex;
    std::list<Entry> entries;  ///< the last used first
};

Memo& memo() {
    static Memo instance;
    return instance;
}

/// With every column made.
double bytes_of(const SoftmaxPlan& plan) {
    const double ball = 64 + (plan.working > 128 ? 16 + static_cast<double>(plan.working) / 8 : 0);
    return static_cast<double>(plan.size()) * static_cast<double>(softmax_columns + 2) * ball;
}

}  // namespace

std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, const SoftmaxPlan& plan) {
    const std::string key = std::to_string(plan.bits) + " " + law.text();
    Memo& tables = memo();
    const std::lock_guard lock(tables.mutex);
    auto& entries = tables.entries;
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found != entries.end()) {
        entries.splice(entries.begin(), entries, found);
        return entries.front().table;
    }
    entries.push_front({key, std::make_shared<const SoftmaxTable>(law, plan), bytes_of(plan)});
    double bytes = 0;
    for (auto entry = entries.begin(); entry != entries.end();) {
        bytes += entry->bytes;
        entry = bytes > most_bytes && entry != entries.begin() ? entries.erase(entry) : std::next(entry);
    }
    return entries.front().table;
}

void forget_tables() {
    const std::lock_guard lock(memo().mutex);
    memo().entries.clear();
}

}  // namespace sigprop
