#include "engine/binding/catalogue.hpp"

#include "engine/binding/library_call.hpp"

#include "quantities/tables.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "core/expression/expression.hpp"
#include "core/notation/notation.hpp"

namespace sigprop {

namespace {

constexpr std::size_t max_quantities = 1024;

/// Makes one table after the other, when a name is not in those before it: all of them take longer than a
/// closed form. Quantities stay where they are.
class Tables {
public:
    Tables() { quantities_.reserve(max_quantities); }

    const Quantity* find(std::string_view name) {
        std::size_t seen = 0;
        do {
            const std::size_t made = made_.load(std::memory_order_acquire);
            for (; seen < made; ++seen) {
                const Quantity& one = quantities_.data()[seen];
                if (one.name == name || std::ranges::find(one.aliases, name) != one.aliases.end())
                    return &one;
            }
        } while (make_next(seen));
        return nullptr;
    }

    const std::vector<Quantity>& all() {
        while (make_next(made_.load(std::memory_order_acquire))) {
        }
        return quantities_;
    }

private:
    /// Makes a table unless there are more than `seen` quantities already; false when there are no more.
    bool make_next(std::size_t seen) {
        const std::lock_guard lock(mutex_);
        if (quantities_.size() > seen) return true;
        if (next_ == quantity_tables.size()) return false;
        std::vector<Quantity> table = quantity_tables.at(next_)();
        if (quantities_.size() + table.size() > max_quantities)
            throw std::logic_error("more quantities than the catalogue has room for");
        std::ranges::move(table, std::back_inserter(quantities_));
        ++next_;
        made_.store(quantities_.size(), std::memory_order_release);
        return true;
    }

    std::vector<Quantity> quantities_;
    std::atomic<std::size_t> made_ = 0;  ///< those that may be read without the lock
    std::mutex mutex_;
    std::size_t next_ = 0;  ///< the next table
};

/// Never destroyed: a program that ends need not take apart what it has said.
Tables& tables() {
    static Tables& all = *new Tables;  // NOLINT: as said
    return all;
}

}  // namespace

const std::vector<Quantity>& catalogue() { return tables().all(); }

const Quantity* find_quantity(std::string_view name) {
    for (const std::string& spelled : names_spelled(name)) {  // before all tables are made in vain
        if (const Quantity* found = tables().find(spelled)) return found;
    }
    return tables().find(name);
}

std::string called_formula_mathml(const std::string& expression) {
    try {
        const Expression e = parse_expression(expression);
        const Quantity* quantity = e.kind == Expression::Kind::call ? find_quantity(e.name) : nullptr;
        return quantity == nullptr || quantity->formula.empty() ? "" : mathml_of_formula(quantity->formula);
    } catch (const InputError&) {
        return "";
    }
}

}  // namespace sigprop
