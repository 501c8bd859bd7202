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
};

struct Memo {
    std::mutex mutex;
    std::list<Entry> entries;  ///< the last used first
};

Memo& memo() {
    static Memo instance;
    return instance;
}

void drop_unused(std::list<Entry>& entries) {
    double bytes = 0;
    for (auto entry = entries.begin(); entry != entries.end();) {
        bytes += static_cast<double>(entry->table->bytes());
        entry = bytes > most_bytes && entry != entries.begin() ? entries.erase(entry) : std::next(entry);
    }
}

}  // namespace

std::shared_ptr<const SoftmaxTable> remembered_table(const LogitLaw& law, long bits, double most_work) {
    const std::string key = std::to_string(bits) + " " + law.text();
    Memo& tables = memo();
    const std::lock_guard lock(tables.mutex);
    auto& entries = tables.entries;
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found != entries.end()) {
        entries.splice(entries.begin(), entries, found);
    } else {
        const SoftmaxPlan plan = softmax_plan(law, bits);
        if (plan.work > most_work) return nullptr;
        entries.push_front({key, std::make_shared<const SoftmaxTable>(law, plan)});
    }
    drop_unused(entries);
    const auto& table = entries.front().table;
    return table->plan().work > most_work ? nullptr : table;
}

void forget_tables() {
    const std::lock_guard lock(memo().mutex);
    memo().entries.clear();
}

}  // namespace sigprop
